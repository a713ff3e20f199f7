<?php
/**
 * Where a run is carried out: after the response in the same process, where PHP can send a response and go on; else by a request
 * of this site to itself; and where that doesn't come, by the next poll that finds the run still in the queue.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** How long a run may wait for the request that the site sends to itself. After that a poll takes it. */
const QUEUE_PATIENCE_MS = 2500;

/** Has what is queued in a session carried out, without making this request wait. */
function start_run_if_queued( string $session_id ): void {
	global $wpdb;
	$row = rows( $wpdb->prepare( 'SELECT run_state FROM ' . table( 'sessions' ) . ' WHERE session_id = %s', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( ! $row || 'queued' !== $row[0]['run_state'] ) {
		return;
	}
	if ( can_finish_request() ) {
		after_response( $session_id );
	} else {
		knock( $session_id );
	}
}

/** Whether PHP can send the response and go on. */
function can_finish_request(): bool {
	return function_exists( 'fastcgi_finish_request' ) || function_exists( 'litespeed_finish_request' );
}

/** Carries a run out once the response is out, and everything else that waits for the end of a request has run. */
function after_response( string $session_id ): void {
	add_action(
		'shutdown',
		function () use ( $session_id ) {
			if ( function_exists( 'fastcgi_finish_request' ) ) {
				fastcgi_finish_request();
			} elseif ( function_exists( 'litespeed_finish_request' ) ) {
				litespeed_finish_request();
			}
			carry_out( $session_id );
		},
		1000
	);
}

/** A request of this site to itself, which nobody waits for. */
function knock( string $session_id ): void {
	wp_remote_post(
		rest_url( 'bellhop/v1/runs' ),
		array(
			'timeout'   => 0.1,
			'blocking'  => false,
			'cookies'   => array(),
			'sslverify' => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own, as in its cron.
			'headers'   => array( 'Content-Type' => 'application/json' ),
			'body'      => to_json(
				array(
					'session_id' => $session_id,
					'signature'  => signature( 'run', $session_id ),
				)
			),
		)
	);
}

/** Nobody but this site can sign a session's id, and a run that isn't queued is not carried out. */
function is_own_knock( WP_REST_Request $request ): bool {
	$body = json_decode( (string) $request->get_body(), true, 4 );
	return is_array( $body ) && hash_equals( signature( 'run', text( $body['session_id'] ?? null ) ), text( $body['signature'] ?? null ) );
}

/**
 * Carries out the run that this site asked itself for, once it has answered itself: WordPress waits for a whole second, at least,
 * where no answer comes, and the visitor with it.
 */
function answer_knock( WP_REST_Request $request ): WP_REST_Response {
	$body = json_decode( (string) $request->get_body(), true, 4 );
	answer_before_work();
	after_response( text( $body['session_id'] ?? null ) );
	// Not empty: PHP sends nothing before there is something to send.
	$response = new WP_REST_Response( array( 'begun' => true ), 202 );
	// A proxy before this site passes the answer on at once.
	$response->header( 'X-Accel-Buffering', 'no' );
	return $response;
}

/**
 * What a request finds to do, beside its answer: a lost run is settled before it, one that nobody has taken is carried out after it.
 *
 * @param array $session session_id and run fields of a row.
 * @return bool Whether events came by that.
 */
function tend_run( array $session ): bool {
	if ( is_left_in_queue( $session ) ) {
		answer_before_work();
		after_response( $session['session_id'] );
	}
	if ( ! has_lost_run( $session, now_ms() ) ) {
		return false;
	}
	settle_abandoned( $session['session_id'] );
	return true;
}

/**
 * Whether a run has waited in the queue for so long that nobody is on the way to it, or waits for one of the places for runs.
 *
 * @param array $session run_state and run_at of a row.
 */
function is_left_in_queue( array $session ): bool {
	return 'waiting' === $session['run_state'] || ( 'queued' === $session['run_state'] && (int) $session['run_at'] < now_ms() - QUEUE_PATIENCE_MS );
}

/**
 * Whether tend_run() would find something to do.
 *
 * @param array $session As it takes it.
 */
function is_to_tend( array $session ): bool {
	return is_left_in_queue( $session ) || has_lost_run( $session, now_ms() );
}

/** Without PHP's own way to end a response, the browser is told how long it is, and need not wait for what follows. */
function answer_before_work(): void {
	if ( can_finish_request() ) {
		return;
	}
	ob_start();
	add_action(
		'shutdown',
		function () {
			if ( ob_get_level() > 0 && ! headers_sent() ) {
				header( 'Content-Length: ' . absint( ob_get_length() ) );
				header( 'Connection: close' );
			}
			wp_ob_end_flush_all();
			flush();
		},
		0
	);
}
