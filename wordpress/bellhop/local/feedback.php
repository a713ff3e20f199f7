<?php
/**
 * What visitors have said of answers of this WordPress: stored beside the conversation, told with it, deleted with it.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Stores what a visitor says of an answer; each call replaces the one before.
 *
 * @param string $owner Of owner_id().
 * @param array  $said  Of read_feedback().
 * @return bool|WP_Error False where it is no answer of a conversation of this visitor.
 */
function store_feedback( string $owner, array $said ) {
	global $wpdb;
	ensure_tables();
	$feedback = table( 'feedback' );
	// phpcs:disable WordPress.DB.PreparedSQL
	$found = rows(
		$wpdb->prepare(
			'SELECT f.value, f.comment FROM ' . table( 'sessions' ) . ' s JOIN ' . table( 'events' ) . " e ON e.session_id = s.session_id AND e.event_id = %s AND e.type = 'agent.message' LEFT JOIN {$feedback} f ON f.event_id = e.event_id WHERE s.session_id = %s AND s.owner_id = %s",
			$said['event_id'],
			$said['session_id'],
			$owner
		)
	);
	if ( ! $found ) {
		return null === $found ? gateway_error( 'unavailable' ) : false;
	}
	if ( '' === $said['value'] ) {
		$done = quietly( $wpdb->prepare( "DELETE FROM {$feedback} WHERE event_id = %s", $said['event_id'] ) );
	} else {
		$kept = $found[0]['value'] === $said['value'] ? (string) $found[0]['comment'] : '';
		$done = quietly( $wpdb->prepare( "REPLACE INTO {$feedback} (event_id, session_id, value, comment, given_at) VALUES (%s, %s, %s, %s, %d)", $said['event_id'], $said['session_id'], $said['value'], $said['comment'] ?? $kept, now_ms() ) );
	}
	// phpcs:enable
	return false === $done ? gateway_error( 'unavailable' ) : true;
}

/**
 * How many answers of conversations have helped, and how many have not.
 *
 * @param string[] $session_ids Which.
 * @return array<string, int[]> By session: up, down.
 */
function count_feedback( array $session_ids ): array {
	global $wpdb;
	if ( ! $session_ids ) {
		return array();
	}
	$marks = implode( ', ', array_fill( 0, count( $session_ids ), '%s' ) );
	$rows  = rows( $wpdb->prepare( 'SELECT session_id, value, COUNT(*) AS n FROM ' . table( 'feedback' ) . " WHERE session_id IN ({$marks}) GROUP BY session_id, value", $session_ids ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- $marks are places.
	$found = array();
	foreach ( (array) $rows as $row ) {
		$found[ $row['session_id'] ]                  = $found[ $row['session_id'] ] ?? array(
			'up'   => 0,
			'down' => 0,
		);
		$found[ $row['session_id'] ][ $row['value'] ] = (int) $row['n'];
	}
	return $found;
}

/**
 * What visitors have said of answers since a time.
 *
 * @param int $after Unix milliseconds; later than this.
 * @param int $until Unix milliseconds; not later than this.
 * @return int[] up, down.
 */
function count_feedback_between( int $after, int $until ): array {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT value, COUNT(*) AS n FROM ' . table( 'feedback' ) . ' WHERE given_at > %d AND given_at <= %d GROUP BY value', $after, $until ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$all  = array_map( 'intval', wp_list_pluck( (array) $rows, 'n', 'value' ) );
	return array( $all['up'] ?? 0, $all['down'] ?? 0 );
}

/**
 * What a visitor has said of an answer, in words.
 *
 * @param array $line Of conversation_lines().
 * @return string '' for nothing.
 */
function feedback_words( array $line ): string {
	if ( '' === $line['feedback'] ) {
		return '';
	}
	$words = 'up' === $line['feedback'] ? __( 'Helped', 'bellhop' ) : __( 'Didn’t help', 'bellhop' );
	return '' === $line['comment'] ? $words : $words . ': ' . $line['comment'];
}
