<?php
/**
 * Which of the site's pages the agent may know, and how their text is parted. What a visitor couldn't open, or search engines are
 * asked to leave out, is never known.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Characters of one passage, at most; what is longer is parted between paragraphs. */
const PASSAGE_CHARACTERS = 900;
/** Lines that stand in most pages: the page that keeps each, by the line's hash. */
const OPTION_FURNITURE = 'bellhop_furniture';
/** Hooks of WooCommerce on which what a product costs, or whether it can be had, has changed. */
const PRODUCT_HOOKS = array( 'woocommerce_new_product', 'woocommerce_update_product', 'woocommerce_update_product_variation', 'woocommerce_product_set_stock', 'woocommerce_variation_set_stock', 'woocommerce_product_set_stock_status', 'woocommerce_variation_set_stock_status', 'wc_after_products_starting_sales', 'wc_after_products_ending_sales' );
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
	// A gateway reads documents itself.
	if ( has_no_gateway() ) {
		$types['attachment'] = __( 'Documents of the media library (PDF, Word)', 'bellhop' );
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

/** Whether the agent may know a page. */
function is_knowable( WP_Post $post ): bool {
	return '' === why_unknown( $post );
}

/**
 * Why the agent may not know a page.
 *
 * @return string '' where it may; kind, status, password, noindex, or filter.
 */
function why_unknown( WP_Post $post ): string {
	$closed = why_closed( $post );
	if ( 'status' === $closed ) {
		return 'status';
	}
	if ( 'attachment' === $post->post_type && ! is_document( $post ) ) {
		return 'kind';
	}
	return in_array( $post->post_type, known_types(), true ) ? $closed : 'kind';
}

/**
 * Why a page isn't everybody's, whatever kinds the owner has chosen for the agent.
 *
 * @return string '' where it is; status, password, noindex, or filter.
 */
function why_closed( WP_Post $post ): string {
	// A file has the status of the page that it was uploaded to.
	if ( 'publish' !== ( 'attachment' === $post->post_type ? get_post_status( $post ) : $post->post_status ) ) {
		return 'status';
	}
	if ( '' !== $post->post_password ) {
		return 'password';
	}
	$is_hidden = is_hidden_from_search( $post );
	/**
	 * Whether the agent may know a page. What isn't published, or has a password, isn't asked about.
	 *
	 * @param bool    $may  Whether it may.
	 * @param WP_Post $post Which page.
	 */
	$may = (bool) apply_filters( 'bellhop_know_page', ! $is_hidden, $post );
	return $may ? '' : ( $is_hidden ? 'noindex' : 'filter' );
}

/** Whether search engines are asked to leave a page out, as the well-known plugins note it; or a shop hides a product. */
function is_hidden_from_search( WP_Post $post ): bool {
	$robots = get_post_meta( $post->ID, 'rank_math_robots', true );
	return '1' === (string) get_post_meta( $post->ID, '_yoast_wpseo_meta-robots-noindex', true )
		|| in_array( 'noindex', (array) $robots, true )
		|| 'yes' === get_post_meta( $post->ID, '_seopress_robots_index', true )
		|| (int) get_post_meta( $post->ID, '_genesis_noindex', true ) > 0
		|| ( taxonomy_exists( 'product_visibility' ) && has_term( 'exclude-from-search', 'product_visibility', $post ) );
}

/**
 * What a page says, read again where it has changed. Takes as long as the page does: not for a request that a visitor waits for.
 *
 * @param WP_Post $post One that the agent may know.
 */
function known_text( WP_Post $post ): string {
	return trim( product_facts( $post ) . "\n\n" . without_furniture( $post->ID, current_reading( $post )['body'] ) );
}

/**
 * A page's text without the lines that stand in most pages: menus of themes that don't mark them as such, "More posts", a byline. The
 * first page that has such a line keeps it, so that nothing is lost of what an owner has put into every page.
 *
 * @param string $text    As it was read.
 */
function without_furniture( int $post_id, string $text ): string {
	$furniture = get_option( OPTION_FURNITURE );
	if ( ! is_array( $furniture ) || ! $furniture ) {
		return $text;
	}
	$kept = array();
	foreach ( explode( "\n", $text ) as $line ) {
		if ( ( $furniture[ md5( $line ) ] ?? $post_id ) === $post_id ) {
			$kept[] = $line;
		}
	}
	return implode( "\n", $kept );
}

/**
 * Finds the lines that stand in at least half of the pages that were read, and in four.
 *
 * @return bool Whether there are others than before.
 */
function find_furniture(): bool {
	global $wpdb;
	$counts = array();
	$first  = array();
	$pages  = 0;
	$after  = 0;
	do {
		$rows = (array) rows( $wpdb->prepare( 'SELECT post_id, body FROM ' . table( 'pages' ) . ' WHERE post_id > %d ORDER BY post_id LIMIT 100', $after ) ); // phpcs:ignore WordPress.DB.PreparedSQL
		foreach ( $rows as $row ) {
			$after = (int) $row['post_id'];
			++$pages;
			foreach ( array_unique( explode( "\n", $row['body'] ) ) as $line ) {
				// Furniture is short, and the words of a whole site are many.
				if ( '' !== $line && strlen( $line ) <= 300 && ( $pages <= 200 || isset( $counts[ md5( $line ) ] ) ) ) {
					$hash            = md5( $line );
					$counts[ $hash ] = ( $counts[ $hash ] ?? 0 ) + 1;
					$first[ $hash ]  = $first[ $hash ] ?? $after;
				}
			}
		}
		$is_full = 100 === count( $rows );
	} while ( $is_full );
	$found = array_intersect_key(
		$first,
		array_filter(
			$counts,
			function ( int $count ) use ( $pages ): bool {
				return $count >= 4 && $count >= $pages / 2;
			}
		)
	);
	if ( get_option( OPTION_FURNITURE, array() ) === $found ) {
		return false;
	}
	update_option( OPTION_FURNITURE, $found, false );
	return true;
}

/**
 * A page's passages as they are known; of one that was never read what stands in it, without running anything.
 *
 * @return string[]
 */
function passages_of( WP_Post $post ): array {
	$body = kept_reading( $post->ID )['body'] ?? '';
	return cut_passages( product_facts( $post ) . "\n\n" . ( '' === $body ? $post->post_excerpt . "\n" . plain_text( $post->post_content ) : $body ) );
}

/**
 * Parts a text into passages: between sections where they are long enough, between lines where a section is longer than a passage,
 * whose heading then stands before each of its parts.
 *
 * @param string $text Sections with an empty line between them.
 * @return string[]
 */
function cut_passages( string $text ): array {
	$passages = array();
	$passage  = '';
	foreach ( (array) preg_split( '/\n\s*\n/', $text ) as $section ) {
		$lines   = array_values( array_filter( array_map( 'trim', explode( "\n", (string) $section ) ), 'strlen' ) );
		$heading = count( $lines ) > 1 && mb_strlen( $lines[0] ) <= 120 ? $lines[0] : '';
		if ( '' !== $passage && mb_strlen( $passage . implode( "\n", $lines ) ) > PASSAGE_CHARACTERS ) {
			$passages[] = $passage;
			$passage    = '';
		}
		foreach ( $lines as $i => $line ) {
			foreach ( mb_str_split( $line, PASSAGE_CHARACTERS ) as $part ) {
				if ( '' !== $passage && mb_strlen( $passage . $part ) > PASSAGE_CHARACTERS ) {
					$passages[] = $passage;
					$passage    = $i > 0 && mb_strlen( $heading . $part ) < PASSAGE_CHARACTERS ? $heading : '';
				}
				$passage .= ( '' === $passage ? '' : "\n" ) . trim( $part );
			}
		}
	}
	$passages[] = $passage;
	return array_slice( array_values( array_filter( $passages, 'strlen' ) ), 0, MAX_PASSAGES );
}

/**
 * What a shop sells a product for just now: price, stock, and the same of each of its kinds, as a guest is told. Never kept beside the
 * text: it changes with every order.
 */
function product_facts( WP_Post $post ): string {
	if ( 'product' !== $post->post_type || ! function_exists( 'wc_get_product' ) ) {
		return '';
	}
	$user = get_current_user_id();
	// Some shops have prices by account.
	wp_set_current_user( 0 );
	$product = wc_get_product( $post->ID );
	$facts   = array();
	if ( is_object( $product ) ) {
		$price = plain_words( (string) $product->get_price_html() );
		$sku   = plain_words( (string) $product->get_sku() );
		$facts = array( '' === $price ? '' : 'Price: ' . $price, stock_in_words( $product ), '' === $sku ? '' : 'SKU: ' . $sku );
		$kinds = method_exists( $product, 'is_type' ) && $product->is_type( 'variable' ) ? variations_of( $product ) : array();
		foreach ( array_slice( $kinds, 0, MAX_VARIATIONS ) as $kind ) {
			$card    = variation_card( $kind );
			$facts[] = $card['kind'] . ': ' . $card['price'] . ', ' . stock_in_words( $kind );
		}
		if ( count( $kinds ) > MAX_VARIATIONS ) {
			$facts[] = 'More kinds are on its page.';
		}
	}
	wp_set_current_user( $user );
	return implode( "\n", array_filter( $facts, 'strlen' ) );
}

/**
 * Whether a product can be had, and how many where the shop counts them.
 *
 * @param object $product A product or a variation of WooCommerce.
 */
function stock_in_words( object $product ): string {
	if ( ! $product->is_in_stock() ) {
		return 'out of stock';
	}
	$count = method_exists( $product, 'managing_stock' ) && $product->managing_stock() ? $product->get_stock_quantity() : null;
	if ( null === $count || $count <= 0 ) {
		return method_exists( $product, 'is_on_backorder' ) && $product->is_on_backorder() ? 'on backorder' : 'in stock';
	}
	// Owners may hide how many there are.
	return 'no_amount' === get_option( 'woocommerce_stock_format' ) ? 'in stock' : 'in stock: ' . (float) $count;
}

/**
 * The products that a hook of WooCommerce tells of.
 *
 * @param mixed $given An id, a product or a variation, or a list of ids.
 * @return int[] Ids of products, a variation's product in its place.
 */
function changed_products( $given ): array {
	$ids = array();
	foreach ( is_array( $given ) ? $given : array( $given ) as $one ) {
		$id     = is_object( $one ) && method_exists( $one, 'get_id' ) ? (int) $one->get_id() : ( is_scalar( $one ) ? (int) $one : 0 );
		$parent = is_object( $one ) && method_exists( $one, 'get_parent_id' ) ? (int) $one->get_parent_id() : (int) wp_get_post_parent_id( $id );
		$ids[]  = $parent > 0 ? $parent : $id;
	}
	return array_values( array_unique( array_filter( $ids ) ) );
}

/**
 * The next published pages of the kinds that the owner has chosen, for a round through all of them.
 *
 * @param int $after Id of the last page of the step before.
 * @return int[] Ids; fewer than ROUND_PAGES at the end of the round.
 */
function next_page_ids( int $after ): array {
	global $wpdb;
	$open = open_condition();
	$rows = rows( $wpdb->prepare( "SELECT p.ID FROM {$wpdb->posts} p WHERE p.ID > %d AND {$open} ORDER BY p.ID LIMIT %d", $after, ROUND_PAGES ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- prepared there.
	return array_map( 'intval', wp_list_pluck( (array) $rows, 'ID' ) );
}

/** The condition of what is published of the kinds that the owner has chosen; of the media library documents alone. */
function open_condition(): string {
	global $wpdb;
	$types = array_diff( known_types(), array( 'attachment' ) );
	$marks = implode( ', ', array_fill( 0, max( 1, count( $types ) ), '%s' ) );
	$open  = (string) $wpdb->prepare( "p.post_status = 'publish' AND p.post_type IN ({$marks})", $types ? array_values( $types ) : array( '' ) ); // phpcs:ignore WordPress.DB.PreparedSQL, WordPress.DB.PreparedSQLPlaceholders -- $marks are places.
	if ( in_array( 'attachment', known_types(), true ) ) {
		$open .= (string) $wpdb->prepare( " OR p.post_type = 'attachment' AND p.post_status IN ('inherit', 'publish') AND p.post_mime_type IN (%s, %s)", PDF_TYPE, WORD_TYPE );
	}
	return '(' . $open . ')';
}

/** Where a page is, or a document's file. */
function address_of( WP_Post $post ): string {
	return (string) ( 'attachment' === $post->post_type ? wp_get_attachment_url( $post->ID ) : get_permalink( $post ) );
}
