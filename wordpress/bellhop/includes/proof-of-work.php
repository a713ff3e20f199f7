<?php
/**
 * Where many strangers ask for sessions, each has to do some work first: a challenge in altcha's format, as the gateway sets it, which
 * a visitor's browser solves within a second or two, and which costs a program that wants sessions without end. It is signed, ends, and
 * serves once.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** The largest number that the solver may have to try. */
const PROOF_NUMBERS = 50000;
const PROOF_MINUTES = 10;

/** How many numbers a challenge has; 0: none is set. Browsers can hash on https pages only. */
function proof_numbers(): int {
	$is_secure = is_visit_by_https() || 'https' === wp_parse_url( home_url(), PHP_URL_SCHEME );
	/**
	 * How much work a new visitor's browser has to do where many come at once.
	 *
	 * @param int $numbers Numbers that it may have to try, at most 1,000,000; 0 switches it off.
	 */
	return min( 1000000, max( 0, (int) apply_filters( 'bellhop_proof_numbers', $is_secure ? PROOF_NUMBERS : 0 ) ) );
}

/**
 * Whether a stranger may have a session now.
 *
 * @param string $proof What the browser has worked out, or ''.
 * @return WP_REST_Response|null Null: yes; else the challenge to solve first.
 */
function challenge_of_stranger( string $proof ): ?WP_REST_Response {
	$numbers = proof_numbers();
	if ( 0 === $numbers || ( '' !== $proof && takes_proof( $proof ) ) ) {
		return null;
	}
	/**
	 * How many strangers get a session without work in ten minutes: of one network, of all together.
	 *
	 * @param int[] $limits The defaults.
	 */
	list( $of_network, $of_site ) = array_map( 'intval', array_values( (array) apply_filters( 'bellhop_easy_sessions', array( 10, 30 ) ) ) ) + array( 10, 30 );

	$wait = seconds_over_limits(
		array(
			array( 'easy', client_network(), $of_network, PROOF_MINUTES * MINUTE_IN_SECONDS ),
			array( 'easy', 'all', $of_site, PROOF_MINUTES * MINUTE_IN_SECONDS ),
		)
	);
	if ( 0 === $wait ) {
		return null;
	}
	$salt     = bin2hex( random_bytes( 12 ) ) . '?until=' . ( time() + PROOF_MINUTES * MINUTE_IN_SECONDS ) . '&';
	$hash     = hash( 'sha256', $salt . random_int( 0, $numbers ) );
	$response = new WP_REST_Response(
		array(
			'code'      => 'bellhop_proof_needed',
			'message'   => 'Many conversations begin here just now. Solve the challenge and send its solution as proof.',
			'challenge' => array(
				'algorithm' => 'SHA-256',
				'challenge' => $hash,
				'maxnumber' => $numbers,
				'salt'      => $salt,
				'signature' => signature( 'proof', $hash ),
			),
		),
		429
	);
	$response->header( 'Retry-After', '1' );
	return $response;
}

/**
 * Whether this solves a challenge of this site's that is still good and was never used. It is used then.
 *
 * @param string $proof JSON as base64: challenge, number, salt, signature.
 */
function takes_proof( string $proof ): bool {
	global $wpdb;
	$said  = strlen( $proof ) > 2000 ? null : json_decode( bytes_of_base64( $proof ), true, 3 );
	$said  = is_array( $said ) ? $said : array();
	$hash  = text( $said['challenge'] ?? null );
	$salt  = text( $said['salt'] ?? null );
	$until = preg_match( '/\?until=(\d{1,12})&$/D', $salt, $match ) ? (int) $match[1] : 0;
	if ( $until <= time() || ! is_int( $said['number'] ?? null ) || ! hash_equals( signature( 'proof', $hash ), text( $said['signature'] ?? null ) ) || ! hash_equals( hash( 'sha256', $salt . $said['number'] ), $hash ) ) {
		return false;
	}
	ensure_tables();
	$counts = table( 'counts' );
	// phpcs:disable WordPress.DB.PreparedSQL
	quietly( $wpdb->prepare( "DELETE FROM {$counts} WHERE day = 0 AND who LIKE %s AND tokens < %d", 'proof-%', now_ms() ) );
	// Its row is there already where it was used before.
	return 1 === quietly( $wpdb->prepare( "INSERT INTO {$counts} (day, who, messages, tokens, cost_nano) VALUES (0, %s, 0, %d, 0)", 'proof-' . substr( $hash, 0, 50 ), $until * 1000 ) );
	// phpcs:enable
}

/**
 * What a text of base64 stands for.
 *
 * @return string '' where it is none.
 */
function bytes_of_base64( string $text ): string {
	try {
		return sodium_base642bin( $text, SODIUM_BASE64_VARIANT_ORIGINAL );
	} catch ( \Throwable $error ) {
		return '';
	}
}
