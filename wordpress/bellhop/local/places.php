<?php
/**
 * How many of the server's PHP processes (workers) chats may hold. While the model writes, the run that asked it holds a worker, and a
 * small host has two of them for the whole site: so runs take half at most, streams what is left but one, and further runs wait. How
 * many workers there are is measured, by requests of this site to itself that wait for each other.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** What was measured: `count`, and `at`, Unix seconds. */
const OPTION_WORKERS = 'bellhop_workers';
/** Requests that the measurement makes at once: what it can count at most. */
const TESTED_WORKERS = 8;
/** How long these wait for each other. */
const WORKER_TEST_MS = 2500;
/** Afterwards it is measured again: owners change their plan. */
const WORKERS_KNOWN_SECONDS = 30 * DAY_IN_SECONDS;
/** A run that has waited longer without anybody asking for it is left to the next poll of its own visitor. */
const QUEUE_MINUTES = 10;
/** On lists and sends: how long the queue is, in words for the visitor, as a part of an address is written. */
const QUEUE_HEADER = 'Bellhop-Queue';

add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\measure_workers_at_times', 15, 0 );
add_action( 'add_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\measure_workers_at_times', 15, 0 );
add_action( 'update_option_' . OPTION_MODEL_KEY, __NAMESPACE__ . '\\measure_workers_at_times', 15, 0 );
add_action( 'add_option_' . OPTION_MODEL_KEY, __NAMESPACE__ . '\\measure_workers_at_times', 15, 0 );
add_action( HOOK_ROUND, __NAMESPACE__ . '\\measure_workers_at_times', 5, 0 );

/** How many workers the server has, as far as it was measured; 0 where nobody knows. */
function workers(): int {
	$found = get_option( OPTION_WORKERS );
	/**
	 * How many requests the server answers at a time.
	 *
	 * @param int $count As measured, at most 9; 0 where it could not be.
	 */
	return max( 0, (int) apply_filters( 'bellhop_workers', is_array( $found ) ? (int) ( $found['count'] ?? 0 ) : 0 ) );
}

/** How many runs may be carried out at a time: half of the workers, and one where nobody knows how many there are. */
function runs_at_once(): int {
	/**
	 * How many answers may be written at a time; further messages wait.
	 *
	 * @param int $most Half of the measured workers, at least 1.
	 */
	return max( 1, (int) apply_filters( 'bellhop_runs_at_once', intdiv( workers(), 2 ) ) );
}

/**
 * How many streams may be open beside these runs, so that one worker is left for the site's pages.
 *
 * @param int $wanted As the owner has set.
 */
function streams_at_once( int $wanted ): int {
	return 0 === workers() ? $wanted : min( $wanted, max( 0, workers() - 1 - runs_at_once() ) );
}

/**
 * Takes one of the places for runs. A place is a lock on a file, which the system gives up however its process ends, and which is
 * held where the workers are: on this machine, by all sites of a network together.
 *
 * @return resource|true|null To be held until the run is over; true where this server has no such locks; null where all are taken.
 */
function take_place() {
	for ( $n = 1, $most = runs_at_once(); $n <= $most; $n++ ) {
		// phpcs:disable WordPress.WP.AlternativeFunctions, WordPress.PHP.NoSilencedErrors, Generic.PHP.NoSilencedErrors -- WordPress's file system has no locks; a folder that can't be written is no error of a visitor's.
		$file = @fopen( place_file( $n ), 'c' );
		if ( false === $file ) {
			return true;
		}
		if ( flock( $file, LOCK_EX | LOCK_NB ) ) {
			return $file;
		}
		fclose( $file );
		// phpcs:enable
	}
	return null;
}

/** The file of a place. Its name can't be guessed, so that nobody else on a shared machine holds it. */
function place_file( int $n ): string {
	return get_temp_dir() . 'bellhop-' . substr( wp_hash( ABSPATH . '|places' ), 0, 20 ) . '-' . $n;
}

/**
 * Gives a place back.
 *
 * @param resource|true $place Of take_place().
 */
function leave_place( $place ): void {
	if ( is_resource( $place ) ) {
		fclose( $place ); // phpcs:ignore WordPress.WP.AlternativeFunctions -- as in take_place().
	}
}

/**
 * The run that has waited longest.
 *
 * @param string $session_id This one counts however long it has waited.
 * @return string|null A session's id; null where none waits.
 */
function first_in_queue( string $session_id ): ?string {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . " WHERE run_state IN ('queued', 'waiting') AND ( run_at > %d OR session_id = %s ) ORDER BY run_at LIMIT 1", now_ms() - QUEUE_MINUTES * 60000, $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $rows ? $rows[0]['session_id'] : null;
}

