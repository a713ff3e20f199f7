<?php
/**
 * Settings out of a site and into another, as one JSON file: settings, chatbots, the owner's own answers. No key and no token is part of
 * it, nor which gateway a site belongs to. What an import would change is shown first.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Of which kind a file says that it is. */
const TRANSFER_KIND = 'bellhop-settings';
/** What belongs to this site alone. */
const NOT_TRANSFERRED = array( 'gateway_url', 'client_id', 'offered' );

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_transfer_route' );

/** GET gives the file; POST tells what one would change, and with `apply` changes it. */
function register_transfer_route(): void {
	register_rest_route(
		'bellhop/v1',
		'/transfer',
		array(
			'methods'             => 'GET, POST',
			'callback'            => __NAMESPACE__ . '\\answer_transfer',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
			'args'                => array(
				'file'  => array( 'type' => 'object' ),
				'apply' => array(
					'type'    => 'boolean',
					'default' => false,
				),
			),
		)
	);
}

/**
 * Answers with the file, or with what one changes.
 *
 * @param WP_REST_Request $request file, apply.
 * @return WP_REST_Response|WP_Error
 */
function answer_transfer( WP_REST_Request $request ) {
	if ( 'GET' === $request->get_method() ) {
		return new WP_REST_Response( exported_settings(), 200 );
	}
	$changes = changes_of_import( (array) $request->get_param( 'file' ) );
	if ( ! is_wp_error( $changes ) && $request->get_param( 'apply' ) ) {
		$done = apply_import( (array) $request->get_param( 'file' ) );
		if ( is_wp_error( $done ) ) {
			return $done;
		}
	}
	return is_wp_error( $changes ) ? $changes : new WP_REST_Response( array( 'changes' => $changes ), 200 );
}

/** The file. */
function exported_settings(): array {
	$bots = array();
	foreach ( bots() as $bot ) {
		$bots[] = $bot;
	}
	return array(
		'kind'     => TRANSFER_KIND,
		'version'  => VERSION,
		'site'     => home_url(),
		'at'       => gmdate( 'Y-m-d\TH:i:s\Z' ),
		'settings' => array_diff_key( settings(), array_flip( NOT_TRANSFERRED ) ),
		'bots'     => $bots,
		'answers'  => own_answers(),
	);
}

/**
 * What an import would change, and nothing is changed by it. A file of which a part is wrong is refused whole.
 *
 * @param array $file As exported.
 * @return array[]|WP_Error Each: name, before, after, as they are read by people.
 */
function changes_of_import( array $file ) {
	$read = read_import( $file );
	if ( is_wp_error( $read ) ) {
		return $read;
	}
	require_once DIR . '/admin/all.php';
	$labels  = wp_list_pluck( fields_by_name(), 'label' );
	$changes = array();
	$before  = settings();
	foreach ( $read['settings'] as $name => $value ) {
		if ( $before[ $name ] !== $value ) {
			$changes[] = change_in_words( $labels[ $name ] ?? $name, $before[ $name ], $value );
		}
	}
	$bots = bots();
	foreach ( $read['bots'] as $id => $bot ) {
		$is_same = isset( $bots[ $id ] ) && array_diff_key( $bots[ $id ], array( 'id' => 0 ) ) == $bot; // phpcs:ignore Universal.Operators.StrictComparisons, WordPress.PHP.StrictComparisons -- in whichever order.
		if ( ! $is_same ) {
			/* translators: %s: a chatbot's name */
			$changes[] = change_in_words( sprintf( __( 'Chatbot “%s”', 'bellhop' ), $bot['name'] ), isset( $bots[ $id ] ) ? __( 'as it is here', 'bellhop' ) : '', isset( $bots[ $id ] ) ? __( 'as in the file', 'bellhop' ) : __( 'new', 'bellhop' ) );
		}
	}
	$own = own_answers();
	foreach ( $read['answers'] as $pair ) {
		if ( ! in_array( $pair, $own, true ) ) {
			/* translators: %s: a question */
			$changes[] = change_in_words( sprintf( __( 'Answer to “%s”', 'bellhop' ), $pair[0] ), (string) ( array_column( $own, 1, 0 )[ $pair[0] ] ?? '' ), $pair[1] );
		}
	}
	return $changes;
}

