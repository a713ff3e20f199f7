<?php
/**
 * Names that clients give to what they send (`intent_id`): the same name again answers with the first event and changes nothing. An
 * extension of the interface, which replies say by the header below; and the run that an interrupt means (`run_id`).
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * The names in an event of a send: its own, and of an interrupt the run's.
 *
 * @param string $where Its place, for the refusal.
 * @return string[]|WP_Error intent_id and run_id, as far as they are there.
 */
function read_names( object $event, string $where ) {
	$names = array();
	if ( property_exists( $event, 'intent_id' ) ) {
		if ( ! is_string( $event->intent_id ) || ! preg_match( '/^[A-Za-z0-9_-]{1,64}$/D', $event->intent_id ) ) {
			return invalid( "$where.intent_id must be 1 to 64 of A-Z a-z 0-9 _ -." );
		}
		$names['intent_id'] = $event->intent_id;
	}
	if ( 'user.interrupt' === ( $event->type ?? null ) && property_exists( $event, 'run_id' ) ) {
		if ( ! is_string( $event->run_id ) || ! is_id( $event->run_id ) || strlen( $event->run_id ) > 64 ) {
			return invalid( "$where.run_id must be the id of a run." );
		}
		$names['run_id'] = $event->run_id;
	}
	return $names;
}

/**
 * A name that a request gives to two events; null where there is none.
 *
 * @param array[] $events Of one request.
 */
function name_given_twice( array $events ): ?string {
	foreach ( array_count_values( array_column( $events, 'intent_id' ) ) as $name => $count ) {
		if ( $count > 1 ) {
			return (string) $name;
		}
	}
	return null;
}

/**
 * Stores what has come for the first time, by $store, and answers with the first event of each name that is known. The session is
 * locked, so no other send can store the same name meanwhile.
 *
 * @param object   $write  Of write_session().
 * @param array[]  $events Of parse_send().
 * @param callable $store  Gets $write and those events whose names are new, or that have none; returns rows or a WP_Error.
 * @return array[]|WP_Error Rows, in the order of the list.
 */
function store_once( object $write, array $events, callable $store ) {
	$known = events_of_names( $write->session['session_id'], array_column( $events, 'intent_id' ) );
	if ( null === $known ) {
		return new WP_Error( 'database' );
	}
	$fresh  = array_filter(
		$events,
		function ( array $event ) use ( $known ): bool {
			return ! isset( $event['intent_id'], $known[ $event['intent_id'] ] );
		}
	);
	$stored = $fresh ? $store( $write, array_values( $fresh ) ) : array();
	if ( is_wp_error( $stored ) ) {
		return $stored;
	}
	// Whatever is stored now comes after what is known.
	$known = array_values( $known );
	array_multisort( array_map( 'intval', array_column( $known, 'seq' ) ), $known );
	return array_merge( $known, $stored );
}

/**
 * The events that have names.
 *
 * @param string[] $names      Some.
 * @return array[]|null Rows by name; null where the database failed.
 */
function events_of_names( string $session_id, array $names ): ?array {
	global $wpdb;
	if ( ! $names ) {
		return array();
	}
	$places = implode( ', ', array_fill( 0, count( $names ), '%s' ) );
	$query  = 'SELECT ' . EVENT_COLUMNS . ' FROM ' . table( 'events' ) . " WHERE session_id = %s AND intent_id IN ({$places})";
	$rows   = rows( $wpdb->prepare( $query, array_merge( array( $session_id ), $names ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- as many places as names.
	// MySQL and MariaDB take "a" and "A" for the same; as names they differ.
	return null === $rows ? null : array_intersect_key( array_column( $rows, null, 'intent_id' ), array_flip( $names ) );
}