/**
 * Says in a reply that the visitor's message waits for others, in words.
 *
 * @param WP_REST_Response $response It changes.
 * @param int              $since    Since when it waits, Unix milliseconds.
 */
function tell_queue( WP_REST_Response $response, int $since ): void {
	global $wpdb;
	$now    = now_ms();
	$rows   = rows( $wpdb->prepare( 'SELECT COUNT(*) AS n FROM ' . table( 'sessions' ) . " WHERE ( run_state = 'running' AND run_lease > %d ) OR ( run_state IN ('queued', 'waiting') AND run_at < %d AND run_at > %d )", $now, $since, $now - QUEUE_MINUTES * 60000 ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$before = $rows ? (int) $rows[0]['n'] : 0;
	if ( $before > 0 ) {
		/* translators: %s: how many other visitors' messages are answered first */
		$words = sprintf( _n( 'One moment: %s before you', 'One moment: %s before you', $before, 'bellhop' ), number_format_i18n( $before ) );
		$response->header( QUEUE_HEADER, rawurlencode( $words ) );
	}
}

/** Measures where visitors are answered here and what is known is old. */
function measure_workers_at_times(): void {
	$found = get_option( OPTION_WORKERS );
	$at    = is_array( $found ) ? (int) ( $found['at'] ?? 0 ) : 0;
	if ( answers_here() && $at < time() - WORKERS_KNOWN_SECONDS ) {
		measure_workers();
	}
}

/**
 * Measures how many workers there are, and remembers it. Requests to this site itself wait until the same moment: as many of them
 * as could begin before it have a worker each, and this one has another, unless it comes from a command line.
 *
 * @return int 0 where it can't be told, as where the server can't reach itself.
 */
function measure_workers(): int {
	$found = max( workers_of_pool(), workers_by_requests() );
	// A server that was too busy to tell is the one that it was.
	$count = $found > 0 ? $found : workers();
	update_option(
		OPTION_WORKERS,
		array(
			'count' => $count,
			'at'    => time(),
		)
	);
	return $count;
}

/** What php-fpm says of its own pool: all of it where the number is fixed, else the most that were busy at a time; 0 elsewhere. */
function workers_of_pool(): int {
	$pool = function_exists( 'fpm_get_status' ) ? fpm_get_status() : false;
	if ( ! is_array( $pool ) ) {
		return 0;
	}
	return (int) ( 'static' === ( $pool['process-manager'] ?? '' ) ? $pool['total-processes'] : $pool['max-active-processes'] );
}

/** As measure_workers(), by requests alone. */
function workers_by_requests(): int {
	$until                 = now_ms() + WORKER_TEST_MS;
	$route                 = '/bellhop/v1/worker-test?until=' . $until . '&signature=' . signature( 'worker-test', (string) $until );
	list( $url, $options ) = request_by_door( known_door(), 'GET', $route );
	$one                   = array(
		'url'     => $url,
		'type'    => $options['method'],
		'headers' => $options['headers'],
		'data'    => $options['body'] ?? null,
		'options' => array(
			'timeout'          => 10,
			'follow_redirects' => false,
			'useragent'        => $options['user-agent'],
			'verify'           => $options['sslverify'],
		),
	);
	try {
		$replies = \WpOrg\Requests\Requests::request_multiple( array_fill( 0, TESTED_WORKERS, $one ) );
	} catch ( \Throwable $error ) {
		return 0;
	}
	$held = 0;
	foreach ( $replies as $reply ) {
		$said  = $reply instanceof \WpOrg\Requests\Response ? json_decode( $reply->body, true ) : null;
		$held += is_array( $said ) && ! empty( $said['held'] ) ? 1 : 0;
	}
	return 0 === $held || 'cli' === PHP_SAPI ? $held : $held + 1;
}

/** The measurement's other side. */
function answer_worker_test( WP_REST_Request $request ): WP_REST_Response {
	$wait = (int) text( $request->get_query_params()['until'] ?? null ) - now_ms();
	if ( $wait > 0 ) {
		usleep( 1000 * min( $wait, WORKER_TEST_MS ) );
	}
	return new WP_REST_Response( array( 'held' => $wait > 0 ), 200 );
}

/** Nobody but this site can have it hold a process for that, and no signature serves once its moment is over. */
function is_own_worker_test( WP_REST_Request $request ): bool {
	$query = $request->get_query_params();
	return hash_equals( signature( 'worker-test', text( $query['until'] ?? null ) ), text( $query['signature'] ?? null ) );
}
