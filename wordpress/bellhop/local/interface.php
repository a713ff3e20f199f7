<?php
/**
 * The interface that the chat speaks, served by this site: list and send of a session's events, as a gateway serves them. Who may,
 * in which shape answers go out, and nothing of what a send does.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Everything under this plugin's addresses but what is not of the interface. */
const INTERFACE_ROUTES = '#^/bellhop/v1(beta1)?/(?!(session|nonce|abilities|settings|chats|bots|consents|questions|transfer|network-settings)(/|$))#';

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_interface' );
add_filter( 'rest_post_dispatch', __NAMESPACE__ . '\\shape_reply', 20, 3 );

/** Registers the interface's routes, where this WordPress answers. */
function register_interface(): void {
	register_rest_route(
		'bellhop/v1',
		'/stream-test',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\\answer_stream_test',
			'permission_callback' => __NAMESPACE__ . '\\is_own_stream_test',
		)
	);
	register_rest_route(
		'bellhop/v1',
		'/worker-test',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\\answer_worker_test',
			'permission_callback' => __NAMESPACE__ . '\\is_own_worker_test',
		)
	);
	if ( ! answers_here() ) {
		return;
	}
	$events = array();
	foreach ( array(
		'GET'  => 'answer_list',
		'POST' => 'answer_send',
	) as $method => $callback ) {
		$events[] = array(
			'methods'             => $method,
			'callback'            => __NAMESPACE__ . '\\' . $callback,
			// The token decides, inside: a refusal has the interface's own shape.
			'permission_callback' => '__return_true',
		);
	}
	register_rest_route( 'bellhop/v1', '/sessions/(?P<session_id>[^/]+)/events', $events );
	register_rest_route(
		'bellhop/v1beta1',
		'/sessions/(?P<session_id>[^/]+)/events/stream',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\\answer_stream',
			// As above.
			'permission_callback' => '__return_true',
		)
	);
	register_rest_route(
		'bellhop/v1',
		'/runs',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\\answer_knock',
			'permission_callback' => __NAMESPACE__ . '\\is_own_knock',
		)
	);
}

/**
 * Answers a list of events, and settles or carries on what the list shows to be due.
 *
 * @return WP_REST_Response|WP_Error
 */
function answer_list( WP_REST_Request $request ) {
	$session_id = $request->get_url_params()['session_id'];
	$token      = token_of_request( $request, $session_id );
	if ( is_wp_error( $token ) ) {
		return $token;
	}
	$list = parse_list( $session_id, $request->get_query_params() );
	if ( is_wp_error( $list ) ) {
		return $list;
	}
	ensure_tables();
	$rows = read_page( $session_id, $list );
	if ( $rows && tend_run( run_of_page( $rows[0] ) ) ) {
		$rows = read_page( $session_id, $list );
	}
	$refused = refuse_session( $rows, $token );
	if ( null !== $refused ) {
		return $refused;
	}
	$reply = list_reply( $rows, $list );
	if ( is_wp_error( $reply ) ) {
		return $reply;
	}
	$response = new WP_REST_Response( $reply, 200 );
	if ( 'waiting' === $rows[0]['s_state'] ) {
		tell_queue( $response, (int) $rows[0]['s_at'] );
	}
	return $response;
}

/**
 * The session's run as the row of a list has it.
 *
 * @param array $row Of read_page.
 */
function run_of_page( array $row ): array {
	return array(
		'session_id' => $row['s_id'],
		'run_state'  => $row['s_state'],
		'run_at'     => $row['s_at'],
		'run_lease'  => $row['s_lease'],
	);
}

/**
 * Answers a send, and starts the run that it asks for.
 *
 * @return WP_REST_Response|WP_Error
 */
function answer_send( WP_REST_Request $request ) {
	global $wpdb;
	$session_id = $request->get_url_params()['session_id'];
	$token      = token_of_request( $request, $session_id );
	if ( is_wp_error( $token ) ) {
		return $token;
	}
	$wait = send_wait();
	if ( $wait > 0 ) {
		return refusal( 429, 'Too many messages from this address. Wait, then try again.', $wait );
	}
	$submission = parse_send( (string) $request->get_body() );
	if ( is_wp_error( $submission ) ) {
		return $submission;
	}
	ensure_tables();
	$rows    = rows( $wpdb->prepare( 'SELECT session_id, owner_id AS s_owner, run_state, run_at, run_lease FROM ' . table( 'sessions' ) . ' WHERE session_id = %s', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$refused = refuse_session( $rows, $token );
	if ( null !== $refused ) {
		return $refused;
	}
	tend_run( $rows[0] );
	$stored = send_events( $session_id, $submission );
	if ( is_wp_error( $stored ) ) {
		note_day_limit( $stored );
		return $stored;
	}
	$data = array();
	foreach ( $stored as $event ) {
		$data[] = wire_event( $event, false );
	}
	start_run_if_queued( $session_id );
	return new WP_REST_Response( array( 'data' => $data ), 200 );
}

/**
 * Why a token doesn't open a session; null where it does.
 *
 * @param array[]|null $rows  With the session, or without.
 * @param array        $token Of read_browser_token.
 */
function refuse_session( ?array $rows, array $token ): ?WP_Error {
	if ( null === $rows ) {
		return refusal( 503 );
	}
	if ( ! $rows ) {
		return refusal( 404, SENTENCES['no_session'] );
	}
	return hash_equals( (string) $rows[0]['s_owner'], (string) $token['o'] ) ? null : refusal( 403, 'This session belongs to another visitor.' );
}

/**
 * Every reply of these routes, WordPress's own refusals too, in the interface's shape and with an X-Request-ID.
 *
 * @param mixed $response What a route answered.
 * @param mixed $server   Not needed.
 * @return mixed
 */
function shape_reply( $response, $server, $request ) {
	if ( ! $response instanceof WP_REST_Response || ! preg_match( INTERFACE_ROUTES, $request->get_route() ) || ! answers_here() ) {
		return $response;
	}
	$id     = mark_reply( $response );
	$status = $response->get_status();
	if ( $status < 400 ) {
		return $response;
	}
	$data = (array) $response->get_data();
	$type = (string) ( $data['code'] ?? '' );
	$wait = absint( $data['data']['retry_after'] ?? 0 );
	$response->set_data(
		array(
			'error' => array(
				'message'    => (string) ( $data['message'] ?? 'The request was refused.' ),
				// WordPress has words of its own.
				'type'       => in_array( $type, ERROR_TYPES, true ) ? $type : ( ERROR_TYPES[ $status ] ?? 'api_error' ),
				'code'       => $status,
				'request_id' => $id,
			),
		)
	);
	if ( 401 === $status ) {
		$response->header( 'WWW-Authenticate', 'Bearer realm="ai-services"' );
	}
	if ( $wait > 0 ) {
		$response->header( 'Retry-After', (string) $wait );
	}
	return $response;
}

/**
 * What every reply of the interface says beside its contents.
 *
 * @param WP_REST_Response $response It changes.
 * @return string The request's id.
 */
function mark_reply( WP_REST_Response $response ): string {
	forbid_caching();
	$id = wp_generate_uuid4();
	$response->header( 'Cache-Control', 'no-store' );
	$response->header( 'X-Request-ID', $id );
	$response->header( 'Access-Control-Expose-Headers', 'Retry-After, X-Request-ID, WWW-Authenticate, ' . INTENTS_HEADER );
	$response->header( INTENTS_HEADER, '1' );
	return $id;
}
