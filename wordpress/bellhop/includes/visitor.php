<?php
/**
 * Whose session it is: the signed-in user's, or that of a cookie which is set when an anonymous visitor opens the chat.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const VISITOR_COOKIE      = 'bellhop_visitor';
const HOST_COOKIE         = '__Host-' . VISITOR_COOKIE;
const VISITOR_COOKIE_DAYS = 180;

add_action( 'plugins_loaded', __NAMESPACE__ . '\\tell_consent_api' );
add_filter( 'wp_consent_api_registered_' . plugin_basename( FILE ), '__return_true' );

/** Names the cookie to the WP Consent API, where a site has it: functional, and set only once a visitor opens the chat. Its first release wants six arguments. */
function tell_consent_api(): void {
	if ( function_exists( 'wp_add_cookie_info' ) ) {
		wp_add_cookie_info( visitor_cookie_name(), 'Bellhop', 'functional', VISITOR_COOKIE_DAYS . ' days', 'Finds the visitor’s own conversation again. Set when the visitor opens the chat.', '' );
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

/** The id in the visitor's cookie, or '' where there is no cookie that this site has signed, or there are two of different visitors. */
function visitor_from_cookie(): string {
	return only_visitor( signed_visitors( visitor_cookie_name() ) );
}

/**
 * The id in a cookie of an earlier release, whose name any host of the domain can set: it counts only together with a conversation
 * of that visitor's, whose id no other host can have put into this browser. '' where there is none, or one of the new name.
 */
function visitor_from_old_cookie(): string {
	$name = visitor_cookie_name();
	return VISITOR_COOKIE === $name || signed_visitors( $name ) ? '' : only_visitor( signed_visitors( VISITOR_COOKIE ) );
}

/**
 * Of two that this site has signed one was planted, and which can't be told.
 *
 * @param string[] $ids Of signed_visitors().
 */
function only_visitor( array $ids ): string {
	return 1 === count( $ids ) ? $ids[0] : '';
}

/**
 * The visitors of all cookies of a name that this site has signed. Read from the header: PHP's own list has one cookie of each name,
 * and in older versions takes other names for this one.
 *
 * @param string $name Of the cookie.
 * @return string[] Different ones.
 */
function signed_visitors( string $name ): array {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- only what has the cookie's own form is used; sanitised as a whole, another cookie could swallow it.
	$header = isset( $_SERVER['HTTP_COOKIE'] ) ? (string) wp_unslash( $_SERVER['HTTP_COOKIE'] ) : '';
	$ids    = array();
	foreach ( explode( ';', $header ) as $pair ) {
		list( $sent, $value ) = explode( '=', trim( $pair ), 2 ) + array( '', '' );
		if ( $name === $sent && preg_match( '/^([a-f0-9]{48})\.([a-f0-9]{64})$/D', $value, $match ) && hash_equals( sign_visitor( $match[1] ), $match[2] ) ) {
			$ids[ $match[1] ] = true;
		}
	}
	return array_map( 'strval', array_keys( $ids ) );
}

/**
 * The cookie's name. A browser takes one that begins with __Host- from no other host of the domain, but only by https, for the whole
 * host and without a domain. Where WordPress's own cookies have a path or a domain, ours has the same, and the plain name.
 */
function visitor_cookie_name(): string {
	$may_be_host = in_array( (string) COOKIEPATH, array( '', '/' ), true ) && '' === (string) COOKIE_DOMAIN;
	return $may_be_host && is_visit_by_https() ? HOST_COOKIE : VISITOR_COOKIE;
}

/** Whether the visitor's browser came by https, also where WordPress doesn't know: it sends a cookie of the prefix by nothing else. */
function is_visit_by_https(): bool {
	return is_ssl() || (bool) signed_visitors( HOST_COOKIE );
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
	$name  = visitor_cookie_name();
	$flags = array(
		'expires'  => time() + VISITOR_COOKIE_DAYS * DAY_IN_SECONDS,
		'path'     => COOKIEPATH ? COOKIEPATH : '/',
		'domain'   => (string) COOKIE_DOMAIN,
		'secure'   => is_visit_by_https(),
		'httponly' => true,
		'samesite' => 'Lax',
	);
	setcookie( $name, $id . '.' . sign_visitor( $id ), $flags );
	if ( VISITOR_COOKIE !== $name && isset( $_COOKIE[ VISITOR_COOKIE ] ) ) {
		setcookie( VISITOR_COOKIE, '', array( 'expires' => 1 ) + $flags );
	}
}

/**
 * The gateway's name for a visitor: neither the cookie nor the user's number can be read from it.
 *
 * @param int $user_id 0 for an anonymous visitor.
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
