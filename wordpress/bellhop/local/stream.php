<?php
/**
 * A session's events as server-sent events, where the owner allows it and the host lets it through. A stream holds a PHP process as
 * long as it lives, so it lives for some seconds, and there are no more of them than the owner has set: whoever comes beyond that
 * gets a 404, which leaves the chat polling.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** How long a stream lives; the chat then opens another. */
const STREAM_SECONDS = 25;
/** How often the session's row is looked at. */
const STREAM_LOOK_MS = 250;
/** A comment, so that nothing between takes the connection for dead, and PHP notices that the browser has gone. */
const STREAM_ALIVE_SECONDS = 2;
/** Some proxies wait for so much before they pass anything on. */
const STREAM_PADDING = 2048;
/** What the last self-test found: `works`, and `at`, Unix seconds. */
const OPTION_STREAMS = 'bellhop_streams';

add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\test_streams_after_change', 20, 2 );
add_action( 'add_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\test_streams_after_change', 20, 2 );

/** How many streams there may be at a time; 0 where chats are polled. */
function stream_slots(): int {
	$found = get_option( OPTION_STREAMS );
	return is_array( $found ) && ! empty( $found['works'] ) ? streams_at_once( settings()['streams'] ) : 0;
}

/**
 * Opens a stream. Everything is checked here, as for the list; the events follow in send_stream().
 *
 * @return WP_REST_Response|WP_Error
 */
