<?php
/**
 * Which of the site's pages the agent may know, and what they say in plain words. What a visitor couldn't open, or search engines
 * are asked to leave out, is never known.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Characters of one passage, at most; what is longer is parted between paragraphs. */
const PASSAGE_CHARACTERS = 900;
/** Of one page this much is known. */
const MAX_PASSAGES = 60;

/**
 * Kinds of content that the owner may choose: those whose pages everybody can open.
 *
 * @return array<string, string> Labels by name.
 */
function knowable_types(): array {
	$types = array();
	foreach ( get_post_types( array( 'public' => true ), 'objects' ) as $name => $type ) {
		if ( 'attachment' !== $name && is_post_type_viewable( $type ) ) {
			$types[ $name ] = (string) $type->labels->name;
		}
	}
	return $types;
}

/**
 * Types of posts that the agent answers from.
 *
 * @return string[] Those that the owner has chosen.
 */
function known_types(): array {
	return array_values( array_intersect( settings()['knowledge'], array_keys( knowable_types() ) ) );
}

/**
 * Whether the agent may know a page.
 *
 * @param WP_Post $post Which page.
 */
function is_knowable( WP_Post $post ): bool {
	$is_open = 'publish' === $post->post_status && '' === $post->post_password && in_array( $post->post_type, known_types(), true );
	$may     = $is_open && ! is_hidden_from_search( $post );
	/**
	 * Whether the agent may know a page. What isn't published, or has a password, isn't asked about.
	 *
	 * @param bool    $may  Whether it may.
	 * @param WP_Post $post Which page.
	 */
	return $is_open && (bool) apply_filters( 'bellhop_know_page', $may, $post );
}

/**
 * Whether search engines are asked to leave a page out, as the well-known plugins note it; or a shop hides a product.
 *
 * @param WP_Post $post Which page.
 */
function is_hidden_from_search( WP_Post $post ): bool {
	$robots = get_post_meta( $post->ID, 'rank_math_robots', true );
	return '1' === (string) get_post_meta( $post->ID, '_yoast_wpseo_meta-robots-noindex', true )
		|| in_array( 'noindex', (array) $robots, true )
		|| 'yes' === get_post_meta( $post->ID, '_seopress_robots_index', true )
		|| (int) get_post_meta( $post->ID, '_genesis_noindex', true ) > 0
		|| ( taxonomy_exists( 'product_visibility' ) && has_term( 'exclude-from-search', 'product_visibility', $post ) );
}

/**
 * A page in plain words. Nothing of it is run: shortcodes and dynamic blocks might do something, or show what only some may see.
 *
 * @param WP_Post $post Which page.
 * @return string[] Passages.
 */
function passages_of( WP_Post $post ): array {
	$html = preg_replace( '/<!--.*?(?:-->|$)|<(script|style|template)\b.*?(?:<\/\1>|$)/is', '', $post->post_content );
	$html = preg_replace( '/<\/(p|div|li|h[1-6]|tr|td|th|dt|dd|blockquote|figcaption)>|<br\b[^<>]*>/i', "$0\n", strip_shortcodes( (string) $html ) );
	$text = html_entity_decode( wp_strip_all_tags( $post->post_excerpt . "\n" . product_facts( $post ) . "\n" . $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );

	$passages = array();
	$passage  = '';
	foreach ( array_filter( array_map( 'trim', explode( "\n", $text ) ), 'strlen' ) as $line ) {
		foreach ( mb_str_split( $line, PASSAGE_CHARACTERS ) as $part ) {
			if ( '' !== $passage && mb_strlen( $passage . $part ) > PASSAGE_CHARACTERS ) {
				$passages[] = $passage;
				$passage    = '';
			}
			$passage .= ( '' === $passage ? '' : "\n" ) . trim( $part );
		}
	}
	$passages[] = $passage;
	return array_slice( array_filter( $passages, 'strlen' ), 0, MAX_PASSAGES );
}

/**
 * What a shop shows of a product beside its text.
 *
 * @param WP_Post $post Which page.
 */
function product_facts( WP_Post $post ): string {
	$product = 'product' === $post->post_type && function_exists( 'wc_get_product' ) ? wc_get_product( $post->ID ) : null;
	if ( ! is_object( $product ) ) {
		return '';
	}
	$facts = array( wp_strip_all_tags( (string) $product->get_price_html() ), (string) $product->get_sku(), $product->is_in_stock() ? '' : 'Out of stock' );
	return implode( "\n", array_filter( $facts, 'strlen' ) );
}

/**
 * The next published pages of the kinds that the owner has chosen, for a round through all of them.
 *
 * @param int $after Id of the last page of the step before.
 * @return int[] Ids; fewer than ROUND_PAGES at the end of the round.
 */
function next_page_ids( int $after ): array {
	global $wpdb;
	$types = known_types();
	$marks = implode( ', ', array_fill( 0, max( 1, count( $types ) ), '%s' ) );
	$rows  = rows( $wpdb->prepare( "SELECT ID FROM {$wpdb->posts} WHERE ID > %d AND post_status = 'publish' AND post_type IN ({$marks}) ORDER BY ID LIMIT %d", array_merge( array( $after ), $types ? $types : array( '' ), array( ROUND_PAGES ) ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- $marks are places.
	return array_map( 'intval', wp_list_pluck( (array) $rows, 'ID' ) );
}
