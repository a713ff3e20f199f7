<?php
/**
 * What the agent knows of the site: passages of its pages in a table of their own, brought up to date as pages are saved and, for
 * what goes past that, piece by piece in the background; and the passages that fit a question.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** How far a round through all pages has come: `after`, the last page's id; `ended`, Unix seconds of the last whole round. */
const OPTION_ROUND = 'bellhop_round';
const HOOK_ROUND   = 'bellhop_know_pages';
/** Pages of one step of a round. */
const ROUND_PAGES = 50;
/** Passages that one request to the model gets. */
const MAX_FOUND = 6;
/** Passages that are looked at closer. */
const MAX_CANDIDATES = 60;
/** Words of a question that are looked for. */
const MAX_STEMS = 12;

add_action( 'wp_after_insert_post', __NAMESPACE__ . '\\know_saved_page', 20, 2 );
add_action( 'deleted_post', __NAMESPACE__ . '\\forget_page' );
add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\begin_round_after_change', 10, 2 );
add_action( 'add_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\go_round', 10, 0 );
add_action( HOOK_ROUND, __NAMESPACE__ . '\\go_round' );

/**
 * Brings what is known up to date when a page is saved.
 *
 * @param int     $post_id Which page.
 * @param WP_Post $post    As it is now.
 */
function know_saved_page( $post_id, $post ): void {
	if ( $post instanceof WP_Post && answers_here() && ! wp_is_post_revision( $post ) ) {
		ensure_tables();
		know_page( $post );
	}
}

/**
 * Stores what a page says, in place of what it said before.
 *
 * @param WP_Post $post Which page.
 */
