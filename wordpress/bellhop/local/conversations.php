<?php
/**
 * Conversations as the owner of the site reads them: told in lines of text, exported. How they are found: find-chats.php.
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
 * @param int $after      Only what came after the event of this number.
 * @return array[]|null seq, id, who (visitor, agent, person, tool, problem; joined and left of a person), name (a person's), text, at (Unix seconds),
 *                      feedback (up, down or ''), comment, sources (url, title), files (names); null where the database failed.
 */
function conversation_lines( string $session_id, int $after = 0 ): ?array {
	global $wpdb;
	// Calls of tools are read from the beginning: their names are wanted for results.
	$found = rows( $wpdb->prepare( 'SELECT e.seq, e.event_id, e.type, e.content, e.created_at, f.value, f.comment FROM ' . table( 'events' ) . ' e LEFT JOIN ' . table( 'feedback' ) . " f ON f.event_id = e.event_id WHERE e.session_id = %s AND ( e.type = 'agent.tool_use' OR ( e.seq > %d AND e.type IN ('user.message', 'agent.message', 'user.tool_result', 'session.error') ) ) ORDER BY e.seq", $session_id, $after ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( null === $found ) {
		return null;
	}
	$names = array();
	$lines = array();
	foreach ( $found as $row ) {
		$content = (array) json_decode( $row['content'] );
		$line    = array(
			'seq'      => (int) $row['seq'],
			'id'       => $row['event_id'],
			'who'      => 'tool',
			'name'     => '',
			'text'     => '',
			'at'       => (int) floor( $row['created_at'] / 1000 ),
			'feedback' => (string) $row['value'],
			'comment'  => (string) $row['comment'],
			'sources'  => array(),
			'files'    => array(),
		);
		switch ( $row['type'] ) {
			case 'user.message':
			case 'agent.message':
				$lines[] = message_line( $row['type'], $content ) + $line;
				break;
			case 'agent.tool_use':
				foreach ( $content as $call ) {
					$names[ $call->id ] = $call->name;
					$lines[]            = array( 'text' => $call->name . ' ' . to_json( array( $call->input ) ) ) + $line;
				}
				break;
			case 'user.tool_result':
				foreach ( $content as $block ) {
					$lines[] = array( 'text' => ( $names[ $block->tool_use_id ] ?? '' ) . ' → ' . cut( text_of_result( $block ), 2000 ) ) + $line;
				}
				break;
			default:
				$lines[] = array(
					'who'  => 'problem',
					'text' => (string) ( $content[0]->text ?? '' ),
				) + $line;
		}
	}
	return array_values(
		array_filter(
			$lines,
			function ( array $line ) use ( $after ): bool {
				return $line['seq'] > $after;
			}
		)
	);
}

/**
 * What a message has of a line.
 *
 * @param string   $type    user.message or agent.message.
 * @param object[] $content Its blocks.
 */
function message_line( string $type, array $content ): array {
	$line   = array(
		'who'     => 'user.message' === $type ? 'visitor' : 'agent',
		'text'    => text_of( $content ),
		'sources' => array(),
		'files'   => array(),
	);
	$person = 'agent.message' === $type ? person_of( $content ) : null;
	if ( null !== $person ) {
		$line['who']  = in_array( $person->act, array( 'joined', 'left' ), true ) ? $person->act : 'person';
		$line['name'] = text( $person->name );
	}
	foreach ( $content as $block ) {
		if ( in_array( $block->type ?? '', array( 'document', 'image' ), true ) ) {
			$line['files'][] = text( $block->title ?? $block->alt ?? null );
		}
		foreach ( (array) ( $block->citations ?? array() ) as $source ) {
			$url = esc_url_raw( text( $source->document_uri ?? null ), array( 'http', 'https' ) );
			if ( '' !== $url ) {
				$line['sources'][ $url ] = array(
					'url'   => $url,
					'title' => text( $source->document_title ?? null ),
				);
			}
		}
	}
	$line['sources'] = array_values( $line['sources'] );
	return $line;
}

/**
 * The name that tells visitors apart; nobody can be told from it.
 *
 * @param string $owner Of owner_id().
 */
function visitor_name( string $owner ): string {
	$short = substr( (string) strrchr( $owner, '_' ), 1, 6 );
	/* translators: %s: six letters and digits that tell visitors apart */
	return sprintf( 0 === strpos( $owner, 'user_' ) ? __( 'Signed in, %s', 'bellhop' ) : __( 'Visitor %s', 'bellhop' ), $short );
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
 * @return array[] Rows as with_first_words() gives them.
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
 * @param int $length     Characters.
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

/** All of a conversation, for an export, what colleagues have noted of it included. */
function conversation_export( string $session_id ): array {
	$lines = array();
	foreach ( (array) conversation_lines( $session_id ) as $line ) {
		// Only answers of which a visitor has said something have these, and only people have names.
		$kept    = array_merge( array( 'who', 'text' ), '' === $line['name'] ? array() : array( 'name' ), '' === $line['feedback'] ? array() : array( 'feedback', 'comment' ) );
		$lines[] = array( 'at' => gmdate( 'Y-m-d\TH:i:s\Z', $line['at'] ) ) + array_intersect_key( $line, array_flip( $kept ) );
	}
	$notes = array();
	foreach ( (array) notes_of( $session_id ) as $note ) {
		$notes[] = array( 'at' => gmdate( 'Y-m-d\TH:i:s\Z', $note['at'] ) ) + array_intersect_key( $note, array_flip( array( 'name', 'text' ) ) );
	}
	return array(
		'conversation' => $session_id,
		'lines'        => $lines,
	) + ( $notes ? compact( 'notes' ) : array() );
}
