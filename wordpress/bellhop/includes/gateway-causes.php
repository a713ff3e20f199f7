<?php
/**
 * Why no gateway answers, as far as this server can tell: each cause with what to do about it.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Tokens and codes live for minutes: beyond this they begin to fail. */
const MAX_CLOCK_SECONDS = 120;

/**
 * Why a gateway could not be reached, with what to do.
 *
 * @param string $address Of the gateway.
 * @param string $detail  What WordPress or curl has said of the request.
 * @return string '' where the cause isn't known.
 */
function unreachable_cause( string $address, string $detail ): string {
	if ( is_multisite() && false === wp_http_validate_url( $address ) ) {
		$port = (int) ( wp_parse_url( $address, PHP_URL_PORT ) ?? 443 );
		if ( ! in_array( $port, array( 80, 443, 8080 ), true ) ) {
			return __( 'In a network of sites WordPress connects to the ports 80, 443 and 8080 alone. Serve the gateway on one of these.', 'bellhop' );
		}
		return __( 'In a network of sites WordPress doesn’t connect to private addresses. Use the gateway’s public address.', 'bellhop' );
	}
	if ( defined( 'WP_HTTP_BLOCK_EXTERNAL' ) && WP_HTTP_BLOCK_EXTERNAL && _wp_http_get_object()->block_request( $address ) ) {
		return __( 'The wp-config.php of this site forbids requests to other servers (WP_HTTP_BLOCK_EXTERNAL). Add the gateway’s host to WP_ACCESSIBLE_HOSTS there.', 'bellhop' );
	}
	$known = array(
		'/cURL error (35|51|53|54|58|60|66|77|83|90|91)\b|certificate|SSL/i' => __( 'The connection can’t be encrypted, or the gateway’s certificate is not good. Renew it there, or use the address that it was made for.', 'bellhop' ),
		'/cURL error 6\b|resolve/i' => __( 'No server has this name. Check the address.', 'bellhop' ),
	);
	foreach ( $known as $pattern => $cause ) {
		if ( preg_match( $pattern, $detail ) ) {
			return $cause;
		}
	}
	return '';
}

/**
 * How far the gateway's clock is from this server's, in words; '' where that is near enough, or not known.
 *
 * @param string $date The Date header of an answer that has just come.
 */
function clock_problem( string $date ): string {
	$there = strtotime( $date );
	if ( false === $there || abs( $there - time() ) <= MAX_CLOCK_SECONDS ) {
		return '';
	}
	/* translators: %s: a time, as in "5 minutes" */
	return sprintf( __( 'The clocks of this server and of the gateway differ by %s. Set the wrong one: what visitors are given would end too early.', 'bellhop' ), human_time_diff( $there, time() ) );
}
