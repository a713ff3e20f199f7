<?php
/**
 * What a send does to a session: the state machine of the interface, inside one write. A run is queued here and carried out
 * elsewhere; its state stands in the session's row: '' (none), queued, waiting, running, or paused for results.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Stores what a client sends, and queues a run where it asks for one.
 *
 * @param array $submission Of parse_send.
 * @return array|WP_Error The stored events as rows. On an error nothing was stored.
 */
function send_events( string $session_id, array $submission ) {
	$is_said = 'messages' === $submission['kind'];
	$visit   = $is_said ? this_visit() : array();
	$added   = array();
	$session = array();
	$stored  = write_session(
		$session_id,
		function ( object $write ) use ( $submission, $visit, $is_said, &$added, &$session ) {
			note_visit( $write, $visit );
			if ( $is_said ) {
				note_refused_address( $write );
			}
			$stored  = store_once( $write, $submission['events'], __NAMESPACE__ . '\\send_' . $submission['kind'] );
			$added   = $write->events;
			$session = $write->session;
			return $stored;
		}
	);
	if ( ! is_wp_error( $stored ) ) {
		// What was sent twice under one name was told the first time.
		tell_sent( $session, $added );
	}
	return $stored;
}

/**
 * Tells other plugins of what a visitor has sent.
 *
 * @param array   $session The conversation's row.
 * @param array[] $events  Rows that have just been stored.
 */
function tell_sent( array $session, array $events ): void {
	foreach ( $events as $event ) {
		if ( 'user.message' === $event['type'] ) {
			tell_message( $session, text_of( (array) json_decode( (string) $event['content'] ) ) );
		}
	}
	tell_form_leads( (string) ( $session['session_id'] ?? '' ), $events );
}

/**
 * Ends the run at once: whoever carries it out finds that it is no longer theirs, and what the model then says is dropped. An
 * interrupt that names another run than the one that is on is stored and does nothing.
 *
 * @param object  $write  Of write_session.
 * @param array[] $events Of parse_send: one interrupt.
 * @return array|WP_Error
 */
function send_interrupt( object $write, array $events ) {
	$event  = append_event( $write, $events[0] );
	$wanted = $events[0]['run_id'] ?? null;
	if ( null !== $wanted && $wanted !== $write->session['run_id'] ) {
		return array( $event );
	}
	if ( in_array( $write->session['run_state'], array( 'queued', 'waiting', 'running' ), true ) ) {
		$is_open = 'queued' !== $write->session['run_state'] || open_cycle( $write );
		$settled = $is_open ? settle( $write, idle( 'user_cancelled' ) ) : new WP_Error( 'database' );
		if ( is_wp_error( $settled ) ) {
			return $settled;
		}
	}
	return array( $event );
}

/**
 * Takes results of tools, and goes on with the run once all of them are there.
 *
 * @param object  $write  Of write_session.
 * @param array[] $events Of parse_send.
 * @return array|WP_Error
 */
function send_results( object $write, array $events ) {
	$session_id = $write->session['session_id'];
	$states     = call_states( $session_id );
	$ids        = answered_ids( $events );
	if ( null === $states ) {
		return new WP_Error( 'database' );
	}
	foreach ( $ids as $id ) {
		$state = $states[ $id ] ?? '';
		if ( '' === $state ) {
			return invalid( 'This session has no tool_use ' . quoted( $id ) . '.' );
		}
		if ( 'pending' !== $state ) {
			return refusal( 409, 'The tool_use ' . quoted( $id ) . ( 'cancelled' === $state ? ' was cancelled' : ' has been answered already' ) . '; discard this result.' );
		}
	}
	if ( ! mark_calls( $session_id, $ids, 'answered' ) ) {
		return new WP_Error( 'database' );
	}
	$stored = array();
	foreach ( $events as $event ) {
		$failed   = array_column( $event['content'], 'error_code' );
		$stored[] = append_event( $write, $event + ( $failed ? array( 'error_code' => reset( $failed ) ) : array() ) );
	}
	$open = array_keys( array_diff_key( $states, array_flip( $ids ) ), 'pending', true );
	if ( ! $open && 'paused' === $write->session['run_state'] && does_execute( $write->session ) ) {
		queue_run( $write, $write->session['run_id'] );
	}
	return $stored;
}

