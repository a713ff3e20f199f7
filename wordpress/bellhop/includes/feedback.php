<?php
/**
 * What visitors say of answers, by the thumbs below them: to the gateway where one is set, else stored here. It comes over
 * admin-ajax.php, which knows who is signed in, from this site's own pages alone.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** As a gateway takes it. */
const MAX_COMMENT_CHARACTERS = 2000;
/** Of one address in a minute. */
const FEEDBACK_PER_MINUTE = 30;

add_action( 'wp_ajax_bellhop_feedback', __NAMESPACE__ . '\\ajax_feedback' );
add_action( 'wp_ajax_nopriv_bellhop_feedback', __NAMESPACE__ . '\\ajax_feedback' );

/**
 * What the tag says of it.
 *
 * @param string $ajax Path of admin-ajax.php.
 * @return array<string, string>
 */
function feedback_tag( string $ajax ): array {
	return ! settings()['feedback'] ? array() : array(
		'feedback'     => 'on',
		'feedback-url' => $ajax . '?action=bellhop_feedback',
	);
}

/** Answers the chat's `data-feedback-url`. */
function ajax_feedback(): void {
	forbid_caching();
	$allowed = is_own_page();
	$answer  = is_wp_error( $allowed ) ? $allowed : answer_feedback( (string) file_get_contents( 'php://input', false, null, 0, MAX_REQUEST_BYTES + 1 ) );
	send_ajax( $answer );
}

/**
 * Takes what a visitor says of an answer.
 *
 * @return WP_REST_Response|WP_Error
 */
function answer_feedback( string $body ) {
	if ( ! settings()['feedback'] ) {
		return new WP_Error( 'bellhop_feedback_off', __( 'The chat is not available just now.', 'bellhop' ), array( 'status' => 404 ) );
	}
	$said = read_feedback( $body );
	if ( null === $said ) {
		return new WP_Error( 'bellhop_bad_request', 'Send { session_id, event_id, value: "up", "down" or null, comment? }.', array( 'status' => 400 ) );
	}
	$wait = seconds_over_limits( array( array( 'feedback', client_network(), FEEDBACK_PER_MINUTE, MINUTE_IN_SECONDS ) ) );
	if ( $wait > 0 ) {
		return too_many( $wait );
	}
	foreach ( feedback_owners() as $owner ) {
		$done = answers_here() ? store_feedback( $owner, $said ) : forward_feedback( $owner, $said );
		if ( is_wp_error( $done ) ) {
			return unavailable( $done );
		}
		if ( $done ) {
			tell_feedback( $said );
			if ( 'down' === $said['value'] && answers_here() ) {
				note_unhelpful_answer( $said['session_id'], $said['event_id'] );
			}
			return new WP_REST_Response( (object) array(), 200 );
		}
	}
	return new WP_Error( 'bellhop_not_found', 'There is no such answer of this visitor.', array( 'status' => 404 ) );
}

/**
 * Reads what the chat sends.
 *
 * @return array|null session_id, event_id, value ('' takes it back), comment (null: as it was); null for anything else.
 */
function read_feedback( string $body ): ?array {
	$sent = strlen( $body ) > MAX_REQUEST_BYTES ? null : json_decode( $body, true, 4 );
	if ( ! is_array( $sent ) || ! is_id( text( $sent['session_id'] ?? null ) ) || ! is_id( text( $sent['event_id'] ?? null ) ) ) {
		return null;
	}
	$value   = $sent['value'] ?? '';
	$comment = $sent['comment'] ?? null;
	if ( ! in_array( $value, array( 'up', 'down', '' ), true ) || ( null !== $comment && ( ! is_string( $comment ) || mb_strlen( $comment ) > MAX_COMMENT_CHARACTERS ) ) ) {
		return null;
	}
	return array(
		'session_id' => $sent['session_id'],
		'event_id'   => $sent['event_id'],
		'value'      => $value,
		'comment'    => null === $comment ? null : trim( text( $comment ) ),
	);
}

/**
 * Whose conversations this browser may speak of.
 *
 * @return string[] Of owner_id().
 */
function feedback_owners(): array {
	$visitor = visitor_from_cookie();
	if ( '' === $visitor ) {
		// It is said of an answer in a conversation of this owner's, which is all that the old cookie needs.
		$visitor = visitor_from_old_cookie();
	}
	$owners = is_user_logged_in() ? array( owner_id( get_current_user_id(), '' ) ) : array();
	return '' === $visitor ? $owners : array_merge( $owners, array( owner_id( 0, $visitor ) ) );
}

/**
 * Passes on what a visitor says.
 *
 * @param string $owner Of owner_id().
 * @param array  $said  Of read_feedback().
 * @return bool|WP_Error False where the gateway knows no such answer of this visitor.
 */
function forward_feedback( string $owner, array $said ) {
	$body = array(
		'event_id' => $said['event_id'],
		'value'    => '' === $said['value'] ? null : $said['value'],
		'owner_id' => $owner,
	);
	if ( null !== $said['comment'] ) {
		$body['comment'] = '' === $said['comment'] ? null : $said['comment'];
	}
	$reply = gateway_request( 'POST', '/admin/sessions/' . rawurlencode( $said['session_id'] ) . '/feedback', $body );
	if ( is_wp_error( $reply ) ) {
		return in_array( $reply->get_error_code(), array( 'not_found', 'invalid' ), true ) ? false : $reply;
	}
	return true;
}

/**
 * Sends an answer over admin-ajax.php as the REST API would.
 *
 * @param WP_REST_Response|WP_Error $answer What to send.
 */
function send_ajax( $answer ): void {
	header( 'Cache-Control: no-store' );
	if ( ! is_wp_error( $answer ) ) {
		wp_send_json( $answer->get_data(), $answer->get_status() );
	}
	$data = (array) $answer->get_error_data();
	if ( ! empty( $data['retry_after'] ) ) {
		header( 'Retry-After: ' . absint( $data['retry_after'] ) );
	}
	wp_send_json(
		array(
			'code'    => $answer->get_error_code(),
			'message' => $answer->get_error_message(),
			'data'    => $data,
		),
		(int) ( $data['status'] ?? 500 )
	);
}
