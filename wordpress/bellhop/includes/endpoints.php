<?php
/**
 * What visitors' browsers ask of this site: a session, and the catalog of abilities. By which ways they come is doors.php's matter.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

const MAX_REQUEST_BYTES = 262144;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_routes' );
add_filter( 'rest_post_dispatch', __NAMESPACE__ . '\\never_cache_sessions', 10, 3 );

/** Registers what browsers ask for. */
function register_routes(): void {
	register_rest_route(
		'bellhop/v1',
		'/session',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\\answer_session',
			'permission_callback' => __NAMESPACE__ . '\\is_own_page',
		)
	);
	register_rest_route(
		'bellhop/v1',
		'/abilities',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\\answer_abilities',
			// Public: it names only what the owner has chosen for visitors, the same for everybody.
			'permission_callback' => '__return_true',
		)
	);
}

/**
 * Answers with a session and a token for it.
 *
 * @return WP_REST_Response|WP_Error
 */
function answer_session( WP_REST_Request $request ) {
	$asked = read_session_request( (string) $request->get_body() );
	$bot   = text( $request->get_query_params()['bot'] ?? null );
	if ( is_wp_error( $asked ) ) {
		return $asked;
	}
	if ( ! is_connected() && ! answers_here() ) {
		return unavailable( gateway_error( connection_problem() ) );
	}
	$user_id = get_current_user_id();
	if ( 0 === $user_id && user_of_cookie() > 0 ) {
		return new WP_Error( 'bellhop_nonce_needed', 'This visitor is signed in: send the nonce of bellhop/v1/nonce as X-WP-Nonce.', array( 'status' => 401 ) );
	}
	if ( ! may_chat() ) {
		return new WP_Error( 'bellhop_sign_in', __( 'Sign in to use the chat.', 'bellhop' ), array( 'status' => 403 ) );
	}
	$visitor   = visitor_from_cookie();
	$is_proved = '' !== $visitor;
	if ( ! $is_proved ) {
		$visitor = visitor_from_old_cookie();
	}
	$wait = request_wait( $user_id, $visitor );
	if ( $wait > 0 ) {
		return too_many( $wait );
	}
	sweep_rows_at_times();
	// An account's conversation is its own: what is said while signed in must not stay with the browser after signing out.
	$owner   = $user_id > 0 || '' !== $visitor ? owner_id( $user_id, $visitor ) : '';
	$bot     = bot_of_request( $bot, $owner, $asked['session_id'] );
	$refused = refuse_bot( $bot ) ?? refuse_without_consent( $asked['consent'], $owner );
	if ( null !== $refused ) {
		return $refused;
	}
	$tools  = tools_of_bot( allowed_tools( $asked['tools'] ), find_bot( $bot ) );
	$ticket = '' === $owner ? null : ticket_for_session( $owner, $asked['session_id'], $tools );
	if ( null === $ticket ) {
		$refused = refuse_new_session( $user_id, $visitor, $asked['proof'] );
		if ( null !== $refused ) {
			return $refused;
		}
		if ( 0 === $user_id && ! $is_proved ) {
			$visitor = new_visitor();
			$owner   = owner_id( 0, $visitor );
		}
		$ticket = create_session( $owner, $tools, $bot );
		tell_conversation( $ticket, $bot );
	}
	if ( is_wp_error( $ticket ) ) {
		return unavailable( $ticket );
	}
	keep_consent( $owner, $asked['consent'], $ticket['session_id'] );
	return session_reply( $ticket, $user_id, $visitor, $owner );
}

/**
 * The reply with a session, and the visitor's cookie.
 *
 * @param array  $ticket  Of create_session() or ticket_for_session().
 * @param int    $user_id Whose; 0 for a guest.
 * @param string $visitor Of the cookie.
 * @param string $owner   Of owner_id().
 */
function session_reply( array $ticket, int $user_id, string $visitor, string $owner ): WP_REST_Response {
	if ( 0 === $user_id ) {
		// Set again each time, so that it ends half a year after the last visit.
		set_visitor_cookie( $visitor );
	}
	$mark = owner_mark( $user_id, $owner );
	return new WP_REST_Response( $ticket + ( '' === $mark ? array() : array( 'owner' => $mark ) ), 200 );
}