function know_page( WP_Post $post ): void {
	global $wpdb;
	forget_page( $post->ID );
	if ( ! is_knowable( $post ) ) {
		return;
	}
	$title = html_entity_decode( wp_strip_all_tags( get_the_title( $post ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	foreach ( passages_of( $post ) as $n => $text ) {
		$words = ' ' . implode( ' ', words_of( $title . ' ' . $text ) ) . ' ';
		quietly( $wpdb->prepare( 'INSERT INTO ' . table( 'passages' ) . ' (post_id, n, title, url, body, words) VALUES (%d, %d, %s, %s, %s, %s)', $post->ID, $n, cut( $title, 200 ), (string) get_permalink( $post ), $text, $words ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
}

/**
 * Forgets what a page says.
 *
 * @param int $post_id Which page.
 */
function forget_page( $post_id ): void {
	global $wpdb;
	if ( has_tables() ) {
		quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'passages' ) . ' WHERE post_id = %d', (int) $post_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
}

/**
 * The owner has chosen other kinds of pages, or switched the chat on.
 *
 * @param mixed $before The settings that were stored.
 * @param mixed $now    Those that are.
 */
function begin_round_after_change( $before, $now ): void {
	$was = is_array( $before ) ? $before : array();
	$is  = is_array( $now ) ? $now : array();
	if ( ( $was['knowledge'] ?? null ) !== ( $is['knowledge'] ?? null ) || empty( $was['local'] ) !== empty( $is['local'] ) ) {
		delete_option( OPTION_ROUND );
		if ( answers_here() ) {
			go_round();
		}
	}
}

/** One step of a round through all pages, and an appointment for the next. A round a day finds what no hook has told of. */
function go_round(): void {
	if ( ! answers_here() ) {
		return;
	}
	ensure_tables();
	// By cron as well: on a quiet site no visitor comes to do it.
	sweep_sessions( 500 );
	$round = round_state();
	$after = step_round( $round['after'] );

	$round['after'] = $after;
	$round['ended'] = $after > 0 ? $round['ended'] : time();
	update_option( OPTION_ROUND, $round, false );
	book_round( $after > 0 ? 10 : DAY_IN_SECONDS );
	recheck_rest_access();
}

/**
 * Books the next step of the round through all pages.
 *
 * @param int $seconds From now.
 */
function book_round( int $seconds ): void {
	unschedule_round();
	wp_schedule_single_event( time() + $seconds, HOOK_ROUND );
}

/** Takes the round through all pages off the schedule. */
function unschedule_round(): void {
	wp_clear_scheduled_hook( HOOK_ROUND );
}

/** How far the round is: after, the last page that was read; ended, when the last round ended. */
function round_state(): array {
	$stored = get_option( OPTION_ROUND );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'after' => 0,
		'ended' => 0,
	);
}

/**
 * Reads the next pages of the round.
 *
 * @param int $after Id of the last page of the step before.
 * @return int Id of the last page of this step; 0 where the round is over.
 */
function step_round( int $after ): int {
	global $wpdb;
	$ids  = next_page_ids( $after );
	$last = count( $ids ) < ROUND_PAGES ? PHP_INT_MAX : (int) end( $ids );
	// Pages that are gone, or of a kind that is chosen no more.
	$known = rows( $wpdb->prepare( 'SELECT DISTINCT post_id FROM ' . table( 'passages' ) . ' WHERE post_id > %d AND post_id <= %d', $after, $last ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( array_diff( array_map( 'intval', wp_list_pluck( (array) $known, 'post_id' ) ), $ids ) as $gone ) {
		forget_page( $gone );
	}
	foreach ( $ids as $id ) {
		$post = get_post( $id );
		if ( $post instanceof WP_Post ) {
			know_page( $post );
		}
	}
	return PHP_INT_MAX === $last ? 0 : $last;
}

/** How many pages are known. */
function count_known_pages(): int {
	global $wpdb;
	$row = rows( $wpdb->prepare( 'SELECT COUNT(*) AS pages FROM ' . table( 'passages' ) . ' WHERE n = %d', 0 ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $row ? (int) $row[0]['pages'] : 0;
}

/**
 * The passages that fit what a visitor asks.
 *
 * @param string $question The visitor's words.
 * @return array[] title, url, body; the best first.
 */
function find_passages( string $question ): array {
	global $wpdb;
	$stems = array_slice( stems_of( $question ), 0, MAX_STEMS );
	if ( ! $stems || ! known_types() ) {
		return array();
	}
	if ( 0 === round_state()['ended'] ) {
		// Nobody has called WP-Cron yet.
		go_round();
	}
	$likes  = array();
	$values = array();
	foreach ( $stems as $stem ) {
		$likes[]  = 'words LIKE %s';
		$values[] = '% ' . $wpdb->esc_like( $stem ) . '%';
	}
	$score = '(' . implode( ') + (', $likes ) . ')';
	$where = implode( ' OR ', $likes );
	$found = rows( $wpdb->prepare( 'SELECT title, url, body, words FROM ' . table( 'passages' ) . " WHERE {$where} ORDER BY {$score} DESC LIMIT %d", array_merge( $values, $values, array( MAX_CANDIDATES ) ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return best_passages( (array) $found, $stems );
}

/**
 * The passages that say most of what was looked for, the best first.
 *
 * @param array[]  $found Rows.
 * @param string[] $stems Looked for.
 * @return array[]
 */
function best_passages( array $found, array $stems ): array {
	$counts = array_fill_keys( $stems, 0 );
	foreach ( $found as $row ) {
		foreach ( $stems as $stem ) {
			$counts[ $stem ] += false === strpos( $row['words'], ' ' . $stem ) ? 0 : 1;
		}
	}
	$scores = array();
	foreach ( $found as $i => $row ) {
		$score = 0.0;
		foreach ( $stems as $stem ) {
			$times = substr_count( $row['words'], ' ' . $stem );
			// A word that few passages have tells more, and a page that is called by it is about it.
			$rarity = log( 1 + count( $found ) / max( 1, $counts[ $stem ] ) );
			$title  = in_array( $stem, stems_of( $row['title'] ), true ) ? 1.5 : 1;
			$score += $rarity * $title * $times / ( $times + 1 );
		}
		$scores[ $i ] = $score;
	}
	arsort( $scores );
	$best = array();
	foreach ( array_slice( array_keys( $scores ), 0, MAX_FOUND ) as $i ) {
		$best[] = $found[ $i ];
	}
	return $best;
}

/**
 * What the model reads of them, before the conversation.
 *
 * @param array[] $found Of find_passages.
 */
function knowledge_text( array $found ): string {
	if ( ! $found ) {
		return '';
	}
	$lines = array( 'What this site’s pages say that may fit the question, one JSON object a line. Answer from it where you can; where it doesn’t hold the answer, say that you don’t know.' );
	foreach ( $found as $passage ) {
		$lines[] = to_json(
			array(
				'page' => $passage['title'],
				'url'  => $passage['url'],
				'text' => $passage['body'],
			)
		);
	}
	return implode( "\n", $lines );
}

/**
 * The pages that an answer draws on, by the words that both have: an answer that drew on a passage repeats several of its own.
 *
 * @param string  $answer What the model said.
 * @param array[] $found  Of find_passages.
 * @return array[] As the interface has them; each page once.
 */
function citations_of( string $answer, array $found ): array {
	$said  = array_flip( stems_of( $answer ) );
	$cited = array();
	foreach ( $found as $passage ) {
		$shared = count( array_intersect_key( $said, array_flip( stems_of( $passage['body'] ) ) ) );
		if ( $shared >= 3 && $shared >= count( $said ) * 0.25 ) {
			$cited[ $passage['url'] ] = array(
				'type'           => 'knowledge_base',
				'document_uri'   => $passage['url'],
				'document_title' => $passage['title'],
			);
		}
	}
	return array_values( $cited );
}
