<?php
/**
 * The one way to write into a session: a transaction that first locks the session's row, gives out sequence numbers, and stores
 * everything or nothing. So numbers become visible in order: who has read an event never meets a new one with a smaller number.
 *
 * The lock is an UPDATE of that row, which holds until the end of the transaction in InnoDB, and in SQLite together with the
 * whole file. GET_LOCK would not do: the SQLite integration answers it without locking anything.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

const WRITE_ATTEMPTS = 5;
/** Which column of the session's row has the last event of a type: what was asked, what was answered. */
const ANSWERED_BY = array(
	'user.message'  => 'asked_seq',
	'agent.message' => 'said_seq',
);

/**
 * Changes a session under its lock: all of it is stored, or nothing. The one write path.
 *
 * @param callable $work       Gets an object with session (the locked row, which may be changed), now (never before the
 *                             session's latest event) and events (what append_event has added). May return a WP_Error: then
 *                             nothing is stored.
 * @return mixed|WP_Error What $work returned; not_found, or unavailable where the database can't.
 */
function write_session( string $session_id, callable $work ) {
	for ( $attempt = 1; $attempt <= WRITE_ATTEMPTS; $attempt++ ) {
		$result = try_write( $session_id, $work );
		if ( ! is_wp_error( $result ) || 'database' !== $result->get_error_code() ) {
			return $result;
		}
		// Two transactions may have locked each other out: the database ended one of them, this one.
		usleep( 20000 * $attempt * $attempt );
	}
	return refusal( 503 );
}

/**
 * One attempt at write_session().
 *
 * @param callable $work       As write_session() takes it.
 * @return mixed|WP_Error As write_session; `database` where it may work at another attempt.
 * @throws \Throwable What $work threw, once the transaction has been taken back.
 */
function try_write( string $session_id, callable $work ) {
	global $wpdb;
	if ( false === quietly( 'START TRANSACTION' ) ) {
		return new WP_Error( 'database' );
	}
	try {
		$result = write_locked( $session_id, $work );
	} catch ( \Throwable $error ) {
		quietly( 'ROLLBACK' );
		throw $error;
	}
	if ( is_wp_error( $result ) ) {
		quietly( 'ROLLBACK' );
		return $result;
	}
	return false === quietly( 'COMMIT' ) ? new WP_Error( 'database' ) : $result;
}

/**
 * Locks the session's row, lets $work change it, and stores what came of it.
 *
 * @param callable $work       As write_session() takes it.
 * @return mixed|WP_Error
 */
