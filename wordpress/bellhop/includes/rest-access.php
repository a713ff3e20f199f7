<?php
/**
 * Whether visitors who are not signed in reach this site's REST API. If not, sessions go by another address. Security plugins
 * come and go, so it is asked again when the plugins have changed.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Asks this site as a visitor would, and remembers the answer; null where it can't be told. */
function check_rest_access(): ?bool {
	$reply  = wp_remote_get(
		rest_url( 'bellhop/v1/abilities' ),
		array(
			'timeout'   => 10,
			'cookies'   => array(),
			'sslverify' => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own, as in its loopback tests.
		)
	);
	$status = is_wp_error( $reply ) ? 0 : (int) wp_remote_retrieve_response_code( $reply );
	if ( is_wp_error( $reply ) || $status >= 500 || in_array( $status, array( 407, 429 ), true ) ) {
		return null;
	}
	$body    = json_decode( wp_remote_retrieve_body( $reply ), true );
	$is_open = 200 === $status && is_array( $body ) && array_key_exists( 'abilities', $body );
	update_option( OPTION_REST_CLOSED, $is_open ? '' : '1' );
	return $is_open;
}

/** Part of a report: nobody has to press a button after another plugin was installed, or a day after one was set otherwise. */
function recheck_rest_access(): void {
	$now   = md5( to_json( active_plugin_names() ) );
	$state = state();
	if ( $state['plugins_hash'] !== $now || $state['rest_at'] < time() - DAY_IN_SECONDS ) {
		update_state(
			array(
				'plugins_hash' => $now,
				'rest_at'      => time(),
			)
		);
		check_rest_access();
	}
}
