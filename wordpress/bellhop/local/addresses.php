<?php
/**
 * Where the chat finds the interface, on every kind of site. The chat appends paths to one address, so that can't have a query:
 * sites with plain addresses (?p=12) serve the interface below index.php. And where a plugin closes the REST API to visitors, these
 * routes stay open: what counts there is the token that this site itself has handed out; and the one that hands it out.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_filter( 'request', __NAMESPACE__ . '\\route_plain_address' );
add_filter( 'rest_authentication_errors', __NAMESPACE__ . '\\keep_interface_open', PHP_INT_MAX );

/** `/v1/sessions/…` follows. */
function interface_address(): string {
	global $wp_rewrite;
	return $wp_rewrite->using_permalinks() ? untrailingslashit( rest_url( 'bellhop' ) ) : home_url( '/index.php/wp-json/bellhop' );
}

/**
 * Tells WordPress, which reads no such address by itself, which route is meant.
 *
 * @param array $vars What WordPress has read of the address.
 */
function route_plain_address( $vars ): array {
	global $wp_rewrite;
	$asked = isset( $_SERVER['REQUEST_URI'] ) ? sanitize_url( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '';
	$path  = (string) wp_parse_url( $asked, PHP_URL_PATH );
	if ( ! $wp_rewrite->using_permalinks() && preg_match( '#/index\.php/wp-json(/bellhop/v1(?:beta1)?/sessions/[\w.:-]{1,200}/events(?:/stream)?)$#D', $path, $match ) ) {
		return array( 'rest_route' => $match[1] );
	}
	return (array) $vars;
}

/**
 * Keeps this interface open where a plugin or a setting closes the REST API to visitors.
 *
 * @param mixed $result Whether this request may use the REST API: an error, or not.
 * @return mixed
 */
function keep_interface_open( $result ) {
	global $wp;
	$route = (string) ( $wp->query_vars['rest_route'] ?? '' );
	if ( ! is_wp_error( $result ) || 'rest_cookie_invalid_nonce' === $result->get_error_code() || ! answers_here() ) {
		return $result;
	}
	// What counts for these is the token, or a signature of this site's own.
	if ( preg_match( '#^/bellhop/v1(beta1)?/(sessions/[^/]+/events(/stream)?|runs|stream-test|worker-test)$#D', $route ) ) {
		return true;
	}
	// WordPress asks for the nonce only where nobody has refused before: without one a cookie counts for nobody.
	return preg_match( '#^/bellhop/v1/(session|nonce|abilities(/[^/]+/[^/]+/summary)?)$#D', $route ) ? rest_cookie_check_errors( null ) : $result;
}
