<?php
/**
 * Counts what comes from one place within a time. Approximate where two requests come in the same moment, which is
 * enough to keep the gateway from being flooded. Each count is a row of the database, so what is refused writes none, and
 * rows that have run out are swept.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const SWEEP_SECONDS = 10 * MINUTE_IN_SECONDS;
/** How many rows one sweep takes, so that no visitor waits for a long one. */
const SWEEP_ROWS = 500;

/**
 * Counts a request, unless one of its limits is reached: then nothing is counted.
 *
 * @param array[] $limits Each: what is counted; for whom, stored as a hash only; how many are fine; within how many seconds.
 * @return int 0 where it is fine, else the seconds to wait.
 */
function seconds_over_limits( array $limits ): int {
	global $wpdb;
	// A count for which a busy database has no time is missing, and no request fails by that: it isn't worth a line in a log.
	$before = $wpdb->suppress_errors( true );
	$wait   = count_or_wait( $limits );
	$wpdb->suppress_errors( $before );
	return $wait;
}

/**
 * As seconds_over_limits().
 *
 * @param array[] $limits As it takes them.
 * @return int As it returns.
 */
function count_or_wait( array $limits ): int {
	$now    = time();
	$wait   = 0;
	$counts = array();
	foreach ( $limits as list( $what, $who, $most, $seconds ) ) {
		$key   = 'bellhop_rl_' . md5( $what . '|' . $who . '|' . owner_key() );
		$count = get_transient( $key );
		if ( ! is_array( $count ) || ! isset( $count[0], $count[1] ) || $count[1] <= $now ) {
			$count = array( 0, $now + $seconds );
		}
		if ( $count[0] >= $most ) {
			$wait = max( 1, $wait, $count[1] - $now );
		}
		$counts[ $key ] = array( $count[0] + 1, $count[1] );
	}
	if ( $wait > 0 ) {
		return $wait;
	}
	foreach ( $counts as $key => $count ) {
		set_transient( $key, $count, $count[1] - $now );
	}
	return 0;
}

/** WordPress sweeps once a day by WP-Cron, which many sites have switched off. */
function sweep_rows_at_times(): void {
	if ( false === get_transient( 'bellhop_swept' ) ) {
		set_transient( 'bellhop_swept', 1, SWEEP_SECONDS );
		sweep_rows();
	}
}

/** Deletes this plugin's transients that have run out. */
function sweep_rows(): void {
	global $wpdb;
	if ( wp_using_ext_object_cache() ) {
		return; // Then they are no rows, and the cache drops them by itself.
	}
	$prefix = '_transient_timeout_';
	$like   = $wpdb->esc_like( '_transient_timeout_bellhop_' ) . '%';
	$names  = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE %s AND option_value < %d LIMIT %d", $like, time(), SWEEP_ROWS ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	foreach ( $names as $name ) {
		delete_transient( substr( $name, strlen( $prefix ) ) );
	}
}

/**
 * Where a request comes from. Headers that name an address are anybody's to write, so only the connection's own counts; behind
 * a proxy that hides it, a filter names the right header.
 */
function client_address(): string {
	$address = isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';
	/**
	 * The address that a visitor's requests are counted by.
	 *
	 * @param string $address REMOTE_ADDR.
	 */
	return (string) apply_filters( 'bellhop_client_address', $address );
}

/** What is counted as one place: of IPv6 a /64, the smallest network that a customer gets, of IPv4 the address. */
function client_network(): string {
	$address = client_address();
	if ( ! filter_var( $address, FILTER_VALIDATE_IP ) ) {
		return $address;
	}
	$bytes = unmapped_address( (string) inet_pton( $address ) );
	return (string) inet_ntop( 4 === strlen( $bytes ) ? $bytes : substr( $bytes, 0, 8 ) . str_repeat( "\0", 8 ) );
}

/**
 * The shortest form of an address.
 *
 * @param string $bytes Of an address; one of IPv4 that is written as IPv6 becomes four bytes.
 */
function unmapped_address( string $bytes ): string {
	return 16 === strlen( $bytes ) && 0 === strpos( $bytes, str_repeat( "\0", 10 ) . "\xff\xff" ) ? substr( $bytes, 12 ) : $bytes;
}
