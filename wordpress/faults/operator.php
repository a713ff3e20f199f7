<?php
/**
 * Plugin Name: Operator
 * Description: For tests. What an operator of a gateway does, on a WordPress that answers itself: sessions, tokens, switches. And each
 * request to the model says whose session it is, so that a scripted provider knows its script. Reachable for the tests' key alone.
 *
 * @package Bellhop
 */

defined( 'ABSPATH' ) || exit;

/** By session: agent_execution, limits, context_window. */
function operator_state( string $session_id ): array {
	$all = get_option( 'operator_' . $session_id );
	return is_array( $all ) ? $all : array();
}

add_filter(
	'bellhop_model_request',
	function ( array $body, string $session_id ): array {
		return array( 'user' => $session_id ) + $body;
	},
	10,
	2
);
add_filter(
	'bellhop_agent_execution',
	function ( bool $does, string $session_id ): bool {
		return operator_state( $session_id )['agent_execution'] ?? $does;
	},
	10,
	2
);
add_filter(
	'bellhop_daily_limits',
	function ( array $limits, string $session_id ): array {
		return operator_state( $session_id )['limits'] ?? array( 100000, 100000 );
	},
	10,
	2
);
add_filter(
	'bellhop_context_window',
	function ( int $tokens, string $session_id ): int {
		return operator_state( $session_id )['context_window'] ?? $tokens;
	},
	10,
	2
);
// In a small window there is room for short instructions alone.
add_filter(
	'bellhop_instructions',
	function ( string $text, string $session_id ): string {
		return isset( operator_state( $session_id )['context_window'] ) ? 'Be brief.' : $text;
	},
	10,
	2
);
add_filter(
	'bellhop_sends_per_minute',
	function (): int {
		return 1000000;
	}
);
add_filter(
	'rest_pre_dispatch',
	function ( $result, $server, $request ) {
		if ( 0 !== strpos( $request->get_route(), '/operator/' ) || $request->get_header( 'authorization' ) !== 'Bearer ' . get_option( 'operator_key' ) ) {
			return $result;
		}
		$body = json_decode( $request->get_body() );
		switch ( $request->get_route() ) {
			case '/operator/session':
				return rest_ensure_response( Bellhop\create_local_session( $body->owner_id ?? '', $body->client_tools ?? array() ) );
			case '/operator/token':
				return rest_ensure_response( array( 'token' => Bellhop\browser_token( $body->session_id, $body->owner_id ?? '', $body->expires_in_s ?? 900, $body->scopes ?? array( 'session_events' ) ) ) );
			default:
				update_option( 'operator_' . $body->session_id, (array) $body->state + operator_state( $body->session_id ), false );
				return rest_ensure_response( array() );
		}
	},
	10,
	3
);
