<?php
/**
 * Conversations as the owner of the site reads them: found, listed, told in lines of text, exported, deleted. Read only for who may
 * change the site's settings, and for a person's own data.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const CONVERSATIONS_A_PAGE = 20;
const CHATS_PAGE           = 'bellhop-chats';

/**
 * Whether this WordPress has the tables of conversations: it has answered visitors at some time. Tables of an earlier version are
 * brought up to date here, or a person's conversations would be said to be none until somebody chats again.
 */
function has_tables(): bool {
	$has = (int) get_option( OPTION_TABLES ) > 0;
	if ( $has ) {
		ensure_tables();
	}
	return $has;
}

/**
 * Where conversations are read.
 *
 * @param array $query Added to the address.
 */
function chats_url( array $query = array() ): string {
	return add_query_arg( array_map( 'rawurlencode', $query ), admin_url( 'tools.php?page=' . CHATS_PAGE ) );
}

/**
 * The newest conversations in which somebody has written.
 *
 * @param string $words Words that a message holds, or '' for all.
 * @param int    $page  From 1.
 * @return array conversations: rows with session_id, owner_id, created_at, last_event_at, messages, first; has_more.
 */
function find_conversations( string $words, int $page ): array {
	global $wpdb;
	$sessions = table( 'sessions' );
	$events   = table( 'events' );
	$where    = '1 = 1';
	$values   = array();
	if ( '' !== $words ) {
		// As JSON has them.
		$like     = '%' . $wpdb->esc_like( substr( encode_content( $words ), 1, -1 ) ) . '%';
		$where    = "EXISTS ( SELECT 1 FROM {$events} w WHERE w.session_id = s.session_id AND w.type IN ('user.message', 'agent.message') AND w.content LIKE %s )";
		$values[] = $like;
	}
	$values[] = CONVERSATIONS_A_PAGE + 1;
	$values[] = CONVERSATIONS_A_PAGE * max( 0, $page - 1 );
	$found    = rows( $wpdb->prepare( "SELECT s.session_id, s.owner_id, s.created_at, s.last_event_at FROM {$sessions} s WHERE s.last_seq > 0 AND {$where} ORDER BY s.last_event_at DESC, s.session_id LIMIT %d OFFSET %d", $values ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- $where has a place of its own.
	$shown    = array_slice( (array) $found, 0, CONVERSATIONS_A_PAGE );
	return array(
		'conversations' => with_first_words( $shown ),
		'has_more'      => count( (array) $found ) > CONVERSATIONS_A_PAGE,
	);
}

/**
 * Adds to each session what the list of chats shows.
 *
 * @param array[] $sessions Rows.
 * @return array[] With messages, and first: what the visitor wrote first.
 */
function with_first_words( array $sessions ): array {
	global $wpdb;
	if ( ! $sessions ) {
		return array();
	}
	$events = table( 'events' );
	$ids    = wp_list_pluck( $sessions, 'session_id' );
	$marks  = implode( ', ', array_fill( 0, count( $ids ), '%s' ) );
	$counts = rows( $wpdb->prepare( "SELECT session_id, MIN(seq) AS first, COUNT(*) AS messages FROM {$events} WHERE type = 'user.message' AND session_id IN ({$marks}) GROUP BY session_id", $ids ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- $marks are places.
	$counts = array_column( (array) $counts, null, 'session_id' );
	$said   = count_feedback( $ids );
	foreach ( $sessions as $i => $session ) {
		$count = $counts[ $session['session_id'] ] ?? array(
			'first'    => 0,
			'messages' => 0,
		);
		$first = rows( $wpdb->prepare( "SELECT content FROM {$events} WHERE session_id = %s AND seq = %d", $session['session_id'], $count['first'] ) ); // phpcs:ignore WordPress.DB.PreparedSQL

		$sessions[ $i ]['messages'] = (int) $count['messages'];
		$sessions[ $i ]['up']       = $said[ $session['session_id'] ]['up'] ?? 0;
		$sessions[ $i ]['down']     = $said[ $session['session_id'] ]['down'] ?? 0;
		$sessions[ $i ]['first']    = $first ? text_of( (array) json_decode( $first[0]['content'] ) ) : '';
	}
	return $sessions;
}

/**
 * A conversation, line by line.
 *
 * @param string $session_id Which.
 * @return array[]|null who (visitor, agent, tool, problem), text, at (Unix seconds), feedback (up, down or ''), comment; null where
 *                      the database failed.
 */
function conversation_lines( string $session_id ): ?array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT e.type, e.content, e.created_at, f.value, f.comment FROM ' . table( 'events' ) . ' e LEFT JOIN ' . table( 'feedback' ) . " f ON f.event_id = e.event_id WHERE e.session_id = %s AND e.type IN ('user.message', 'agent.message', 'agent.tool_use', 'user.tool_result', 'session.error') ORDER BY e.seq", $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( null === $found ) {
		return null;
	}
	$names = array();
	$lines = array();
	foreach ( $found as $row ) {
		$content = (array) json_decode( $row['content'] );
		$at      = (int) floor( $row['created_at'] / 1000 );
		switch ( $row['type'] ) {
			case 'user.message':
			case 'agent.message':
				$lines[] = array( 'user.message' === $row['type'] ? 'visitor' : 'agent', text_of( $content ), $at, (string) $row['value'], (string) $row['comment'] );
				break;
			case 'agent.tool_use':
				foreach ( $content as $call ) {
					$names[ $call->id ] = $call->name;
					$lines[]            = array( 'tool', $call->name . ' ' . to_json( array( $call->input ) ), $at );
				}
				break;
			case 'user.tool_result':
				foreach ( $content as $block ) {
					$lines[] = array( 'tool', ( $names[ $block->tool_use_id ] ?? '' ) . ' → ' . cut( text_of_result( $block ), 2000 ), $at );
				}
				break;
			default:
				$lines[] = array( 'problem', (string) ( $content[0]->text ?? '' ), $at );
		}
	}
	return array_map(
		function ( array $line ): array {
			return array_combine(
				array( 'who', 'text', 'at', 'feedback', 'comment' ),
				$line + array(
					3 => '',
					4 => '',
				)
			);
		},
		$lines
	);
}

/**
 * A visitor's conversations, oldest first.
 *
 * @param string $owner Of owner_id().
 * @return string[]|null Ids of all conversations of one visitor; null where the database failed.
 */
function conversations_of( string $owner ): ?array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . ' WHERE owner_id = %s ORDER BY created_at', $owner ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return null === $found ? null : wp_list_pluck( $found, 'session_id' );
}

/**
 * The visitor's conversation with the last word.
 *
 * @param string $owner Of owner_id().
 * @return string Its id; '' for none.
 */
function newest_conversation( string $owner ): string {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . ' WHERE owner_id = %s AND last_seq > 0 ORDER BY last_event_at DESC LIMIT 1', $owner ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $found ? $found[0]['session_id'] : '';
}

/**
 * Conversations in which somebody has written within a time, the oldest last word first.
 *
 * @param int $after  Unix milliseconds; the last word is later.
 * @param int $until  Unix milliseconds; the last word is not later.
 * @param int $most   How many.
 * @return array[] Rows as in find_conversations.
 */
function conversations_between( int $after, int $until, int $most ): array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT session_id, owner_id, created_at, last_event_at FROM ' . table( 'sessions' ) . ' WHERE last_seq > 0 AND last_event_at > %d AND last_event_at <= %d ORDER BY last_event_at, session_id LIMIT %d', $after, $until, $most ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return with_first_words( (array) $found );
}

