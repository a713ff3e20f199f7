<?php
/**
 * Keeps a conversation inside the window that the model is given: before each request the whole of it is measured, and where it
 * comes near the limit, the oldest turns are summarised into a session.compaction. The events themselves stay in the list.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Tokens by estimate of one request: far below what models take, since every token is paid for again with every message. */
const CONTEXT_WINDOW = 20000;
/** Tokens of a summary. */
const MAX_SUMMARY_TOKENS = 1500;
/** Summaries before one request: each covers more than the one before. */
const MAX_SUMMARIES = 4;

/**
 * How long a request to the model may be.
 *
 * @param string $session_id Whose request.
 * @return int Tokens by estimate.
 */
function context_window( string $session_id ): int {
	/**
	 * How long a request to the model may be; longer conversations are summarised.
	 *
	 * @param int    $tokens     By estimate: four letters a token.
	 * @param string $session_id Whose request.
	 */
	return max( 100, (int) apply_filters( 'bellhop_context_window', CONTEXT_WINDOW, $session_id ) );
}

/**
 * The next request of a session, made to fit. May ask the model for a summary first.
 *
 * @param array $session    A row, as begin_cycle() left it.
 * @param array $before     What summaries of this cycle have used, as spent_on_summaries() has it.
 * @param bool  $is_refused Whether the model has refused the request as too long, whatever the figures say.
 * @return array The request, with before; or error, a code of FAILURE_TEXTS.
 */
function fitting_request( array $session, array $before, bool $is_refused ): array {
	for ( $round = 0; $round <= MAX_SUMMARIES; $round++ ) {
		$history = read_history( $session['session_id'] );
		if ( null === $history ) {
			return array( 'error' => 'internal_error' );
		}
		$request = request_of( $session, $history['lines'] );
		$rest    = estimate_tokens( $request['system'] . ( $request['tools'] ? to_json( $request['tools'] ) : '' ) );
		$plan    = plan_compaction( $history, $rest, context_window( $session['session_id'] ), $is_refused );
		if ( 'fits' === $plan['kind'] ) {
			return array( 'before' => $before ) + $request;
		}
		if ( 'too_long' === $plan['kind'] ) {
			break;
		}
		$summary = summarise( $session, array_slice( $history['lines'], 0, $plan['cut'] ), $plan['most'], $before );
		$before  = $summary['before'];
		if ( ! store_compaction( $session, $summary['text'], $history['lines'][ $plan['cut'] ]['at'] - 1 ) ) {
			return array( 'error' => 'run_interrupted' );
		}
		$is_refused = false;
	}
	return array(
		'error'  => 'context_exceeded',
		'before' => $before,
	);
}

/**
 * Which of the oldest turns a summary should replace. Pure: knows no database and no model. No call is parted from its result, no
 * result is summarised before the model has read it; earlier runs go whole, the present one between its turns.
 *
 * @param array $history    Of read_history().
 * @param int   $rest       Tokens of what else a request holds.
 * @param int   $window     Tokens.
 * @param bool  $is_refused Whether it is too long whatever the figures say.
 * @return array kind: fits; too_long (nothing is left to summarise); compact, with cut (index of the first line that stays) and
 *               most (tokens of the summary).
 */
function plan_compaction( array $history, int $rest, int $window, bool $is_refused ): array {
	$lines  = $history['lines'];
	$tokens = array_map( __NAMESPACE__ . '\\line_tokens', $lines );
	$own    = $rest + array_sum( $tokens );
	$size   = max( $own, measured_tokens( $history, $tokens ) );
	// Figures of the model say how far our count is off.
	$scale  = $size / max( 1, $own );
	$window = $is_refused ? min( $size, $window ) : $window;
	$is_due = $is_refused || $history['is_cut'];
	if ( ! $is_due && $size <= $window * COMPACT_AT ) {
		return array( 'kind' => 'fits' );
	}
	$most   = (int) floor( min( MAX_SUMMARY_TOKENS, $window * SUMMARY_SHARE ) );
	$chosen = null;
	foreach ( clean_cuts( $lines ) as $cut ) {
		$goes = array_sum( array_slice( $tokens, 0, $cut ) );
		// A summary as long as what it stands for would change nothing.
		if ( $goes <= $most ) {
			continue;
		}
		$chosen = $cut;
		if ( $size - $goes * $scale + $most <= $window * KEEP_SHARE ) {
			break;
		}
	}
	if ( null === $chosen ) {
		return array( 'kind' => $is_refused || $size > $window ? 'too_long' : 'fits' );
	}
	return array(
		'kind' => 'compact',
		'cut'  => $chosen,
		'most' => $most,
	);
}

/**
 * What the model counted last, and our own count of what came since.
 *
 * @param array $history Of read_history().
 * @param int[] $tokens  Of its lines.
 * @return int Tokens; 0 where the model has counted nothing since the last summary.
 */
function measured_tokens( array $history, array $tokens ): int {
	if ( null === $history['measured'] ) {
		return 0;
	}
	list( $size, $seq ) = $history['measured'];
	foreach ( $history['lines'] as $i => $line ) {
		$size += $line['at'] > $seq ? $tokens[ $i ] : 0;
	}
	return $size;
}

/**
 * Where a conversation can be cut.
 *
 * @param array[] $lines Of read_history().
 * @return int[] Indexes of the first line that would stay, the oldest first.
 */
function clean_cuts( array $lines ): array {
	$last  = count( $lines ) - 1;
	$asked = max( array_merge( array( 0 ), array_keys( wp_list_pluck( $lines, 'role' ), 'user', true ) ) );
	$agent = max( array_merge( array( 0 ), array_keys( wp_list_pluck( $lines, 'role' ), 'agent', true ) ) );
	// What the model has not answered yet stays: the visitor's words, or the results of its last calls.
	$stays = $asked < $agent ? $agent : $last;
	$cuts  = array();
	// A summary of nothing but the summary before it would change nothing.
	for ( $i = isset( $lines[0]['summary'] ) ? 2 : 1; $i <= $stays; $i++ ) {
		$is_turn = 'user' === $lines[ $i ]['role'] || ( 'agent' === $lines[ $i ]['role'] && $i > $asked );
		// Messages that were taken together are read together.
		if ( $is_turn && $lines[ $i ]['at'] > $lines[ $i - 1 ]['at'] && $lines[ $i - 1 ]['at'] > 0 ) {
			$cuts[] = $i;
		}
	}
	return $cuts;
}

/**
 * What a line of a request takes.
 *
 * @param array $line Of read_history().
 * @return int Tokens by estimate.
 */
function line_tokens( array $line ): int {
	return estimate_tokens( to_json( array_diff_key( $line, array_flip( array( 'at', 'summary' ) ) ) ) );
}

/**
 * Stores a summary as an event of the run.
 *
 * @param array $session A row, as begin_cycle() left it.
 * @param int   $covers  Everything up to here, in the order of reading, is in it.
 * @return bool False where the run is no longer ours.
 */
function store_compaction( array $session, string $text, int $covers ): bool {
	$stored = write_session(
		$session['session_id'],
		function ( object $write ) use ( $session, $text, $covers ) {
			if ( ! is_held( $write->session, $session ) ) {
				return false;
			}
			append_event(
				$write,
				array(
					'type'         => 'session.compaction',
					'content'      => array(
						array(
							'type' => 'text',
							'text' => $text,
						),
					),
					'covers_seq'   => $covers,
					'run_id'       => $session['run_id'],
					'is_processed' => true,
				)
			);
			return true;
		}
	);
	return true === $stored;
}
