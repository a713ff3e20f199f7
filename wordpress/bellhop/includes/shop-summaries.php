<?php
/**
 * What the chat asks before it changes a visitor's cart: "Add 2 × Morning mug, €36?", with the price, the kind and what the cart holds
 * now. Numbers of products are for programs; the visitor reads names.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * The shop's functions for ability_summaries().
 *
 * @return array<string, callable>
 */
function shop_summaries(): array {
	return ! has_shop() ? array() : array(
		'bellhop/add-to-cart'  => __NAMESPACE__ . '\\summarize_add_to_cart',
		'bellhop/set-quantity' => __NAMESPACE__ . '\\summarize_set_quantity',
	);
}

/**
 * The question before a product goes into the cart.
 *
 * @param array $input product_id, variation_id, quantity.
 */
function summarize_add_to_cart( $input ): ?array {
	$product = product_to_buy( $input );
	if ( null === $product ) {
		return null;
	}
	$quantity = max( 1, (int) ( $input['quantity'] ?? 1 ) );
	$name     = name_in_shop( $product );
	/* translators: 1: a number, 2: a product, as in 2 × Morning mug */
	$what = $quantity > 1 ? sprintf( __( '%1$d × %2$s', 'bellhop' ), $quantity, $name ) : $name;
	$line = cart_line( $input );
	if ( $product->is_type( 'variable' ) ) {
		/* translators: %s: a product */
		$title = sprintf( __( 'Add %s to your cart?', 'bellhop' ), $what );
		$lines = array( __( 'It comes in several kinds.', 'bellhop' ) );
	} else {
		/* translators: 1: a product, as in 2 × Morning mug, 2: a price */
		$title = sprintf( __( 'Add %1$s, %2$s?', 'bellhop' ), $what, price_in_shop( $product, $quantity ) );
		/* translators: %s: a price */
		$each  = $quantity > 1 ? sprintf( __( '%s each', 'bellhop' ), price_in_shop( $product, 1 ) ) : '';
		$lines = array( implode( ', ', array_filter( array( kind_in_shop( $product ), $each ), 'strlen' ) ) );
	}
	$lines[] = $product->is_in_stock() ? '' : __( 'Out of stock', 'bellhop' );
	$lines[] = null === $line ? '' : in_cart_now( $line['quantity'] );
	return array(
		'title'   => $title,
		'lines'   => $lines,
		'image'   => image_in_shop( $product ),
		'confirm' => __( 'Add to cart', 'bellhop' ),
		'decline' => __( 'No thanks', 'bellhop' ),
	);
}

/**
 * The question before the cart holds more or less of a product.
 *
 * @param array $input product_id, variation_id, quantity.
 */
function summarize_set_quantity( $input ): ?array {
	$line = cart_line( $input );
	if ( null === $line ) {
		return null;
	}
	$quantity = (int) $input['quantity'];
	$product  = $line['product'];
	$name     = name_in_shop( $product );
	$asked    = array(
		'lines' => array( implode( ', ', array_filter( array( kind_in_shop( $product ), in_cart_now( $line['quantity'] ) ), 'strlen' ) ) ),
		'image' => image_in_shop( $product ),
	);
	if ( 0 === $quantity ) {
		return $asked + array(
			/* translators: %s: a product */
			'title'   => sprintf( __( 'Remove %s from your cart?', 'bellhop' ), $name ),
			'confirm' => __( 'Remove', 'bellhop' ),
			'decline' => __( 'Keep it', 'bellhop' ),
		);
	}
	return $asked + array(
		/* translators: 1: a product, 2: a number, 3: a price */
		'title'   => sprintf( __( 'Change %1$s to %2$d, %3$s?', 'bellhop' ), $name, $quantity, price_in_shop( $product, $quantity ) ),
		'confirm' => __( 'Change', 'bellhop' ),
		'decline' => __( 'No thanks', 'bellhop' ),
	);
}

/**
 * A product's name, that of a kind without the kind: it stands on a line of its own.
 *
 * @param object $product Of WooCommerce.
 */
function name_in_shop( object $product ): string {
	$parent = $product->is_type( 'variation' ) ? wc_get_product( (int) $product->get_parent_id() ) : null;
	return cut( plain_words( (string) ( $parent ? $parent : $product )->get_name() ), 60 );
}

/**
 * The kind of a product, as in "Size: L, Colour: Green"; '' where it comes in one only.
 *
 * @param object $product Of WooCommerce.
 */
function kind_in_shop( object $product ): string {
	return $product->is_type( 'variation' ) ? variation_card( $product )['kind'] : '';
}

/**
 * What so many of a product cost, as the shop's pages show it.
 *
 * @param object $product  Of WooCommerce.
 * @param int    $quantity How many.
 */
function price_in_shop( object $product, int $quantity ): string {
	return plain_words( (string) wc_price( (float) wc_get_price_to_display( $product ) * $quantity ) );
}

/**
 * A small picture of a product; '' for none.
 *
 * @param object $product Of WooCommerce.
 */
function image_in_shop( object $product ): string {
	return (string) wp_get_attachment_image_url( (int) $product->get_image_id(), 'woocommerce_thumbnail' );
}

/**
 * How many of a product the cart holds, in words.
 *
 * @param int $quantity How many.
 */
function in_cart_now( int $quantity ): string {
	/* translators: %d: a number of pieces */
	return sprintf( __( '%d in your cart now', 'bellhop' ), $quantity );
}
