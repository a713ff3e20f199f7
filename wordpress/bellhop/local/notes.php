<?php
/**
 * What colleagues write for each other: notes beside a conversation, which no visitor and no model reads, and replies that are saved
 * to be said again. Notes go with their conversation.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

const MAX_NOTE_CHARACTERS = 4000;
/** Of one conversation. */
const MAX_NOTES = 200;
/** A list of id, title, text; the whole team's. */
const OPTION_REPLIES       = 'bellhop_replies';
const MAX_REPLIES          = 100;
const MAX_REPLY_CHARACTERS = 4000;
const MAX_TITLE_CHARACTERS = 100;

/**
 * The notes beside a conversation, the oldest first.
 *
 * @return array[]|null id, user_id, name, text, at (Unix seconds); null where the database failed.
 */
function notes_of( string $session_id ): ?array {
	global $wpdb;
	$found = rows( $wpdb->prepare( 'SELECT note_id, user_id, body, written_at FROM ' . table( 'notes' ) . ' WHERE session_id = %s ORDER BY written_at, note_id', $session_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( null === $found ) {
		return null;
	}
	$notes = array();
	foreach ( $found as $row ) {
		$notes[] = array(
			'id'      => $row['note_id'],
			'user_id' => (int) $row['user_id'],
			'name'    => person_name( (int) $row['user_id'] ),
			'text'    => $row['body'],
			'at'      => (int) floor( $row['written_at'] / 1000 ),
		);
	}
	return $notes;
}

/**
 * Adds a note. In a write of the conversation, so that none is left where it is being deleted.
 *
 * @param int    $user_id    Who writes.
 * @param string $text       Not empty.
 * @return true|WP_Error
 */
function add_note( string $session_id, int $user_id, string $text ) {
	return write_session(
		$session_id,
		function ( object $write ) use ( $user_id, $text ) {
			global $wpdb;
			$notes = table( 'notes' );
			$id    = $write->session['session_id'];
			// phpcs:disable WordPress.DB.PreparedSQL
			$count = rows( $wpdb->prepare( "SELECT COUNT(*) AS n FROM {$notes} WHERE session_id = %s", $id ) );
			if ( (int) ( $count[0]['n'] ?? 0 ) >= MAX_NOTES ) {
				return new WP_Error( 'bellhop_too_many', __( 'This chat has as many notes as it can have. Delete one first.', 'bellhop' ), array( 'status' => 409 ) );
			}
			$added = quietly( $wpdb->prepare( "INSERT INTO {$notes} (note_id, session_id, user_id, body, written_at) VALUES (%s, %s, %d, %s, %d)", fresh_id( 'note' ), $id, $user_id, $text, now_ms() ) );
			// phpcs:enable
			return false === $added ? new WP_Error( 'database' ) : true;
		}
	);
}

/**
 * Deletes a note.
 *
 * @param string $session_id Of which conversation.
 */
function delete_note( string $session_id, string $note_id ): bool {
	global $wpdb;
	return 1 === quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'notes' ) . ' WHERE session_id = %s AND note_id = %s', $session_id, $note_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/**
 * The saved replies.
 *
 * @return array[] id, title, text.
 */
function saved_replies(): array {
	$stored = get_option( OPTION_REPLIES );
	return array_values( array_filter( is_array( $stored ) ? $stored : array(), 'is_array' ) );
}

/**
 * Saves a reply, a new one or a changed one.
 *
 * @param string $id    Which; '' for a new one.
 * @param string $title What colleagues find it by.
 * @param string $text  What it says.
 * @return array[]|WP_Error All of them.
 */
function save_reply( string $id, string $title, string $text ) {
	$all    = array_column( saved_replies(), null, 'id' );
	$is_new = ! isset( $all[ $id ] );
	if ( $is_new && count( $all ) >= MAX_REPLIES ) {
		return new WP_Error( 'bellhop_too_many', __( 'There are as many saved replies as there can be. Delete one first.', 'bellhop' ), array( 'status' => 409 ) );
	}
	$id         = $is_new ? fresh_id( 'reply' ) : $id;
	$all[ $id ] = array(
		'id'    => $id,
		'title' => $title,
		'text'  => $text,
	);
	update_option( OPTION_REPLIES, array_values( $all ), false );
	return saved_replies();
}

/**
 * Deletes a saved reply.
 *
 * @return array[] The others.
 */
function delete_reply( string $id ): array {
	update_option( OPTION_REPLIES, array_values( array_diff_key( array_column( saved_replies(), null, 'id' ), array( $id => true ) ) ), false );
	return saved_replies();
}
