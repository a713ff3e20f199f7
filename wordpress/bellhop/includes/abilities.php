<?php
/**
 * The site's abilities (WordPress 6.9 and up), in the form in which the chat and the gateway read them.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Whether this WordPress has abilities: from 6.9 on. */
function has_abilities(): bool {
	return function_exists( 'wp_get_abilities' );
}

/**
 * Abilities that can be run over REST, by name, in the order of their names.
 *
 * @return array<string, \WP_Ability>
 */
function runnable_abilities(): array {
	$found = array();
	foreach ( has_abilities() ? wp_get_abilities() : array() as $ability ) {
		if ( $ability->get_meta_item( 'show_in_rest' ) ) {
			$found[ $ability->get_name() ] = $ability;
		}
	}
	ksort( $found );
	return $found;
}

/**
 * Those that the owner lets visitors use. Whether a visitor may is still each ability's own decision, at each call.
 *
 * @return array<string, \WP_Ability>
 */
function visitor_abilities(): array {
	$settings = settings();
	if ( ! in_array( 'abilities', $settings['tools'], true ) ) {
		return array();
	}
	return array_intersect_key( runnable_abilities(), array_flip( $settings['abilities'] ) );
}

/**
 * Abilities as browsers and gateways read them.
 *
 * @param array<string, \WP_Ability> $abilities As they are registered.
 * @return array[] As the interface has them.
 */
function ability_catalog( array $abilities ): array {
	$catalog = array();
	foreach ( $abilities as $name => $ability ) {
		$meta      = $ability->get_meta();
		$catalog[] = array(
			'name'          => $name,
			'label'         => cut( wp_strip_all_tags( $ability->get_label() ), 2000 ),
			'description'   => cut( wp_strip_all_tags( $ability->get_description() ), 2000 ),
			'category'      => method_exists( $ability, 'get_category' ) ? $ability->get_category() : '',
			'input_schema'  => portable_schema( $ability->get_input_schema() ),
			'output_schema' => portable_schema( $ability->get_output_schema() ),
			// Whatever else stands in meta is between a plugin and itself.
			'meta'          => array( 'annotations' => (object) array_filter( (array) ( $meta['annotations'] ?? array() ), 'is_bool' ) ),
			'run_url'       => rest_url( 'wp-abilities/v1/abilities/' . $name . '/run' ),
		);
	}
	return $catalog;
}

/**
 * What the widget makes of an ability's name.
 *
 * @param string $ability_name As in shop/find-product.
 */
function tool_name( string $ability_name ): string {
	return str_replace( array( '/', '.' ), array( '__', '_' ), $ability_name );
}
