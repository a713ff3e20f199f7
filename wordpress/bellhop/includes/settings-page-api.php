<?php
/**
 * What the settings page asks over REST: its whole state, one or more settings or a secret to be stored, and its buttons' acts. Each
 * answer brings the state anew, since what stands beside a field may follow from another one. An error names the fields that it is about.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_settings_page_routes' );
add_action( 'wp_ajax_bellhop_settings', __NAMESPACE__ . '\\answer_settings_door' );

/** The state, and what changes it. */
function register_settings_page_routes(): void {
	register_rest_route(
		'bellhop/v1',
		'/settings/page',
		array(
			'methods'             => 'GET, POST',
			'callback'            => __NAMESPACE__ . '\\answer_settings_page',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
		)
	);
	register_rest_route(
		'bellhop/v1',
		'/settings/page/(?P<act>[a-z_]{1,40})',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\\answer_settings_act',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
		)
	);
}

/**
 * Answers with the page's state; a POST stores something first.
 *
 * @param WP_REST_Request $request With `settings` by name, or `secrets` by name ('' forgets one).
 * @return WP_REST_Response|WP_Error
 */
function answer_settings_page( WP_REST_Request $request ) {
	require_once DIR . '/admin/all.php';
	$given   = (array) $request->get_json_params();
	$changes = is_array( $given['settings'] ?? null ) ? $given['settings'] : array();
	$unknown = array_diff_key( $changes, default_settings() );
	if ( $unknown ) {
		return unknown_settings( array_keys( $unknown ) );
	}
	$changed = $changes ? change_settings( $changes ) : true;
	foreach ( is_array( $given['secrets'] ?? null ) ? $given['secrets'] : array() as $name => $secret ) {
		$changed = is_wp_error( $changed ) ? $changed : store_secret( (string) $name, text( $secret ) );
	}
	return is_wp_error( $changed ) ? $changed : new WP_REST_Response( settings_page_state(), 200 );
}

/**
 * Does what a button of the page stands for.
 *
 * @param WP_REST_Request $request act: of SETTINGS_ACTS; what it needs in its body.
 * @return WP_REST_Response|WP_Error Its own fields, and `page`: the state then.
 */
function answer_settings_act( WP_REST_Request $request ) {
	require_once DIR . '/admin/all.php';
	$act = (string) $request['act'];
	if ( ! isset( SETTINGS_ACTS[ $act ] ) ) {
		return new WP_Error( 'bellhop_unknown_act', 'No such act.', array( 'status' => 404 ) );
	}
	$done = call_user_func( __NAMESPACE__ . '\\' . SETTINGS_ACTS[ $act ], (array) $request->get_json_params() );
	if ( is_wp_error( $done ) ) {
		$done->add_data( (array) $done->get_error_data() + array( 'status' => 400 ) );
		return $done;
	}
	return new WP_REST_Response( $done + array( 'page' => settings_page_state() ), 200 );
}

/** The same by admin-ajax.php, where a firewall or a rule of the server keeps owners, too, from the REST API. */
function answer_settings_door(): void {
	require_owner( 'bellhop_settings' );
	$asked   = json_decode( (string) file_get_contents( 'php://input' ), true );
	$act     = text( $asked['act'] ?? '' );
	$request = new WP_REST_Request( 'POST' );
	$request->set_header( 'Content-Type', 'application/json' );
	$request->set_body( to_json( (array) ( $asked['data'] ?? array() ) ) );
	$request->set_url_params( array( 'act' => $act ) );
	$reply = '' === $act ? answer_settings_page( $request ) : answer_settings_act( $request );
	if ( is_wp_error( $reply ) ) {
		$told = array(
			'code'    => $reply->get_error_code(),
			'message' => $reply->get_error_message(),
			'data'    => $reply->get_error_data(),
		);
		wp_send_json( $told, (int) ( $reply->get_error_data()['status'] ?? 400 ) );
	}
	wp_send_json( $reply->get_data() );
}

/**
 * Stores the key or the token, or forgets it. It stays on this server.
 *
 * @param string $name   model_key or token.
 * @param string $secret What somebody has entered; '' to forget.
 * @return true|WP_Error
 */
function store_secret( string $name, string $secret ) {
	$options = array(
		'model_key' => OPTION_MODEL_KEY,
		'token'     => OPTION_TOKEN,
	);
	if ( ! isset( $options[ $name ] ) ) {
		return unknown_settings( array( $name ) );
	}
	$secret = trim( $secret );
	if ( '' === $secret ) {
		delete_option( $options[ $name ] );
		return true;
	}
	$problem = problem_of_secret( $name, $secret, settings()['gateway_url'] );
	if ( '' !== $problem ) {
		return setting_error( array( $name => $problem ) );
	}
	update_option( $options[ $name ], $secret, false );
	return true;
}
