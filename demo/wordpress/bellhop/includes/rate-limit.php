<?php
/**
 * Counts what comes from one place within a time. Approximate where two requests come in the same moment, which is
 * enough to keep the gateway from being flooded.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * @param string $what    What is counted.
 * @param string $who     For whom. Stored as a hash only.
 * @param int    $most    How many are fine.
 * @param int    $seconds Within how long.
 * @return int 0 where it is fine, else the seconds to wait.
 */
function seconds_over_limit( string $what, string $who, int $most, int $seconds ): int {
	$key   = 'bellhop_rl_' . md5( $what . '|' . $who . '|' . owner_key() );
	$now   = time();
	$count = get_transient( $key );
	if ( ! is_array( $count ) || ! isset( $count[0], $count[1] ) || $count[1] <= $now ) {
		$count = array( 0, $now + $seconds );
	}
	if ( $count[0] >= $most ) {
		return max( 1, $count[1] - $now );
	}
	++$count[0];
	set_transient( $key, $count, $count[1] - $now );
	return 0;
}

/** Where a request comes from. Behind a proxy that hides it, a filter names the right header. */
function client_address(): string {
	$address = isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';
	/**
	 * The address that a visitor's requests are counted by.
	 *
	 * @param string $address REMOTE_ADDR.
	 */
	return (string) apply_filters( 'bellhop_client_address', $address );
}
