<?php
/**
 * "Test the connection": one finding after the other, each with what to do about it. Changes nothing at the gateway.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Tests the way to the gateway, and what visitors' browsers need.
 *
 * @return array[] ok (true, false, or null for "could not be told"), text.
 */
function test_connection(): array {
	$settings = settings();
	if ( ! is_connected() ) {
		return array( finding( false, explain_gateway_error( gateway_error( connection_problem() ) ) ) );
	}
	$findings = array();
	// An empty heartbeat says nothing and so changes nothing, but it is answered for this site and this token alone.
	$reply = gateway_request( 'POST', '/v1/sites/' . rawurlencode( $settings['client_id'] ) . '/heartbeat', array() );
	if ( is_wp_error( $reply ) ) {
		// The same answer to the same request as a report's: it means the same.
		take_failure( $reply, state() );
		return array( finding( false, explain_gateway_error( $reply ) ) );
	}
	update_state(
		array(
			'status'        => 'active',
			'message'       => '',
			'failures'      => 0,
			'session_error' => '',
			'at'            => time(),
		)
	);
	// The catalog is not part of the test: the report that follows brings it up to date.
	beat_soon();
	$findings[] = finding( true, __( 'The gateway answers, and knows this site and its token.', 'bellhop' ) );
	$findings[] = diagnose_sessions();
	$findings[] = diagnose_origin();
	$findings[] = diagnose_door( check_rest_access() );
	$csp        = diagnose_policy( $settings['gateway_url'] );
	if ( null !== $csp ) {
		$findings[] = $csp;
	}
	if ( is_ssl() && 0 === strpos( $settings['gateway_url'], 'http://' ) ) {
		$findings[] = finding( false, __( 'Your site has https and the gateway address has not: browsers refuse that. Use the gateway’s https address.', 'bellhop' ) );
	}
	if ( in_array( 'abilities', $settings['tools'], true ) && ! has_abilities() ) {
		$findings[] = finding( null, __( 'Abilities are chosen as a source of tools, but this WordPress has none: they came with version 6.9.', 'bellhop' ) );
	}
	return $findings;
}

/** Whether this token may hand out sessions: asked of a session that isn't there, so that none is made. */
function diagnose_sessions(): array {
	$reply = gateway_request( 'POST', '/admin/sessions/bellhop-connection-test/tokens', array() );
	if ( ! is_wp_error( $reply ) || 'not_found' === $reply->get_error_code() ) {
		return finding( true, __( 'Visitors can be given sessions.', 'bellhop' ) );
	}
	return finding( false, __( 'Visitors can’t be given sessions.', 'bellhop' ) . ' ' . explain_gateway_error( $reply ) );
}

/** Whether visitors' browsers, which come from this site's origin, are let in. */
function diagnose_origin(): array {
	$home    = wp_parse_url( home_url() );
	$origin  = $home['scheme'] . '://' . host_and_port( home_url() );
	$reply   = wp_remote_get(
		settings()['gateway_url'] . '/v1/sessions/bellhop-connection-test/events',
		array(
			'timeout'            => 10,
			'redirection'        => 0,
			'reject_unsafe_urls' => is_multisite(),
			'headers'            => array( 'Origin' => $origin ),
		)
	);
	$allowed = is_wp_error( $reply ) ? '' : (string) wp_remote_retrieve_header( $reply, 'access-control-allow-origin' );
	if ( in_array( $allowed, array( '*', $origin ), true ) ) {
		return finding( true, __( 'Browsers on this site may talk to the gateway.', 'bellhop' ) );
	}
	/* translators: %s: the site's origin, as in https://example.com */
	return finding( false, sprintf( __( 'The gateway keeps out browsers that come from %s. Its operator can add this origin to the allowed ones.', 'bellhop' ), $origin ) );
}

/**
 * By which door visitors reach the chat, asked from outside.
 *
 * @param int|null $door Of check_rest_access().
 */
function diagnose_door( ?int $door ): array {
	if ( null === $door ) {
		return finding( null, __( 'Your server can’t reach itself as a visitor would: its host forbids it, or a password stands before the site. So it is not known whether visitors reach the chat. Try it in a browser where you are not signed in.', 'bellhop' ) );
	}
	return -1 === $door ? finding( false, words_of_closed_doors() ) : finding( 0 === $door ? true : null, words_of_door( $door ) );
}

/**
 * Whether the site's own Content-Security-Policy lets browsers talk to where the chat is served.
 *
 * @param string $address Of the gateway, or of this site's interface.
 * @return array|null A finding; null where there is nothing to say.
 */
function diagnose_policy( string $address ): ?array {
	$reply = wp_remote_get(
		home_url( '/' ),
		array(
			'timeout'   => 10,
			'cookies'   => array(),
			'sslverify' => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own, as in its loopback tests.
		)
	);
	$lines = is_wp_error( $reply ) ? array() : (array) wp_remote_retrieve_header( $reply, 'content-security-policy' );
	$lines = array_merge( $lines, is_wp_error( $reply ) ? array() : policies_in_page( wp_remote_retrieve_body( $reply ) ) );
	foreach ( $lines as $policy ) {
		if ( ! policy_allows( (string) $policy, $address ) ) {
			/* translators: %s: an origin, as in https://gateway.example, or 'self' */
			return finding( false, sprintf( __( 'Your site’s Content-Security-Policy keeps browsers from the chat. Add %s to its connect-src, where the policy is set: in a security plugin or the web server.', 'bellhop' ), policy_source( $address ) ) );
		}
	}
	return null;
}

