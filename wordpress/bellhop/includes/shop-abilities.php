<?php
/**
 * Abilities of a shop (WooCommerce): find products, change and tell the cart, one's own orders, and what the owner lets visitors
 * know of discounts; what becomes of the cart is shop-cart.php's matter. They see and change what the visitor of the request sees on the shop's own pages, and nothing else.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_Query;

defined( 'ABSPATH' ) || exit;

/** Kinds of one product that the agent is told. */
const MAX_VARIATIONS = 30;

add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\enqueue_cart_refresh', 20 );

/**
 * Has the page's own small cart show what the chat has put into the cart: WooCommerce's script and its blocks each listen to an
 * event of their own.
 */
function enqueue_cart_refresh(): void {
	if ( ! has_shop() || ! wp_script_is( HANDLE, 'enqueued' ) || ! array_intersect( array( 'bellhop/add-to-cart', 'bellhop/set-quantity' ), settings()['abilities'] ) ) {
		return;
	}
	wp_enqueue_script( 'bellhop-cart', plugins_url( 'assets/cart.js', FILE ), array(), VERSION, array( 'in_footer' => true ) );
}

/** Whether WooCommerce is active. */
function has_shop(): bool {
	return function_exists( 'wc_get_product' ) && function_exists( 'WC' );
}

/** Registers them; each works only once the owner has ticked it. */
function register_shop_abilities(): void {
	$rows = array(
		'type'  => 'array',
		'items' => array( 'type' => 'object' ),
	);
	if ( function_exists( 'wc_get_orders' ) ) {
		register_for_visitors(
			'my-orders',
			array(
				'label'            => __( 'My orders', 'bellhop' ),
				'description'      => __( 'Tells a signed-in visitor the number, date, status and total of their own last orders in this shop.', 'bellhop' ),
				'output_schema'    => $rows,
				'execute_callback' => __NAMESPACE__ . '\\my_orders',
			),
			true,
			'is_user_logged_in'
		);
	}
	if ( ! has_shop() ) {
		return;
	}
	register_for_visitors(
		'find-products',
		array(
			'label'            => __( 'Find products', 'bellhop' ),
			'description'      => __( 'Finds products of this shop by words and price. Returns id, title, text, price, image, link and whether it is in stock; one that comes in several kinds has them under variations, each with its id. Show what fits with show_items, with the button "Add to cart" where it is in stock. Where there are variations let the visitor choose one, with offer_choices if you have it.', 'bellhop' ),
			'input_schema'     => object_schema(
				array(
					'query'     => text_schema( 0, 100, 'Words to look for; empty for the newest products' ),
					'max_price' => array(
						'type'        => 'number',
						'minimum'     => 0,
						'description' => 'In the shop’s currency',
					),
					'on_sale'   => array(
						'type'        => 'boolean',
						'description' => 'Only what is reduced',
					),
				),
				array( 'query' )
			),
			'output_schema'    => $rows,
			'execute_callback' => __NAMESPACE__ . '\\find_products',
		),
		true
	);
	register_for_visitors(
		'add-to-cart',
		array(
			'label'            => __( 'Add to cart', 'bellhop' ),
			'description'      => __( 'Puts a product of this shop into the visitor’s cart, after the visitor has agreed. A product that comes in several kinds needs the variation that the visitor has chosen. Returns what the cart holds then.', 'bellhop' ),
			'input_schema'     => object_schema( cart_fields( 1 ), array( 'product_id' ) ),
			'output_schema'    => array( 'type' => 'object' ),
			'execute_callback' => __NAMESPACE__ . '\\add_to_cart',
		),
		false
	);
	register_for_visitors(
		'set-quantity',
		array(
			'label'            => __( 'Change the cart', 'bellhop' ),
			'description'      => __( 'Sets how many of a product the visitor’s cart holds, after the visitor has agreed; 0 takes it out. Only for what is in the cart. Returns what the cart holds then.', 'bellhop' ),
			'input_schema'     => object_schema( cart_fields( 0 ), array( 'product_id', 'quantity' ) ),
			'output_schema'    => array( 'type' => 'object' ),
			'execute_callback' => __NAMESPACE__ . '\\set_quantity',
		),
		false
	);
	register_for_visitors(
		'cart',
		array(
			'label'            => __( 'The visitor’s cart', 'bellhop' ),
			'description'      => __( 'Tells what the visitor’s cart in this shop holds, its total, and where to pay.', 'bellhop' ),
			'output_schema'    => array( 'type' => 'object' ),
			'execute_callback' => __NAMESPACE__ . '\\tell_cart',
		),
		true
	);
	register_for_visitors(
		'discounts',
		array(
			'label'            => __( 'Coupons and discounts', 'bellhop' ),
			'description'      => __( 'Tells the coupons and discounts that visitors of this shop may know of, in its owner’s words.', 'bellhop' ),
			'output_schema'    => array( 'type' => 'string' ),
			'execute_callback' => __NAMESPACE__ . '\\tell_discounts',
		),
		true
	);
}

