<?php
/**
 * What the agent knows of the site: each page as it was read last, kept until the page changes, and cut into passages that are looked
 * through for an answer. Up to date as pages are saved and, for what no hook has told of, piece by piece in the background. How a
 * page is read is read-page.php's affair, how passages are found find.php's.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/**
 * How far a round through all pages has come: `after`, the last page's id; `ended`, Unix seconds of the last whole round; `first`, ids
 * that go before all others; `epoch`, which changes where all that was read counts for nothing any more.
 */
const OPTION_ROUND = 'bellhop_round';
const HOOK_ROUND   = 'bellhop_know_pages';
/** Pages of one step of a round. */
const ROUND_PAGES = 50;
/** Seconds of one step; hosts end longer ones. */
const ROUND_SECONDS = 20;
/** What a page lists of others changes without the page. */
const READING_SECONDS = WEEK_IN_SECONDS;
/** Pages that one request reads after its response; more go to the round. */
const MAX_READ_AT_ONCE = 3;

/** Kinds of content that stand in pages without being one: synced patterns, templates, builders' libraries. */
const PARTS_OF_PAGES = array( 'wp_block', 'wp_template', 'wp_template_part', 'elementor_library', 'et_pb_layout', 'fl-builder-template', 'bricks_template', 'templatera', 'acf-field-group' );

add_action( 'wp_after_insert_post', __NAMESPACE__ . '\\know_saved_page', 20, 2 );
add_action( 'add_attachment', __NAMESPACE__ . '\\know_saved_file' );
add_action( 'edit_attachment', __NAMESPACE__ . '\\know_saved_file' );
add_action( 'deleted_post', __NAMESPACE__ . '\\forget_page' );
foreach ( PRODUCT_HOOKS as $bellhop_hook ) {
	add_action( $bellhop_hook, __NAMESPACE__ . '\\note_changed_products' );
}
unset( $bellhop_hook );
add_action( 'activated_plugin', __NAMESPACE__ . '\\look_after_plugins', 10, 0 );
add_action( 'switch_theme', __NAMESPACE__ . '\\read_all_again' );
add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\begin_round_after_change', 10, 2 );
add_action( 'add_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\go_round', 10, 0 );
add_action( HOOK_ROUND, __NAMESPACE__ . '\\go_round', 10, 0 );

/**
 * A page was saved. One that visitors can't open any more is forgotten at once; every other is read once this request is over, since
 * nobody who saves should wait for that.
 *
 * @param int     $post_id Which page.
 * @param WP_Post $post    As it is now.
 */
function know_saved_page( $post_id, $post ): void {
	if ( ! $post instanceof WP_Post || wp_is_post_revision( $post ) ) {
		return;
	}
	mark_unread( $post->ID );
	if ( in_array( $post->post_type, PARTS_OF_PAGES, true ) ) {
		note_changed_part( $post );
	} elseif ( ! answers_here() ) {
		return;
	} elseif ( '' === why_unknown( $post ) ) {
		pages_to_read( $post->ID );
	} else {
		forget_page( $post->ID );
	}
}

/**
 * A file of the media library, which WordPress saves without the hook of pages.
 *
 * @param int $post_id Which.
 */
function know_saved_file( $post_id ): void {
	know_saved_page( $post_id, get_post( $post_id ) );
}

/**
 * A shop has changed what products cost or whether they can be had: they are found by that, too.
 *
 * @param mixed $given Of one of PRODUCT_HOOKS.
 */
function note_changed_products( $given ): void {
	foreach ( changed_products( $given ) as $id ) {
		if ( answers_here() ) {
			pages_to_read( $id );
		}
		note_saved_page( $id );
	}
}

/** A shop may be among them, whose products are known by default. */
function look_after_plugins(): void {
	if ( answers_here() ) {
		book_round( MINUTE_IN_SECONDS );
	}
}

/** What stands in several pages has changed: those that name a synced pattern are read again, for a template all. */
function note_changed_part( WP_Post $post ): void {
	global $wpdb;
	if ( 'wp_block' !== $post->post_type ) {
		read_all_again();
		return;
	}
	$rows = rows( $wpdb->prepare( "SELECT ID FROM {$wpdb->posts} WHERE post_status = 'publish' AND post_content LIKE %s LIMIT 500", '%' . $wpdb->esc_like( '"ref":' . $post->ID ) . '%' ) );
	foreach ( array_map( 'intval', wp_list_pluck( (array) $rows, 'ID' ) ) as $id ) {
		mark_unread( $id );
		note_saved_page( $id );
		if ( answers_here() ) {
			pages_to_read( $id );
		}
	}
}

/** All that was read counts for nothing any more: the round reads it again, and until then the agent answers from what it has. */
function read_all_again(): void {
	update_round(
		array(
			'after' => 0,
			'epoch' => now_ms(),
		)
	);
	if ( answers_here() ) {
		book_round( 10 );
	}
	if ( sends_pages() ) {
		update_sending( array( 'after' => 0 ) );
		book_sending( 10 );
	}
}

