<?php
/**
 * Carries runs out: takes one from the queue, asks the model outside of any lock, and stores what came. Who has taken a run holds
 * it until its lease ends; whoever looks after that settles it as abandoned.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Runs that one request may carry out in a row: of messages that came meanwhile, and of other visitors who wait. */
const MAX_RUNS_IN_A_ROW = 5;

/**
 * Carries out what is queued, of whoever has waited longest, in one of the places for runs (places.php). Where all of them are taken
 * the session's run waits: the processes that hold them come to it, or a poll that finds a place free.
 *
 * @param string $session_id Whose run this request was to begin.
 */
function carry_out( string $session_id ): void {
	ignore_user_abort( true );
	$place = take_place();
	if ( null === $place ) {
		let_wait( $session_id );
		return;
	}
	for ( $i = 0; $i < MAX_RUNS_IN_A_ROW; $i++ ) {
		$next = first_in_queue( $session_id );
		if ( null === $next ) {
			break;
		}
		carry_out_cycle( $next );
	}
	leave_place( $place );
}

/** Carries out the cycle that is queued in a session. Does nothing where somebody else has it. */
function carry_out_cycle( string $session_id ): void {
	if ( function_exists( 'set_time_limit' ) ) {
		set_time_limit( 300 ); // phpcs:ignore Squiz.PHP.DiscouragedFunctions -- a model may take longer to answer than a page may take.
	}
	$begun = begin_cycle( $session_id );
	if ( ! is_array( $begun ) || ! isset( $begun['session'] ) ) {
		return;
	}
	$session = $begun['session'];
	try {
		$reply = $begun['reply'] ?? ask_model( $session );
	} catch ( \Throwable $error ) {
		// Its words may quote what somebody wrote: they are kept out of every log.
		$reply = array( 'error' => 'internal_error' );
	}
	finish_cycle( $session, $reply );
}

/** Says that a run is on, though it waits for a place: its visitor sees that an answer is coming, and can stop it. */
function let_wait( string $session_id ): void {
	write_session(
		$session_id,
		function ( object $write ) {
			if ( 'queued' !== $write->session['run_state'] ) {
				return true;
			}
			$since = $write->session['run_at'];
			if ( ! open_cycle( $write ) ) {
				return new WP_Error( 'database' );
			}
			$write->session['run_state'] = 'waiting';
			$write->session['run_at']    = $since;
			$write->session['run_lease'] = 0;
			return true;
		}
	);
}

/**
 * Takes a queued run for this process.
 *
 * @return array|WP_Error|null session (the row as it is now), and reply where the model need not be asked; null: nothing to do.
 */
function begin_cycle( string $session_id ) {
	return write_session(
		$session_id,
		function ( object $write ) {
			if ( 'waiting' === $write->session['run_state'] ) {
				hold_cycle( $write );
			} elseif ( 'queued' !== $write->session['run_state'] ) {
				return null;
			} elseif ( ! open_cycle( $write ) ) {
				return new WP_Error( 'database' );
			}
			$write->session['run_turns'] = 1 + (int) $write->session['run_turns'];
			$is_over                     = (int) $write->session['run_turns'] > MAX_RUN_TURNS;
			return array( 'session' => $write->session ) + ( $is_over ? array( 'reply' => array( 'error' => 'max_iterations' ) ) : array() );
		}
	);
}

/**
 * Stores what the model has said, and how the run goes on.
 *
 * @param array $session As begin_cycle left it.
 * @param array $reply   Of ask_model.
 * @return bool Whether another run of this session waits.
 */
function finish_cycle( array $session, array $reply ): bool {
	$is_stored = false;
	$next      = write_session(
		$session['session_id'],
		function ( object $write ) use ( $session, $reply, &$is_stored ) {
			$is_stored = false;
			if ( ! is_held( $write->session, $session ) ) {
				// Stopped by the visitor, or settled as lost: what the model said comes too late.
				return false;
			}
			if ( isset( $reply['error'] ) ) {
				$write->session['run_usage'] = isset( $reply['usage'] ) ? to_json( $reply['usage'] ) : $write->session['run_usage'];
				$done                        = settle( $write, failure( $reply['error'] ) );
			} else {
				$done = store_reply( $write, $reply );
			}
			$is_stored = true;
			return is_wp_error( $done ) ? $done : 'queued' === $write->session['run_state'];
		}
	);
	if ( $is_stored && ! is_wp_error( $next ) ) {
		tell_of_cycle( $session, $reply );
	}
	return true === $next;
}

/**
 * Tells other plugins of an answer, and the owner of a question that has none.
 *
 * @param array $session As begin_cycle left it.
 * @param array $reply   Of ask_model.
 */
function tell_of_cycle( array $session, array $reply ): void {
	if ( isset( $reply['error'] ) ) {
		note_open_question( $session, (string) $session['run_id'], 'failed' );
		return;
	}
	tell_answer( $session, $reply );
	if ( ! empty( $reply['is_open'] ) ) {
		note_open_question( $session, (string) $session['run_id'], 'nothing' );
	}
}

/**
 * Whether a cycle is still the one that was begun: a run that paused and went on has begun another.
 *
 * @param array $now   The session's row as it is now.
 * @param array $begun The row as begin_cycle() left it.
 */
function is_held( array $now, array $begun ): bool {
	return 'running' === $now['run_state'] && $now['run_id'] === $begun['run_id'] && (int) $now['run_seq'] === (int) $begun['run_seq'];
}

/**
 * Notes what a request that is about to be sent will cost at least, so that it counts even if nobody hears of its answer; and takes
 * what it can cost at most from the month's money.
 *
 * @param array $session As begin_cycle left it.
 * @param array $usage   model, input_tokens, output_tokens, reasoning_tokens; before, where the cycle has asked before.
 * @return array|string|false $usage with taken and month; `spent` where the month's money doesn't reach; false where the run is no
 *                            longer ours.
 */
function note_request( array $session, array $usage ) {
	// By estimate: some texts have twice as many tokens.
	$most  = cost_nano( $usage['model'], 2 * $usage['input_tokens'], max_answer_tokens( $usage['model'] ) );
	$taken = $usage['before']['taken'] ?? 0;
	$noted = write_session(
		$session['session_id'],
		function ( object $write ) use ( $session, $usage, $most, $taken ) {
			if ( ! is_held( $write->session, $session ) ) {
				return false;
			}
			$month    = this_month();
			$is_taken = take_money( $most );
			if ( true !== $is_taken ) {
				return null === $is_taken ? new WP_Error( 'database' ) : 'spent';
			}
			$usage += array(
				'taken' => $taken + $most,
				'month' => $month,
			);

			$write->session['run_usage'] = to_json( $usage );
			$write->session['run_lease'] = $write->now + RUN_LEASE_MS;
			return $usage;
		}
	);
	return is_wp_error( $noted ) ? false : $noted;
}

/** Settles a run whose process is gone. Two who notice it at the same time settle it once. */
function settle_abandoned( string $session_id ): void {
	write_session(
		$session_id,
		function ( object $write ) {
			return has_lost_run( $write->session, $write->now ) ? settle( $write, failure( 'run_abandoned' ) ) : true;
		}
	);
}

/**
 * Whether a run says nothing any more: its lease has ended.
 *
 * @param array $session Its run fields.
 * @param int   $now     Unix milliseconds.
 */
function has_lost_run( array $session, int $now ): bool {
	return 'running' === $session['run_state'] && (int) $session['run_lease'] < $now;
}
