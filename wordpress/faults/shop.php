<?php
/**
 * The part of WooCommerce that the plugin calls, with two products and one that comes in kinds, a cart for each visitor and one order: a stand-in, since no package
 * registry carries WooCommerce. Names, arguments and what they return are those of WooCommerce 9's own documentation:
 * WC()->cart (WC_Cart), WC()->session (WC_Session_Handler), wc_load_cart(), wc_get_product(), WC_Product, wc_get_orders(), WC_Order,
 * WC_Product_Variable::get_children(), WC_Product_Variation, wc_get_formatted_variation(), wc_price(), notices. As there, the REST API has no cart until wc_load_cart() is called, and a cart lives by a cookie of the shop.
 *
 * @package Bellhop
 */

// phpcs:disable -- it copies another plugin's names.

add_action(
	'init',
	function () {
		register_post_type( 'product', array( 'label' => 'Products', 'public' => true ) );
		if ( ! get_option( 'shop_products' ) ) {
			$ids = array();
			foreach ( array(
				array( 'Blue wool scarf', 'Warm, from the islands.', 24, 20, true ),
				array( 'Green umbrella', 'Keeps the rain off.', 30, 30, false ),
				array( 'Secret prototype', 'Not for sale.', 1, 1, true ),
			) as $p ) {
				$id        = wp_insert_post( array( 'post_type' => 'product', 'post_status' => 'publish', 'post_title' => $p[0], 'post_content' => $p[1] ) );
				$ids[ $id ] = $p;
			}
			update_option( 'shop_products', $ids );
		}
		if ( ! get_option( 'shop_variations' ) ) {
			$jumper                     = wp_insert_post( array( 'post_type' => 'product', 'post_status' => 'publish', 'post_title' => 'Wool jumper', 'post_content' => 'Knitted by hand.' ) );
			$products                   = get_option( 'shop_products' );
			$products[ $jumper ]        = array( 'Wool jumper', 'Knitted by hand.', 60, 60, true );
			update_option( 'shop_products', $products );
			// Of these the last leaves the colour open, as WooCommerce stores "any colour".
			$kinds = array();
			foreach ( array(
				array( array( 'attribute_size' => 'S', 'attribute_colour' => 'Blue' ), 55, true ),
				array( array( 'attribute_size' => 'L', 'attribute_colour' => 'Blue' ), 60, false ),
				array( array( 'attribute_size' => 'L', 'attribute_colour' => 'Green' ), 65, true ),
				array( array( 'attribute_size' => 'XL', 'attribute_colour' => '' ), 70, true ),
			) as $i => $kind ) {
				$kinds[ 9000 + $i ] = array_merge( array( $jumper ), $kind );
			}
			update_option( 'shop_variations', $kinds );
		}
	}
);

class Shop_Product {
	private $id;
	private $p;
	public function __construct( $id, $p ) { $this->id = $id; $this->p = $p; }
	public function get_id() { return $this->id; }
	public function get_name() { return $this->p[0]; }
	public function get_short_description() { return '<p>' . $this->p[1] . '</p>'; }
	public function get_sku() { return 'SKU-' . $this->p[2]; }
	public function get_price_html() { return wc_price( $this->p[3] ); }
	public function get_image_id() { return 0; }
	public function get_permalink() { return get_permalink( $this->id ); }
	public function is_type( $type ) { return ( $this->get_children() ? 'variable' : 'simple' ) === $type; }
	public function get_children() { return array_keys( array_filter( get_option( 'shop_variations', array() ), function ( $v ) { return $v[0] === $this->id; } ) ); }
	public function is_visible() { return 'Secret prototype' !== $this->p[0]; }
	public function is_in_stock() { return $this->p[4]; }
	public function get_parent_id() { return 0; }
	public function has_enough_stock( $quantity ) { return $quantity <= 5; }
	public function is_sold_individually() { return false; }
	public function is_on_sale() { return $this->p[3] < $this->p[2]; }
	public function price() { return $this->p[3]; }
}

class Shop_Variation extends Shop_Product {
	private $kind;
	private $attributes;
	private $costs;
	private $has;
	public function __construct( $id, $v ) {
		parent::__construct( $v[0], get_option( 'shop_products' )[ $v[0] ] );
		$this->kind       = $id;
		$this->attributes = $v[1];
		$this->costs      = $v[2];
		$this->has        = $v[3];
	}
	public function get_id() { return $this->kind; }
	public function get_parent_id() { return parent::get_id(); }
	public function get_name() { return parent::get_name() . ' - ' . implode( ', ', $this->attributes ); }
	public function get_variation_attributes() { return $this->attributes; }
	public function is_type( $type ) { return 'variation' === $type; }
	public function variation_is_visible() { return true; }
	public function is_purchasable() { return true; }
	public function is_in_stock() { return $this->has; }
	public function price() { return $this->costs; }
}

