<?php
/**
 * How many messages of one visitor are answered in a day, by the visitor's role. The role is noted where a session is opened: what a
 * browser sends later says nothing of an account.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * The owner's limits.
 *
 * @return int[] By role; `guest` is whoever isn't signed in.
 */
function role_limits(): array {
	$limits = array();
	foreach ( settings()['role_messages'] as $line ) {
		if ( preg_match( '/^([\w-]+) (\d{1,6})$/D', $line, $match ) ) {
			$limits[ $match[1] ] = (int) $match[2];
		}
	}
	return $limits;
}

/**
 * Messages in a day for a visitor with these roles: the highest of those that are named, else what the settings say for everybody.
 *
 * @param string $roles As a session has them.
 * @param int    $other Of the settings.
 */
function limit_of_roles( string $roles, int $other ): int {
	$limits = array_intersect_key( role_limits(), array_flip( explode( ' ', $roles ) ) );
	return $limits ? max( $limits ) : $other;
}

/** Notes who has opened a conversation, as far as limits go. */
function note_roles( string $session_id ): void {
	global $wpdb;
	$roles = cut( implode( ' ', visitor_roles() ), 200 );
	quietly( $wpdb->prepare( 'UPDATE ' . table( 'sessions' ) . ' SET roles = %s WHERE session_id = %s AND roles <> %s', $roles, $session_id, $roles ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}
