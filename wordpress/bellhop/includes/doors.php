<?php
/**
 * The ways by which a browser reaches what this plugin serves: the REST API; and where a firewall, a plugin or a rule of the server
 * closes that to visitors, admin-ajax.php, and an address of the front page. The last two take the same requests, as JSON in a POST,
 * and hand them to the same routes. Which one to take, the chat finds out by itself (src/widget/doors.ts): a reply that has come from
 * here says so in a header, so that a refusal by anybody else is known as a closed door.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** On each reply from here: `1`; or `nonce` where the visitor is signed in and the request lacks the proof of it. */
const DOOR_HEADER = 'Bellhop-Door';
/** What visitors' browsers may ask for, and nothing else of the REST API. */
const DOOR_ROUTES = '#^/(bellhop/v1/(session|nonce|stream-test|worker-test|abilities(/[a-z0-9-]+/[a-z0-9-]+/summary)?|sessions/[^/]+/events)|bellhop/v1beta1/sessions/[^/]+/events/stream|wp-abilities/v1/abilities/[a-z0-9-]+(/[a-z0-9-]+)+/run)$#D';
/** The parameter of the front page. */
const DOOR_PARAMETER = 'bellhop';

add_action( 'wp_ajax_' . DOOR_PARAMETER, __NAMESPACE__ . '\\serve_door' );
add_action( 'wp_ajax_nopriv_' . DOOR_PARAMETER, __NAMESPACE__ . '\\serve_door' );
add_action( 'wp_loaded', __NAMESPACE__ . '\\serve_front_door', PHP_INT_MAX );
add_filter( 'rest_request_before_callbacks', __NAMESPACE__ . '\\note_reached', PHP_INT_MAX, 3 );
add_filter( 'rest_post_dispatch', __NAMESPACE__ . '\\mark_door', 30, 3 );

/**
 * The doors beside the REST API, as the tag names them, in the order in which they are tried. A `-` before them: the REST API is known
 * to be closed, so don't begin with it.
 */
function door_list(): string {
	$known  = known_door();
	$others = array_map( __NAMESPACE__ . '\\own_path', door_addresses() );
	return ( $known > 0 ? '- ' : '' ) . implode( ' ', 2 === $known ? array_reverse( $others ) : $others );
}

/** The front page's door: for whatever site's plugins answer there, all of them are loaded by now. */
function serve_front_door(): void {
	$is_asked = isset( $_GET[ DOOR_PARAMETER ] ); // phpcs:ignore WordPress.Security.NonceVerification -- as over REST: by nonce or token, inside.
	if ( $is_asked && 'POST' === request_method() && ! is_admin() ) {
		serve_door();
	}
}

/** Answers a request that came by another door, and ends. */
function serve_door(): void {
	forbid_caching();
	$server  = rest_get_server();
	$request = read_door_request( (string) file_get_contents( 'php://input', false, null, 0, 4 * MAX_REQUEST_BYTES + 1 ) );
	$answer  = is_wp_error( $request ) ? $request : answer_at_door( $request );
	if ( is_wp_error( $request ) ) {
		$request = new WP_REST_Request( 'POST', '/bellhop/v1/session' );
	}
	$response = is_wp_error( $answer ) ? rest_convert_error_to_response( $answer ) : $answer;
	$response = mark_door( shape_reply( never_cache_sessions( $response, $server, $request ), $server, $request ), $server, $request );
	$response->header( 'Cache-Control', 'no-store' );
	$response->header( 'X-Content-Type-Options', 'nosniff' );
	$response->header( 'X-Robots-Tag', 'noindex' );
	$server->send_headers( $response->get_headers() );
	status_header( $response->get_status() );
	if ( apply_filters( 'rest_pre_serve_request', false, $response, $request, $server ) ) { // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own: a stream is sent by it.
		exit;
	}
	wp_send_json( $server->response_to_data( $response, false ), $response->get_status() );
}

/**
 * The request inside of another door's POST.
 *
 * @param string $body JSON: route with its query, method, token, nonce, body (a text).
 * @return WP_REST_Request|WP_Error
 */
