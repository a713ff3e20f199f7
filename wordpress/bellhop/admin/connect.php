<?php
/**
 * Connecting in one press: the owner is led to the gateway's desk, approves there, and comes back with a code, which this server
 * exchanges for the site's registration. Nothing is copied. As OAuth's authorization code with PKCE.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

const CONNECT_SECONDS = 10 * MINUTE_IN_SECONDS;

add_action( 'admin_post_bellhop_connected', __NAMESPACE__ . '\\act_connected' );

/**
 * Prepares the way to the gateway's desk.
 *
 * @param array $given address.
 * @return array|WP_Error go: where the owner's browser goes.
 */
function act_connect( array $given ) {
	settings_problems( true );
	$address  = '' === config_address() ? sanitize_service_url( 'gateway_url', $given['address'] ?? '', '' ) : config_address();
	$problems = settings_problems( true );
	$problem  = '' === $address ? ( $problems['gateway_url'] ?? __( 'Enter the address of your gateway.', 'bellhop' ) ) : gateway_problem( $address );
	if ( '' !== $problem ) {
		return setting_error( array( 'connect_address' => $problem ) );
	}
	$left = array(
		'address'  => $address,
		'state'    => random_word(),
		'verifier' => random_word(),
		'back'     => connected_url(),
	);
	set_transient( connect_key(), $left, CONNECT_SECONDS );
	$asked = array(
		'redirect_uri'          => $left['back'],
		'state'                 => $left['state'],
		'code_challenge'        => url_base64( hash( 'sha256', $left['verifier'], true ) ),
		'code_challenge_method' => 'S256',
		'name'                  => cut( wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ), 200 ),
	);
	return array( 'go' => $address . '/console/connect?' . http_build_query( $asked, '', '&', PHP_QUERY_RFC3986 ) );
}

/** The way back. Beside the nonce, which the gateway has seen, the state is good once, for this person. */
function act_connected(): void {
	require_owner( 'bellhop_connected' );
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- require_owner has verified it.
	$state = isset( $_GET['state'] ) ? sanitize_text_field( wp_unslash( $_GET['state'] ) ) : '';
	$code  = isset( $_GET['code'] ) ? sanitize_text_field( wp_unslash( $_GET['code'] ) ) : '';
	// phpcs:enable
	$left = get_transient( connect_key() );
	if ( ! is_array( $left ) || ! hash_equals( (string) ( $left['state'] ?? '' ), $state ) ) {
		go_back( 'connection', array( finding( false, __( 'This was not begun here, or it took longer than ten minutes. Press “Connect” again.', 'bellhop' ) ) ) );
	}
	delete_transient( connect_key() );
	if ( '' === $code ) {
		go_back( 'connection', array( finding( false, __( 'The site was not connected: it was declined at the gateway’s desk.', 'bellhop' ) ) ) );
	}
	$made = exchange_code( $left, $code );
	if ( is_wp_error( $made ) ) {
		go_back( 'connection', array( finding( false, explain_gateway_error( $made ) ) ) );
	}
	update_option(
		OPTION_SETTINGS,
		array(
			'gateway_url' => $left['address'],
			'client_id'   => $made['client_id'],
		) + settings()
	);
	update_option(
		OPTION_TOKEN,
		array(
			'token'   => $made['service_token'],
			'address' => $left['address'],
		)
	);
	delete_option( OPTION_RECORD );
	delete_option( OPTION_STATE );
	go_back( 'connection', array_merge( array( finding( true, __( 'This site is connected now.', 'bellhop' ) ) ), test_connection() ) );
}

/**
 * Gets the credentials for the code, from this server to the gateway.
 *
 * @param array  $left What was kept of the way there.
 * @param string $code What the browser brought back.
 * @return array|WP_Error client_id, service_token.
 */
function exchange_code( array $left, string $code ) {
	$address = $left['address'];
	$body    = array(
		'code'          => $code,
		'code_verifier' => $left['verifier'],
		'redirect_uri'  => $left['back'],
	);
	$reply   = ask_address(
		$address . '/admin/connections/exchange',
		array(
			'method'  => 'POST',
			'headers' => array( 'Content-Type' => 'application/json' ),
			'body'    => to_json( $body ),
		)
	);
	$made    = is_wp_error( $reply ) ? unreachable( $reply, $address ) : read_gateway_reply( $reply );
	if ( is_wp_error( $made ) ) {
		return $made;
	}
	$fine = preg_match( '/^[\w.:-]{1,200}$/D', text( $made['client_id'] ?? null ) ) && preg_match( '/^[\x21-\x7e]{8,4096}$/D', text( $made['service_token'] ?? null ) );
	return $fine ? $made : gateway_error( 'not_a_gateway' );
}

/**
 * What keeps this server from the gateway, in words; '' where nothing does.
 *
 * @param string $address Of the gateway.
 */
function gateway_problem( string $address ): string {
	if ( is_metadata_address( $address ) ) {
		return explain_gateway_error( gateway_error( 'unreachable' ) );
	}
	$reply = ask_address( $address . '/livez', array() );
	if ( is_wp_error( $reply ) ) {
		return explain_gateway_error( unreachable( $reply, $address ) );
	}
	if ( 200 !== (int) wp_remote_retrieve_response_code( $reply ) ) {
		return explain_gateway_error( gateway_error( 'not_a_gateway' ) );
	}
	return clock_problem( (string) wp_remote_retrieve_header( $reply, 'date' ) );
}

/**
 * A request without a token.
 *
 * @param string $url     Whole.
 * @param array  $options Of wp_remote_request.
 * @return array|WP_Error
 */
function ask_address( string $url, array $options ) {
	return wp_remote_request(
		$url,
		$options + array(
			'timeout'             => 10,
			'redirection'         => 0,
			'reject_unsafe_urls'  => is_multisite(),
			'limit_response_size' => MB_IN_BYTES,
			'user-agent'          => 'Bellhop-WordPress/' . VERSION,
		)
	);
}

/** Where the gateway's desk sends the owner back to. */
function connected_url(): string {
	return add_query_arg( '_wpnonce', wp_create_nonce( 'bellhop_connected' ), admin_url( 'admin-post.php?action=bellhop_connected' ) );
}

/** Where an owner's way to the gateway is kept. */
function connect_key(): string {
	return 'bellhop_connect_' . get_current_user_id();
}

/** 256 random bits, in 43 signs. */
function random_word(): string {
	return url_base64( random_bytes( 32 ) );
}

/**
 * Base64 for addresses, without padding.
 *
 * @param string $bytes Raw bytes.
 */
function url_base64( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' ); // phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions.obfuscation_base64_encode -- RFC 7636 asks for it.
}