function write_locked( string $session_id, callable $work ) {
	global $wpdb;
	$sessions = table( 'sessions' );
	$locked   = quietly( $wpdb->prepare( "UPDATE {$sessions} SET writes = writes + 1 WHERE session_id = %s", $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( false === $locked ) {
		return new WP_Error( 'database' );
	}
	$found = 0 === $locked ? array() : rows( $wpdb->prepare( "SELECT * FROM {$sessions} WHERE session_id = %s", $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( ! $found ) {
		return array() === $found ? refusal( 404, SENTENCES['no_session'] ) : new WP_Error( 'database' );
	}
	$write  = (object) array(
		'session' => $found[0],
		'before'  => $found[0],
		'now'     => max( now_ms(), (int) $found[0]['last_event_at'] ),
		'events'  => array(),
	);
	$result = $work( $write );
	if ( is_wp_error( $result ) ) {
		return $result;
	}
	return store_write( $write ) ? $result : new WP_Error( 'database' );
}

/**
 * Adds an event to a write.
 *
 * @param object $write As write_session gives it.
 * @param array  $draft type, content (the wire's), and where it has them usage, error_code, run_id, is_processed,
 *                      covers_seq (of a summary: up to which event, in the order of reading), event_id (of a message that was
 *                      shown while it was written), intent_id (the name that its sender gave it), is_notice (of a message that
 *                      answers nothing: somebody has come or left).
 * @return array The event as a row.
 */
function append_event( object $write, array $draft ): array {
	$seq                             = (int) $write->session['last_seq'] + 1;
	$write->session['last_seq']      = $seq;
	$write->session['last_event_at'] = $write->now;
	if ( isset( ANSWERED_BY[ $draft['type'] ] ) && empty( $draft['is_notice'] ) ) {
		$write->session[ ANSWERED_BY[ $draft['type'] ] ] = $seq;
	}
	$event                               = array(
		'seq'          => $seq,
		'event_id'     => $draft['event_id'] ?? fresh_id( 'evt' ),
		'type'         => $draft['type'],
		'content'      => encode_content( $draft['content'] ),
		'usage_data'   => isset( $draft['usage'] ) ? to_json( $draft['usage'] ) : null,
		'error_code'   => $draft['error_code'] ?? null,
		'created_at'   => $write->now,
		'processed_at' => empty( $draft['is_processed'] ) ? null : $write->now,
		'run_id'       => $draft['run_id'] ?? null,
		'read_seq'     => $seq,
		'covers_seq'   => $draft['covers_seq'] ?? null,
		'intent_id'    => $draft['intent_id'] ?? null,
	);
	$write->events[ $event['event_id'] ] = $event;
	return $event;
}

/**
 * An event's content as JSON; [] for what can't be written.
 *
 * @param mixed $content Of an event.
 */
function encode_content( $content ): string {
	$json = wp_json_encode( $content, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE );
	return false === $json ? '[]' : $json;
}

/**
 * Stores what a write has added and changed.
 *
 * @param object $write Of write_session().
 */
function store_write( object $write ): bool {
	global $wpdb;
	$session_id = $write->session['session_id'];
	foreach ( array_chunk( array_values( $write->events ), 25 ) as $events ) {
		$lines  = array();
		$values = array();
		foreach ( $events as $event ) {
			$places = array();
			foreach ( array( 'session_id' => $session_id ) + $event as $value ) {
				// A prepared %s makes a text of null.
				$places[] = null === $value ? 'NULL' : ( is_int( $value ) ? '%d' : '%s' );
				if ( null !== $value ) {
					$values[] = $value;
				}
			}
			$lines[] = '(' . implode( ', ', $places ) . ')';
		}
		$names = 'session_id, ' . implode( ', ', array_keys( $events[0] ) );
		$added = $wpdb->prepare( 'INSERT INTO ' . table( 'events' ) . " ({$names}) VALUES " . implode( ', ', $lines ), $values ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- the places stand in $lines.
		if ( false === quietly( $added ) ) {
			return false;
		}
	}
	return store_session( $write );
}

/**
 * Stores what a write has changed of the session's row. A column that a later release brings and this row lacks stays out.
 *
 * @param object $write Of write_session().
 */
function store_session( object $write ): bool {
	global $wpdb;
	$changed = array_diff_assoc( array_intersect_key( $write->session, $write->before ), $write->before );
	if ( ! $changed ) {
		return true;
	}
	$places = array();
	foreach ( $changed as $name => $value ) {
		$places[] = $name . ' = ' . ( is_int( $value ) ? '%d' : '%s' );
	}
	$values = array_merge( array_values( $changed ), array( $write->session['session_id'] ) );
	return false !== quietly( $wpdb->prepare( 'UPDATE ' . table( 'sessions' ) . ' SET ' . implode( ', ', $places ) . ' WHERE session_id = %s', $values ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- the places stand in $places.
}

/** The columns that wire_event() and callers that read on need. */
const EVENT_COLUMNS = 'seq, event_id, type, content, usage_data, error_code, created_at, processed_at, run_id, intent_id';

/**
 * An event as the wire has it. Thoughts are left out unless asked for.
 *
 * @param array $event            A row.
 * @param bool  $include_thinking Whether they are.
 */
function wire_event( array $event, bool $include_thinking ): array {
	$content = json_decode( (string) $event['content'], false, 512 );
	if ( ! $include_thinking && 'agent.message' === $event['type'] && is_array( $content ) ) {
		$is_said = function ( $block ): bool {
			return ! is_object( $block ) || 'thought' !== ( $block->type ?? '' );
		};
		$content = array_values( array_filter( $content, $is_said ) );
	}
	$wire = array(
		'id'           => $event['event_id'],
		'type'         => $event['type'],
		'content'      => $content,
		'created_at'   => wire_time( (int) $event['created_at'] ),
		'processed_at' => null === $event['processed_at'] ? null : wire_time( (int) $event['processed_at'] ),
	);
	if ( null !== $event['usage_data'] ) {
		$wire['usage'] = json_decode( $event['usage_data'] );
	}
	if ( null !== $event['error_code'] ) {
		$wire['error_code'] = $event['error_code'];
	}
	if ( in_array( $event['type'], array( 'session.status_running', 'user.interrupt' ), true ) && null !== $event['run_id'] ) {
		$wire['run_id'] = $event['run_id'];
	}
	if ( null !== $event['intent_id'] ) {
		$wire['intent_id'] = $event['intent_id'];
	}
	return $wire;
}

/**
 * A time as the interface writes it, in UTC with milliseconds.
 *
 * @param int $ms Unix milliseconds.
 */
function wire_time( int $ms ): string {
	return gmdate( 'Y-m-d\TH:i:s', (int) floor( $ms / 1000 ) ) . sprintf( '.%03dZ', $ms % 1000 );
}
