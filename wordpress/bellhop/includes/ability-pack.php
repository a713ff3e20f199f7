<?php
/**
 * Abilities that many owners want: find a page, leave a message by e-mail, and in a shop one's own orders. Each works only where the
 * owner has ticked it for visitors; registered alone it does nothing, whoever calls it.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_Query;

defined( 'ABSPATH' ) || exit;

/** Messages of one address in an hour, and of all together in a day. */
const MAILS_PER_HOUR = 3;
const MAILS_PER_DAY  = 50;

add_action( 'wp_abilities_api_categories_init', __NAMESPACE__ . '\\register_pack_category' );
add_action( 'wp_abilities_api_init', __NAMESPACE__ . '\\register_pack' );

function register_pack_category(): void {
	wp_register_ability_category(
		'bellhop',
		array(
			'label'       => __( 'Bellhop', 'bellhop' ),
			'description' => __( 'What the chat can do for visitors.', 'bellhop' ),
		)
	);
}

function register_pack(): void {
	register_for_visitors(
		'find-page',
		array(
			'label'            => __( 'Search this site', 'bellhop' ),
			'description'      => __( 'Finds published pages, posts and products of this site by words. Returns title, address and a few words of each.', 'bellhop' ),
			'input_schema'     => object_schema( array( 'query' => text_schema( 2, 100, 'Words to look for' ) ), array( 'query' ) ),
			'output_schema'    => array(
				'type'  => 'array',
				'items' => array( 'type' => 'object' ),
			),
			'execute_callback' => __NAMESPACE__ . '\\find_page',
		),
		true
	);
	register_for_visitors(
		'leave-message',
		array(
			'label'            => __( 'Leave a message', 'bellhop' ),
			'description'      => __( 'Sends a message to the people of this site by e-mail, after the visitor has agreed. Ask for the message and for the visitor’s e-mail address, to which they answer.', 'bellhop' ),
			'input_schema'     => object_schema(
				array(
					'message' => text_schema( 2, 4000, 'What the visitor wants to say' ),
					'email'   => array( 'format' => 'email' ) + text_schema( 3, 254, 'The visitor’s own address' ),
					'name'    => text_schema( 0, 100, 'The visitor’s name' ),
				),
				array( 'message', 'email' )
			),
			'output_schema'    => array( 'type' => 'string' ),
			'execute_callback' => __NAMESPACE__ . '\\leave_message',
		),
		false
	);
	if ( function_exists( 'wc_get_orders' ) ) {
		register_for_visitors(
			'my-orders',
			array(
				'label'            => __( 'My orders', 'bellhop' ),
				'description'      => __( 'Tells a signed-in visitor the number, date, status and total of their own last orders in this shop.', 'bellhop' ),
				'output_schema'    => array(
					'type'  => 'array',
					'items' => array( 'type' => 'object' ),
				),
				'execute_callback' => __NAMESPACE__ . '\\my_orders',
			),
			true,
			'is_user_logged_in'
		);
	}
}

/**
 * @param string $name    Without the plugin's.
 * @param array  $ability Of wp_register_ability.
 * @param bool   $reads   Whether it changes nothing.
 * @param string $allowed A function: whether this visitor may, once the owner has ticked it.
 */
function register_for_visitors( string $name, array $ability, bool $reads, string $allowed = '__return_true' ): void {
	$ability['permission_callback'] = function () use ( $name, $allowed ): bool {
		$settings = settings();
		return in_array( 'abilities', $settings['tools'], true ) && in_array( 'bellhop/' . $name, $settings['abilities'], true ) && (bool) $allowed();
	};
	wp_register_ability(
		'bellhop/' . $name,
		$ability + array(
			'category' => 'bellhop',
			'meta'     => array(
				'show_in_rest' => true,
				'annotations'  => array( 'readonly' => $reads ),
			),
		)
	);
}

/**
 * @param array    $properties By name.
 * @param string[] $required   Their names.
 */
function object_schema( array $properties, array $required ): array {
	return array(
		'type'                 => 'object',
		'properties'           => $properties,
		'required'             => $required,
		'additionalProperties' => false,
	);
}

function text_schema( int $least, int $most, string $description ): array {
	return array(
		'type'        => 'string',
		'minLength'   => $least,
		'maxLength'   => $most,
		'description' => $description,
	);
}

/**
 * @param array $input query.
 * @return array[]
 */
function find_page( $input ): array {
	$query = new WP_Query(
		array(
			's'              => (string) $input['query'],
			'post_type'      => array_keys( knowable_types() ),
			'post_status'    => 'publish',
			'has_password'   => false,
			'posts_per_page' => 10,
			'no_found_rows'  => true,
		)
	);
	$found = array();
	foreach ( $query->posts as $post ) {
		if ( ! is_hidden_from_search( $post ) ) {
			$passages = passages_of( $post );
			$found[]  = array(
				'title'   => html_entity_decode( wp_strip_all_tags( get_the_title( $post ) ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ),
				'url'     => (string) get_permalink( $post ),
				'excerpt' => cut( $passages[0] ?? '', 200 ),
			);
		}
	}
	return array_slice( $found, 0, 5 );
}

/**
 * @param array $input message, email, name.
 * @return string|WP_Error
 */
function leave_message( $input ) {
	$email = sanitize_email( (string) $input['email'] );
	if ( ! is_email( $email ) ) {
		return new WP_Error( 'ability_invalid_input', 'email must be an e-mail address.', array( 'status' => 400 ) );
	}
	$limits = array(
		array( 'mail', client_network(), MAILS_PER_HOUR, HOUR_IN_SECONDS ),
		array( 'mails', 'all', MAILS_PER_DAY, DAY_IN_SECONDS ),
	);
	if ( seconds_over_limits( $limits ) > 0 ) {
		return new WP_Error( 'rate_limited', 'Too many messages were sent. Try again later, or write an e-mail yourself.', array( 'status' => 429 ) );
	}
	$name    = cut( sanitize_text_field( (string) ( $input['name'] ?? '' ) ), 100 );
	$message = sanitize_textarea_field( (string) $input['message'] );
	$site    = wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
	/* translators: %s: the site's name */
	$subject = sprintf( __( 'Message from the chat of %s', 'bellhop' ), $site );
	$from    = '' === $name ? $email : $name . ' <' . $email . '>';
	/**
	 * Where messages from the chat go.
	 *
	 * @param string $address Of the site's administrator.
	 */
	$to = (string) apply_filters( 'bellhop_message_address', get_option( 'admin_email' ) );
	// The visitor's name stands in the text alone: a header takes an address and nothing else.
	$is_sent = wp_mail( $to, $subject, $from . "\n\n" . $message, array( 'Reply-To: ' . $email ) );
	return $is_sent ? 'The message was sent.' : new WP_Error( 'unavailable', 'The message could not be sent just now.', array( 'status' => 503 ) );
}

/**
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
			'total'  => str_replace( "\xc2\xa0", ' ', html_entity_decode( wp_strip_all_tags( (string) $order->get_formatted_order_total() ), ENT_QUOTES | ENT_HTML5, 'UTF-8' ) ),
		);
	}
	return $told;
}
