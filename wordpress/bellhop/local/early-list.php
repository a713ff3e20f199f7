<?php
/**
 * A list of events answered as soon as all plugins are there: before the theme, `init` and the REST server, which take most of such a
 * request's time; and most requests of a chat are lists that find nothing new. By the list's own functions, so by the same token,
 * session and query. What is refused, and what finds a run to settle or to carry out, goes WordPress's usual way.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

const LIST_PARAMETERS = array( 'after_id', 'include_thinking', 'limit', 'order', 'page' );

add_action( 'plugins_loaded', __NAMESPACE__ . '\\answer_list_early', PHP_INT_MAX );

/** Answers this request and ends it, if it is a list that can be answered now. */
function answer_list_early(): void {
	$request = list_of_this_request();
	$reply   = null === $request ? null : early_reply( $request );
	if ( null === $reply ) {
		return;
	}
	header( 'X-Content-Type-Options: nosniff' );
	header( 'X-Robots-Tag: noindex' );
	$response = new WP_REST_Response( $reply, 200 );
	mark_reply( $response );
	$response->header( DOOR_HEADER, '1' );
	foreach ( $response->get_headers() as $name => $value ) {
		header( $name . ': ' . $value );
	}
	wp_send_json( $reply, 200 );
}

/**
 * The list of events that this request asks for; null where it is anything else, or something about it is not as the chat's own lists
 * are: another site's page, a person's nonce, a parameter that REST knows; and in a network, where a site may be closed.
 */
function list_of_this_request(): ?WP_REST_Request {
	$asked   = isset( $_SERVER['REQUEST_URI'] ) ? sanitize_url( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '';
	$path    = (string) wp_parse_url( $asked, PHP_URL_PATH );
	$headers = array(
		TOKEN_HEADER    => isset( $_SERVER['HTTP_X_BELLHOP_TOKEN'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_X_BELLHOP_TOKEN'] ) ) : '',
		'authorization' => isset( $_SERVER['HTTP_AUTHORIZATION'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_AUTHORIZATION'] ) ) : '',
	);
	$query   = array_map( 'sanitize_text_field', wp_unslash( $_GET ) ); // phpcs:ignore WordPress.Security.NonceVerification -- by the token, as the list.
	if ( 'GET' !== request_method() || ! array_filter( $headers ) || array_diff( array_keys( $query ), LIST_PARAMETERS ) || is_multisite() ) {
		return null;
	}
	if ( isset( $_SERVER['HTTP_ORIGIN'] ) || isset( $_SERVER['HTTP_X_WP_NONCE'] ) || isset( $_SERVER['HTTP_X_HTTP_METHOD_OVERRIDE'] ) ) {
		return null;
	}
	if ( ! preg_match( '#/' . preg_quote( rest_get_url_prefix(), '#' ) . '/bellhop/v1/sessions/([\w.:-]{1,200})/events$#D', $path, $match ) ) {
		return null;
	}
	$request = new WP_REST_Request( 'GET' );
	$request->set_url_params( array( 'session_id' => $match[1] ) );
	$request->set_query_params( $query );
	foreach ( $headers as $name => $value ) {
		$request->set_header( $name, $value );
	}
	return $request;
}

/**
 * What the list answers, where that is all there is to do.
 *
 * @param WP_REST_Request $request Of list_of_this_request().
 * @return array|null Null where the usual way has to answer.
 */
function early_reply( WP_REST_Request $request ): ?array {
	/**
	 * Whether lists of events are answered before the theme and REST. A site whose plugins must see each request says no.
	 *
	 * @param bool $does The default.
	 */
	if ( ! apply_filters( 'bellhop_early_lists', true ) || ! settings()['local'] || ! has_no_gateway() || ! has_all_tables() ) {
		return null;
	}
	$session_id = $request->get_url_params()['session_id'];
	$token      = token_of_request( $request, $session_id );
	$list       = is_wp_error( $token ) ? $token : parse_list( $session_id, $request->get_query_params() );
	$rows       = is_wp_error( $list ) ? null : read_page( $session_id, $list );
	if ( ! $rows || null !== refuse_session( $rows, $token ) || is_to_tend( run_of_page( $rows[0] ) ) ) {
		return null;
	}
	$reply = list_reply( $rows, $list );
	return is_wp_error( $reply ) ? null : $reply;
}
