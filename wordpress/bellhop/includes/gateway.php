<?php
/**
 * One request to the gateway with the site's service token, and what its answer means. Knows nothing of visitors.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Sends a request.
 *
 * @param string     $method  HTTP method.
 * @param string     $path    Beginning with a slash; its parts are encoded already.
 * @param array|null $body    Sent as JSON; an empty array is an empty object.
 * @param array      $options timeout in seconds (10), headers, bytes that the answer may have (1 MiB).
 * @return array|WP_Error The body. An error's code is one of: connection_problem's, unreachable, not_a_gateway, invalid, bad_token,
 *                        no_credits, suspended, forbidden, revoked, not_found, conflict, too_large, rate_limited, unavailable.
 *                        Its data has status, request_id and retry_after (seconds).
 */
function gateway_request( string $method, string $path, ?array $body = null, array $options = array() ) {
	$base  = settings()['gateway_url'];
	$token = token_for( $base );
	if ( '' === $base || '' === $token ) {
		return gateway_error( '' === connection_problem() ? 'not_connected' : connection_problem() );
	}
	if ( is_metadata_address( $base ) ) {
		return gateway_error( 'unreachable' );
	}
	$reply = wp_remote_request(
		$base . $path,
		array(
			'method'              => $method,
			'timeout'             => $options['timeout'] ?? 10,
			// The token goes to the address that the owner named and nowhere else.
			'redirection'         => 0,
			// In a network a site's owner must not reach what only the server can see.
			'reject_unsafe_urls'  => is_multisite(),
			'limit_response_size' => $options['bytes'] ?? MB_IN_BYTES,
			'user-agent'          => 'Bellhop-WordPress/' . VERSION,
			'headers'             => ( $options['headers'] ?? array() ) + array(
				'Authorization' => 'Bearer ' . $token,
				'Accept'        => 'application/json',
				'Content-Type'  => 'application/json',
			),
			'body'                => null === $body ? null : to_json( $body ),
		)
	);
	if ( is_wp_error( $reply ) ) {
		return unreachable( $reply, $base );
	}
	return read_gateway_reply( $reply );
}

/**
 * Whether an address is one where providers of servers hand out a machine's own keys to whoever asks from that machine. No
 * gateway is there. Later versions of WordPress refuse the first of them by themselves, in a network.
 *
 * @param string $url Of a gateway.
 */
function is_metadata_address( string $url ): bool {
	$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '[].' );
	$ip   = filter_var( $host, FILTER_VALIDATE_IP ) ? $host : gethostbyname( $host );
	if ( ! filter_var( $ip, FILTER_VALIDATE_IP ) ) {
		// Curl reads more kinds of numbers as addresses than PHP does, as in 0xa9fea9fe. No host's name ends with a number.
		return (bool) preg_match( '/(^|\.)(0x[0-9a-f]*|\d+)$/i', $host );
	}
	$ip = (string) inet_ntop( unmapped_address( (string) inet_pton( $ip ) ) );
	foreach ( array( '169.254.', 'fe80:', 'fd00:ec2:' ) as $beginning ) {
		if ( 0 === strpos( $ip, $beginning ) ) {
			return true;
		}
	}
	return false;
}

/**
 * What a gateway's answer means.
 *
 * @param array $reply Of wp_remote_request.
 * @return array|WP_Error
 */
function read_gateway_reply( array $reply ) {
	$status = (int) wp_remote_retrieve_response_code( $reply );
	$body   = 204 === $status ? array() : json_decode( wp_remote_retrieve_body( $reply ), true, 64 );
	if ( $status >= 200 && $status < 300 && is_array( $body ) ) {
		return $body;
	}
	$error = is_array( $body ) ? ( $body['error'] ?? null ) : null;
	$data  = array(
		'status'      => $status,
		'request_id'  => cut( sanitize_text_field( (string) wp_remote_retrieve_header( $reply, 'x-request-id' ) ), 64 ),
		'retry_after' => min( HOUR_IN_SECONDS, absint( wp_remote_retrieve_header( $reply, 'retry-after' ) ) ),
		'detail'      => is_array( $error ) ? cut( sanitize_text_field( text( $error['message'] ?? '' ) ), 300 ) : '',
	);
	return gateway_error( gateway_error_code( $status, $body ), $data );
}

/**
 * The plugin's own code for a gateway's refusal.
 *
 * @param mixed $body   Decoded body; null where it is no JSON.
 */
function gateway_error_code( int $status, $body ): string {
	$error = is_array( $body ) ? ( $body['error'] ?? null ) : null;
	if ( 404 === $status && 'site_authorization_revoked' === $error ) {
		return 'revoked';
	}
	if ( 403 === $status && is_site_not_active( $body ) ) {
		return 'suspended';
	}
	$by_status = array(
		401 => 'bad_token',
		402 => 'no_credits',
		409 => 'conflict',
		413 => 'too_large',
		429 => 'rate_limited',
	);
	if ( isset( $by_status[ $status ] ) ) {
		return $by_status[ $status ];
	}
	if ( $status >= 500 ) {
		return 'unavailable';
	}
	// Only the interface's own error body is a word of the gateway; pages of HTML come from something else.
	if ( ! is_array( $error ) ) {
		return 'not_a_gateway';
	}
	return array(
		403 => 'forbidden',
		404 => 'not_found',
	)[ $status ] ?? 'invalid';
}

