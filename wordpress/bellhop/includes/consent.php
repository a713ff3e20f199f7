<?php
/**
 * What visitors agree to before their first message, where the owner asks for it: which text, when, and by whom. The chat shows the tick
 * (`data-consent`) and sends what was agreed to when it asks for a session; without that no conversation begins here.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Every text that was ever asked about, by its version: what a visitor has agreed to can be read as long as somebody has agreed to it. */
const OPTION_CONSENT_TEXTS = 'bellhop_consent_texts';
/** A page of a cache may show the text before. */
const MAX_CONSENT_TEXTS = 50;

add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\note_consent_text', 10, 0 );
add_action( 'add_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\note_consent_text', 10, 0 );

/** The text of now; '' where the owner asks for nothing. */
function consent_text(): string {
	return settings()['consent'];
}

/**
 * The version of a text. The text itself is kept under it.
 *
 * @param string $text What a visitor reads.
 */
function consent_version( string $text ): string {
	return substr( md5( trim( (string) preg_replace( '/\s+/', ' ', $text ) ) ), 0, 12 );
}

/**
 * All texts by version, the newest last.
 *
 * @return array<string, array> text, since (Unix seconds).
 */
function consent_texts(): array {
	$stored = get_option( OPTION_CONSENT_TEXTS );
	return is_array( $stored ) ? $stored : array();
}

/** Notes the text of now among those that were asked about. */
function note_consent_text(): void {
	$text  = consent_text();
	$texts = consent_texts();
	$own   = consent_version( $text );
	if ( '' === $text || isset( $texts[ $own ] ) ) {
		return;
	}
	$texts[ $own ] = array(
		'text'  => $text,
		'since' => time(),
	);
	update_option( OPTION_CONSENT_TEXTS, array_slice( $texts, -MAX_CONSENT_TEXTS, null, true ), false );
}

/**
 * Why a session can't be had: nothing was agreed to. Null where it can.
 *
 * @param string $text  What the browser says was agreed to, or ''.
 * @param string $owner Of owner_id(), or '' for somebody new.
 */
function refuse_without_consent( string $text, string $owner ): ?WP_Error {
	if ( '' === consent_text() || isset( consent_texts()[ consent_version( $text ) ] ) || ( '' !== $owner && null !== consent_of( $owner ) ) ) {
		return null;
	}
	return new WP_Error( 'bellhop_consent_needed', __( 'The visitor has to agree first.', 'bellhop' ), array( 'status' => 428 ) );
}

/**
 * Keeps that a visitor has agreed, once for each text.
 *
 * @param string $owner   Of owner_id().
 * @param string $session In which conversation, at a gateway or here.
 */
function keep_consent( string $owner, string $text, string $session ): void {
	global $wpdb;
	$version = consent_version( $text );
	if ( '' === $text || ! isset( consent_texts()[ $version ] ) ) {
		return;
	}
	ensure_tables();
	$known = rows( $wpdb->prepare( 'SELECT owner_id FROM ' . table( 'consents' ) . ' WHERE owner_id = %s AND version = %s', $owner, $version ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( array() !== $known ) {
		return;
	}
	$now = now_ms();
	if ( false !== quietly( $wpdb->prepare( 'INSERT INTO ' . table( 'consents' ) . ' (owner_id, version, session_id, given_at) VALUES (%s, %s, %s, %d)', $owner, $version, $session, $now ) ) ) { // phpcs:ignore WordPress.DB.PreparedSQL
		tell_consent( $session, $version, consent_texts()[ $version ]['text'] );
	}
}

/**
 * What a visitor has agreed to last.
 *
 * @param string $owner Of owner_id().
 * @return array|null version, given_at (Unix milliseconds), session_id; null for nothing.
 */
function consent_of( string $owner ): ?array {
	$all = has_tables() ? consents_of( $owner ) : array();
	return $all ? end( $all ) : null;
}

/**
 * All that a visitor has agreed to, the oldest first, with the texts as they were.
 *
 * @param string $owner Of owner_id().
 * @return array[] version, text, given_at (Unix milliseconds), session_id.
 */
function consents_of( string $owner ): array {
	global $wpdb;
	$texts = consent_texts();
	$found = array();
	foreach ( (array) rows( $wpdb->prepare( 'SELECT version, session_id, given_at FROM ' . table( 'consents' ) . ' WHERE owner_id = %s ORDER BY given_at', $owner ) ) as $row ) { // phpcs:ignore WordPress.DB.PreparedSQL
		$found[] = array(
			'version'    => $row['version'],
			'text'       => (string) ( $texts[ $row['version'] ]['text'] ?? '' ),
			'given_at'   => (int) $row['given_at'],
			'session_id' => $row['session_id'],
		);
	}
	return $found;
}

/**
 * Forgets what a visitor has agreed to.
 *
 * @param string $owner Of owner_id().
 */
function delete_consents( string $owner ): void {
	global $wpdb;
	if ( has_tables() ) {
		quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'consents' ) . ' WHERE owner_id = %s', $owner ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
}

/** Forgets what was agreed to by visitors of whom nothing else is kept, after as many days as conversations are. */
function sweep_consents(): void {
	global $wpdb;
	quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'consents' ) . ' WHERE given_at < %d AND owner_id NOT IN (SELECT owner_id FROM ' . table( 'sessions' ) . ')', now_ms() - session_days() * DAY_IN_SECONDS * 1000 ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}
