<?php
/**
 * Sessions that live in this WordPress: made, taken up again by their owner, handed out with a token, deleted when they are old.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** How many old sessions one sweep deletes, so that no visitor waits for a long one. */
const SWEPT_SESSIONS = 20;

/**
 * Whether visitors are answered by this WordPress: no gateway is set, the owner has switched it on, and a model is there. Off at
 * first: a site with a connector for other plugins must not begin to answer strangers because this plugin was activated.
 */
function answers_here(): bool {
	return settings()['local'] && has_no_gateway() && '' !== model_source();
}

/** Whether no gateway was named, so that this WordPress may answer. */
function has_no_gateway(): bool {
	$settings = settings();
	return '' === $settings['gateway_url'] && '' === $settings['client_id'] && ! is_token_in_config();
}

/**
 * Opens a session of this WordPress again, for the visitor whose it is.
 *
 * @param string $owner   Of owner_id().
 * @param array  $tools   Of allowed_tools().
 * @return array|WP_Error|null session_id, token, expires_at; null where it is gone or somebody else's.
 */
function local_ticket( string $owner, string $session, array $tools ) {
	global $wpdb;
	ensure_tables();
	$found = rows( $wpdb->prepare( 'SELECT owner_id, tools FROM ' . table( 'sessions' ) . ' WHERE session_id = %s', $session ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( null === $found ) {
		return gateway_error( 'unavailable' );
	}
	if ( ! $found || ! hash_equals( $found[0]['owner_id'], $owner ) ) {
		return null;
	}
	$now = encode_content( $tools );
	if ( $found[0]['tools'] !== $now ) {
		quietly( $wpdb->prepare( 'UPDATE ' . table( 'sessions' ) . ' SET tools = %s WHERE session_id = %s', $now, $session ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
	note_roles( $session );
	return local_token( $session, $owner ) + array( 'is_new' => true );
}

/**
 * The chatbot with which a conversation of this visitor was begun: it stays with it, whichever page goes on with it.
 *
 * @param string $owner   Of owner_id().
 * @return string|null Its id, '' for the site's own; null where there is no such conversation, or a gateway has it.
 */
function bot_of_conversation( string $owner, string $session ): ?string {
	global $wpdb;
	if ( '' === $session || ! answers_here() ) {
		return null;
	}
	ensure_tables();
	$found = rows( $wpdb->prepare( 'SELECT bot FROM ' . table( 'sessions' ) . ' WHERE session_id = %s AND owner_id = %s', $session, $owner ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $found ? (string) $found[0]['bot'] : null;
}

/**
 * Makes a session of this WordPress.
 *
 * @param string $owner Of owner_id().
 * @param array  $tools Of allowed_tools().
 * @param string $bot   With which chatbot; '' for the site's own.
 * @return array|WP_Error
 */
function create_local_session( string $owner, array $tools, string $bot = '' ) {
	global $wpdb;
	ensure_tables();
	sweep_sessions_at_times();
	$session = fresh_id( 'ses' );
	$now     = now_ms();
	$made    = quietly(
		$wpdb->prepare(
			'INSERT INTO ' . table( 'sessions' ) . " (session_id, owner_id, tools, created_at, last_event_at, last_seq, writes, run_id, run_state, run_at, run_lease, run_seq, run_turns, run_usage, bot) VALUES (%s, %s, %s, %d, %d, 0, 0, '', '', %d, 0, 0, 0, '', %s)", // phpcs:ignore WordPress.DB.PreparedSQL
			$session,
			$owner,
			encode_content( $tools ),
			$now,
			$now,
			$now,
			$bot
		)
	);
	if ( false === $made ) {
		return gateway_error( 'unavailable' );
	}
	note_roles( $session );
	return local_token( $session, $owner );
}

/**
 * What the session endpoint answers: session_id, token, expires_at.
 *
 * @param string $owner   Of owner_id().
 */
function local_token( string $session, string $owner ): array {
	return array(
		'session_id' => $session,
		'token'      => browser_token( $session, $owner ),
		'expires_at' => gmdate( 'Y-m-d\TH:i:s\Z', time() + TOKEN_SECONDS ),
	);
}

/** Sweeps once an hour at most, since every new session asks for it. */
function sweep_sessions_at_times(): void {
	if ( false === get_transient( 'bellhop_sessions_swept' ) ) {
		set_transient( 'bellhop_sessions_swept', 1, HOUR_IN_SECONDS );
		sweep_sessions();
	}
}

/** Days without a word after which a conversation is deleted; at most those of the visitor's cookie: then nobody could read it. */
function session_days(): int {
	return min( VISITOR_COOKIE_DAYS, max( 1, settings()['keep_days'] ) );
}

/**
 * Deletes conversations in which nothing has happened for so long, and old counts.
 *
 * @param int $most How many conversations at once.
 */
function sweep_sessions( int $most = SWEPT_SESSIONS ): void {
	global $wpdb;
	// phpcs:disable WordPress.DB.PreparedSQL
	$old = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . ' WHERE last_event_at < %d ORDER BY last_event_at LIMIT %d', now_ms() - session_days() * DAY_IN_SECONDS * 1000, $most ) );
	foreach ( (array) $old as $row ) {
		delete_session( $row['session_id'] );
	}
	sweep_consents();
	quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'counts' ) . ' WHERE day > 0 AND day < %d', (int) wp_date( 'Ymd', time() - COUNT_DAYS * DAY_IN_SECONDS ) ) );
	// phpcs:enable
}

/** Deletes a conversation. The session's own row goes first: what is written at the same time finds no session. */
function delete_session( string $session_id ): void {
	global $wpdb;
	foreach ( array( 'sessions', 'events', 'calls', 'feedback', 'previews', 'notes', 'questions' ) as $name ) {
		quietly( $wpdb->prepare( 'DELETE FROM ' . table( $name ) . ' WHERE session_id = %s', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
}
