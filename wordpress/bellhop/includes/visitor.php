<?php
/**
 * Whose session it is: the signed-in user's, or that of a cookie which is set when an anonymous visitor opens the chat.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const VISITOR_COOKIE      = 'bellhop_visitor';
const VISITOR_COOKIE_DAYS = 180;

add_action( 'plugins_loaded', __NAMESPACE__ . '\\tell_consent_api' );
add_filter( 'wp_consent_api_registered_' . plugin_basename( FILE ), '__return_true' );

/** Names the cookie to the WP Consent API, where a site has it: functional, and set only once a visitor opens the chat. Its first release wants six arguments. */
function tell_consent_api(): void {
	if ( function_exists( 'wp_add_cookie_info' ) ) {
		wp_add_cookie_info( VISITOR_COOKIE, 'Bellhop', 'functional', VISITOR_COOKIE_DAYS . ' days', 'Finds the visitor’s own conversation again. Set when the visitor opens the chat.', '' );
	}
}

/** A secret of this site. Other sites of a network, and other keys, give other owners for the same visitor. */
function owner_key(): string {
	$key = get_option( OPTION_OWNER_KEY );
	if ( ! is_string( $key ) || strlen( $key ) < 32 ) {
		$key = bin2hex( random_bytes( 32 ) );
		// Two visitors may come at the same time: the first one's key counts.
		add_option( OPTION_OWNER_KEY, $key, '', false );
		$key = (string) get_option( OPTION_OWNER_KEY, $key );
	}
	return $key;
}

/** The id in the visitor's cookie, or '' where there is no cookie that this site has signed. */
function visitor_from_cookie(): string {
	$cookie = isset( $_COOKIE[ VISITOR_COOKIE ] ) ? sanitize_text_field( wp_unslash( $_COOKIE[ VISITOR_COOKIE ] ) ) : '';
	if ( ! preg_match( '/^([a-f0-9]{48})\.([a-f0-9]{64})$/D', $cookie, $match ) ) {
		return '';
	}
	return hash_equals( sign_visitor( $match[1] ), $match[2] ) ? $match[1] : '';
}

/** A new visitor's id, which nobody can guess. */
function new_visitor(): string {
	return bin2hex( random_bytes( 24 ) );
}

/**
 * Signs a visitor's id. Whoever changes the salts of wp-config.php, as after a break-in, makes every visitor a new one.
 *
 * @param string $id Of new_visitor().
 */
function sign_visitor( string $id ): string {
	return hash_hmac( 'sha256', 'bellhop_visitor|' . get_current_blog_id() . '|' . $id, wp_salt( 'auth' ) );
}

/**
 * Keeps the visitor's id where scripts can't read it, for the whole site.
 *
 * @param string $id Of new_visitor().
 */
function set_visitor_cookie( string $id ): void {
	if ( headers_sent() ) {
		return;
	}
	setcookie(
		VISITOR_COOKIE,
		$id . '.' . sign_visitor( $id ),
		array(
			'expires'  => time() + VISITOR_COOKIE_DAYS * DAY_IN_SECONDS,
			'path'     => COOKIEPATH ? COOKIEPATH : '/',
			'domain'   => (string) COOKIE_DOMAIN,
			'secure'   => is_ssl(),
			'httponly' => true,
			'samesite' => 'Lax',
		)
	);
}

/**
 * The gateway's name for a visitor: neither the cookie nor the user's number can be read from it.
 *
 * @param int    $user_id 0 for an anonymous visitor.
 * @param string $visitor The anonymous visitor's id.
 */
function owner_id( int $user_id, string $visitor ): string {
	$who = $user_id > 0 ? 'user:' . $user_id : 'visitor:' . $visitor;
	return ( $user_id > 0 ? 'user_' : 'visitor_' ) . substr( hash_hmac( 'sha256', $who, owner_key() ), 0, 40 );
}

/**
 * Tells the chat whose conversations those in the browser's storage may be: what stands there under another mark is neither shown
 * nor kept. '' where one visitor of the browser can't be told from another, and what it has stored may be shown at once.
 *
 * @param int    $user_id 0 for an anonymous visitor.
 * @param string $owner   Of owner_id().
 */
function owner_mark( int $user_id, string $owner ): string {
	// Sites of a network that stand in folders share a browser's storage, so that there each site's visitors have a mark, too.
	$shares = is_multisite() && ! is_subdomain_install();
	return $user_id > 0 || $shares ? substr( sign_visitor( 'mark|' . $owner ), 0, 32 ) : '';
}
