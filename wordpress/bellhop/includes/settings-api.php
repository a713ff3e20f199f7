<?php
/**
 * The settings for programs: over REST at bellhop/v1/settings, and for WP-CLI. Held to the same checks as the form; a change of
 * which a part is wrong is refused whole. Token and key are no part of it.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_settings_route' );

/** GET tells all settings; POST and PATCH change those that are named. */
function register_settings_route(): void {
	register_rest_route(
		'bellhop/v1',
		'/settings',
		array(
			'methods'             => 'GET, POST, PATCH',
			'callback'            => __NAMESPACE__ . '\\answer_settings',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
			'args'                => settings_schema(),
		)
	);
}

/** Whether the user of this request may see and change the settings. */
function may_change_settings(): bool {
	return current_user_can( 'manage_options' );
}

/**
 * What each setting may be, as JSON Schema.
 *
 * @return array[] By name.
 */
function settings_schema(): array {
	$types  = array(
		'boolean' => 'boolean',
		'integer' => 'integer',
		'string'  => 'string',
		'array'   => 'array',
	);
	$schema = array();
	foreach ( default_settings() as $name => $value ) {
		$schema[ $name ] = array( 'type' => $types[ gettype( $value ) ] );
		if ( is_array( $value ) ) {
			$schema[ $name ]['items'] = array( 'type' => 'string' ) + ( 'tools' === $name ? array( 'enum' => TOOL_SOURCES ) : array() );
		} elseif ( is_int( $value ) ) {
			$schema[ $name ] += array(
				'minimum' => 0,
				'maximum' => 999999,
			);
		} elseif ( isset( choices()[ $name ] ) ) {
			$schema[ $name ]['enum'] = choices()[ $name ];
		}
	}
	return $schema;
}

/**
 * Answers with the settings, changed first where the request changes some.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return WP_REST_Response|WP_Error
 */
function answer_settings( WP_REST_Request $request ) {
	$unknown = array_diff_key( 'GET' === $request->get_method() ? array() : (array) $request->get_json_params(), default_settings() );
	if ( $unknown ) {
		return unknown_settings( array_keys( $unknown ) );
	}
	$changed = 'GET' === $request->get_method() ? true : change_settings( array_intersect_key( $request->get_params(), default_settings() ) );
	return is_wp_error( $changed ) ? $changed : new WP_REST_Response( settings(), 200 );
}

/**
 * Names what isn't a setting.
 *
 * @param string[] $names What was given.
 */
function unknown_settings( array $names ): WP_Error {
	return new WP_Error( 'bellhop_unknown_setting', 'Not a setting: ' . implode( ', ', $names ) . '. There are: ' . implode( ', ', array_keys( default_settings() ) ) . '.', array( 'status' => 400 ) );
}

/**
 * Stores some settings, or none of them where one is wrong.
 *
 * @param array $changes Settings by name, each of its type.
 * @return true|WP_Error
 */
function change_settings( array $changes ) {
	$checked = check_settings( $changes );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	update_option( OPTION_SETTINGS, $checked );
	return true;
}

/**
 * All settings as they would be after a change. Stores nothing.
 *
 * @param array $changes Settings by name, each of its type.
 * @return array|WP_Error
 */
function check_settings( array $changes ) {
	$valid = rest_validate_value_from_schema(
		$changes,
		array(
			'type'       => 'object',
			'properties' => settings_schema(),
		),
		'settings'
	);
	if ( is_wp_error( $valid ) ) {
		$name = preg_match( '/\[(\w+)\]/', text( $valid->get_error_data()['param'] ?? '' ), $found ) ? $found[1] : '';
		$text = 'integer' === ( settings_schema()[ $name ]['type'] ?? '' ) ? __( 'This was not stored: it is a whole number, from 0 to 999999.', 'bellhop' ) : $valid->get_error_message();
		return setting_error( array( $name => $text ) );
	}
	settings_problems( true );
	$checked  = sanitize_settings( $changes + settings() );
	$problems = settings_problems( true );
	return $problems ? setting_error( $problems ) : $checked;
}

/**
 * What is wrong, and with which settings.
 *
 * @param string[] $problems Sentences by name of the setting.
 */
function setting_error( array $problems ): WP_Error {
	return new WP_Error(
		'bellhop_bad_setting',
		implode( ' ', $problems ),
		array(
			'status' => 400,
			'fields' => $problems,
		)
	);
}
