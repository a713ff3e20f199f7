<?php
/**
 * Chatbots for programs: over REST at bellhop/v1/bots, and the functions that WP-CLI calls. Held to the same checks whoever asks.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_bot_routes' );

/** The list, one more, and one by its id. */
function register_bot_routes(): void {
	register_rest_route(
		'bellhop/v1',
		'/bots',
		array(
			'methods'             => 'GET, POST',
			'callback'            => __NAMESPACE__ . '\\answer_bots',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
			'args'                => bot_schema(),
		)
	);
	register_rest_route(
		'bellhop/v1',
		'/bots/(?P<id>[a-z0-9-]+)',
		array(
			'methods'             => 'GET, POST, PATCH, DELETE',
			'callback'            => __NAMESPACE__ . '\\answer_bot',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
			'args'                => array_diff_key( bot_schema(), array( 'id' => 0 ) ),
		)
	);
}

/**
 * What each field of a bot may be, as JSON Schema.
 *
 * @return array[] By name.
 */
function bot_schema(): array {
	$schema = array( 'id' => array( 'type' => 'string' ) );
	foreach ( default_bot() as $name => $value ) {
		$schema[ $name ] = array( 'type' => gettype( $value ) );
		if ( is_array( $value ) ) {
			$schema[ $name ]['items'] = array( 'type' => in_array( $name, array( 'pages', 'knowledge_pages' ), true ) ? 'integer' : 'string' );
		} elseif ( isset( bot_choices()[ $name ] ) ) {
			$schema[ $name ]['enum'] = bot_choices()[ $name ];
		}
	}
	return $schema;
}

/**
 * Stores a bot out of fields that a program gives, or nothing where one of them is wrong.
 *
 * @param string $id    Its id; '' for a new one.
 * @param array  $given Fields by name.
 * @return array|WP_Error
 */
function change_bot( string $id, array $given ) {
	$unknown = array_diff_key( $given, bot_schema() );
	if ( $unknown ) {
		return new WP_Error( 'bellhop_bad_bot', 'Not a field of a chatbot: ' . implode( ', ', array_keys( $unknown ) ) . '. There are: ' . implode( ', ', array_keys( bot_schema() ) ) . '.', array( 'status' => 400 ) );
	}
	$valid = rest_validate_value_from_schema(
		$given,
		array(
			'type'       => 'object',
			'properties' => bot_schema(),
		),
		'bot'
	);
	if ( is_wp_error( $valid ) ) {
		$valid->add_data( array( 'status' => 400 ) );
		return $valid;
	}
	return store_bot( '' === $id ? text( $given['id'] ?? '' ) : $id, $given );
}

/**
 * Answers with all bots, one more of them first where the request makes one.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return WP_REST_Response|WP_Error
 */
function answer_bots( WP_REST_Request $request ) {
	if ( 'GET' === $request->get_method() ) {
		return new WP_REST_Response( array( 'bots' => array_values( bots() ) ), 200 );
	}
	$given = (array) $request->get_json_params();
	if ( null !== find_bot( text( $given['id'] ?? '' ) ) ) {
		return new WP_Error( 'bellhop_bad_bot', 'There is a chatbot with this id. PATCH changes it.', array( 'status' => 409 ) );
	}
	$stored = change_bot( '', $given );
	return is_wp_error( $stored ) ? $stored : new WP_REST_Response( $stored, 201 );
}

/**
 * Answers with one bot, changed or deleted first where the request does that.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return WP_REST_Response|WP_Error
 */
function answer_bot( WP_REST_Request $request ) {
	$id  = (string) $request->get_url_params()['id'];
	$bot = find_bot( $id );
	if ( null === $bot ) {
		return new WP_Error( 'bellhop_no_bot', 'There is no chatbot with this id.', array( 'status' => 404 ) );
	}
	if ( 'DELETE' === $request->get_method() ) {
		delete_bot( $id );
		return new WP_REST_Response( null, 204 );
	}
	$given = 'GET' === $request->get_method() ? array() : (array) $request->get_json_params();
	unset( $given['id'] );
	$bot = $given ? change_bot( $id, $given ) : $bot;
	return is_wp_error( $bot ) ? $bot : new WP_REST_Response( $bot, 200 );
}