/**
 * The fields that name a product and how many of it. The visitor reads the titles, the model the descriptions.
 *
 * @param int $least Fewest.
 */
function cart_fields( int $least ): array {
	$id = array(
		'type'    => 'integer',
		'minimum' => 1,
	);
	return array(
		'product_id'   => $id + array(
			'title'       => __( 'Product', 'bellhop' ),
			'description' => 'Of find-products',
		),
		'variation_id' => $id + array(
			'title'       => __( 'Kind', 'bellhop' ),
			'description' => 'Of the variations of find-products, as the visitor has chosen',
		),
		'quantity'     => array(
			'type'    => 'integer',
			'title'   => __( 'Quantity', 'bellhop' ),
			'minimum' => $least,
			'maximum' => 20,
		),
	);
}

/**
 * A price or any other HTML of the shop in plain words.
 *
 * @param string $html Of WooCommerce.
 */
function plain_words( string $html ): string {
	return trim( str_replace( "\xc2\xa0", ' ', html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) ) );
}

/**
 * Finds products that visitors can see, in the shape of the chat's cards.
 *
 * @param array $input query, max_price, on_sale.
 * @return array[]
 */
function find_products( $input ): array {
	$words = trim( (string) $input['query'] );
	$ids   = product_ids( $words );
	if ( ! $ids && false !== strpos( $words, ' ' ) ) {
		// All words at once were too many: the longest says most.
		$all = explode( ' ', $words );
		usort(
			$all,
			function ( string $a, string $b ): int {
				return mb_strlen( $b ) - mb_strlen( $a );
			}
		);
		$ids = product_ids( $all[0] );
	}
	$found = array();
	foreach ( $ids as $id ) {
		$product = wc_get_product( $id );
		if ( ! $product || ! $product->is_visible() || ( ! empty( $input['on_sale'] ) && ! $product->is_on_sale() ) ) {
			continue;
		}
		if ( isset( $input['max_price'] ) && (float) wc_get_price_to_display( $product ) > (float) $input['max_price'] ) {
			continue;
		}
		$found[] = product_card( $product );
	}
	return array_slice( $found, 0, 8 );
}

/**
 * Ids of published products.
 *
 * @param string $words '' for the newest.
 * @return int[]
 */
function product_ids( string $words ): array {
	$query  = new WP_Query(
		array(
			's'              => $words,
			'post_type'      => 'product',
			'post_status'    => 'publish',
			'has_password'   => false,
			'posts_per_page' => 40,
			'no_found_rows'  => true,
			'fields'         => 'ids',
		)
	);
	$by_sku = '' === $words || ! function_exists( 'wc_get_product_id_by_sku' ) ? 0 : (int) wc_get_product_id_by_sku( $words );
	return array_values( array_unique( array_filter( array_merge( array( $by_sku ), array_map( 'intval', $query->posts ) ) ) ) );
}

/**
 * A product as show_items takes it, with its id and whether it can be bought.
 *
 * @param object $product WooCommerce's.
 */
