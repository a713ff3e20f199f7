<?php
/**
 * Abilities that many owners want: find a page, opening hours, a message by e-mail, and those of a shop. Each works only where the
 * owner has ticked it for visitors; registered alone it does nothing, whoever calls it.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Query;

defined( 'ABSPATH' ) || exit;

add_action( 'wp_abilities_api_categories_init', __NAMESPACE__ . '\\register_pack_category' );
add_action( 'wp_abilities_api_init', __NAMESPACE__ . '\\register_pack' );

/** Registers the category of the plugin's abilities. */
function register_pack_category(): void {
	wp_register_ability_category(
		'bellhop',
		array(
			'label'       => __( 'Bellhop', 'bellhop' ),
			'description' => __( 'What the chat can do for visitors.', 'bellhop' ),
		)
	);
}

/** Registers the abilities that come with the plugin. */
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
	register_mail_abilities();
	register_for_visitors(
		'opening-hours',
		array(
			'label'            => __( 'Opening hours and address', 'bellhop' ),
			'description'      => __( 'Tells where this place is, whether it is open now and until when, its hours and coming holidays.', 'bellhop' ),
			'output_schema'    => array( 'type' => 'object' ),
			'execute_callback' => __NAMESPACE__ . '\\tell_opening_hours',
		),
		true
	);
	register_shop_abilities();
}

/**
 * Registers an ability that visitors may use once the owner has ticked it.
 *
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
 * JSON Schema of an object that has these properties alone.
 *
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

/**
 * JSON Schema of a text.
 *
 * @param int    $least       Fewest characters.
 * @param int    $most        Most characters.
 * @param string $description For the model.
 * @param string $title       For the visitor who is asked before a call; '' for none.
 */
function text_schema( int $least, int $most, string $description, string $title = '' ): array {
	return array(
		'type'        => 'string',
		'minLength'   => $least,
		'maxLength'   => $most,
		'description' => $description,
	) + ( '' === $title ? array() : array( 'title' => $title ) );
}

/**
 * Finds published pages by words.
 *
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
