<?php
/**
 * The visitor's cart in a shop (WooCommerce): filled, changed and told, by the shop's own functions and rules.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Loads the visitor's cart, which WooCommerce leaves out where the REST API is asked; null where there is none.
 *
 * @return object|null
 */
function visitor_cart() {
	if ( null === ( WC()->cart ?? null ) && function_exists( 'wc_load_cart' ) ) {
		wc_load_cart();
	}
	return WC()->cart ?? null;
}

/**
 * What a call's product_id and variation_id name, as visitors see it: the product; or its kind, where it comes in several and the
 * visitor has chosen one. Null where there is no such product.
 *
 * @param array $input product_id, variation_id.
 * @return object|null
 */
function product_to_buy( $input ) {
	$product = wc_get_product( (int) $input['product_id'] );
	if ( ! $product || ! $product->is_visible() ) {
		return null;
	}
	foreach ( $product->is_type( 'variable' ) ? variations_of( $product ) : array() as $kind ) {
		if ( (int) $kind->get_id() === (int) ( $input['variation_id'] ?? 0 ) ) {
			return $kind;
		}
	}
	return $product;
}

/** What is said of a product that isn't there, or that visitors can't see. */
function no_such_product(): WP_Error {
	return new WP_Error( 'not_found', 'There is no such product in this shop.', array( 'status' => 404 ) );
}

/** Why the shop has refused, in its own words, which are then not shown on the next page, too. */
function shop_refusal(): WP_Error {
	$said = function_exists( 'wc_get_notices' ) ? wp_list_pluck( (array) wc_get_notices( 'error' ), 'notice' ) : array();
	wc_clear_notices();
	return new WP_Error( 'ability_failed', cut( plain_words( 'The shop has refused it. ' . implode( ' ', $said ) ), 300 ), array( 'status' => 409 ) );
}

/**
 * The line of the visitor's cart that a call means; null where the cart has none.
 *
 * @param array $input product_id, variation_id.
 * @return array|null key, product, quantity.
 */
function cart_line( $input ): ?array {
	$cart = visitor_cart();
	$id   = (int) $input['product_id'];
	$kind = (int) ( $input['variation_id'] ?? 0 );
	foreach ( null === $cart ? array() : $cart->get_cart() as $key => $line ) {
		if ( (int) $line['product_id'] === $id && ( 0 === $kind || (int) $line['variation_id'] === $kind ) ) {
			return array(
				'key'      => (string) $key,
				'product'  => $line['data'],
				'quantity' => (int) $line['quantity'],
			);
		}
	}
	return null;
}

/**
 * Sets how many of a product the visitor's cart holds; 0 takes it out. By the rules of the cart's own page.
 *
 * @param array $input product_id, variation_id, quantity.
 * @return array|WP_Error
 */
function set_quantity( $input ) {
	$line     = cart_line( $input );
	$quantity = (int) $input['quantity'];
	if ( null === $line ) {
		return new WP_Error( 'not_found', 'The visitor’s cart doesn’t hold that. The ability cart tells what it holds.', array( 'status' => 404 ) );
	}
	$product = $line['product'];
	$is_more = $quantity > $line['quantity'];
	if ( $is_more && ( ! $product->has_enough_stock( $quantity ) || $product->is_sold_individually() ) ) {
		return new WP_Error( 'ability_failed', 'The shop doesn’t have or sell that many.', array( 'status' => 409 ) );
	}
	$cart    = visitor_cart();
	$allowed = apply_filters( 'woocommerce_update_cart_validation', true, $line['key'], $cart->get_cart()[ $line['key'] ], $quantity ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- the shop's own, as on its cart's page.
	if ( ! $allowed || false === $cart->set_quantity( $line['key'], $quantity, true ) ) {
		return shop_refusal();
	}
	return tell_cart();
}

/**
 * Puts a product into the visitor's cart.
 *
 * @param array $input product_id, variation_id, quantity.
 * @return array|WP_Error
 */
function add_to_cart( $input ) {
	$product = product_to_buy( $input );
	$cart    = visitor_cart();
	if ( null === $product || null === $cart ) {
		return no_such_product();
	}
	if ( $product->is_type( 'variable' ) ) {
		return ask_for_variation( $product );
	}
	$kind = $product->is_type( 'variation' ) ? $product : null;
	// Without a cookie of the shop's own the next page would not know this cart.
	if ( null !== ( WC()->session ?? null ) ) {
		WC()->session->set_customer_session_cookie( true );
	}
	$quantity = max( 1, (int) ( $input['quantity'] ?? 1 ) );
	$is_added = null === $kind
		? $cart->add_to_cart( (int) $product->get_id(), $quantity )
		: $cart->add_to_cart( (int) $input['product_id'], $quantity, (int) $kind->get_id(), $kind->get_variation_attributes() );
	if ( false === $is_added ) {
		return shop_refusal();
	}
	return tell_cart();
}

/**
 * What the visitor's cart holds.
 *
 * @return array|WP_Error
 */
function tell_cart() {
	$cart = visitor_cart();
	if ( null === $cart ) {
		return new WP_Error( 'unavailable', 'The shop has no cart for this visitor.', array( 'status' => 503 ) );
	}
	$items = array();
	foreach ( $cart->get_cart() as $line ) {
		$items[] = array(
			'title'    => plain_words( (string) $line['data']->get_name() ),
			'quantity' => (int) $line['quantity'],
			'price'    => plain_words( (string) $cart->get_product_subtotal( $line['data'], $line['quantity'] ) ),
		);
	}
	return array(
		'items'        => $items,
		'total'        => plain_words( (string) $cart->get_total() ),
		'coupons'      => array_values( (array) $cart->get_applied_coupons() ),
		'cart_url'     => (string) wc_get_cart_url(),
		'checkout_url' => (string) wc_get_checkout_url(),
	);
}