/**
 * Policies that a page gives itself, in its head.
 *
 * @return string[]
 */
function policies_in_page( string $html ): array {
	$found = array();
	$tags  = new \WP_HTML_Tag_Processor( $html );
	while ( $tags->next_tag( 'meta' ) ) {
		if ( 'content-security-policy' === strtolower( trim( (string) $tags->get_attribute( 'http-equiv' ) ) ) ) {
			$found[] = (string) $tags->get_attribute( 'content' );
		}
	}
	return $found;
}

/** How a policy names an address. */
function policy_source( string $address ): string {
	$is_own = host_and_port( $address ) === host_and_port( home_url() );
	return $is_own ? "'self'" : wp_parse_url( $address, PHP_URL_SCHEME ) . '://' . host_and_port( $address );
}

/**
 * Whether a policy lets a page make requests to an address. What it doesn't understand, it takes for allowed: a wrong alarm would
 * send the owner the wrong way.
 *
 * @param string $address Of the gateway, or of this site's interface.
 */
function policy_allows( string $policy, string $address ): bool {
	$rules = array();
	foreach ( explode( ';', strtolower( $policy ) ) as $rule ) {
		$words = preg_split( '/\s+/', trim( $rule ) );
		$name  = (string) array_shift( $words );
		if ( ! isset( $rules[ $name ] ) ) {
			$rules[ $name ] = $words;
		}
	}
	$sources = $rules['connect-src'] ?? $rules['default-src'] ?? null;
	if ( null === $sources ) {
		return true;
	}
	$scheme = (string) wp_parse_url( $address, PHP_URL_SCHEME );
	$host   = host_and_port( $address );
	$own    = "'self'" === policy_source( $address );
	foreach ( $sources as $source ) {
		$named   = explode( '/', (string) preg_replace( '#^\w+://#', '', $source ) )[0];
		$pattern = '#^' . str_replace( '\*', '[^/]+', preg_quote( $named, '#' ) ) . '(:443|:80)?$#';
		if ( '*' === $named || $scheme . ':' === $source || ( $own && "'self'" === $source ) || preg_match( $pattern, $host ) ) {
			return true;
		}
	}
	return false;
}

/**
 * "Test the chat", for a WordPress that answers itself.
 *
 * @return array[] Of finding().
 */
function test_chat(): array {
	$tried    = try_model();
	$findings = array();
	if ( isset( $tried['error'] ) ) {
		$findings[] = finding( false, explain_model_failure( $tried['error'], (int) ( $tried['status'] ?? 0 ) ) );
	} else {
		/* translators: 1: name of an AI model, 2: a number of seconds */
		$findings[] = finding( true, sprintf( __( 'The model %1$s answers. It took %2$s seconds.', 'bellhop' ), $tried['model'], number_format_i18n( $tried['ms'] / 1000, 1 ) ) );
	}
	$door       = check_rest_access();
	$findings[] = diagnose_door( $door );
	if ( null !== $door && $door >= 0 ) {
		$broke = walk_as_visitor( $door );
		/* translators: %s: a step, as in "session", with what was answered */
		$findings[] = '' === $broke ? finding( true, __( 'A visitor’s way works, from outside: session, message, stop, list.', 'bellhop' ) ) : finding( false, sprintf( __( 'A visitor’s way breaks, walked from outside. %s', 'bellhop' ), $broke ) );
	}
	$findings[] = diagnose_workers( measure_workers() );
	if ( settings()['streams'] > 0 ) {
		$works      = test_streams();
		$findings[] = finding( $works ? true : null, $works ? __( 'Answers get through to browsers as they come.', 'bellhop' ) : __( 'Something holds answers back until they are complete, a cache or a proxy in front of WordPress perhaps. The chat works all the same: it asks every few seconds.', 'bellhop' ) );
	}
	$csp = diagnose_policy( interface_address() );
	if ( null !== $csp ) {
		$findings[] = $csp;
	}
	return $findings;
}

/**
 * How many requests the server answers at a time, and how many of them chats may hold.
 *
 * @param int $workers Of measure_workers().
 */
function diagnose_workers( int $workers ): array {
	if ( 0 === $workers ) {
		return finding( null, __( 'It could not be measured how many requests your server answers at a time, so chats are answered one after the other.', 'bellhop' ) );
	}
	/* translators: 1: how many requests a server answers at a time, 2: how many chats are answered at a time */
	return finding( 1 === $workers ? null : true, sprintf( __( 'Requests that your server answers at a time: %1$s or more. Chats that are answered at a time: %2$s; others wait, so that your pages stay fast.', 'bellhop' ), number_format_i18n( $workers ), number_format_i18n( runs_at_once() ) ) );
}

/**
 * One thing that a test has found.
 *
 * @param bool|null $ok   Null: not wrong, but worth knowing.
 * @param string    $text What was found.
 */
function finding( ?bool $ok, string $text ): array {
	return array(
		'ok'   => $ok,
		'text' => $text,
	);
}
