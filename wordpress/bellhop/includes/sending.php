<?php
/**
 * The site's pages at the gateway: when they are sent. The owner begins it and ends it; pages go as they are saved, and a round
 * through all of them, once a day, finds what no hook has told of. What one step asks of the gateway is send-pages.php's.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Of sending_state(). */
const OPTION_SENDING = 'bellhop_sending';
const HOOK_SEND      = 'bellhop_send_pages';

add_action( 'wp_after_insert_post', __NAMESPACE__ . '\\note_saved_page', 30 );
add_action( 'before_delete_post', __NAMESPACE__ . '\\note_deleted_page' );
add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\send_after_change', 10, 2 );
add_action( HOOK_SEND, __NAMESPACE__ . '\\send_step' );

/**
 * How far sending is. `for`: record_owner(); `collection`: its id, '' where nothing is sent; `after`: the last page of the step
 * before; `ended`: Unix seconds of the last whole round; `forget`: addresses to be taken away; `problem`: in words; `failures`.
 */
function sending_state(): array {
	$stored = get_option( OPTION_SENDING );
	$stored = is_array( $stored ) && record_owner() === ( $stored['for'] ?? '' ) ? $stored : array();
	return $stored + array(
		'for'        => record_owner(),
		'collection' => '',
		'after'      => 0,
		'ended'      => 0,
		'forget'     => array(),
		'problem'    => '',
		'failures'   => 0,
	);
}

/**
 * Changes some of what is remembered of sending.
 *
 * @param array $changes Fields of sending_state().
 */
function update_sending( array $changes ): void {
	update_option( OPTION_SENDING, $changes + sending_state(), false );
}

/** Whether this site's pages are kept at its gateway. */
function sends_pages(): bool {
	return '' !== sending_state()['collection'] && is_connected();
}

/**
 * Makes the collection, binds it in the place of the one that the owner saw, and sends the first pages.
 *
 * @param string|null|false $expected The collection that is bound now, as the owner saw it; false: whatever is bound.
 * @return true|WP_Error
 */
function begin_sending( $expected ) {
	$made = gateway_request(
		'POST',
		'/admin/collections',
		array(
			'name'      => cut( wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES ) . ' (WordPress)', 200 ),
			'documents' => array(),
		)
	);
	if ( is_wp_error( $made ) ) {
		return $made;
	}
	$id = text( $made['collection_id'] ?? null );
	if ( ! preg_match( '/^[\w.:-]{1,200}$/D', $id ) ) {
		return gateway_error( 'not_a_gateway' );
	}
	$bound = bind_collection( $id, $expected );
	if ( is_wp_error( $bound ) ) {
		gateway_request( 'DELETE', collection_path( $id ) );
		return $bound;
	}
	delete_option( OPTION_SENDING );
	update_sending( array( 'collection' => $id ) );
	send_step();
	return true;
}

/**
 * Takes the collection away at the gateway. The agent is unbound first: an agent whose collection is gone answers nobody.
 *
 * @return true|WP_Error
 */
function stop_sending() {
	$id    = sending_state()['collection'];
	$bound = bind_collection( null, $id );
	// Somebody has bound another one meanwhile: that stays.
	if ( is_wp_error( $bound ) && 'conflict' !== $bound->get_error_code() ) {
		return $bound;
	}
	$gone = gateway_request( 'DELETE', collection_path( $id ) );
	if ( is_wp_error( $gone ) && 'not_found' !== $gone->get_error_code() ) {
		return $gone;
	}
	forget_sending();
	return true;
}

/** Takes the round through all pages off the schedule. */
function unschedule_sending(): void {
	wp_clear_scheduled_hook( HOOK_SEND );
}

/** Nothing is sent any more, and nothing is known of what was. */
function forget_sending(): void {
	unschedule_sending();
	delete_option( OPTION_SENDING );
	delete_post_meta_by_key( META_SENT );
}

/**
 * A page was saved, whatever it is now: it is sent, or taken away, once the visitor's or owner's request has been answered.
 *
 * @param int $post_id Which page.
 */
function note_saved_page( $post_id ): void {
	if ( sends_pages() && ( in_array( get_post_type( (int) $post_id ), known_types(), true ) || '' !== sent_of( (int) $post_id )['address'] ) ) {
		pages_to_send( (int) $post_id );
	}
}

/**
 * A page goes for good, and what was noted beside it goes with it.
 *
 * @param int $post_id Which page.
 */
function note_deleted_page( $post_id ): void {
	$sent = sent_of( (int) $post_id );
	if ( '' !== $sent['address'] && sends_pages() ) {
		forget_addresses( array( $sent['address'] ) );
		pages_to_send( 0 );
	}
}

