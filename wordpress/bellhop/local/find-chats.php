<?php
/**
 * Conversations found for a list: by words, time, page, and by how they stand, with what the list says of each.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** What a list asks for, where it says nothing. */
const ANY_CHAT = array(
	'search'   => '',
	'status'   => 'any',
	'show'     => 'all',
	'after'    => '',
	'before'   => '',
	'path'     => '',
	'page'     => 1,
	'per_page' => CONVERSATIONS_A_PAGE,
);

/** How a conversation must stand to be shown, as conditions of its row `s`. */
const SHOWN_CHATS = array(
	'all'        => '1 = 1',
	'unanswered' => "s.asked_seq > s.said_seq AND s.run_state NOT IN ('queued', 'waiting', 'running')",
	'waiting'    => '( s.wanted_at > 0 OR ( s.held_by > 0 AND s.asked_seq > s.said_seq ) )',
	'held'       => 's.held_by > 0',
);

/**
 * The newest conversations in which somebody has written.
 *
 * @param array $asked Of ANY_CHAT: search (words of a message), status (any, open, done), show (a key of SHOWN_CHATS, or down), after and
 *                     before (days of the site, Y-m-d), path (part of the page's address), page (from 1), per_page.
 * @return array|null conversations: rows with what chat_summary() tells; total. Null where the database failed.
 */
function find_chats( array $asked = array() ): ?array {
	global $wpdb;
	$asked   += ANY_CHAT;
	$sessions = table( 'sessions' );
	$where    = implode( ' AND ', array_merge( array( standing_as( $asked['status'], $asked['show'] ) ), conditions_of_chats( $asked ) ) );
	// phpcs:disable WordPress.DB.PreparedSQL -- $where is made of constants and prepared parts.
	$number = rows( $wpdb->prepare( "SELECT COUNT(*) AS n FROM {$sessions} s WHERE s.last_seq > %d AND {$where}", 0 ) );
	$found  = rows( $wpdb->prepare( "SELECT s.* FROM {$sessions} s WHERE s.last_seq > 0 AND {$where} ORDER BY s.last_event_at DESC, s.session_id LIMIT %d OFFSET %d", $asked['per_page'], $asked['per_page'] * max( 0, $asked['page'] - 1 ) ) );
	// phpcs:enable
	if ( null === $number || null === $found ) {
		return null;
	}
	return array(
		'conversations' => with_usage( with_first_words( $found ) ),
		'total'         => (int) $number[0]['n'],
	);
}

/**
 * The condition for how conversations stand.
 *
 * @param string $status any, open or done.
 * @param string $show   A key of SHOWN_CHATS, or down.
 */
function standing_as( string $status, string $show ): string {
	$is_done = array(
		'open' => 's.done_at = 0',
		'done' => 's.done_at > 0',
	);
	$shown   = 'down' === $show ? 'EXISTS ( SELECT 1 FROM ' . table( 'feedback' ) . " f WHERE f.session_id = s.session_id AND f.value = 'down' )" : ( SHOWN_CHATS[ $show ] ?? '1 = 1' );
	return $shown . ' AND ' . ( $is_done[ $status ] ?? '1 = 1' );
}

/**
 * The conditions that hold something of who asks, prepared.
 *
 * @param array $asked Of find_chats().
 * @return string[]
 */