function read_door_request( string $body ) {
	$asked = strlen( $body ) > 4 * MAX_REQUEST_BYTES ? null : json_decode( $body, true, 8 );
	$route = is_array( $asked ) ? explode( '?', text( $asked['route'] ?? null ), 2 ) : array( '' );
	$path  = rawurldecode( $route[0] );
	if ( ! preg_match( DOOR_ROUTES, $path ) ) {
		return new WP_Error( 'bellhop_bad_request', 'Send a JSON object: { route, method, token, nonce, body }, with a route of the chat.', array( 'status' => 400 ) );
	}
	$method  = text( $asked['method'] ?? null );
	$request = new WP_REST_Request( in_array( $method, array( 'GET', 'DELETE' ), true ) ? $method : 'POST', $path );
	wp_parse_str( $route[1] ?? '', $query );
	$request->set_query_params( $query );
	$request->set_header( 'content-type', 'application/json' );
	$request->set_body( text( $asked['body'] ?? null ) );
	$request->set_header( TOKEN_HEADER, text( $asked['token'] ?? null ) );
	$request->set_header( 'x-wp-nonce', text( $asked['nonce'] ?? null ) );
	return $request;
}

/**
 * Has the request's own route answer, with the checks that REST makes before: whose page, and who without a nonce is nobody.
 *
 * @param WP_REST_Request $request Of read_door_request().
 * @return WP_REST_Response|WP_Error
 */
function answer_at_door( WP_REST_Request $request ) {
	$allowed = is_own_page();
	if ( is_wp_error( $allowed ) ) {
		return $allowed;
	}
	$nonce = (string) $request->get_header( 'x-wp-nonce' );
	if ( '' === $nonce ) {
		wp_set_current_user( 0 );
	} elseif ( ! wp_verify_nonce( $nonce, 'wp_rest' ) ) {
		return new WP_Error( 'rest_cookie_invalid_nonce', __( 'The nonce is no longer good.', 'bellhop' ), array( 'status' => 403 ) );
	}
	$server = rest_get_server();
	// Whoever closes the REST API by these closes it for its own address; here only the chat's routes are served.
	foreach ( array( 'rest_pre_dispatch', 'rest_endpoints', 'rest_request_before_callbacks' ) as $closing ) {
		remove_all_filters( $closing );
	}
	return $server->dispatch( $request );
}

/**
 * Whether a request has come as far as a route's own code.
 *
 * @param bool|null $now What is known from now on; null changes nothing.
 */
function was_reached( ?bool $now = null ): bool {
	static $was = false;
	$was        = $now ?? $was;
	return $was;
}

/**
 * Notes that nobody has refused the request before its route.
 *
 * @param mixed $response Null, or what somebody else answers.
 * @param mixed $handler  Not needed.
 * @return mixed
 */
function note_reached( $response, $handler, $request ) {
	was_reached( ! is_wp_error( $response ) && (bool) preg_match( DOOR_ROUTES, $request->get_route() ) );
	return $response;
}

/**
 * Marks a reply of these routes.
 *
 * @param mixed $response What a route answered.
 * @param mixed $server   Not needed.
 * @return mixed
 */
function mark_door( $response, $server, $request ) {
	if ( ! $response instanceof WP_REST_Response || ! preg_match( DOOR_ROUTES, $request->get_route() ) ) {
		return $response;
	}
	$data      = (array) $response->get_data();
	$is_stale  = 'rest_cookie_invalid_nonce' === ( $data['code'] ?? '' );
	$is_denied = in_array( $response->get_status(), array( 401, 403 ), true ) && '' === (string) $request->get_header( 'x-wp-nonce' );
	if ( is_at_other_door() || was_reached() || $is_stale ) {
		$response->header( DOOR_HEADER, $is_stale || ( $is_denied && user_of_cookie() > 0 ) ? 'nonce' : '1' );
	}
	return $response;
}

/** Whether this request came by admin-ajax.php or the front page. */
function is_at_other_door(): bool {
	return doing_action( 'wp_ajax_' . DOOR_PARAMETER ) || doing_action( 'wp_ajax_nopriv_' . DOOR_PARAMETER ) || doing_action( 'wp_loaded' );
}

/** The account of the browser's cookie, whether or not this request proves that it comes from a page of this site; 0 for a guest. */
function user_of_cookie(): int {
	return (int) wp_validate_auth_cookie( '', 'logged_in' );
}

/** Registers the address at which a signed-in visitor's page gets its nonce. Guests never ask for it. */
function register_nonce(): void {
	register_rest_route(
		'bellhop/v1',
		'/nonce',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\\answer_nonce',
			'permission_callback' => __NAMESPACE__ . '\\is_own_page',
		)
	);
}
add_action( 'rest_api_init', __NAMESPACE__ . '\\register_nonce' );

/** Answers with a nonce for REST, to a page of this site; '' for a guest. */
function answer_nonce(): WP_REST_Response {
	$user = user_of_cookie();
	if ( $user > 0 ) {
		wp_set_current_user( $user );
	}
	$response = new WP_REST_Response( array( 'nonce' => $user > 0 ? wp_create_nonce( 'wp_rest' ) : '' ), 200 );
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}