/**
 * Reads what the chat sends when it wants a session.
 *
 * @return array|WP_Error session_id ('' for none or a new one), tools (decoded as objects), proof, consent (the text, or '').
 */
function read_session_request( string $body ) {
	$problem = new WP_Error( 'bellhop_bad_request', __( 'Send a JSON object: { session_id?, new?, tools? }.', 'bellhop' ), array( 'status' => 400 ) );
	if ( strlen( $body ) > MAX_REQUEST_BYTES ) {
		return $problem;
	}
	// As objects: an empty schema must not become a list on its way.
	$asked = '' === trim( $body ) ? (object) array() : json_decode( $body, false, 32 );
	if ( ! is_object( $asked ) ) {
		return $problem;
	}
	$session = isset( $asked->session_id ) ? $asked->session_id : '';
	if ( ! is_string( $session ) || ! preg_match( '/^[\w.:~-]{0,200}$/', $session ) ) {
		return $problem;
	}
	return array(
		'session_id' => true === ( $asked->new ?? false ) ? '' : $session,
		'tools'      => $asked->tools ?? array(),
		'proof'      => text( $asked->proof ?? null ),
		'consent'    => cut( text( $asked->consent ?? null ), 4000 ),
	);
}

/**
 * What a visitor hears of a failure: that it will pass. What it was is for the owner.
 *
 * @param WP_Error $error Of gateway_request().
 */
function unavailable( WP_Error $error ): WP_Error {
	$state = state();
	$code  = (string) $error->get_error_code();
	if ( $state['session_error'] !== $code || $state['session_at'] < time() - 10 * MINUTE_IN_SECONDS ) {
		update_state(
			array(
				'session_error' => $code,
				'session_at'    => time(),
			)
		);
	}
	$passes = in_array( $code, array( 'unreachable', 'unavailable', 'rate_limited' ), true );
	$data   = (array) $error->get_error_data();
	$wait   = $passes ? max( 10, (int) ( $data['retry_after'] ?? 0 ) ) : 5 * MINUTE_IN_SECONDS;
	return new WP_Error(
		'bellhop_unavailable',
		__( 'The chat is not available just now.', 'bellhop' ),
		array(
			'status'      => 503,
			'retry_after' => $wait,
		)
	);
}

/** Answers with the abilities that visitors may use. */
function answer_abilities(): WP_REST_Response {
	$catalog = array();
	foreach ( ability_catalog( visitor_abilities() ) as $ability ) {
		$summary   = summary_url( $ability['name'] );
		$catalog[] = $ability + ( '' === $summary ? array() : array( 'summary_url' => $summary ) );
	}
	$response = new WP_REST_Response( array( 'abilities' => $catalog ) );
	$response->header( 'Cache-Control', 'public, max-age=60' );
	return $response;
}

/**
 * Keeps caches away from tokens, and names the wait of a refusal in its header.
 *
 * @param mixed $response What a route answered.
 * @param mixed $server   Not needed.
 * @return mixed
 */
function never_cache_sessions( $response, $server, $request ) {
	if ( '/bellhop/v1/session' === $request->get_route() && $response instanceof WP_REST_Response ) {
		forbid_caching();
		$response->header( 'Cache-Control', 'no-store' );
		$data = $response->get_data();
		$wait = is_array( $data ) ? absint( $data['data']['retry_after'] ?? 0 ) : 0;
		if ( $wait > 0 ) {
			$response->header( 'Retry-After', (string) $wait );
		}
	}
	return $response;
}

/** For caches that stand in front of WordPress and heed no header. */
function forbid_caching(): void {
	foreach ( array( 'DONOTCACHEPAGE', 'DONOTCACHEOBJECT' ) as $name ) {
		if ( ! defined( $name ) ) {
			define( $name, true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.VariableConstantNameFound -- the caches' own names.
		}
	}
	do_action( 'litespeed_control_set_nocache', 'bellhop session' ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- LiteSpeed's own.
}
