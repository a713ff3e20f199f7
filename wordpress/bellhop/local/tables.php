<?php
/**
 * The tables of chats that this WordPress answers itself, made and changed step by step. Each step runs once, by its number.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** The last step that has run. */
const OPTION_TABLES = 'bellhop_tables';

/**
 * A table's full name.
 *
 * @param string $name sessions, events, calls, counts, pages, passages, feedback, previews, notes, consents or questions.
 */
function table( string $name ): string {
	global $wpdb;
	return $wpdb->prefix . 'bellhop_' . $name;
}

/** Makes what is missing. Costs nothing where all is there: the number is loaded with every page. */
function ensure_tables(): void {
	if ( has_all_tables() ) {
		return;
	}
	$steps = table_steps();
	$done  = (int) get_option( OPTION_TABLES );
	foreach ( array_slice( $steps, $done ) as $step ) {
		foreach ( $step as $query ) {
			if ( false === quietly( $query ) && ! is_done_already( $query ) ) {
				return;
			}
		}
		++$done;
		update_option( OPTION_TABLES, $done, true );
	}
	// A step may have changed an option, which a cache of objects would keep as it was.
	wp_cache_delete( 'alloptions', 'options' );
}

/**
 * Whether a step that has failed did so because its work is done: the process that did it was killed before it could note that, or
 * is about to.
 *
 * @param string $query Of a step.
 */
function is_done_already( string $query ): bool {
	if ( preg_match( '/^ALTER TABLE (\S+) ADD COLUMN (\w+) /', $query, $match ) ) {
		return null !== rows( "SELECT {$match[2]} FROM {$match[1]} LIMIT 1" );
	}
	if ( preg_match( '/^CREATE INDEX (\w+) ON (\S+) /', $query, $match ) ) {
		return in_array( $match[1], array_column( (array) rows( "SHOW INDEX FROM {$match[2]}" ), 'Key_name' ), true );
	}
	return false;
}

/** Whether every step has run. */
function has_all_tables(): bool {
	return (int) get_option( OPTION_TABLES ) >= count( table_steps() );
}

/**
 * Times are Unix milliseconds. InnoDB by name: the lock of a session is the lock of its row, which older engines don't have.
 *
 * @return array[] Lists of statements; a list that has been released is never changed.
 */
