<?php
/**
 * What the interface answers where it refuses: a status, a type, and a sentence that says what to do. As values, never thrown.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * A refusal as the interface words it.
 *
 * @param string $message For who wrote the client; '' for the status's own words.
 * @param int    $wait    Seconds after which it may work, 0 for none to tell.
 */
function refusal( int $status, string $message = '', int $wait = 0 ): WP_Error {
	if ( '' === $message ) {
		$message = 503 === $status ? SENTENCES['unavailable'] : 'The request was refused.';
	}
	return new WP_Error(
		ERROR_TYPES[ $status ] ?? 'api_error',
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

/** The beginning of what somebody sent, for a sentence about it. */
function quoted( string $text ): string {
	return '"' . cut( $text, 60 ) . ( mb_strlen( $text ) > 60 ? '…' : '' ) . '"';
}