/**
 * Pages that this request has changed.
 *
 * @param int|null $post_id One more, 0 for none; null to have them, once.
 * @return int[]
 */
function pages_to_send( ?int $post_id = null ): array {
	static $ids = array();
	if ( null === $post_id ) {
		$found = array_keys( array_diff_key( $ids, array( 0 => true ) ) );
		$ids   = array();
		return $found;
	}
	if ( ! $ids ) {
		add_action( 'shutdown', __NAMESPACE__ . '\\send_changed_pages', 900 );
	}
	$ids[ $post_id ] = true;
	return array();
}

/** After the response, where PHP can do that: nobody who saves a page waits for the gateway. */
function send_changed_pages(): void {
	$ids = pages_to_send();
	if ( count( $ids ) > ROUND_PAGES ) {
		// An import: the round goes through all of it.
		update_sending( array( 'after' => 0 ) );
		book_sending( 10 );
		return;
	}
	if ( function_exists( 'fastcgi_finish_request' ) ) {
		fastcgi_finish_request();
	} elseif ( function_exists( 'litespeed_finish_request' ) ) {
		litespeed_finish_request();
	}
	foreach ( $ids as $id ) {
		// Until the gateway has it: a process that ends here leaves it to the round.
		mark_stale( $id );
	}
	$sent = send_pages( $ids, 5 );
	// The round keeps its appointment, however often pages are saved.
	if ( is_wp_error( $sent ) || ! wp_next_scheduled( HOOK_SEND ) ) {
		finish_sending( $sent );
	}
}

/**
 * The owner has chosen other kinds of pages: all are looked at again.
 *
 * @param mixed $before The settings that were stored.
 * @param mixed $now    Those that are.
 */
function send_after_change( $before, $now ): void {
	if ( ( ( (array) $before )['knowledge'] ?? null ) !== ( ( (array) $now )['knowledge'] ?? null ) && sends_pages() ) {
		update_sending( array( 'after' => 0 ) );
		send_step();
	}
}

/** One step of a round through all pages, and an appointment for the next. */
function send_step(): void {
	if ( ! sends_pages() ) {
		return;
	}
	$after = sending_state()['after'];
	$fine  = 0 === $after ? compare_with_gateway() : true;
	if ( is_wp_error( $fine ) || ! sends_pages() ) {
		finish_sending( $fine );
		return;
	}
	$ids  = next_page_ids( $after );
	$last = count( $ids ) < ROUND_PAGES ? PHP_INT_MAX : (int) end( $ids );
	// Reading takes as long as the pages do, and somebody may wait for this step.
	$until = microtime( true ) + ROUND_SECONDS;
	foreach ( $ids as $i => $id ) {
		$post = get_post( $id );
		if ( $post instanceof WP_Post && is_knowable( $post ) ) {
			current_reading( $post );
		}
		if ( microtime( true ) > $until && $i < count( $ids ) - 1 ) {
			$ids  = array_slice( $ids, 0, $i + 1 );
			$last = $id;
			break;
		}
	}
	// Those of a kind that is chosen no more, or that are published no more, stand between.
	$sent = send_pages( array_unique( array_merge( $ids, array_keys( sent_between( $after, $last ) ) ) ), 20 );
	if ( ! is_wp_error( $sent ) ) {
		$is_over = PHP_INT_MAX === $last;
		update_sending(
			array(
				'after' => $is_over ? 0 : $last,
				'ended' => $is_over ? time() : sending_state()['ended'],
			)
		);
	}
	finish_sending( $sent );
}

/**
 * Remembers how it went, and books the next step.
 *
 * @param true|WP_Error $result Of send_pages() or compare_with_gateway().
 */
function finish_sending( $result ): void {
	if ( ! sends_pages() ) {
		return;
	}
	$state = sending_state();
	if ( is_wp_error( $result ) ) {
		update_sending(
			array(
				'problem'  => explain_gateway_error( $result ),
				'failures' => $state['failures'] + 1,
			)
		);
		book_sending( min( 12 * HOUR_IN_SECONDS, MINUTE_IN_SECONDS * pow( 2, min( 10, $state['failures'] ) ) ) );
		return;
	}
	$was_failing = $state['failures'] > 0;
	update_sending(
		array(
			'problem'  => '',
			'failures' => 0,
		)
	);
	// What a failure has left behind is found by a round.
	book_sending( $was_failing || $state['after'] > 0 ? 10 : DAY_IN_SECONDS );
}

/**
 * Books the next step, in place of every other.
 *
 * @param int $seconds From now.
 */
function book_sending( int $seconds ): void {
	unschedule_sending();
	wp_schedule_single_event( time() + $seconds, HOOK_SEND );
}