/**
 * One change.
 *
 * @param string $name   Of what.
 * @param mixed  $before As it is.
 * @param mixed  $after  As it would be.
 * @return string[]
 */
function change_in_words( string $name, $before, $after ): array {
	$words = function ( $value ): string {
		if ( is_bool( $value ) ) {
			return $value ? __( 'on', 'bellhop' ) : __( 'off', 'bellhop' );
		}
		return cut( is_array( $value ) ? implode( ', ', array_map( 'strval', array_filter( $value, 'is_scalar' ) ) ) : (string) $value, 300 );
	};
	return array(
		'name'   => $name,
		'before' => $words( $before ),
		'after'  => $words( $after ),
	);
}

/**
 * A file, checked as the settings page checks.
 *
 * @param array $file As exported; what it doesn't name stays as it is.
 * @return array|WP_Error settings by name, bots by id, answers.
 */
function read_import( array $file ) {
	if ( TRANSFER_KIND !== ( $file['kind'] ?? '' ) ) {
		return new WP_Error( 'bellhop_bad_import', __( 'This is no file of Bellhop’s settings.', 'bellhop' ), array( 'status' => 400 ) );
	}
	// A later release may have more settings than this one knows.
	$given   = array_diff_key( array_intersect_key( (array) ( $file['settings'] ?? array() ), default_settings() ), array_flip( NOT_TRANSFERRED ) );
	$checked = check_settings( $given );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	$bots = array();
	foreach ( array_filter( (array) ( $file['bots'] ?? array() ), 'is_array' ) as $bot ) {
		$id   = text( $bot['id'] ?? null );
		$read = is_bot_id( $id ) ? sanitize_bot( array_intersect_key( $bot, default_bot() ), default_bot() ) : new WP_Error( 'bellhop_bad_import', __( 'A chatbot of the file has no id.', 'bellhop' ), array( 'status' => 400 ) );
		if ( is_wp_error( $read ) ) {
			return $read;
		}
		$bots[ $id ] = pages_of_this_site( $read );
	}
	$answers = array();
	foreach ( array_filter( (array) ( $file['answers'] ?? array() ), 'is_array' ) as $pair ) {
		$answers[] = array( text( $pair[0] ?? null ), text( $pair[1] ?? null ) );
	}
	return array(
		'settings' => array_intersect_key( $checked, $given ),
		'bots'     => $bots,
		'answers'  => $answers,
	);
}

/**
 * A bot without pages that aren't there: their ids are another site's.
 *
 * @param array $bot Of sanitize_bot().
 */
function pages_of_this_site( array $bot ): array {
	foreach ( array( 'pages', 'knowledge_pages' ) as $name ) {
		$bot[ $name ] = array_values( array_filter( $bot[ $name ], 'get_post' ) );
	}
	return $bot;
}

/**
 * Imports a file: its settings, its chatbots in place of those with the same ids, its answers beside those that there are.
 *
 * @param array $file As exported.
 * @return true|WP_Error
 */
function apply_import( array $file ) {
	$read = read_import( $file );
	if ( is_wp_error( $read ) ) {
		return $read;
	}
	$changed = change_settings( $read['settings'] );
	if ( is_wp_error( $changed ) ) {
		return $changed;
	}
	if ( $read['bots'] ) {
		store_bots( array_slice( $read['bots'] + bots(), 0, MAX_BOTS, true ) );
	}
	if ( $read['answers'] ) {
		// A question of the file counts in place of the same one here.
		$pairs = array_column( $read['answers'], 1, 0 ) + array_column( own_answers(), 1, 0 );
		store_answers( array_map( null, array_map( 'strval', array_keys( $pairs ) ), array_values( $pairs ) ) );
	}
	return true;
}