/**
 * Pages that this request has changed.
 *
 * @param int|null $post_id One more; null to have them, once.
 * @return int[]
 */
function pages_to_read( ?int $post_id = null ): array {
	static $ids = array();
	if ( null === $post_id ) {
		$found = array_keys( $ids );
		$ids   = array();
		return $found;
	}
	if ( ! $ids ) {
		add_action( 'shutdown', __NAMESPACE__ . '\\read_changed_pages', 950 );
	}
	$ids[ $post_id ] = true;
	return array();
}

/** After the response where PHP can do that; else by cron, at once. */
function read_changed_pages(): void {
	$ids = pages_to_read();
	if ( count( $ids ) > MAX_READ_AT_ONCE || ! ( can_finish_request() || 'cli' === PHP_SAPI || wp_doing_cron() ) ) {
		update_round( array( 'first' => array_slice( array_values( array_unique( array_merge( round_state()['first'], $ids ) ) ), 0, 500 ) ) );
		book_round( 0 );
		if ( ! defined( 'DISABLE_WP_CRON' ) || ! DISABLE_WP_CRON ) {
			spawn_cron();
		}
		return;
	}
	if ( function_exists( 'fastcgi_finish_request' ) ) {
		fastcgi_finish_request();
	} elseif ( function_exists( 'litespeed_finish_request' ) ) {
		litespeed_finish_request();
	}
	foreach ( $ids as $id ) {
		know_page( $id );
	}
}

/** Brings what is known of a page up to date. */
function know_page( int $post_id ): void {
	$post = get_post( $post_id );
	if ( ! $post instanceof WP_Post || '' !== why_unknown( $post ) ) {
		forget_page( $post_id );
		return;
	}
	$passages = array();
	$facts    = product_facts( $post );
	$language = language_of_page( $post_id );
	$texts    = cut_passages( without_furniture( $post_id, current_reading( $post )['body'] ) );
	foreach ( $texts || '' === $facts ? $texts : array( '' ) as $text ) {
		$passages[] = array( plain_title( $post ), address_of( $post ), $text, $language );
	}
	keep_passages( $post_id, $passages, $facts );
}

/**
 * Has exactly these passages of a page. One that hasn't changed keeps what was made of it.
 *
 * @param int     $post_id  Which page; 0 for the owner's own answers.
 * @param array[] $passages Title, address, text and language of each.
 * @param string  $besides  What the first one is found by, too.
 */
