<?php
/**
 * Whether a request comes from this site's own pages.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * WordPress lets any site call its REST API in a visitor's name; a session is for this site's own pages. It also lets a GET
 * say that it is a POST, and answers as a script where asked to: a page elsewhere could read that with a script tag.
 *
 * @return true|WP_Error
 */
function is_own_page() {
	if ( 'POST' !== request_method() ) {
		return new WP_Error( 'bellhop_bad_request', __( 'Use POST.', 'bellhop' ), array( 'status' => 405 ) );
	}
	return is_own_origin();
}

/**
 * Whether a request comes from this site's own pages, as its browser says.
 *
 * @return true|WP_Error
 */
function is_own_origin() {
	$foreign = new WP_Error( 'bellhop_foreign_origin', __( 'Call this address from this site’s own pages.', 'bellhop' ), array( 'status' => 403 ) );
	$origin  = isset( $_SERVER['HTTP_ORIGIN'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_ORIGIN'] ) ) : '';
	if ( '' === $origin ) {
		$from = isset( $_SERVER['HTTP_SEC_FETCH_SITE'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_SEC_FETCH_SITE'] ) ) : '';
		return 'cross-site' === $from ? $foreign : true;
	}
	if ( is_allowed_http_origin( $origin ) ) {
		return true;
	}
	$host = isset( $_SERVER['HTTP_HOST'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_HOST'] ) ) : '';
	$own  = array( strtolower( $host ), host_and_port( home_url() ), host_and_port( site_url() ) );
	return in_array( host_and_port( $origin ), array_filter( $own ), true ) ? true : $foreign;
}

/** The true one, which a parameter or a header can't change. */
function request_method(): string {
	return isset( $_SERVER['REQUEST_METHOD'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) : '';
}

/** An address's host, and its port where it names one; '' where it is no address. */
function host_and_port( string $url ): string {
	$parts = wp_parse_url( $url );
	if ( ! is_array( $parts ) || empty( $parts['host'] ) ) {
		return '';
	}
	return strtolower( $parts['host'] ) . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
}
