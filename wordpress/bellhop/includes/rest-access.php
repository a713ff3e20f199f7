<?php
/**
 * Which of the doors (doors.php) visitors who are not signed in reach: this site asks itself through each, as a visitor's browser
 * would. Security plugins come and go, so it is asked again when the plugins have changed.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** What OPTION_REST_CLOSED says where no door is open. Else '' for REST, 1 for admin-ajax.php, 2 for the front page. */
const ALL_CLOSED = 'all';

/**
 * A request to one of the chat's routes through one of the doors, by the site's public address, as a guest's browser makes it.
 *
 * @param int    $door    0 for REST, 1 for admin-ajax.php, 2 for the front page.
 * @param string $method  GET or POST.
 * @param string $route   With its query.
 * @param string $token   Of a session, or ''.
 * @param string $body    JSON, or ''.
 * @return array|WP_Error As wp_remote_request().
 */
function ask_by_door( int $door, string $method, string $route, string $token = '', string $body = '' ) {
	list( $url, $options ) = request_by_door( $door, $method, $route, $token, $body );
	return wp_remote_request( $url, $options );
}

/**
 * That request, before it is made.
 *
 * @param int    $door    As above.
 * @param string $method  As above.
 * @param string $route   As above.
 * @param string $token   As above.
 * @param string $body    As above.
 * @return array Address, and options of wp_remote_request().
 */
function request_by_door( int $door, string $method, string $route, string $token = '', string $body = '' ): array {
	$home    = wp_parse_url( home_url() );
	$options = array(
		'method'      => $method,
		'timeout'     => 10,
		'redirection' => 0,
		'cookies'     => array(),
		'user-agent'  => 'Mozilla/5.0 (compatible; Bellhop self-test)',
		'sslverify'   => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own, as in its loopback tests.
		'headers'     => array(
			'Origin'         => $home['scheme'] . '://' . host_and_port( home_url() ),
			'Sec-Fetch-Site' => 'same-origin',
			'Content-Type'   => 'application/json',
			'Accept'         => 'application/json',
		),
	);
	if ( 0 === $door ) {
		list( $path, $query ) = explode( '?', $route, 2 ) + array( '', '' );
		$url                  = rest_url( $path );
		$options['body']      = '' === $body ? null : $body;
		$options['headers']  += '' === $token ? array() : array( TOKEN_HEADER => $token );
		return array( '' === $query ? $url : $url . ( strpos( $url, '?' ) ? '&' : '?' ) . $query, $options );
	}
	$options['method'] = 'POST';
	$options['body']   = to_json(
		array(
			'route'  => $route,
			'method' => $method,
			'token'  => $token,
			'body'   => $body,
		)
	);
	return array( door_addresses()[ $door - 1 ], $options );
}

/**
 * The doors beside REST, whole.
 *
 * @return string[]
 */
function door_addresses(): array {
	return array( admin_url( 'admin-ajax.php' ) . '?action=' . DOOR_PARAMETER, home_url( '/?' . DOOR_PARAMETER . '=1' ) );
}

/** The first door that is open to guests: its number, or -1 for none; null where it can't be told. */
function find_open_door(): ?int {
	for ( $door = 0; $door <= 2; $door++ ) {
		$reply  = ask_by_door( $door, 'GET', '/bellhop/v1/abilities' );
		$status = is_wp_error( $reply ) ? 0 : (int) wp_remote_retrieve_response_code( $reply );
		if ( '' !== (string) wp_remote_retrieve_header( $reply, DOOR_HEADER ) ) {
			return $door;
		}
		// Away, or behind a password that visitors' browsers have and this server has not.
		$is_locked = 401 === $status && 0 === stripos( (string) wp_remote_retrieve_header( $reply, 'www-authenticate' ), 'basic' );
		if ( $status < 100 || $status >= 500 || in_array( $status, array( 407, 429 ), true ) || $is_locked ) {
			return null;
		}
	}
	return -1;
}

