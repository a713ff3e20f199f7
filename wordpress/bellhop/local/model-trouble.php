<?php
/**
 * Whether the AI model answers visitors, as their own messages have shown it: a key that is refused or has no balance left is
 * remembered until the model answers again, and its owner hears of it: in Site Health, by a notice, and by one e-mail.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** What is remembered: status and code of the last failure, how many in a row, since when, and when an e-mail went. */
const OPTION_MODEL_TROUBLE = 'bellhop_model_trouble';
/** Failures in a row after which also one that may pass by itself is a trouble of the owner's. */
const FAILURES_IN_A_ROW = 5;

/**
 * Remembers what became of a request to the model.
 *
 * @param array $said    Of ask_provider().
 * @param bool  $is_test Whether nobody but the owner waits for it: a failure is told on the spot.
 */
function note_model_answer( array $said, bool $is_test ): void {
	$before = model_trouble();
	if ( ! isset( $said['error'] ) ) {
		if ( $before['count'] > 0 ) {
			update_option( OPTION_MODEL_TROUBLE, array( 'mailed' => $before['mailed'] ), true );
		}
		return;
	}
	// What one conversation is to blame for says nothing of the others.
	if ( $is_test || in_array( $said['error'], array( 'context_exceeded', 'invalid_tool_schema', 'internal_error' ), true ) ) {
		return;
	}
	$now = array(
		'status' => (int) ( $said['status'] ?? 0 ),
		'code'   => (string) $said['error'],
		'count'  => $before['count'] + 1,
		'since'  => 0 === $before['count'] ? time() : $before['since'],
		'mailed' => $before['mailed'],
	);
	if ( '' !== words_of_trouble( $now ) && $now['mailed'] < time() - DAY_IN_SECONDS ) {
		$now['mailed'] = time();
		update_option( OPTION_MODEL_TROUBLE, $now, true );
		mail_trouble( $now );
		return;
	}
	update_option( OPTION_MODEL_TROUBLE, $now, true );
}

/** What is remembered. */
function model_trouble(): array {
	$stored = get_option( OPTION_MODEL_TROUBLE );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'status' => 0,
		'code'   => '',
		'count'  => 0,
		'since'  => 0,
		'mailed' => 0,
	);
}

/**
 * What is wrong and what to do, in words; '' where nothing is, or it may pass by itself.
 *
 * @param array|null $trouble Of model_trouble(); null for that of now.
 */
function words_of_trouble( ?array $trouble = null ): string {
	$trouble  = $trouble ?? model_trouble();
	$is_owned = in_array( $trouble['status'], array( 401, 402, 403, 404 ), true ) || ( 429 === $trouble['status'] && 'upstream_error' === $trouble['code'] );
	$is_found = $trouble['count'] > 0 && ( $is_owned || $trouble['count'] >= FAILURES_IN_A_ROW );
	return $is_found ? explain_model_failure( $trouble['code'], $trouble['status'] ) : '';
}

/**
 * Tells the owner by e-mail.
 *
 * @param array $trouble Of model_trouble().
 */
function mail_trouble( array $trouble ): void {
	/* translators: %s: the site's name */
	$subject = sprintf( __( 'The chat of %s can’t answer', 'bellhop' ), plain_site_name() );
	mail_to_owner(
		$subject,
		array(
			words_of_trouble( $trouble ),
			__( 'Until then visitors who write read that the chat is not working. It is over by itself once the model answers again.', 'bellhop' ),
			page_url(),
		)
	);
}

/**
 * Why the model does not answer, with what to do.
 *
 * @param string $code   Of model_failure().
 * @param int    $status HTTP status; 0 where no answer came.
 */
function explain_model_failure( string $code, int $status ): string {
	if ( in_array( $status, array( 401, 403 ), true ) ) {
		return __( 'The AI provider does not accept the key. Copy it again, or make a new one there.', 'bellhop' );
	}
	if ( 404 === $status ) {
		return __( 'The AI provider knows no such model, or its address is wrong. Leave both fields empty for what fits the key.', 'bellhop' );
	}
	if ( in_array( $status, array( 402, 429 ), true ) ) {
		return __( 'The AI provider takes no more requests for this key just now: its limit is reached, or there is no balance left.', 'bellhop' );
	}
	if ( 0 === $status ) {
		return __( 'This server does not reach the AI provider. Its host may close the way out, or the address is wrong.', 'bellhop' );
	}
	/* translators: 1: HTTP status, 2: a code, as in upstream_error */
	return sprintf( __( 'The AI provider answers with an error (HTTP %1$d, %2$s). Try again later.', 'bellhop' ), $status, $code );
}
