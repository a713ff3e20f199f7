<?php
/**
 * What visitors have agreed to, for the owner: over REST at bellhop/v1/consents, and for WordPress's export of a person's data.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Rows of one answer. */
const CONSENTS_A_PAGE = 1000;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_consents_route' );

/** Registers the list. */
function register_consents_route(): void {
	register_rest_route(
		'bellhop/v1',
		'/consents',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\\answer_consents',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
			'args'                => array(
				'page' => array(
					'type'    => 'integer',
					'minimum' => 1,
					'default' => 1,
				),
			),
		)
	);
}

/**
 * Answers with who agreed to what and when, and with the texts.
 *
 * @param WP_REST_Request $request page.
 */
function answer_consents( WP_REST_Request $request ): WP_REST_Response {
	return new WP_REST_Response(
		array(
			'texts'    => (object) consent_texts(),
			'consents' => list_consents( (int) $request->get_param( 'page' ) ),
		),
		200
	);
}

/**
 * All that visitors have agreed to, the newest first.
 *
 * @return array[] visitor (as conversations have it), version, at (ISO), session_id.
 */
function list_consents( int $page ): array {
	global $wpdb;
	$found = array();
	$rows  = has_tables() ? rows( $wpdb->prepare( 'SELECT owner_id, version, session_id, given_at FROM ' . table( 'consents' ) . ' ORDER BY given_at DESC, owner_id LIMIT %d OFFSET %d', CONSENTS_A_PAGE, CONSENTS_A_PAGE * ( $page - 1 ) ) ) : array(); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( (array) $rows as $row ) {
		$found[] = array(
			'visitor'    => $row['owner_id'],
			'version'    => $row['version'],
			'at'         => gmdate( 'Y-m-d\TH:i:s\Z', intdiv( (int) $row['given_at'], 1000 ) ),
			'session_id' => $row['session_id'],
		);
	}
	return $found;
}

/**
 * What a person has agreed to, in WordPress's shape of an export.
 *
 * @param string $owner Of owner_id().
 * @return array[]
 */
function export_consents( string $owner ): array {
	$items = array();
	foreach ( consents_of( $owner ) as $consent ) {
		$items[] = array(
			'name'  => wp_date( 'Y-m-d H:i:s', intdiv( $consent['given_at'], 1000 ) ) . ' ' . __( 'Agreed', 'bellhop' ),
			'value' => $consent['text'],
		);
	}
	return $items ? array( export_group( 'consent', $items ) ) : array();
}
