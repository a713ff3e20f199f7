<?php
/**
 * What chats may cost: messages for each visitor and for the whole site in a day, and requests for each address in a minute. A
 * message is counted in the write that stores it, so none is counted that isn't stored, and none stored that wasn't counted.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Sends of one address in a minute. */
const SENDS_PER_MINUTE = 60;
/** How long ago a visitor's first conversation must have begun for them to be no newcomer. */
const NEWCOMER_SECONDS = 10 * MINUTE_IN_SECONDS;
/** Of the messages of a day, what newcomers leave to those who came earlier: one in four. */
const SHARE_OF_EARLIER = 4;
/** Of the messages of a day, what one network may use up: one in three, or those of two visitors where these are more. */
const SHARE_OF_NETWORK = 3;
/** Days that counts are kept for. */
const COUNT_DAYS = 40;

/**
 * How many messages are answered in a day.
 *
 * @param string $roles      Of its visitor, as the session has them.
 * @return int[] Messages in a day: of one visitor, of all together.
 */
function daily_limits( string $session_id, string $roles = '' ): array {
	$settings = settings();
	/**
	 * How many messages are answered in a day: for one visitor, for all together.
	 *
	 * @param int[]  $limits     Of the settings.
	 * @param string $session_id Which session.
	 */
	return array_map( 'intval', array_values( (array) apply_filters( 'bellhop_daily_limits', array( limit_of_roles( $roles, $settings['visitor_messages'] ), $settings['site_messages'] ), $session_id ) ) ) + array( 0, 0 );
}

/** The day of the site's own time zone, as a number. */
function today(): int {
	return (int) wp_date( 'Ymd' );
}

/**
 * The name under which a visitor's messages are counted; the site's is ''.
 *
 * @param string $owner_id Of owner_id().
 */
function counted_visitor( string $owner_id ): string {
	return substr( signature( 'count', $owner_id ), 0, 40 );
}

/**
 * Counts a message that will be answered. Inside of a write. The site's row is changed first, by everybody in the same order, so
 * that two writes can't wait for each other. A program that keeps no cookie is a new visitor each time: it uses up what its network
 * may have, and what newcomers may have, and leaves the rest of the day to others.
 *
 * @param array $session A row.
 * @return WP_Error|null Why it can't be taken, or null.
 */
function count_message( array $session ): ?WP_Error {
	list( $of_visitor, $of_site ) = daily_limits( $session['session_id'], (string) ( $session['roles'] ?? '' ) );
	$visitor                      = counted_visitor( $session['owner_id'] );
	$limits                       = array( array( '', $of_site, 'This site has', 'site' ) );
	if ( is_newcomer( $session['owner_id'] ) ) {
		$limits[] = array( 'newcomers', $of_site - intdiv( $of_site, SHARE_OF_EARLIER ), 'This site has', 'newcomers' );
	}
	$limits[] = array( counted_visitor( 'network ' . client_network() ), max( 2 * $of_visitor, intdiv( $of_site, SHARE_OF_NETWORK ) ), 'Your network has', 'network' );
	$limits[] = array( $visitor, $of_visitor, 'You have', 'visitor' );
	foreach ( $limits as list( $who, $most, $whose, $limit ) ) {
		$count = add_to_count( $who, 1, 0 );
		if ( null === $count ) {
			return new WP_Error( 'database' );
		}
		if ( $count > $most ) {
			$refused = refusal( 402, $whose . ' no credits left for today: the number of messages that are answered in a day is reached. Try again tomorrow.' );
			$refused->add_data( compact( 'limit', 'most' ) + (array) $refused->get_error_data() );
			return $refused;
		}
	}
	return null;
}

/** Takes back the message of a self-test, which came as a newcomer's and which no visitor has written. */
function uncount_message(): void {
	foreach ( array( '', 'newcomers' ) as $who ) {
		add_to_count( $who, -1, 0 );
	}
}

/**
 * Whether nobody knows this visitor yet: no account, and no conversation that began some minutes ago.
 *
 * @param string $owner_id Of owner_id().
 */
function is_newcomer( string $owner_id ): bool {
	global $wpdb;
	if ( 0 === strpos( $owner_id, 'user_' ) ) {
		return false;
	}
	$row = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . ' WHERE owner_id = %s AND created_at < %d LIMIT 1', $owner_id, now_ms() - NEWCOMER_SECONDS * 1000 ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return array() === $row;
}

/**
 * Counts what a cycle has used, as far as it is known, and what of the money that was taken for it is left.
 *
 * @param array $session A row.
 * @return bool False where the database failed: it may have undone the whole write, so nothing more of it may be stored.
 */
function count_usage( array $session ): bool {
	$usage  = run_usage( $session );
	$tokens = $usage['input_tokens'] + $usage['output_tokens'];
	if ( $tokens > 0 && null === add_to_count( '', 0, $tokens ) ) {
		return false;
	}
	$noted = (array) json_decode( (string) $session['run_usage'], true );
	// Nobody knows what an answer cost that never came: then all that was taken for it counts.
	if ( ! empty( $noted['is_final'] ) && isset( $noted['taken'] ) ) {
		return settle_money( $usage['credits_nano'] - (int) $noted['taken'], (int) $noted['month'] );
	}
	return true;
}

/**
 * Adds to what was used today, and tells what it comes to.
 *
 * @param string $who      Whose count.
 * @param int    $messages To add.
 * @param int    $tokens   To add; not both of them 0, which MySQL would take for a row that isn't there.
 * @return int|null Messages of today with these; null where the database failed.
 */
function add_to_count( string $who, int $messages, int $tokens ): ?int {
	global $wpdb;
	$counts = table( 'counts' );
	$day    = today();
	// phpcs:disable WordPress.DB.PreparedSQL
	$added = quietly( $wpdb->prepare( "UPDATE {$counts} SET messages = messages + %d, tokens = tokens + %d WHERE day = %d AND who = %s", $messages, $tokens, $day, $who ) );
	if ( 0 === $added ) {
		$added = quietly( $wpdb->prepare( "INSERT INTO {$counts} (day, who, messages, tokens, cost_nano) VALUES (%d, %s, %d, %d, 0)", $day, $who, $messages, $tokens ) );
	}
	$row = false === $added ? null : rows( $wpdb->prepare( "SELECT messages FROM {$counts} WHERE day = %d AND who = %s", $day, $who ) );
	// phpcs:enable
	return $row ? (int) $row[0]['messages'] : null;
}

/**
 * What was used today.
 *
 * @return int[] Messages and tokens of today, of all visitors together.
 */
function used_today(): array {
	global $wpdb;
	$row = rows( $wpdb->prepare( 'SELECT messages, tokens FROM ' . table( 'counts' ) . " WHERE day = %d AND who = ''", today() ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $row ? array( (int) $row[0]['messages'], (int) $row[0]['tokens'] ) : array( 0, 0 );
}

/** Seconds to wait before an address may send again, 0 for none. */
function send_wait(): int {
	/**
	 * How many sends of one address are fine in a minute.
	 *
	 * @param int $most The default leaves room for an office behind one address.
	 */
	$most = (int) apply_filters( 'bellhop_sends_per_minute', SENDS_PER_MINUTE );
	return seconds_over_limits( array( array( 'sends', client_network(), $most, MINUTE_IN_SECONDS ) ) );
}
