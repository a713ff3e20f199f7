<?php
/**
 * A run from its place in the queue to its end, as changes of the session's row and events. A cycle is one request to the model:
 * it ends in session.status_idle or session.error, or pauses for the page's tools and is queued again with their results.
 *
 * States: queued → running → '' (idle, error) or paused → queued … Between queued and running a run is `waiting` where all places for
 * runs are taken: visitors already see it as on.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Longer than a request to a model may take. After it a run that says nothing counts as lost. */
const RUN_LEASE_MS = 150000;
/** Requests to the model that one message may lead to, by way of tools. */
const MAX_RUN_TURNS = 12;

/**
 * Puts a run into the queue; a run that paused for tools keeps its count of turns.
 *
 * @param object $write  Of write_session().
 * @param string $run_id A new run, or the one that goes on.
 */
function queue_run( object $write, string $run_id ): void {
	$is_new                      = $write->session['run_id'] !== $run_id;
	$write->session['run_id']    = $run_id;
	$write->session['run_state'] = 'queued';
	$write->session['run_at']    = $write->now;
	$write->session['run_lease'] = 0;
	$write->session['run_usage'] = '';
	$write->session['run_turns'] = $is_new ? 0 : (int) $write->session['run_turns'];
}

/**
 * Frees the session: no run is on any more.
 *
 * @param object $write Of write_session().
 */
function end_run( object $write ): void {
	$write->session['run_id']    = '';
	$write->session['run_state'] = '';
	$write->session['run_at']    = $write->now;
	$write->session['run_lease'] = 0;
	$write->session['run_usage'] = '';
}

/**
 * Says that the run is on, and takes the messages that wait. A run that goes on after a pause takes no message of the
 * visitor: the model is in the middle of an answer, and would have to give two. The run that follows takes it.
 *
 * @param object $write Of write_session().
 */
function open_cycle( object $write ): bool {
	global $wpdb;
	$running                   = append_event(
		$write,
		array(
			'type'         => 'session.status_running',
			'content'      => array(),
			'run_id'       => $write->session['run_id'],
			'is_processed' => true,
		)
	);
	$write->session['run_seq'] = $running['seq'];
	hold_cycle( $write );
	$types = (int) $write->session['run_turns'] > 0 ? "'system.message'" : "'user.message', 'system.message'";
	$taken = $wpdb->prepare(
		'UPDATE ' . table( 'events' ) . " SET run_id = %s, read_seq = %d WHERE session_id = %s AND run_id IS NULL AND type IN ({$types})", // phpcs:ignore WordPress.DB.PreparedSQL
		$write->session['run_id'],
		$running['seq'],
		$write->session['session_id']
	);
	return false !== quietly( $taken );
}

/**
 * From now on this process carries the cycle out.
 *
 * @param object $write Of write_session().
 */
function hold_cycle( object $write ): void {
	$write->session['run_state'] = 'running';
	$write->session['run_at']    = $write->now;
	$write->session['run_lease'] = $write->now + RUN_LEASE_MS;
}

/**
 * How a cycle ends well, as settle() takes it.
 *
 * @param string $stop_reason One of the interface's: end_turn, max_tokens and so on.
 */
function idle( string $stop_reason ): array {
	return array( 'stop_reason' => $stop_reason );
}

/**
 * How a cycle fails, as settle() takes it.
 *
 * @param string $code A key of FAILURE_TEXTS; anything else counts as internal_error.
 */
function failure( string $code ): array {
	return array( 'error' => isset( FAILURE_TEXTS[ $code ] ) ? $code : 'internal_error' );
}

/**
 * The end of a cycle: the idle or error with what it has used, what was processed, and the run that follows.
 *
 * @param object $write   Of write_session; its session has the run.
 * @param array  $outcome Of idle() or failure().
 * @return true|WP_Error
 */
function settle( object $write, array $outcome ) {
	$is_pause = 'client_tool_use' === ( $outcome['stop_reason'] ?? '' );
	if ( ! $is_pause ) {
		$cancelled = cancel_calls( $write, SENTENCES['run_ended'], true );
		if ( is_wp_error( $cancelled ) ) {
			return $cancelled;
		}
	}
	append_end( $write, $outcome );
	if ( ! mark_processed( $write ) || ! count_usage( $write->session ) || ! close_preview( $write->session['session_id'] ) ) {
		return new WP_Error( 'database' );
	}
	if ( $is_pause ) {
		$write->session['run_state'] = 'paused';
		$write->session['run_lease'] = 0;
		return true;
	}
	end_run( $write );
	$waiting = does_execute( $write->session ) ? rows_of_waiting( $write->session['session_id'] ) : array();
	if ( null === $waiting ) {
		return new WP_Error( 'database' );
	}
	if ( $waiting ) {
		queue_run( $write, fresh_id( 'run' ) );
	}
	return true;
}

/**
 * Adds the event that ends a cycle.
 *
 * @param object $write   Of write_session().
 * @param array  $outcome Of idle() or failure().
 */
function append_end( object $write, array $outcome ): void {
	$usage = run_usage( $write->session );
	$draft = array(
		'run_id'       => $write->session['run_id'],
		'is_processed' => true,
		'usage'        => $usage,
	);
	if ( isset( $outcome['error'] ) ) {
		$code = $outcome['error'];
		append_event(
			$write,
			$draft + array(
				'type'       => 'session.error',
				'error_code' => $code,
				'content'    => array(
					array(
						'type' => 'error',
						'text' => FAILURE_TEXTS[ $code ],
						'code' => $code,
					),
				),
			)
		);
		return;
	}
	$content = array(
		'stop_reason'    => $outcome['stop_reason'],
		'context_tokens' => turn_tokens( $write->session ),
	);
	if ( 'client_tool_use' === $outcome['stop_reason'] ) {
		$content['tool_use_ids'] = $outcome['tool_use_ids'];
	}
	append_event(
		$write,
		$draft + array(
			'type'    => 'session.status_idle',
			'content' => $content,
		)
	);
}

