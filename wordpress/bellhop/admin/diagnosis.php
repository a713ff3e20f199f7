<?php
/**
 * "Test the connection": one finding after the other, each with what to do about it. Changes nothing at the gateway.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * @return array[] ok (true, false, or null for "could not be told"), text.
 */
function test_connection(): array {
	$settings = settings();
	if ( ! is_connected() ) {
		return array( finding( false, explain_gateway_error( gateway_error( connection_problem() ) ) ) );
	}
	$findings = array();
	// An empty heartbeat says nothing and so changes nothing, but it is answered for this site and this token alone.
	$reply = gateway_request( 'POST', '/v1/sites/' . rawurlencode( $settings['client_id'] ) . '/heartbeat', array() );
	if ( is_wp_error( $reply ) ) {
		// The same answer to the same request as a report's: it means the same.
		take_failure( $reply, state() );
		return array( finding( false, explain_gateway_error( $reply ) ) );
	}
	update_state(
		array(
			'status'        => 'active',
			'message'       => '',
			'failures'      => 0,
			'session_error' => '',
			'at'            => time(),
		)
	);
	// The catalog is not part of the test: the report that follows brings it up to date.
	beat_soon();
	$findings[] = finding( true, __( 'The gateway answers, and knows this site and its token.', 'bellhop' ) );
	$findings[] = diagnose_sessions();
	$findings[] = diagnose_origin();
	$findings[] = diagnose_rest();
	if ( is_ssl() && 0 === strpos( $settings['gateway_url'], 'http://' ) ) {
		$findings[] = finding( false, __( 'Your site has https and the gateway address has not: browsers refuse that. Use the gateway’s https address.', 'bellhop' ) );
	}
	if ( in_array( 'abilities', $settings['tools'], true ) && ! has_abilities() ) {
		$findings[] = finding( null, __( 'Abilities are chosen as a source of tools, but this WordPress has none: they came with version 6.9.', 'bellhop' ) );
	}
	return $findings;
}

/** Whether this token may hand out sessions: asked of a session that isn't there, so that none is made. */
function diagnose_sessions(): array {
	$reply = gateway_request( 'POST', '/admin/sessions/bellhop-connection-test/tokens', array() );
	if ( ! is_wp_error( $reply ) || 'not_found' === $reply->get_error_code() ) {
		return finding( true, __( 'Visitors can be given sessions.', 'bellhop' ) );
	}
	return finding( false, __( 'Visitors can’t be given sessions.', 'bellhop' ) . ' ' . explain_gateway_error( $reply ) );
}

/** Whether visitors' browsers, which come from this site's origin, are let in. */
function diagnose_origin(): array {
	$home    = wp_parse_url( home_url() );
	$origin  = $home['scheme'] . '://' . host_and_port( home_url() );
	$reply   = wp_remote_get(
		settings()['gateway_url'] . '/v1/sessions/bellhop-connection-test/events',
		array(
			'timeout'            => 10,
			'redirection'        => 0,
			'reject_unsafe_urls' => is_multisite(),
			'headers'            => array( 'Origin' => $origin ),
		)
	);
	$allowed = is_wp_error( $reply ) ? '' : (string) wp_remote_retrieve_header( $reply, 'access-control-allow-origin' );
	if ( in_array( $allowed, array( '*', $origin ), true ) ) {
		return finding( true, __( 'Browsers on this site may talk to the gateway.', 'bellhop' ) );
	}
	/* translators: %s: the site's origin, as in https://example.com */
	return finding( false, sprintf( __( 'The gateway keeps out browsers that come from %s. Its operator can add this origin to the allowed ones.', 'bellhop' ), $origin ) );
}

/** Whether visitors reach this site's REST API; if not, what that means. */
function diagnose_rest(): array {
	$is_open = check_rest_access();
	if ( null === $is_open ) {
		return finding( null, __( 'Your server can’t reach itself, so it is not known whether visitors reach its REST API.', 'bellhop' ) );
	}
	if ( $is_open ) {
		return finding( true, __( 'Visitors reach this site’s REST API.', 'bellhop' ) );
	}
	return finding( null, __( 'Something on this site keeps visitors out of its REST API, a security plugin perhaps. The chat works all the same, by way of admin-ajax.php, but visitors can’t run abilities. To change that, allow the addresses that begin with bellhop/v1 and wp-abilities/v1 there, then test again.', 'bellhop' ) );
}

/**
 * @param bool|null $ok   Null: not wrong, but worth knowing.
 * @param string    $text What was found.
 */
function finding( ?bool $ok, string $text ): array {
	return array(
		'ok'   => $ok,
		'text' => $text,
	);
}