/** The door by which this site's own requests go; the chat in a browser finds its own. */
function known_door(): int {
	return min( 2, absint( get_option( OPTION_REST_CLOSED ) ) );
}

/** Looks which door is open to visitors, and remembers it. As find_open_door(). */
function check_rest_access(): ?int {
	$door = find_open_door();
	if ( null !== $door ) {
		update_option( OPTION_REST_CLOSED, -1 === $door ? ALL_CLOSED : ( 0 === $door ? '' : (string) $door ) );
	}
	return $door;
}

/** Nobody gets in: why, and what to allow. */
function words_of_closed_doors(): string {
	/* translators: 1 and 2: addresses of this site */
	return sprintf( __( 'Something on this site keeps visitors from the chat, a firewall or a security plugin perhaps: its REST API, admin-ajax.php and the front page all refuse it. Allow addresses that begin with %1$s, or a POST to %2$s, then test again.', 'bellhop' ), own_path( rest_url( 'bellhop/' ) ), own_path( door_addresses()[0] ) );
}

/**
 * By which door visitors get in.
 *
 * @param int $door Of find_open_door().
 */
function words_of_door( int $door ): string {
	if ( 0 === $door ) {
		return __( 'Visitors reach this site’s REST API.', 'bellhop' );
	}
	/* translators: %s: an address of this site */
	return sprintf( __( 'Something on this site keeps visitors out of its REST API, a security plugin perhaps. The chat goes by way of %s instead.', 'bellhop' ), own_path( door_addresses()[ $door - 1 ] ) );
}

/** Part of a report: nobody has to press a button after another plugin was installed, or a day after one was set otherwise. */
function recheck_rest_access(): void {
	$now   = md5( to_json( active_plugin_names() ) );
	$state = state();
	if ( $state['plugins_hash'] !== $now || $state['rest_at'] < time() - DAY_IN_SECONDS ) {
		update_state(
			array(
				'plugins_hash' => $now,
				'rest_at'      => time(),
			)
		);
		check_rest_access();
	}
}

/**
 * Walks a visitor's way where this WordPress answers: a session, a message, Stop, the list. The conversation is deleted afterwards.
 *
 * @return string What broke: a step with what was answered; '' where all went well.
 */
function walk_as_visitor( int $door ): string {
	$reply  = ask_by_door( $door, 'POST', '/bellhop/v1/session', '', to_json( array_filter( array( 'consent' => consent_text() ), 'strlen' ) ) );
	$ticket = json_decode( wp_remote_retrieve_body( $reply ), true );
	if ( ! is_array( $ticket ) || ! isset( $ticket['session_id'], $ticket['token'] ) ) {
		return step_that_broke( 'session', $reply );
	}
	$session = text( $ticket['session_id'] );
	$token   = text( $ticket['token'] );
	$events  = '/bellhop/v1/sessions/' . rawurlencode( $session ) . '/events';
	$steps   = array(
		'message' => array( 'POST', $events, '{"events":[{"type":"user.message","content":[{"type":"text","text":"Hello"}]}]}' ),
		'stop'    => array( 'POST', $events, '{"events":[{"type":"user.interrupt","content":[]}]}' ),
		'list'    => array( 'GET', $events . '?limit=100', '' ),
	);
	$broke   = '';
	foreach ( $steps as $name => list( $method, $route, $body ) ) {
		$reply = ask_by_door( $door, $method, $route, $token, $body );
		$said  = json_decode( wp_remote_retrieve_body( $reply ), true );
		if ( ! is_array( $said ) || empty( $said['data'] ) ) {
			$broke = step_that_broke( $name, $reply );
			break;
		}
		if ( 'message' === $name ) {
			uncount_message();
		}
	}
	delete_session( $session );
	return $broke;
}

/**
 * A step of the visitor's way, and what was answered.
 *
 * @param array|WP_Error $reply Of ask_by_door().
 */
function step_that_broke( string $step, $reply ): string {
	return $step . ': ' . ( is_wp_error( $reply ) ? $reply->get_error_message() : 'HTTP ' . wp_remote_retrieve_response_code( $reply ) );
}
