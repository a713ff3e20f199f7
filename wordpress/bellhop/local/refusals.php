<?php
/**
 * What the interface answers where it refuses: a status, a type, and a sentence that says what to do. As values, never thrown.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

const REFUSAL_TYPES = array(
	400 => 'invalid_request_error',
	401 => 'authentication_error',
	402 => 'insufficient_credits',
	403 => 'permission_error',
	404 => 'not_found_error',
	405 => 'invalid_request_error',
	409 => 'conflict_error',
	413 => 'request_too_large',
	429 => 'rate_limit_error',
	503 => 'service_unavailable',
);

/**
 * A refusal as the interface words it.
 *
 * @param int    $status  HTTP status.
 * @param string $message For who wrote the client; '' for the status's own words.
 * @param int    $wait    Seconds after which it may work, 0 for none to tell.
 */
function refusal( int $status, string $message = '', int $wait = 0 ): WP_Error {
	if ( '' === $message ) {
		$message = 503 === $status ? 'A required dependency is temporarily unavailable. Try again after a short delay.' : 'The request was refused.';
	}
	return new WP_Error(
		REFUSAL_TYPES[ $status ] ?? 'api_error',
		$message,
		array(
			'status'      => $status,
			'retry_after' => 503 === $status ? max( 1, $wait ) : $wait,
		)
	);
}

/**
 * A refusal of what the client has sent.
 *
 * @param string $message What is wrong, for who wrote the client.
 */
function invalid( string $message ): WP_Error {
	return refusal( 400, $message );
}

/**
 * The beginning of what somebody sent, for a sentence about it.
 *
 * @param string $text As it came.
 */
function quoted( string $text ): string {
	return '"' . cut( $text, 60 ) . ( mb_strlen( $text ) > 60 ? '…' : '' ) . '"';
}