class Shop_Session {
	public $key;
	public function __construct() {
		$this->key = isset( $_COOKIE['shop_session'] ) ? preg_replace( '/\W/', '', $_COOKIE['shop_session'] ) : bin2hex( random_bytes( 8 ) );
	}
	public function set_customer_session_cookie( $set ) {
		setcookie( 'shop_session', $this->key, 0, '/' );
	}
}

class Shop_Cart {
	public function get_cart() {
		$lines = array();
		foreach ( (array) get_option( 'shop_cart_' . WC()->session->key, array() ) as $id => $quantity ) {
			$lines[ 'k' . $id ] = array(
				'product_id'   => wc_get_product( $id )->get_parent_id() ?: $id,
				'variation_id' => wc_get_product( $id )->get_parent_id() ? $id : 0,
				'data'         => wc_get_product( $id ),
				'quantity'     => $quantity,
			);
		}
		return $lines;
	}
	public function add_to_cart( $id, $quantity = 1, $variation_id = 0, $variation = array() ) {
		$product = wc_get_product( $variation_id ? $variation_id : $id );
		if ( $product->is_type( 'variable' ) || ( $variation_id && $variation !== $product->get_variation_attributes() ) ) {
			return false;
		}
		$id = $product->get_id();
		if ( ! $product->is_in_stock() ) {
			$GLOBALS['shop_notices'][] = array( 'notice' => 'You cannot add &quot;' . $product->get_name() . '&quot; to the cart because the product is out of stock.', 'data' => array() );
			return false;
		}
		$cart        = (array) get_option( 'shop_cart_' . WC()->session->key, array() );
		$cart[ $id ] = ( $cart[ $id ] ?? 0 ) + $quantity;
		update_option( 'shop_cart_' . WC()->session->key, $cart );
		return 'k' . $id;
	}
	public function set_quantity( $key, $quantity = 1, $refresh = true ) {
		$cart = (array) get_option( 'shop_cart_' . WC()->session->key, array() );
		$id   = (int) substr( $key, 1 );
		if ( 0 === $quantity ) {
			unset( $cart[ $id ] );
		} else {
			$cart[ $id ] = $quantity;
		}
		update_option( 'shop_cart_' . WC()->session->key, $cart );
		return true;
	}
	public function get_product_subtotal( $product, $quantity ) { return wc_price( $product->price() * $quantity ); }
	public function get_total() {
		$total = 0;
		foreach ( $this->get_cart() as $line ) {
			$total += $line['data']->price() * $line['quantity'];
		}
		return wc_price( $total );
	}
	public function get_applied_coupons() { return array(); }
}

class Shop {
	public $cart    = null;
	public $session = null;
}

function WC() {
	static $shop = null;
	$shop = $shop ?? new Shop();
	return $shop;
}
function wc_load_cart() { WC()->session = new Shop_Session(); WC()->cart = new Shop_Cart(); }
function wc_get_formatted_variation( $variation, $flat = false, $include_names = true ) {
	$parts = array();
	foreach ( $variation->get_variation_attributes() as $name => $value ) {
		$parts[] = ( $include_names ? ucfirst( str_replace( 'attribute_', '', $name ) ) . ': ' : '' ) . $value;
	}
	return implode( ', ', $parts );
}
function wc_get_product( $id ) {
	$kinds = get_option( 'shop_variations', array() );
	if ( isset( $kinds[ $id ] ) ) {
		return new Shop_Variation( (int) $id, $kinds[ $id ] );
	}
	$all = get_option( 'shop_products', array() );
	return isset( $all[ $id ] ) ? new Shop_Product( (int) $id, $all[ $id ] ) : false;
}
function wc_get_product_id_by_sku( $sku ) {
	foreach ( get_option( 'shop_products', array() ) as $id => $p ) {
		if ( 'SKU-' . $p[2] === $sku ) {
			return $id;
		}
	}
	return 0;
}
function wc_get_price_to_display( $product ) { return $product->price(); }
function wc_price( $price ) { return '<span class="woocommerce-Price-amount amount"><bdi><span>&euro;</span>&nbsp;' . number_format( $price, 2 ) . '</bdi></span>'; }
function wc_get_notices( $type ) { return $GLOBALS['shop_notices'] ?? array(); }
function wc_clear_notices() { $GLOBALS['shop_notices'] = array(); }
function wc_get_cart_url() { return home_url( '/cart/' ); }
function wc_get_checkout_url() { return home_url( '/checkout/' ); }
function wc_get_order_status_name( $status ) { return ucfirst( $status ); }
function wc_get_orders( $asked ) {
	$order = new class() {
		public function get_date_created() { return new class() { public function date( $format ) { return '2026-11-01'; } }; }
		public function get_order_number() { return '4711'; }
		public function get_status() { return 'shipped'; }
		public function get_formatted_order_total() { return '<span>€&nbsp;49.00</span>'; }
	};
	return 1 === $asked['customer_id'] ? array( $order ) : array();
}