function keep_passages( int $post_id, array $passages, string $besides = '' ): void {
	global $wpdb;
	$known   = array_column( (array) rows( $wpdb->prepare( 'SELECT n, hash, words FROM ' . table( 'passages' ) . ' WHERE post_id = %d', $post_id ) ), null, 'n' ); // phpcs:ignore WordPress.DB.PreparedSQL
	$changed = false;
	foreach ( array_keys( array_diff_key( $known, $passages ) ) as $n ) {
		quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'passages' ) . ' WHERE post_id = %d AND n = %d', $post_id, $n ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
	foreach ( $passages as $n => $passage ) {
		list( $title, $url, $text, $language ) = $passage;

		$hash  = md5( to_json( $passage ) );
		$words = ' ' . implode( ' ', words_of( $title . ' ' . $text . ( 0 === $n ? ' ' . $besides : '' ) ) ) . ' ';
		if ( ( $known[ $n ]['hash'] ?? '' ) === $hash ) {
			if ( $known[ $n ]['words'] !== $words ) {
				quietly( $wpdb->prepare( 'UPDATE ' . table( 'passages' ) . ' SET words = %s WHERE post_id = %d AND n = %d', $words, $post_id, $n ) ); // phpcs:ignore WordPress.DB.PreparedSQL
			}
		} else {
			$changed = true;
			quietly( $wpdb->prepare( 'REPLACE INTO ' . table( 'passages' ) . ' (post_id, n, title, url, body, words, hash, lang) VALUES (%d, %d, %s, %s, %s, %s, %s, %s)', $post_id, $n, cut( $title, 200 ), $url, $text, $words, $hash, cut( $language, 20 ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL
		}
	}
	if ( $changed ) {
		book_embedding( 10 );
	}
}

/**
 * A page as it was read last, read again where it has changed since.
 *
 * @param WP_Post $post One that the agent may know.
 * @return array state and why of read_as_visitor(), read_at, body.
 */
function current_reading( WP_Post $post ): array {
	ensure_tables();
	$is_file = is_document( $post );
	$key     = $is_file ? document_key( $post ) : $post->post_modified_gmt . ':' . round_state()['epoch'];
	$kept    = kept_reading( $post->ID );
	if ( $is_file && null !== $kept && $kept['read_key'] === $key ) {
		return $kept;
	}
	// What a visitor couldn't open, or this site couldn't ask itself for, is tried again the next day.
	$good = 'visitor' === ( $kept['state'] ?? '' ) ? READING_SECONDS : DAY_IN_SECONDS - HOUR_IN_SECONDS;
	if ( null !== $kept && $kept['read_key'] === $key && $kept['read_at'] > time() - $good ) {
		return $kept;
	}
	$read = $is_file ? read_document( $post ) : read_as_visitor( $post );
	$now  = array(
		'state'    => $read['state'],
		'why'      => $read['why'],
		'read_at'  => time(),
		'read_key' => $key,
		'body'     => $read['text'],
	);
	store_reading( $post->ID, $now );
	return $now;
}

/**
 * Stores how a page was read.
 *
 * @param array $reading state, why, read_at, read_key, body.
 */
function store_reading( int $post_id, array $reading ): void {
	global $wpdb;
	quietly( $wpdb->prepare( 'REPLACE INTO ' . table( 'pages' ) . ' (post_id, state, why, read_at, read_key, body) VALUES (%d, %s, %s, %d, %s, %s)', $post_id, $reading['state'], $reading['why'], $reading['read_at'], $reading['read_key'], $reading['body'] ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/** What was read of a page, however long ago; null where nothing was. */
function kept_reading( int $post_id ): ?array {
	global $wpdb;
	$rows = has_tables() ? rows( $wpdb->prepare( 'SELECT state, why, read_at, read_key, body FROM ' . table( 'pages' ) . ' WHERE post_id = %d', $post_id ) ) : null; // phpcs:ignore WordPress.DB.PreparedSQL
	return $rows ? array( 'read_at' => (int) $rows[0]['read_at'] ) + $rows[0] : null;
}

/** Has a page read again, whatever its time of modification says: hooks tell of more than that does, and of two changes in one second. */
function mark_unread( int $post_id ): void {
	global $wpdb;
	if ( has_tables() ) {
		quietly( $wpdb->prepare( 'UPDATE ' . table( 'pages' ) . " SET read_key = '' WHERE post_id = %d", $post_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
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
		quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'pages' ) . ' WHERE post_id = %d', (int) $post_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
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
		update_round(
			array(
				'after' => 0,
				'ended' => 0,
			)
		);
		// The owner waits for this answer.
		go_round( 5 );
	}
}

/**
 * One step of a round through all pages, and an appointment for the next. A round a day finds what no hook has told of.
 *
 * @param int $seconds That the step may take.
 */
function go_round( int $seconds = ROUND_SECONDS ): void {
	if ( ! answers_here() ) {
		return;
	}
	ensure_tables();
	// By cron as well: on a quiet site no visitor comes to do it.
	sweep_sessions( 500 );
	$until = microtime( true ) + $seconds;
	$round = round_state();
	update_round( array( 'first' => array() ) );
	foreach ( $round['first'] as $id ) {
		know_page( $id );
	}
	$after = step_round( $round['after'], $until );
	// Other furniture: one more round, which only cuts anew what was read.
	$again = 0 === $after && find_furniture();
	update_round( array( 'after' => $after ) + ( $after > 0 ? array() : array( 'ended' => time() ) ) );
	book_round( $after > 0 || $again ? 10 : DAY_IN_SECONDS );
	// Vectors that another model has made, or that a failure has left out.
	book_embedding( 10 );
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

/** How far the round is, as OPTION_ROUND says. */
function round_state(): array {
	$stored = get_option( OPTION_ROUND );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'after' => 0,
		'ended' => 0,
		'first' => array(),
		'epoch' => 0,
	);
}

/**
 * Changes some of how far the round is.
 *
 * @param array $changes Fields of round_state().
 */
function update_round( array $changes ): void {
	update_option( OPTION_ROUND, $changes + round_state(), false );
}

/**
 * Reads the next pages of the round.
 *
 * @param int   $after Id of the last page of the step before.
 * @param float $until When the step ends, in Unix seconds.
 * @return int Id of the last page of this step; 0 where the round is over.
 */
function step_round( int $after, float $until ): int {
	global $wpdb;
	$ids  = next_page_ids( $after );
	$last = count( $ids ) < ROUND_PAGES ? PHP_INT_MAX : (int) end( $ids );
	// Pages that are gone, or of a kind that is chosen no more.
	$known = rows( $wpdb->prepare( 'SELECT post_id FROM ' . table( 'passages' ) . ' WHERE post_id > %d AND post_id <= %d UNION SELECT post_id FROM ' . table( 'pages' ) . ' WHERE post_id > %d AND post_id <= %d', $after, $last, $after, $last ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( array_diff( array_map( 'intval', wp_list_pluck( (array) $known, 'post_id' ) ), $ids ) as $gone ) {
		forget_page( $gone );
	}
	foreach ( $ids as $id ) {
		know_page( $id );
		if ( microtime( true ) > $until && end( $ids ) !== $id ) {
			return $id;
		}
	}
	return PHP_INT_MAX === $last ? 0 : $last;
}

/** How many pages are known. */
function count_known_pages(): int {
	global $wpdb;
	$row = rows( $wpdb->prepare( 'SELECT COUNT(*) AS pages FROM ' . table( 'passages' ) . ' WHERE n = %d AND post_id > 0', 0 ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $row ? (int) $row[0]['pages'] : 0;
}