function table_steps(): array {
	global $wpdb;
	$end = 'ENGINE=InnoDB ' . $wpdb->get_charset_collate();
	return array(
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'sessions' ) . " (
				session_id varchar(64) NOT NULL,
				owner_id varchar(64) NOT NULL,
				tools longtext NOT NULL,
				created_at bigint(20) NOT NULL,
				last_event_at bigint(20) NOT NULL,
				last_seq bigint(20) NOT NULL,
				writes bigint(20) NOT NULL,
				run_id varchar(64) NOT NULL,
				run_state varchar(16) NOT NULL,
				run_at bigint(20) NOT NULL,
				run_lease bigint(20) NOT NULL,
				run_seq bigint(20) NOT NULL,
				run_turns int(11) NOT NULL,
				run_usage longtext NOT NULL,
				PRIMARY KEY  (session_id),
				KEY last_event_at (last_event_at)
			) $end",
			'CREATE TABLE IF NOT EXISTS ' . table( 'events' ) . " (
				session_id varchar(64) NOT NULL,
				seq bigint(20) NOT NULL,
				event_id varchar(64) NOT NULL,
				type varchar(40) NOT NULL,
				content longtext NOT NULL,
				usage_data longtext NULL,
				error_code varchar(40) NULL,
				created_at bigint(20) NOT NULL,
				processed_at bigint(20) NULL,
				run_id varchar(64) NULL,
				read_seq bigint(20) NOT NULL,
				PRIMARY KEY  (session_id, seq),
				KEY event_id (session_id, event_id)
			) $end",
			'CREATE TABLE IF NOT EXISTS ' . table( 'calls' ) . " (
				session_id varchar(64) NOT NULL,
				tool_use_id varchar(64) NOT NULL,
				run_id varchar(64) NOT NULL,
				seq bigint(20) NOT NULL,
				state varchar(16) NOT NULL,
				PRIMARY KEY  (session_id, tool_use_id)
			) $end",
			'CREATE TABLE IF NOT EXISTS ' . table( 'counts' ) . " (
				day int(11) NOT NULL,
				who varchar(64) NOT NULL,
				messages bigint(20) NOT NULL,
				tokens bigint(20) NOT NULL,
				PRIMARY KEY  (day, who)
			) $end",
		),
		array(
			'ALTER TABLE ' . table( 'counts' ) . ' ADD COLUMN cost_nano bigint(20) NOT NULL DEFAULT 0',
		),
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'passages' ) . " (
				post_id bigint(20) NOT NULL,
				n int(11) NOT NULL,
				title text NOT NULL,
				url text NOT NULL,
				body longtext NOT NULL,
				words longtext NOT NULL,
				PRIMARY KEY  (post_id, n)
			) $end",
		),
		array(
			'ALTER TABLE ' . table( 'events' ) . ' ADD COLUMN covers_seq bigint(20) NULL',
		),
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'feedback' ) . " (
				event_id varchar(64) NOT NULL,
				session_id varchar(64) NOT NULL,
				value varchar(8) NOT NULL,
				comment longtext NOT NULL,
				given_at bigint(20) NOT NULL,
				PRIMARY KEY  (event_id),
				KEY session_id (session_id),
				KEY given_at (given_at)
			) $end",
		),
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'previews' ) . " (
				session_id varchar(64) NOT NULL,
				event_id varchar(64) NOT NULL,
				body longtext NOT NULL,
				written_at bigint(20) NOT NULL,
				PRIMARY KEY  (session_id)
			) $end",
		),
		array(
			'ALTER TABLE ' . table( 'events' ) . ' ADD COLUMN intent_id varchar(64) NULL',
		),
		// A step of its own: where it fails, only it is tried again.
		array(
			'CREATE INDEX intent_id ON ' . table( 'events' ) . ' (session_id, intent_id)',
		),
		array(
			'CREATE INDEX owner_id ON ' . table( 'sessions' ) . ' (owner_id, created_at)',
		),
		array(
			'CREATE INDEX run_state ON ' . table( 'sessions' ) . ' (run_state, run_at)',
		),
		// Of each page how it was read; times of these are Unix seconds.
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'pages' ) . " (
				post_id bigint(20) NOT NULL,
				state varchar(16) NOT NULL,
				why varchar(40) NOT NULL,
				read_at bigint(20) NOT NULL,
				read_key varchar(64) NOT NULL,
				body longtext NOT NULL,
				PRIMARY KEY  (post_id)
			) $end",
		),
		array(
			'ALTER TABLE ' . table( 'passages' ) . " ADD COLUMN hash varchar(32) NOT NULL DEFAULT ''",
		),
		array(
			'ALTER TABLE ' . table( 'passages' ) . ' ADD COLUMN vector longtext NULL',
		),
		array(
			'ALTER TABLE ' . table( 'passages' ) . " ADD COLUMN vector_of varchar(100) NOT NULL DEFAULT ''",
		),
		array(
			'ALTER TABLE ' . table( 'passages' ) . " ADD COLUMN lang varchar(20) NOT NULL DEFAULT ''",
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . " ADD COLUMN lang varchar(20) NOT NULL DEFAULT ''",
		),
		// The key of earlier releases, out of what WordPress loads for every page; a new one: keep_model_key_apart().
		array(
			"UPDATE {$wpdb->options} SET autoload = 'no' WHERE option_name = '" . OPTION_MODEL_KEY . "'",
		),
		// Who answers in the agent's place: a WordPress user, 0 for nobody.
		array(
			'ALTER TABLE ' . table( 'sessions' ) . ' ADD COLUMN held_by bigint(20) NOT NULL DEFAULT 0',
		),
		// Since when the visitor waits for a person, and when somebody has called the chat done; 0 for neither.
		array(
			'ALTER TABLE ' . table( 'sessions' ) . ' ADD COLUMN wanted_at bigint(20) NOT NULL DEFAULT 0',
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . ' ADD COLUMN done_at bigint(20) NOT NULL DEFAULT 0',
		),
		// The visitor's last message, and the last answer to one: a chat whose message came later is unanswered.
		array(
			'ALTER TABLE ' . table( 'sessions' ) . ' ADD COLUMN asked_seq bigint(20) NOT NULL DEFAULT 0',
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . ' ADD COLUMN said_seq bigint(20) NOT NULL DEFAULT 0',
		),
		// Before this step no person could answer, so each of the agent's messages is an answer.
		array(
			last_seq_of_type( 'asked_seq', 'user.message' ),
		),
		array(
			last_seq_of_type( 'said_seq', 'agent.message' ),
		),
		// Which chatbot a conversation has begun with, and the page on which its visitor has written last.
		array(
			'ALTER TABLE ' . table( 'sessions' ) . " ADD COLUMN bot varchar(40) NOT NULL DEFAULT ''",
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . " ADD COLUMN page varchar(500) NOT NULL DEFAULT ''",
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . " ADD COLUMN country varchar(2) NOT NULL DEFAULT ''",
		),
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'notes' ) . " (
				note_id varchar(64) NOT NULL,
				session_id varchar(64) NOT NULL,
				user_id bigint(20) NOT NULL,
				body longtext NOT NULL,
				written_at bigint(20) NOT NULL,
				PRIMARY KEY  (note_id),
				KEY session_id (session_id)
			) $end",
		),
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'consents' ) . " (
				owner_id varchar(64) NOT NULL,
				version varchar(12) NOT NULL,
				session_id varchar(200) NOT NULL,
				given_at bigint(20) NOT NULL,
				PRIMARY KEY  (owner_id, version)
			) $end",
		),
		array(
			'CREATE TABLE IF NOT EXISTS ' . table( 'questions' ) . " (
				run_id varchar(64) NOT NULL,
				session_id varchar(64) NOT NULL,
				asked text NOT NULL,
				why varchar(16) NOT NULL,
				asked_at bigint(20) NOT NULL,
				PRIMARY KEY  (run_id),
				KEY session_id (session_id),
				KEY asked_at (asked_at)
			) $end",
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . " ADD COLUMN roles varchar(200) NOT NULL DEFAULT ''",
		),
		array(
			'ALTER TABLE ' . table( 'sessions' ) . " ADD COLUMN refused varchar(16) NOT NULL DEFAULT ''",
		),
	);
}