function product_card( object $product ): array {
	$image = wp_get_attachment_image_url( (int) $product->get_image_id(), 'woocommerce_thumbnail' );
	$price = $product->is_type( 'variable' ) ? (string) $product->get_price_html() : (string) wc_price( wc_get_price_to_display( $product ) );
	$card  = array(
		'id'       => (int) $product->get_id(),
		'title'    => cut( plain_words( (string) $product->get_name() ), 120 ),
		'text'     => cut( plain_words( (string) $product->get_short_description() ), 300 ),
		'price'    => cut( plain_words( $price ), 40 ),
		'image'    => is_string( $image ) ? $image : '',
		'link'     => (string) $product->get_permalink(),
		'in_stock' => (bool) $product->is_in_stock(),
	);
	if ( $product->is_type( 'variable' ) ) {
		$card['variations'] = array_slice( array_map( __NAMESPACE__ . '\\variation_card', variations_of( $product ) ), 0, MAX_VARIATIONS );
	}
	return array_filter(
		$card,
		function ( $value ): bool {
			return '' !== $value;
		}
	);
}

/**
 * The kinds of a product that a visitor can buy. One that leaves an attribute open ("any colour") needs a form of its own: it is
 * bought on its page.
 *
 * @param object $product A variable product of WooCommerce.
 * @return object[]
 */
function variations_of( object $product ): array {
	$found = array();
	foreach ( (array) $product->get_children() as $id ) {
		$kind = wc_get_product( (int) $id );
		if ( $kind && $kind->is_type( 'variation' ) && $kind->variation_is_visible() && $kind->is_purchasable() && ! in_array( '', $kind->get_variation_attributes(), true ) ) {
			$found[] = $kind;
		}
	}
	return $found;
}

/** A kind of a product as the agent tells it. */
function variation_card( object $kind ): array {
	return array(
		'variation_id' => (int) $kind->get_id(),
		'kind'         => cut( plain_words( (string) wc_get_formatted_variation( $kind, true, true ) ), 120 ),
		'price'        => cut( plain_words( (string) wc_price( wc_get_price_to_display( $kind ) ) ), 40 ),
		'in_stock'     => (bool) $kind->is_in_stock(),
	);
}

/** Why a product that comes in several kinds isn't in the cart yet, with the kinds, so that the visitor can be asked. */
function ask_for_variation( object $product ): WP_Error {
	$kinds = array();
	foreach ( array_slice( variations_of( $product ), 0, MAX_VARIATIONS ) as $kind ) {
		$card    = variation_card( $kind );
		$kinds[] = $card['variation_id'] . ' (' . $card['kind'] . ', ' . $card['price'] . ( $card['in_stock'] ? '' : ', out of stock' ) . ')';
	}
	$how = $kinds
		? 'Let the visitor choose, with offer_choices if you have it, and call this again with variation_id: ' . implode( '; ', $kinds ) . '.'
		: 'The visitor chooses one on its page, ' . $product->get_permalink();
	return new WP_Error( 'ability_invalid_input', 'This product comes in several kinds. ' . $how, array( 'status' => 400 ) );
}

/** The owner's words on coupons. */
function tell_discounts(): string {
	$text = settings()['discounts'];
	return '' === $text ? 'There are none that visitors may know of.' : $text;
}

/**
 * The last orders of the visitor who is signed in.
 *
 * @return array[]
 */
function my_orders(): array {
	$orders = wc_get_orders(
		array(
			'customer_id' => get_current_user_id(),
			'limit'       => 5,
			'orderby'     => 'date',
			'order'       => 'DESC',
		)
	);
	$told   = array();
	foreach ( $orders as $order ) {
		$date   = $order->get_date_created();
		$told[] = array(
			'number' => (string) $order->get_order_number(),
			'date'   => null === $date ? '' : $date->date( 'Y-m-d' ),
			'status' => (string) wc_get_order_status_name( $order->get_status() ),
			'total'  => plain_words( (string) $order->get_formatted_order_total() ),
		);
	}
	return $told;
}
