<?php
/**
 * A page of the site as the gateway keeps it, and what is noted beside each page of what the gateway has. Sends nothing.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Of each page that the gateway has: `collection`, `address`, `hash` ('' where it has to be sent again), `refused`. */
const META_SENT = '_bellhop_sent';

/**
 * A page as the gateway keeps it; null where the agent may not know it, or it has no words.
 *
 * @return string[]|null uri, title, text.
 */
function page_document( WP_Post $post ): ?array {
	$text    = is_knowable( $post ) ? str_replace( "\0", '', cut( known_text( $post ), MAX_PASSAGES * PASSAGE_CHARACTERS ) ) : '';
	$address = address_of( $post );
	if ( '' === $text || '' === $address ) {
		return null;
	}
	$title = trim( str_replace( "\0", '', html_entity_decode( wp_strip_all_tags( get_the_title( $post ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) ) );
	return array(
		'uri'   => cut( $address, 2000 ),
		'title' => cut( '' === $title ? $address : $title, 300 ),
		'text'  => $text,
	);
}

/**
 * Tells whether a page has changed.
 *
 * @param string[] $page Of page_document().
 */
function hash_of_document( array $page ): string {
	return md5( to_json( $page ) );
}

/** What the gateway has of a page. */
function sent_of( int $post_id ): array {
	return read_sent( get_post_meta( $post_id, META_SENT, true ) );
}

/**
 * What was noted of a page, for the collection of now.
 *
 * @param mixed $stored Beside the page.
 */
function read_sent( $stored ): array {
	$nothing = array(
		'address' => '',
		'hash'    => '',
		'refused' => false,
	);
	$of      = is_array( $stored ) ? text( $stored['collection'] ?? null ) : '';
	return '' !== $of && sending_state()['collection'] === $of ? $stored + $nothing : $nothing;
}

/**
 * What was noted of pages whose ids are within bounds.
 *
 * @param int $after Greater than this.
 * @param int $until At most this.
 * @return array[] By the page's id.
 */
function sent_between( int $after, int $until ): array {
	global $wpdb;
	$rows = $wpdb->get_results( $wpdb->prepare( "SELECT post_id, meta_value FROM {$wpdb->postmeta} WHERE meta_key = %s AND post_id > %d AND post_id <= %d", META_SENT, $after, $until ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery -- no function of WordPress reads one key of many pages.
	$sent = array();
	foreach ( (array) $rows as $row ) {
		$found = read_sent( maybe_unserialize( $row->meta_value ) );
		if ( '' !== $found['address'] ) {
			$sent[ (int) $row->post_id ] = $found;
		}
	}
	return $sent;
}

/** Has a page sent again, although nothing of it has changed. */
function mark_stale( int $post_id ): void {
	$sent = sent_of( $post_id );
	if ( '' !== $sent['address'] ) {
		update_post_meta( $post_id, META_SENT, wp_slash( array( 'hash' => '' ) + $sent ) );
	}
}

/**
 * How many pages the gateway has, and how many it has refused.
 *
 * @return int[]
 */
function count_sent_pages(): array {
	$refused = array_column( sent_between( 0, PHP_INT_MAX ), 'refused' );
	return array( count( $refused ) - count( array_filter( $refused ) ), count( array_filter( $refused ) ) );
}