/**
 * Takes messages: they begin a run, or wait for the one that is on.
 *
 * @param object  $write  Of write_session.
 * @param array[] $events Of parse_send.
 * @return array|WP_Error
 */
function send_messages( object $write, array $events ) {
	$session = $write->session;
	$asks    = in_array( 'user.message', wp_list_pluck( $events, 'type' ), true );
	$paused  = 'paused' === $session['run_state'];
	$does    = does_execute( $session );
	if ( $asks ) {
		// Whoever writes again is not done.
		$write->session['done_at'] = 0;
	}
	if ( $does && ( $asks || $paused ) ) {
		$over = count_message( $session );
		if ( null !== $over ) {
			return $over;
		}
	}
	$stored = $paused ? cancel_calls( $write, SENTENCES['message_came'] ) : array();
	if ( is_wp_error( $stored ) ) {
		return $stored;
	}
	foreach ( $events as $event ) {
		$stored[] = append_event( $write, $event );
	}
	// While a run is in flight, messages wait for the run that follows it.
	if ( in_array( $session['run_state'], array( 'queued', 'waiting', 'running' ), true ) ) {
		return $stored;
	}
	if ( $paused ) {
		end_run( $write );
	}
	if ( $does && ( $asks || $paused ) ) {
		queue_run( $write, fresh_id( 'run' ) );
	}
	return $stored;
}

/**
 * Whether an agent answers in this session: not while a person does.
 *
 * @param array $session A row.
 */
function does_execute( array $session ): bool {
	if ( has_person( $session ) ) {
		return false;
	}
	/**
	 * Switched off, what visitors send is stored and nothing answers.
	 *
	 * @param bool   $does       Whether an agent answers.
	 * @param string $session_id Which session.
	 */
	return (bool) apply_filters( 'bellhop_agent_execution', true, $session['session_id'] );
}

/**
 * How the session's calls of tools stand.
 *
 * @return string[]|null State by id of the tool_use: pending, answered, cancelled. In the order of the calls. Null where the
 *                       database failed.
 */
function call_states( string $session_id ): ?array {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT tool_use_id, state FROM ' . table( 'calls' ) . ' WHERE session_id = %s ORDER BY seq, tool_use_id', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return null === $rows ? null : wp_list_pluck( $rows, 'state', 'tool_use_id' );
}

/**
 * Notes that calls are answered or cancelled.
 *
 * @param string[] $ids        Of calls.
 * @param string   $state      answered or cancelled.
 */
function mark_calls( string $session_id, array $ids, string $state ): bool {
	global $wpdb;
	$places = implode( ', ', array_fill( 0, count( $ids ), '%s' ) );
	$query  = 'UPDATE ' . table( 'calls' ) . " SET state = %s WHERE session_id = %s AND tool_use_id IN ({$places})";
	return false !== quietly( $wpdb->prepare( $query, array_merge( array( $state, $session_id ), $ids ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/**
 * Cancels what is pending and adds the site's own results for it.
 *
 * @param object $write        Of write_session().
 * @param string $why          For the model, in words.
 * @param bool   $is_processed Whether the model is to count them as read.
 * @return array|WP_Error Their events.
 */
function cancel_calls( object $write, string $why, bool $is_processed = false ) {
	$session_id = $write->session['session_id'];
	$states     = call_states( $session_id );
	if ( null === $states ) {
		return new WP_Error( 'database' );
	}
	$ids = array_keys( $states, 'pending', true );
	if ( $ids && ! mark_calls( $session_id, $ids, 'cancelled' ) ) {
		return new WP_Error( 'database' );
	}
	$stored = array();
	foreach ( $ids as $id ) {
		$stored[] = append_event(
			$write,
			array(
				'type'         => 'user.tool_result',
				'content'      => array( cancelled_result( (string) $id, $why ) ),
				'error_code'   => 'cancelled',
				'is_processed' => $is_processed,
			)
		);
	}
	return $stored;
}