/**
 * Whether a refusal says that the site is not active, wherever in the body it says so.
 *
 * @param mixed $body Decoded body.
 */
function is_site_not_active( $body ): bool {
	$error = is_array( $body ) ? ( $body['error'] ?? null ) : null;
	$said  = array( $error, $body['code'] ?? null );
	if ( is_array( $error ) ) {
		array_push( $said, $error['code'] ?? null, $error['type'] ?? null );
		// The interface leaves open where the code stands.
		if ( is_string( $error['message'] ?? null ) && 0 === strpos( $error['message'], 'site_not_active' ) ) {
			return true;
		}
	}
	return in_array( 'site_not_active', $said, true );
}

/**
 * An error with one of gateway_request's codes.
 *
 * @param string $code One of gateway_request's.
 * @param array  $data See gateway_request; detail is shown to owners.
 */
function gateway_error( string $code, array $data = array() ): WP_Error {
	return new WP_Error( $code, $code, $data );
}

/**
 * An error for a gateway from which no answer came.
 *
 * @param WP_Error $reply   Of wp_remote_request: no answer came.
 * @param string   $address Of the gateway.
 */
function unreachable( WP_Error $reply, string $address ): WP_Error {
	$data = array(
		'detail'  => $reply->get_error_message(),
		'address' => $address,
	);
	return gateway_error( 'unreachable', $data );
}

/**
 * In words: what is wrong and what an owner can do.
 *
 * @param WP_Error $error Of gateway_request().
 */
function explain_gateway_error( WP_Error $error ): string {
	$data  = (array) $error->get_error_data();
	$words = array(
		'not_connected' => __( 'The gateway address, the client id or the service token is missing.', 'bellhop' ),
		'other_address' => __( 'The service token that is stored was given for another gateway address, and is not sent to this one. Enter the token for this address, or put the other address back.', 'bellhop' ),
		'no_address'    => __( 'BELLHOP_SERVICE_TOKEN stands in wp-config.php without BELLHOP_GATEWAY_URL, the address that it may be sent to. Add that there.', 'bellhop' ),
		'unreachable'   => __( 'No gateway answers at this address. Check the address, and whether your server may connect to it.', 'bellhop' ),
		'not_a_gateway' => __( 'Something answers at this address, but it is no gateway. Check the address.', 'bellhop' ),
		'invalid'       => __( 'The gateway did not accept what this site sent.', 'bellhop' ),
		'bad_token'     => __( 'The gateway does not know this service token. Copy it again, without spaces, or ask for a new one.', 'bellhop' ),
		'no_credits'    => __( 'Your balance at the gateway is used up. Top it up, then try again.', 'bellhop' ),
		'suspended'     => __( 'This site’s registration is suspended for now. Nothing is lost and there is nothing to enter again: ask your gateway’s operator.', 'bellhop' ),
		'forbidden'     => __( 'The service token is right, but it may not do this.', 'bellhop' ),
		'revoked'       => __( 'The gateway has ended this site’s registration. Register the site again, then enter the new client id and token.', 'bellhop' ),
		'not_found'     => __( 'The gateway knows no such site under this service token. Check the client id.', 'bellhop' ),
		'conflict'      => __( 'Somebody else has changed this at the gateway in the meantime.', 'bellhop' ),
		'too_large'     => __( 'The gateway found the message too long.', 'bellhop' ),
		'rate_limited'  => __( 'The gateway asks for fewer requests. Wait a minute, then try again.', 'bellhop' ),
		'unavailable'   => __( 'The gateway has a problem of its own just now. Try again in a few minutes.', 'bellhop' ),
	);
	$text  = $words[ $error->get_error_code() ] ?? $error->get_error_message();
	$cause = isset( $data['address'] ) ? unreachable_cause( $data['address'], text( $data['detail'] ?? '' ) ) : '';
	$text  = '' === $cause ? $text : $cause;
	// What these mean is told above, better.
	$is_plain = in_array( $error->get_error_code(), array( 'bad_token', 'suspended', 'revoked' ), true );
	if ( ! empty( $data['detail'] ) && ! $is_plain ) {
		/* translators: %s: an error message */
		$text .= ' ' . sprintf( __( 'Details: %s', 'bellhop' ), $data['detail'] );
	}
	if ( ! empty( $data['request_id'] ) ) {
		/* translators: %s: an id that the gateway's operator can look up */
		$text .= ' ' . sprintf( __( '(Request %s)', 'bellhop' ), $data['request_id'] );
	}
	return $text;
}

/**
 * JSON as the gateway reads it: an empty array at the top is an empty object.
 *
 * @param array $value What to write.
 */
function to_json( array $value ): string {
	$flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION;
	$json  = wp_json_encode( array() === $value ? (object) array() : $value, $flags );
	return false === $json ? '{}' : $json;
}
