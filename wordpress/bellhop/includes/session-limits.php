<?php
/**
 * How often visitors and addresses may ask for a session. What counts, not how: that is rate-limit.php's.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * How many requests and new sessions are fine.
 *
 * @return int[]
 */
function session_limits(): array {
	/**
	 * How many requests are fine, in this order: for one visitor in a minute, for one address in a minute, new sessions for one
	 * address in an hour. The last two hold apart for visitors who have a cookie or an account, and for strangers.
	 *
	 * @param int[] $limits The defaults leave room for an office behind one address.
	 */
	return array_map( 'intval', array_values( (array) apply_filters( 'bellhop_session_limits', array( 30, 120, 240 ) ) ) ) + array( 30, 120, 240 );
}

/**
 * Whose limits count: stranger or visitor. Strangers, who may make up any cookie they like, use up nothing of what the visitors
 * of the same address have.
 *
 * @param string $visitor Of the cookie; '' for none.
 */
function visitor_kind( string $visitor ): string {
	return '' === $visitor ? 'stranger' : 'visitor';
}

/**
 * Seconds to wait before anything is asked of the gateway, 0 for none.
 *
 * @param int    $user_id An account; 0 for nobody.
 * @param string $visitor Of the cookie; '' for none.
 */
function request_wait( int $user_id, string $visitor ): int {
	list( $most, $address ) = session_limits();
	$visitor                = $user_id > 0 ? 'user:' . $user_id : $visitor;
	$own                    = '' === $visitor ? array() : array( array( 'visitor', $visitor, $most, MINUTE_IN_SECONDS ) );
	return seconds_over_limits( array_merge( $own, array( array( visitor_kind( $visitor ) . '_address', client_network(), $address, MINUTE_IN_SECONDS ) ) ) );
}

/**
 * Seconds to wait before a session is made, 0 for none.
 *
 * @param int    $user_id An account; 0 for nobody.
 * @param string $visitor Of the cookie; '' for none.
 */
function new_session_wait( int $user_id, string $visitor ): int {
	$kind = visitor_kind( $user_id > 0 ? 'user' : $visitor );
	$new  = session_limits()[2];
	return seconds_over_limits( array( array( $kind . '_new', client_network(), $new, HOUR_IN_SECONDS ) ) );
}

/**
 * Why no session is made now.
 *
 * @param int    $user_id An account; 0 for nobody.
 * @param string $visitor Of the cookie; '' for none.
 * @param string $proof   Of the work that a stranger's browser has done, or ''.
 * @return WP_REST_Response|WP_Error|null Null: one may be made.
 */
function refuse_new_session( int $user_id, string $visitor, string $proof ) {
	$challenge = 0 === $user_id && '' === $visitor ? challenge_of_stranger( $proof ) : null;
	if ( null !== $challenge ) {
		return $challenge;
	}
	$wait = new_session_wait( $user_id, $visitor );
	return $wait > 0 ? too_many( $wait ) : null;
}

/**
 * The refusal of too many requests.
 *
 * @param int $wait Seconds after which it may work.
 */
function too_many( int $wait ): WP_Error {
	return new WP_Error(
		'bellhop_rate_limited',
		__( 'Too many chats at once. Try again in a moment.', 'bellhop' ),
		array(
			'status'      => 429,
			'retry_after' => $wait,
		)
	);
}
