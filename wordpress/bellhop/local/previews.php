<?php
/**
 * An answer while it is written: the process that asks the model keeps the text so far in a row, and a stream, which is another
 * process, reads it there. The row belongs to one cycle and goes in the same write with its end, so whoever still sees it has not
 * seen the whole message yet.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** How often the row is written. A stream looks for it as often. */
const PREVIEW_MS = 250;

/**
 * A preview of the answer that a cycle is about to ask for; null where nobody could see one.
 *
 * @param array $session A row, as begin_cycle() left it.
 */
function new_preview( array $session ): ?object {
	// WordPress's AI client hands an answer over whole, and so do WordPress's HTTP functions without cURL.
	if ( 'key' !== model_source() || 0 === stream_slots() || ! function_exists( 'curl_exec' ) ) {
		return null;
	}
	return (object) array(
		'session'    => $session,
		'event_id'   => fresh_id( 'evt' ),
		'is_open'    => false,
		'is_over'    => false,
		'written_at' => 0,
	);
}

/**
 * Keeps the text so far, from time to time. Where the run is no longer ours, as after a Stop, the preview is over.
 *
 * @param object $preview Of new_preview(). It changes.
 * @param string $text    All that the model has written, its thoughts included.
 */
function write_preview( object $preview, string $text ): void {
	global $wpdb;
	$now = now_ms();
	if ( $preview->is_over || $now - $preview->written_at < PREVIEW_MS ) {
		return;
	}
	$preview->written_at = $now;
	$text                = said_so_far( $text );
	if ( ! $preview->is_open ) {
		$written          = open_preview( $preview, $text );
		$preview->is_open = true === $written;
		$preview->is_over = false === $written;
		return;
	}
	$written = quietly(
		$wpdb->prepare(
			'UPDATE ' . table( 'previews' ) . ' SET body = %s, written_at = %d WHERE session_id = %s AND event_id = %s', // phpcs:ignore WordPress.DB.PreparedSQL
			$text,
			$now,
			$preview->session['session_id'],
			$preview->event_id
		)
	);
	// The time makes each of these another row, which databases count; false is a database that was busy.
	$preview->is_over = 0 === $written;
}

/**
 * The row's first form, stored under the session's lock: a Stop comes either before it, and is seen, or after it, and takes it away.
 *
 * @param object $preview Of new_preview().
 * @param string $text    So far.
 * @return bool|null False where the run is no longer ours; null where the database failed, and the next piece tries again.
 */
function open_preview( object $preview, string $text ): ?bool {
	$session = $preview->session;
	$opened  = write_session(
		$session['session_id'],
		function ( object $write ) use ( $preview, $session, $text ) {
			global $wpdb;
			if ( ! is_held( $write->session, $session ) ) {
				return false;
			}
			$added = $wpdb->prepare(
				'INSERT INTO ' . table( 'previews' ) . ' (session_id, event_id, body, written_at) VALUES (%s, %s, %s, %d)', // phpcs:ignore WordPress.DB.PreparedSQL
				$session['session_id'],
				$preview->event_id,
				$text,
				$preview->written_at
			);
			return close_preview( $session['session_id'] ) && false !== quietly( $added ) ? true : new \WP_Error( 'database' );
		}
	);
	return is_wp_error( $opened ) ? null : $opened;
}

/** Takes a session's row away. Inside of a write. */
function close_preview( string $session_id ): bool {
	global $wpdb;
	return false !== quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'previews' ) . ' WHERE session_id = %s', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/**
 * Has the pieces of a reply read while they come, and the request broken off where nobody wants its answer any more.
 *
 * @param object|null $preview Of new_preview(); null: does nothing.
 * @return callable To be called once the request is over.
 */
function follow_reply( ?object $preview ): callable {
	if ( null === $preview ) {
		return '__return_null';
	}
	$stream = new_chat_stream();
	$read   = function ( $piece ) use ( $preview, $stream ): void {
		read_chat_piece( $stream, (string) $piece );
		write_preview( $preview, $stream->text );
	};
	// Not WordPress's other way to make requests: there the pieces still have the marks of their transport between them.
	$begin = function ( $handle ) use ( $preview, $stream, $read ): void {
		add_action( 'requests-request.progress', $read );
		// cURL asks this after each piece, and about once a second while none comes; 1 ends the request.
		$goes_on = function () use ( $preview, $stream ): int {
			write_preview( $preview, $stream->text );
			return $preview->is_over ? 1 : 0;
		};
		// phpcs:disable WordPress.WP.AlternativeFunctions.curl_curl_setopt -- this is the handle of WordPress's own request.
		curl_setopt( $handle, CURLOPT_NOPROGRESS, false );
		curl_setopt( $handle, CURLOPT_PROGRESSFUNCTION, $goes_on );
		// phpcs:enable
	};
	add_action( 'http_api_curl', $begin );
	return function () use ( $read, $begin ): void {
		remove_action( 'http_api_curl', $begin );
		remove_action( 'requests-request.progress', $read );
	};
}

/**
 * What a stream tells of a preview beyond what it has told.
 *
 * @param array  $row  event_id and body, null where there is none.
 * @param object $told event_id and bytes of what was told. It changes.
 * @return array[] event_start and event_delta, as the wire has them.
 */
function preview_frames( array $row, object $told ): array {
	$id   = (string) ( $row['event_id'] ?? '' );
	$text = (string) ( $row['body'] ?? '' );
	if ( '' === $id || '' === $text ) {
		return array();
	}
	$frames = array();
	if ( $told->event_id !== $id ) {
		$told->event_id = $id;
		$told->bytes    = 0;
		$frames[]       = array(
			'type'  => 'event_start',
			'event' => array(
				'type' => 'agent.message',
				'id'   => $id,
			),
		);
	}
	// Texts are only ever added to, and each addition is whole characters.
	if ( strlen( $text ) > $told->bytes ) {
		$frames[]    = array(
			'type'     => 'event_delta',
			'event_id' => $id,
			'delta'    => array(
				'type'    => 'content_delta',
				'index'   => 0,
				'content' => array(
					'type' => 'text',
					'text' => substr( $text, $told->bytes ),
				),
			),
		);
		$told->bytes = strlen( $text );
	}
	return $frames;
}
