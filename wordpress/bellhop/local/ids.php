<?php
/**
 * Ids, times and signatures of chats that this WordPress answers itself, and a browser's token for one session.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const TOKEN_SECONDS = 15 * MINUTE_IN_SECONDS;

/**
 * A new id that nobody can guess.
 *
 * @param string $prefix ses, evt, run or toolu.
 */
function fresh_id( string $prefix ): string {
	return $prefix . '_' . bin2hex( random_bytes( 15 ) );
}

/** Whether text from outside can be an id at all. */
function is_id( string $text ): bool {
	return strlen( $text ) <= MAX_ID_LENGTH && preg_match( '/^[\w.:-]+$/D', $text );
}

/** The time in Unix milliseconds. */
function now_ms(): int {
	return (int) floor( microtime( true ) * 1000 );
}

/**
 * Whoever changes the salts of wp-config.php ends all tokens and cursors.
 *
 * @param string $purpose What is signed.
 */
function signature( string $purpose, string $text ): string {
	return hash_hmac( 'sha256', $purpose . '|' . get_current_blog_id() . '|' . $text, wp_salt( 'auth' ) );
}

/**
 * A token that says for itself whose it is, so that no request has to look it up.
 *
 * @param string   $owner   Of owner_id().
 * @param int      $seconds How long it is good.
 * @param string[] $scopes  What it permits.
 */
function browser_token( string $session, string $owner, int $seconds = TOKEN_SECONDS, array $scopes = array( 'session_events' ) ): string {
	$says = array(
		's' => $session,
		'o' => $owner,
		'e' => time() + $seconds,
		'c' => $scopes,
	);
	$body = bin2hex( to_json( $says ) );
	return 'bhw_' . $body . '.' . signature( 'token', $body );
}

/**
 * Reads a token that a browser sends.
 *
 * @return array|null s, o, e, c as in browser_token; null where nobody here has issued it, or it has expired.
 */
function read_browser_token( string $token ): ?array {
	if ( strlen( $token ) > 2000 || ! preg_match( '/^bhw_((?:[a-f0-9]{2})+)\.([a-f0-9]{64})$/D', $token, $match ) ) {
		return null;
	}
	if ( ! hash_equals( signature( 'token', $match[1] ), $match[2] ) ) {
		return null;
	}
	$says = json_decode( (string) hex2bin( $match[1] ), true );
	return is_array( $says ) && (int) ( $says['e'] ?? 0 ) > time() ? $says : null;
}

/**
 * Where a list goes on: signed together with its session and order, so that another's is refused like an invention.
 *
 * @param string $order   asc or desc.
 * @param int    $seq     Sequence number after which the list goes on.
 */
function write_cursor( string $session, string $order, int $seq ): string {
	return $seq . '-' . substr( signature( 'cursor', $session . '|' . $order . '|' . $seq ), 0, 32 );
}

/**
 * Reads a cursor; null where it isn't of this session.
 *
 * @return array|null Order and sequence number.
 */
function read_cursor( string $session, string $cursor ): ?array {
	if ( ! preg_match( '/^(\d{1,15})-([a-f0-9]{32})$/D', $cursor, $match ) ) {
		return null;
	}
	foreach ( array( 'asc', 'desc' ) as $order ) {
		if ( hash_equals( write_cursor( $session, $order, (int) $match[1] ), $cursor ) ) {
			return array( $order, (int) $match[1] );
		}
	}
	return null;
}
