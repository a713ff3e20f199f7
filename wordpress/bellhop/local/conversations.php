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
	$found    = rows( $wpdb->prepare( "SELECT s.session_id, s.owner_id, s.created_at, s.last_event_at FROM {$sessions} s WHERE s.last_seq > 0 AND {$where} ORDER BY s.last_event_at DESC, s.session_id LIMIT %d OFFSET %d", $values ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$shown    = array_slice( (array) $found, 0, CONVERSATIONS_A_PAGE );
	return array(
		'conversations' => with_first_words( $shown ),
		'has_more'      => count( (array) $found ) > CONVERSATIONS_A_PAGE,
	);
}

/**
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
	$counts = rows( $wpdb->prepare( "SELECT session_id, MIN(seq) AS first, COUNT(*) AS messages FROM {$events} WHERE type = 'user.message' AND session_id IN ({$marks}) GROUP BY session_id", $ids ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$counts = array_column( (array) $counts, null, 'session_id' );
	foreach ( $sessions as $i => $session ) {
		$count = $counts[ $session['session_id'] ] ?? array(
			'first'    => 0,
			'messages' => 0,
		);
		$first = rows( $wpdb->prepare( "SELECT content FROM {$events} WHERE session_id = %s AND seq = %d", $session['session_id'], $count['first'] ) ); // phpcs:ignore WordPress.DB.PreparedSQL

		$sessions[ $i ]['messages'] = (int) $count['messages'];
		$sessions[ $i ]['first']    = $first ? text_of( (array) json_decode( $first[0]['content'] ) ) : '';
	}
	return $sessions;
}

/**
 * A conversation, line by line.
 *
 * @param string $session_id Which.
 * @return array[] who (visitor, agent, tool, problem), text, at (Unix seconds).
 */
function conversation_lines( string $session_id ): array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT type, content, created_at FROM ' . table( 'events' ) . " WHERE session_id = %s AND type IN ('user.message', 'agent.message', 'agent.tool_use', 'user.tool_result', 'session.error') ORDER BY seq", $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$names = array();
	$lines = array();
	foreach ( (array) $found as $row ) {
		$content = (array) json_decode( $row['content'] );
		$at      = (int) floor( $row['created_at'] / 1000 );
		switch ( $row['type'] ) {
			case 'user.message':
			case 'agent.message':
				$lines[] = array( 'user.message' === $row['type'] ? 'visitor' : 'agent', text_of( $content ), $at );
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
			return array_combine( array( 'who', 'text', 'at' ), $line );
		},
		$lines
	);
}

/**
 * @param string $owner Of owner_id().
 * @return string[] Ids of all conversations of one visitor.
 */
function conversations_of( string $owner ): array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . ' WHERE owner_id = %s ORDER BY created_at', $owner ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return wp_list_pluck( (array) $found, 'session_id' );
}

/** All of a conversation, for an export. */
function conversation_export( string $session_id ): array {
	$lines = array();
	foreach ( conversation_lines( $session_id ) as $line ) {
		$lines[] = array( 'at' => gmdate( 'Y-m-d\TH:i:s\Z', $line['at'] ) ) + $line;
	}
	return array(
		'conversation' => $session_id,
		'lines'        => $lines,
	);
}