function answer_stream( WP_REST_Request $request ) {
	global $wpdb;
	$session_id = $request->get_url_params()['session_id'];
	$token      = token_of_request( $request, $session_id );
	if ( is_wp_error( $token ) ) {
		return $token;
	}
	$thinking = $request->get_query_params()['include_thinking'] ?? 'false';
	if ( ! in_array( $thinking, array( 'true', 'false' ), true ) ) {
		return invalid( 'include_thinking must be true or false.' );
	}
	$previews = in_array( 'agent.message', words( $request->get_query_params()['event_deltas'] ?? null ), true );
	ensure_tables();
	$rows    = rows( $wpdb->prepare( 'SELECT session_id, owner_id AS s_owner, last_seq, run_state, run_at FROM ' . table( 'sessions' ) . ' WHERE session_id = %s', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$refused = refuse_session( $rows, $token );
	if ( null !== $refused ) {
		return $refused;
	}
	// Who waits for others is told so by lists.
	if ( is_left_in_queue( $rows[0] ) ) {
		return refusal( 404, 'There is no stream to be had now; list the events instead.' );
	}
	$end  = min( now_ms() + STREAM_SECONDS * 1000, (int) $token['e'] * 1000 );
	$slot = take_stream( $end + 5000 );
	if ( null === $slot ) {
		return refusal( 404, 'There is no stream to be had now; list the events instead.' );
	}
	add_filter(
		'rest_pre_serve_request',
		function () use ( $session_id, $rows, $thinking, $previews, $end, $slot ): bool {
			// However this request ends, also where the browser has gone.
			register_shutdown_function( __NAMESPACE__ . '\\leave_stream', $slot );
			send_stream( $session_id, (int) $rows[0]['last_seq'], 'true' === $thinking, $previews, $end );
			return true;
		}
	);
	$response = new WP_REST_Response( null, 200 );
	$response->header( 'Content-Type', 'text/event-stream; charset=utf-8' );
	$response->header( 'X-Accel-Buffering', 'no' );
	return $response;
}

/**
 * Sends what is stored from now on, until it is time to end.
 *
 * @param int  $after      Sequence number of the last event that isn't sent.
 * @param bool $thinking   Whether thoughts are.
 * @param bool $previews   Whether an answer is sent while it is written, too.
 * @param int  $end        Unix milliseconds.
 */
function send_stream( string $session_id, int $after, bool $thinking, bool $previews, int $end ): void {
	if ( function_exists( 'set_time_limit' ) ) {
		set_time_limit( STREAM_SECONDS + 30 ); // phpcs:ignore Squiz.PHP.DiscouragedFunctions -- a stream is open longer than a page may take.
	}
	ignore_user_abort( false );
	wp_ob_end_flush_all();
	send_piece( ':' . str_repeat( ' ', STREAM_PADDING ) . "\n\n" );
	$spoke = now_ms();
	$told  = (object) array(
		'event_id' => '',
		'bytes'    => 0,
	);
	while ( now_ms() < $end && ! connection_aborted() ) {
		usleep( STREAM_LOOK_MS * 1000 );
		$seen = look_at_session( $session_id, $previews );
		if ( null === $seen ) {
			// The database was busy: what is missed now is there at the next look.
			continue;
		}
		if ( ! $seen || is_left_in_queue( $seen ) ) {
			// Deleted; or nobody has taken this run: the list that follows the end of a stream carries it out.
			return;
		}
		$pieces = array();
		foreach ( events_between( $session_id, $after, (int) $seen['last_seq'] ) as $event ) {
			$after    = (int) $event['seq'];
			$wire     = wire_event( $event, $thinking );
			$pieces[] = 'id: ' . $wire['id'] . "\nevent: " . $wire['type'] . "\ndata: " . encode_content( $wire ) . "\n\n";
		}
		// While its row is there the message is not: it comes after every event of that look, and before the message itself.
		foreach ( $after === (int) $seen['last_seq'] ? preview_frames( $seen, $told ) : array() as $frame ) {
			$pieces[] = 'event: ' . $frame['type'] . "\ndata: " . encode_content( $frame ) . "\n\n";
		}
		if ( ! $pieces && now_ms() - $spoke > STREAM_ALIVE_SECONDS * 1000 ) {
			$pieces[] = ":\n\n";
		}
		foreach ( $pieces as $piece ) {
			send_piece( $piece );
			$spoke = now_ms();
		}
	}
}

/**
 * How a session stands, in one query.
 *
 * @param bool $previews   Whether what is being written is asked for, too.
 * @return array|null last_seq, run_state, run_at, and event_id and body of what is being written; empty where there is no such
 *                    session; null where the database failed.
 */
function look_at_session( string $session_id, bool $previews ): ?array {
	global $wpdb;
	$fields = 's.last_seq, s.run_state, s.run_at';
	$from   = table( 'sessions' ) . ' s';
	if ( $previews ) {
		$fields .= ', p.event_id, p.body';
		$from   .= ' LEFT JOIN ' . table( 'previews' ) . ' p ON p.session_id = s.session_id';
	}
	$rows = rows( $wpdb->prepare( "SELECT {$fields} FROM {$from} WHERE s.session_id = %s", $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return null === $rows ? null : ( $rows[0] ?? array() );
}

/**
 * Events that a stream hasn't sent.
 *
 * @param int $after      Sequence number of the last that it has sent.
 * @param int $until      Of the last that there is.
 * @return array[] Rows; none where the database failed, for the next look.
 */
function events_between( string $session_id, int $after, int $until ): array {
	global $wpdb;
	if ( $until <= $after ) {
		return array();
	}
	return (array) rows( $wpdb->prepare( 'SELECT ' . EVENT_COLUMNS . ' FROM ' . table( 'events' ) . ' WHERE session_id = %s AND seq > %d AND seq <= %d ORDER BY seq LIMIT 100', $session_id, $after, $until ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/**
 * A piece of a stream, out at once.
 *
 * @param string $text In the format of server-sent events; its data is JSON, which has no line breaks.
 */
function send_piece( string $text ): void {
	// phpcs:ignore WordPress.Security.EscapeOutput -- text/event-stream, not HTML.
	echo $text;
	flush();
}

/**
 * Takes one of the places for streams. In one statement, so that no two take the same; one whose process was killed is free again
 * after its time.
 *
 * @param int $until Unix milliseconds.
 * @return array|null Its name and time, for leave_stream(); null where all are taken.
 */
function take_stream( int $until ): ?array {
	global $wpdb;
	$counts = table( 'counts' );
	for ( $n = 1, $most = stream_slots(); $n <= $most; $n++ ) {
		$name = 'stream-' . $n;
		// phpcs:disable WordPress.DB.PreparedSQL
		quietly( $wpdb->prepare( "INSERT IGNORE INTO {$counts} (day, who, messages, tokens, cost_nano) VALUES (0, %s, 0, 0, 0)", $name ) );
		$taken = quietly( $wpdb->prepare( "UPDATE {$counts} SET tokens = %d WHERE day = 0 AND who = %s AND tokens < %d", $until, $name, now_ms() ) );
		// phpcs:enable
		if ( 1 === $taken ) {
			return array( $name, $until );
		}
	}
	return null;
}

/**
 * Gives a place back.
 *
 * @param array $slot Of take_stream().
 */
function leave_stream( array $slot ): void {
	global $wpdb;
	quietly( $wpdb->prepare( 'UPDATE ' . table( 'counts' ) . ' SET tokens = 0 WHERE day = 0 AND who = %s AND tokens = %d', $slot[0], $slot[1] ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/**
 * The self-test's other side: two pieces, with a pause between them.
 *
 * @return WP_REST_Response
 */
function answer_stream_test(): WP_REST_Response {
	add_filter(
		'rest_pre_serve_request',
		function (): bool {
			wp_ob_end_flush_all();
			send_piece( ':' . str_repeat( ' ', STREAM_PADDING ) . "\n\n" );
			usleep( 1500000 );
			send_piece( "data: 1\n\n" );
			return true;
		}
	);
	$response = new WP_REST_Response( null, 200 );
	$response->header( 'Content-Type', 'text/event-stream; charset=utf-8' );
	$response->header( 'X-Accel-Buffering', 'no' );
	return $response;
}

/** Nobody but this site can have it hold a process for that. */
function is_own_stream_test( WP_REST_Request $request ): bool {
	return hash_equals( signature( 'stream-test', '' ), text( $request->get_query_params()['signature'] ?? null ) );
}

/** Whether what this site sends in pieces arrives in pieces: asks itself, and remembers what it saw. */
function test_streams(): bool {
	$arrived = array();
	$note    = function () use ( &$arrived ): void {
		// Not by the time of day, which may be set while this waits.
		$arrived[] = hrtime( true );
	};
	add_action( 'requests-request.progress', $note );
	$reply = ask_by_door( known_door(), 'GET', '/bellhop/v1/stream-test?signature=' . signature( 'stream-test', '' ) );
	remove_action( 'requests-request.progress', $note );
	$works = ! is_wp_error( $reply ) && false !== strpos( wp_remote_retrieve_body( $reply ), 'data: 1' )
		&& count( $arrived ) > 1 && end( $arrived ) - $arrived[0] > 750 * 1000000;
	update_option(
		OPTION_STREAMS,
		array(
			'works' => $works,
			'at'    => time(),
		)
	);
	return $works;
}

/**
 * The owner has shown the chat, or allowed streams: whether they get through is tried at once.
 *
 * @param mixed $before The settings that were stored; the option's name where there were none.
 * @param mixed $now    Those that are.
 */
function test_streams_after_change( $before, $now ): void {
	$before  = is_array( $before ) ? $before : array();
	$streams = settings()['streams'];
	$is_new  = ( $before['streams'] ?? null ) !== ( ( (array) $now )['streams'] ?? null ) || ! is_array( get_option( OPTION_STREAMS ) );
	if ( $streams > 0 && settings()['local'] && ( $is_new || empty( $before['local'] ) ) ) {
		test_streams();
	}
}