function conditions_of_chats( array $asked ): array {
	global $wpdb;
	$where = array();
	if ( '' !== $asked['search'] ) {
		// As JSON has them.
		$like    = '%' . $wpdb->esc_like( substr( encode_content( $asked['search'] ), 1, -1 ) ) . '%';
		$where[] = $wpdb->prepare( 'EXISTS ( SELECT 1 FROM ' . table( 'events' ) . " w WHERE w.session_id = s.session_id AND w.type IN ('user.message', 'agent.message') AND w.content LIKE %s )", $like ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
	if ( '' !== $asked['path'] ) {
		$where[] = $wpdb->prepare( 's.page LIKE %s', '%' . $wpdb->esc_like( $asked['path'] ) . '%' );
	}
	foreach ( array(
		'after'  => array( 's.last_event_at >= %d', '' ),
		'before' => array( 's.last_event_at < %d', ' +1 day' ),
	) as $name => list( $condition, $more ) ) {
		$day = '' === $asked[ $name ] ? false : date_create( $asked[ $name ] . ' 00:00:00' . $more, wp_timezone() );
		if ( false !== $day ) {
			$where[] = $wpdb->prepare( $condition, $day->getTimestamp() * 1000 ); // phpcs:ignore WordPress.DB.PreparedSQL -- one of the two above.
		}
	}
	return $where;
}

/**
 * Adds to each session what its answers have used.
 *
 * @param array[] $sessions Rows.
 * @return array[] With tokens, and cost: billionths of a US dollar.
 */
function with_usage( array $sessions ): array {
	global $wpdb;
	if ( ! $sessions ) {
		return array();
	}
	$ids    = wp_list_pluck( $sessions, 'session_id' );
	$places = implode( ', ', array_fill( 0, count( $ids ), '%s' ) );
	$used   = array();
	foreach ( (array) rows( $wpdb->prepare( 'SELECT session_id, usage_data FROM ' . table( 'events' ) . " WHERE session_id IN ({$places}) AND usage_data IS NOT NULL", $ids ) ) as $row ) { // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- as many places as ids.
		$usage                      = (array) json_decode( $row['usage_data'], true );
		list( $tokens, $cost )      = $used[ $row['session_id'] ] ?? array( 0, 0 );
		$used[ $row['session_id'] ] = array(
			$tokens + absint( $usage['input_tokens'] ?? 0 ) + absint( $usage['output_tokens'] ?? 0 ),
			$cost + absint( $usage['credits_nano'] ?? 0 ),
		);
	}
	foreach ( $sessions as $i => $session ) {
		list( $sessions[ $i ]['tokens'], $sessions[ $i ]['cost'] ) = $used[ $session['session_id'] ] ?? array( 0, 0 );
	}
	return $sessions;
}

/**
 * One conversation as a list has it.
 *
 * @return array|null A row with what chat_summary() tells; null where it is gone, or the database failed.
 */
function find_chat( string $session_id ): ?array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT * FROM ' . table( 'sessions' ) . ' WHERE session_id = %s AND last_seq > 0', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $found ? with_usage( with_first_words( $found ) )[0] : null;
}

/**
 * How a conversation stands, in one word.
 *
 * @param array $session A row.
 */
function chat_state( array $session ): string {
	$asks = (int) $session['asked_seq'] > (int) $session['said_seq'];
	if ( has_person( $session ) ) {
		return $asks ? 'waits' : 'held';
	}
	if ( in_array( $session['run_state'], array( 'queued', 'waiting', 'running' ), true ) ) {
		return 'running';
	}
	if ( (int) $session['wanted_at'] > 0 ) {
		return 'wanted';
	}
	if ( 'paused' === $session['run_state'] ) {
		return 'paused';
	}
	return $asks ? 'unanswered' : 'answered';
}

/** How many conversations wait for a person: who asked for one, and who has written to one. Counted at most twice a minute. */
function count_waiting_chats(): int {
	global $wpdb;
	$known = get_transient( 'bellhop_waiting_chats' );
	if ( false !== $known ) {
		return (int) $known;
	}
	$found = rows( $wpdb->prepare( 'SELECT COUNT(*) AS n FROM ' . table( 'sessions' ) . ' s WHERE s.done_at = %d AND ' . SHOWN_CHATS['waiting'], 0 ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$count = (int) ( $found[0]['n'] ?? 0 );
	set_transient( 'bellhop_waiting_chats', $count, MINUTE_IN_SECONDS / 2 );
	return $count;
}

/** Notes that the visitor of a conversation asks for a person. */
function want_person( string $session_id ): void {
	write_session(
		$session_id,
		function ( object $write ) {
			$write->session['wanted_at'] = $write->now;
			$write->session['done_at']   = 0;
			return true;
		}
	);
}

/**
 * Calls a conversation done, or open again. A person who has it leaves it, and what the visitor has written counts as answered.
 *
 * @return true|\WP_Error
 */
function call_done( string $session_id, bool $is_done ) {
	if ( $is_done ) {
		$left = hand_back( $session_id, false );
		if ( is_wp_error( $left ) && 'bellhop_not_held' !== $left->get_error_code() ) {
			return $left;
		}
	}
	return write_session(
		$session_id,
		function ( object $write ) use ( $is_done ) {
			$write->session['done_at']   = $is_done ? $write->now : 0;
			$write->session['wanted_at'] = $is_done ? 0 : $write->session['wanted_at'];
			return true;
		}
	);
}