/**
 * How many conversations had a word within a time, and in how many of them a run failed.
 *
 * @param int $after Unix milliseconds; later than this.
 * @param int $until Unix milliseconds; not later than this.
 * @return int[] Conversations; those of them with a failed run in this time.
 */
function count_conversations_between( int $after, int $until ): array {
	global $wpdb;
	// phpcs:disable WordPress.DB.PreparedSQL
	$all    = rows( $wpdb->prepare( 'SELECT COUNT(*) AS n FROM ' . table( 'sessions' ) . ' WHERE last_seq > 0 AND last_event_at > %d AND last_event_at <= %d', $after, $until ) );
	$failed = rows( $wpdb->prepare( 'SELECT COUNT(DISTINCT e.session_id) AS n FROM ' . table( 'events' ) . ' e JOIN ' . table( 'sessions' ) . " s ON s.session_id = e.session_id WHERE s.last_event_at > %d AND s.last_event_at <= %d AND e.type = 'session.error' AND e.created_at > %d", $after, $until, $after ) );
	// phpcs:enable
	return array( (int) ( $all[0]['n'] ?? 0 ), (int) ( $failed[0]['n'] ?? 0 ) );
}

/**
 * The beginning of what the visitor wrote first, in one line.
 *
 * @param string $session_id Which conversation.
 * @param int    $length     Characters.
 */
function first_words_of( string $session_id, int $length ): string {
	$found = with_first_words( array( array( 'session_id' => $session_id ) ) );
	return short_line( $found[0]['first'], $length );
}

/**
 * A text as one line that isn't too long.
 *
 * @param string $text   Anything that somebody wrote.
 * @param int    $length Characters.
 */
function short_line( string $text, int $length ): string {
	$line = trim( (string) preg_replace( '/\s+/u', ' ', $text ) );
	if ( '' === $line ) {
		return __( '(no text)', 'bellhop' );
	}
	return mb_strlen( $line ) > $length ? cut( $line, $length ) . '…' : $line;
}

/**
 * All of a conversation, for an export.
 *
 * @param string $session_id Which session.
 */
function conversation_export( string $session_id ): array {
	$lines = array();
	foreach ( (array) conversation_lines( $session_id ) as $line ) {
		// Only answers of which a visitor has said something have these.
		$line    = array_diff_key( $line, '' === $line['feedback'] ? array_flip( array( 'feedback', 'comment' ) ) : array() );
		$lines[] = array( 'at' => gmdate( 'Y-m-d\TH:i:s\Z', $line['at'] ) ) + $line;
	}
	return array(
		'conversation' => $session_id,
		'lines'        => $lines,
	);
}