/**
 * The statement that fills a column of the sessions with the number of their last event of a type.
 *
 * @param string $column asked_seq or said_seq.
 * @param string $type   Of events.
 */
function last_seq_of_type( string $column, string $type ): string {
	$sessions = table( 'sessions' );
	return "UPDATE {$sessions} SET {$column} = COALESCE( ( SELECT MAX(e.seq) FROM " . table( 'events' ) . " e WHERE e.session_id = {$sessions}.session_id AND e.type = '{$type}' ), 0 )";
}

/**
 * Runs a statement and keeps WordPress from writing it to a log where it fails: it may hold what somebody wrote.
 *
 * @param string $query Prepared.
 * @return int|bool Rows, or false.
 */
function quietly( string $query ) {
	global $wpdb;
	$before = $wpdb->suppress_errors( true );
	$result = $wpdb->query( $query ); // phpcs:ignore WordPress.DB -- the one place; callers prepare.
	$wpdb->suppress_errors( $before );
	return $result;
}

/**
 * Rows of a query, read without a word in a log.
 *
 * @param string $query Prepared.
 * @return array[]|null Null where the database failed.
 */
function rows( string $query ): ?array {
	global $wpdb;
	$before = $wpdb->suppress_errors( true );
	$rows   = $wpdb->get_results( $query, ARRAY_A ); // phpcs:ignore WordPress.DB -- the one place; callers prepare.
	$failed = '' !== (string) $wpdb->last_error;
	$wpdb->suppress_errors( $before );
	return $failed || ! is_array( $rows ) ? null : $rows;
}