/**
 * Tokens of the cycle's request and its answer, without what summaries before it have used.
 *
 * @param array $session A row.
 */
function turn_tokens( array $session ): int {
	$used = (array) json_decode( (string) $session['run_usage'], true );
	return absint( $used['input_tokens'] ?? 0 ) + absint( $used['output_tokens'] ?? 0 );
}

/**
 * What the cycle has used, as the interface has it. A credit is a US dollar.
 *
 * @param array $session A row.
 */
function run_usage( array $session ): array {
	$used   = (array) json_decode( (string) $session['run_usage'], true );
	$input  = absint( $used['input_tokens'] ?? 0 ) + absint( $used['before']['input_tokens'] ?? 0 );
	$output = absint( $used['output_tokens'] ?? 0 ) + absint( $used['before']['output_tokens'] ?? 0 );
	return array(
		'input_tokens'                => $input,
		'output_tokens'               => $output,
		'cache_read_input_tokens'     => 0,
		'cache_creation_input_tokens' => 0,
		'credits_nano'                => cost_nano( (string) ( $used['model'] ?? '' ), $input, $output ),
	);
}

/**
 * What this cycle has read: the messages that it took, the results before it began, and every interrupt.
 *
 * @param object $write Of write_session().
 */
function mark_processed( object $write ): bool {
	global $wpdb;
	// Events of this very write are not in the table yet.
	foreach ( $write->events as $id => $event ) {
		if ( null === $event['processed_at'] && 'user.interrupt' === $event['type'] ) {
			$write->events[ $id ]['processed_at'] = $write->now;
		}
	}
	$read = $wpdb->prepare(
		'UPDATE ' . table( 'events' ) . " SET processed_at = %d WHERE session_id = %s AND processed_at IS NULL AND ( type = 'user.interrupt' OR ( type IN ('user.message', 'system.message') AND run_id IS NOT NULL ) OR ( type = 'user.tool_result' AND seq < %d ) )", // phpcs:ignore WordPress.DB.PreparedSQL
		$write->now,
		$write->session['session_id'],
		$write->session['run_seq']
	);
	return false !== quietly( $read );
}

/** Messages that came while the run was busy get a run of their own. */
function rows_of_waiting( string $session_id ): ?array {
	global $wpdb;
	return rows( $wpdb->prepare( 'SELECT seq FROM ' . table( 'events' ) . " WHERE session_id = %s AND run_id IS NULL AND processed_at IS NULL AND type = 'user.message' LIMIT 1", $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/**
 * Stores what the model said, and ends or pauses the cycle, in one write.
 *
 * @param object $write Of write_session.
 * @param array  $reply Of ask_model.
 * @return true|WP_Error
 */
function store_reply( object $write, array $reply ) {
	global $wpdb;
	$session = $write->session;
	$ours    = array(
		'run_id'       => $session['run_id'],
		'is_processed' => true,
	);
	if ( $reply['blocks'] ) {
		append_event(
			$write,
			$ours + array(
				'type'     => 'agent.message',
				'content'  => $reply['blocks'],
				'event_id' => $reply['event_id'] ?? null,
			)
		);
	}
	$ids = array();
	foreach ( $reply['calls'] as $call ) {
		$id    = fresh_id( 'toolu' );
		$event = append_event(
			$write,
			$ours + array(
				'type'    => 'agent.tool_use',
				'content' => array( array( 'type' => 'tool_use' ) + array( 'id' => $id ) + $call ),
			)
		);
		$added = $wpdb->prepare(
			'INSERT INTO ' . table( 'calls' ) . ' (session_id, tool_use_id, run_id, seq, state) VALUES (%s, %s, %s, %d, %s)', // phpcs:ignore WordPress.DB.PreparedSQL
			$session['session_id'],
			$id,
			$session['run_id'],
			$event['seq'],
			'pending'
		);
		if ( false === quietly( $added ) ) {
			return new WP_Error( 'database' );
		}
		$ids[] = $id;
	}
	$write->session['run_usage'] = to_json( $reply['usage'] );
	append_event(
		$write,
		$ours + array(
			'type'    => 'session.turn_usage',
			'content' => array( turn_usage( (int) $session['run_turns'], $reply['usage'] ) ),
		)
	);
	if ( ! $ids ) {
		return settle( $write, idle( $reply['stop_reason'] ) );
	}
	return settle( $write, idle( 'client_tool_use' ) + array( 'tool_use_ids' => $ids ) );
}

/**
 * The tokens of one request to the model, as the interface tells them.
 *
 * @param int   $turn  Position in the run, from 1.
 * @param array $usage model, input_tokens, output_tokens, reasoning_tokens, and more that is not told.
 */
function turn_usage( int $turn, array $usage ): array {
	return array(
		'type'                        => 'usage',
		'turn'                        => $turn,
		'model'                       => $usage['model'],
		'input_tokens'                => $usage['input_tokens'],
		'output_tokens'               => $usage['output_tokens'],
		'cache_read_input_tokens'     => 0,
		'cache_creation_input_tokens' => 0,
		'reasoning_tokens'            => $usage['reasoning_tokens'],
		'total_tokens'                => $usage['input_tokens'] + $usage['output_tokens'],
		'credits_nano'                => cost_nano( $usage['model'], $usage['input_tokens'], $usage['output_tokens'] ),
	);
}
