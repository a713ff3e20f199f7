<?php
/**
 * In a network: settings that hold for every site which hasn't chosen otherwise. A site stores only what it has chosen, so that a
 * change of the network's reaches all others.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Of the network, not of a site. */
const OPTION_NETWORK = 'bellhop_network_settings';

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_network_route' );
add_filter( 'pre_update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\store_own_choices' );

/** GET tells the network's settings; POST changes those that are named, and null takes one away. */
function register_network_route(): void {
	register_rest_route(
		'bellhop/v1',
		'/network-settings',
		array(
			'methods'             => 'GET, POST',
			'callback'            => __NAMESPACE__ . '\\answer_network_settings',
			'permission_callback' => __NAMESPACE__ . '\\may_change_network',
		)
	);
}

/** Whether the user of this request may decide for all sites. */
function may_change_network(): bool {
	return is_multisite() && current_user_can( 'manage_network_options' );
}

/**
 * Answers with the network's settings, changed first where the request changes some.
 *
 * @param WP_REST_Request $request Settings by name.
 * @return WP_REST_Response|WP_Error
 */
function answer_network_settings( WP_REST_Request $request ) {
	$changed = 'POST' === $request->get_method() ? change_network_settings( (array) $request->get_json_params() ) : true;
	return is_wp_error( $changed ) ? $changed : new WP_REST_Response( (object) network_settings(), 200 );
}

/** What the network says, each of its own kind; none outside of a network. Which gateway a site belongs to is its own. */
function network_settings(): array {
	$stored  = is_multisite() ? get_site_option( OPTION_NETWORK ) : array();
	$default = array_diff_key( default_settings(), array_flip( NOT_TRANSFERRED ) );
	$found   = array();
	foreach ( is_array( $stored ) ? $stored : array() as $name => $value ) {
		if ( isset( $default[ $name ] ) && gettype( $default[ $name ] ) === gettype( $value ) ) {
			$found[ $name ] = $value;
		}
	}
	return $found;
}

/**
 * Changes what the network says, or nothing of it where a part is wrong.
 *
 * @param array $changes Settings by name; null takes one away.
 * @return true|WP_Error
 */
function change_network_settings( array $changes ) {
	$named   = array_filter(
		$changes,
		function ( $value ): bool {
			return null !== $value;
		}
	);
	$unknown = array_diff_key( $changes, array_diff_key( default_settings(), array_flip( NOT_TRANSFERRED ) ) );
	if ( $unknown ) {
		return new WP_Error( 'bellhop_unknown_setting', 'No setting of a network: ' . implode( ', ', array_keys( $unknown ) ) . '.', array( 'status' => 400 ) );
	}
	$checked = check_settings( $named );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	$now = array_intersect_key( $checked, $named ) + array_diff_key( network_settings(), $changes );
	update_site_option( OPTION_NETWORK, $now );
	return true;
}

/**
 * What a site stores: where it belongs to a network that says something, only what it has chosen otherwise.
 *
 * @param mixed $settings All settings.
 * @return mixed
 */
function store_own_choices( $settings ) {
	$network = network_settings();
	if ( ! is_array( $settings ) || ! $network ) {
		return $settings;
	}
	foreach ( $network as $name => $value ) {
		if ( ( $settings[ $name ] ?? null ) === $value ) {
			unset( $settings[ $name ] );
		}
	}
	return $settings;
}
