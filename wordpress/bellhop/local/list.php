<?php
/**
 * The list of a session's events. One query, the session's row included: most polls find nothing and should cost nothing.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Checks a list's query.
 *
 * @param array $query      As it came: limit, order, page, after_id, include_thinking.
 * @return array|WP_Error limit, order, from (a sequence number or null), after (an event's id or null), thinking.
 */
function parse_list( string $session_id, array $query ) {
	$limit = $query['limit'] ?? (string) DEFAULT_PAGE_SIZE;
	if ( ! is_string( $limit ) || ! preg_match( '/^\d{1,4}$/D', $limit ) || $limit < 1 || $limit > MAX_PAGE_SIZE ) {
		return invalid( 'limit must be an integer from 1 to ' . MAX_PAGE_SIZE . '.' );
	}
	$order = $query['order'] ?? null;
	if ( ! in_array( $order, array( null, 'asc', 'desc' ), true ) ) {
		return invalid( 'order must be asc or desc.' );
	}
	$thinking = $query['include_thinking'] ?? 'false';
	if ( ! in_array( $thinking, array( 'true', 'false' ), true ) ) {
		return invalid( 'include_thinking must be true or false.' );
	}
	$start = list_start( $session_id, $query, $order );
	return is_wp_error( $start ) ? $start : $start + array(
		'limit'    => (int) $limit,
		'thinking' => 'true' === $thinking,
	);
}

/**
 * Where a list begins: at a cursor, after an event, or at the beginning.
 *
 * @param array       $query      As it came.
 * @param string|null $order      As asked for.
 * @return array|WP_Error
 */
function list_start( string $session_id, array $query, ?string $order ) {
	$page  = $query['page'] ?? null;
	$after = $query['after_id'] ?? null;
	if ( null !== $page && null !== $after ) {
		return invalid( SENTENCES['page_or_after'] );
	}
	if ( null !== $page ) {
		// A cursor goes on in its own order, which need not be named again.
		$cursor = is_string( $page ) ? read_cursor( $session_id, $page ) : null;
		if ( null === $cursor || ( null !== $order && $order !== $cursor[0] ) ) {
			return invalid( SENTENCES['bad_cursor'] );
		}
		return array(
			'order' => $cursor[0],
			'from'  => $cursor[1],
			'after' => null,
		);
	}
	if ( null !== $after && ( ! is_string( $after ) || ! is_id( $after ) ) ) {
		return invalid( SENTENCES['bad_after'] );
	}
	return array(
		'order' => $order ?? 'asc',
		'from'  => null,
		'after' => $after,
	);
}

/**
 * Reads a page, with the session's row as its first line says it.
 *
 * @param array $asked      Of parse_list.
 * @return array[]|null Each row has session and after (as s_…), and an event, or null for its fields; null where the database
 *                      failed, none where there is no such session.
 */
function read_page( string $session_id, array $asked ): ?array {
	global $wpdb;
	$sessions = table( 'sessions' );
	$events   = table( 'events' );
	$is_asc   = 'asc' === $asked['order'];
	$compare  = $is_asc ? '>' : '<';
	$join     = '';
	$where    = '';
	$values   = array();
	if ( null !== $asked['after'] ) {
		$join     = "LEFT JOIN {$events} a ON a.session_id = s.session_id AND a.event_id = %s";
		$where    = "AND e.seq {$compare} a.seq";
		$values[] = $asked['after'];
	} elseif ( null !== $asked['from'] ) {
		$where    = "AND e.seq {$compare} %d";
		$values[] = $asked['from'];
	}
	$seq      = null === $asked['after'] ? '0' : 'a.seq';
	$way      = $is_asc ? 'ASC' : 'DESC';
	$values[] = $session_id;
	// One more than asked for, to know whether there is another page.
	$values[] = $asked['limit'] + 1;
	// phpcs:disable WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- names of tables and columns, and as many values as the parts above have places.
	return rows(
		$wpdb->prepare(
			"SELECT s.session_id AS s_id, s.owner_id AS s_owner, s.run_state AS s_state, s.run_at AS s_at, s.run_lease AS s_lease, {$seq} AS s_after,
				e.seq, e.event_id, e.type, e.content, e.usage_data, e.error_code, e.created_at, e.processed_at, e.run_id, e.intent_id
			FROM {$sessions} s {$join} LEFT JOIN {$events} e ON e.session_id = s.session_id {$where}
			WHERE s.session_id = %s ORDER BY e.seq {$way} LIMIT %d",
			$values
		)
	);
	// phpcs:enable
}

/**
 * Makes the reply of what the database gave.
 *
 * @param array[] $rows Of read_page.
 * @param array   $asked Of parse_list.
 * @return array|WP_Error The reply's body.
 */
function list_reply( array $rows, array $asked ) {
	if ( null === $rows[0]['s_after'] ) {
		return invalid( SENTENCES['bad_after'] );
	}
	$events = null === $rows[0]['seq'] ? array() : array_slice( $rows, 0, $asked['limit'] );
	$data   = array();
	foreach ( $events as $event ) {
		$data[] = wire_event( $event, $asked['thinking'] );
	}
	$has_more = count( $rows ) > $asked['limit'];
	return array(
		'data'      => $data,
		'next_page' => $has_more ? write_cursor( $rows[0]['s_id'], $asked['order'], (int) end( $events )['seq'] ) : null,
	);
}
