<?php
/**
 * The gateway's record of this site and its primary knowledge-base collection.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** The record as it was last seen, with `seen_at`; null where it was never. */
function last_record(): ?array {
	$record = get_option( OPTION_RECORD );
	$is_own = is_array( $record ) && ( $record['for'] ?? '' ) === record_owner();
	return $is_own ? $record : null;
}

/** Whose record it is: another address or client id has another one. */
function record_owner(): string {
	$settings = settings();
	return md5( $settings['gateway_url'] . '|' . $settings['client_id'] );
}

/**
 * Reads the record. The interface describes no way to read it, so a gateway may have none: then a change that changes
 * nothing shows whether the last one seen still holds.
 *
 * @return array|WP_Error
 */
function read_record() {
	$known = last_record();
	$reply = gateway_request( 'GET', record_path( $known ) );
	if ( ! is_wp_error( $reply ) && array_key_exists( 'kb_collection_id', $reply ) ) {
		return remember_record( $reply );
	}
	$is_missing = is_wp_error( $reply ) && in_array( $reply->get_error_code(), array( 'not_found', 'invalid', 'not_a_gateway' ), true );
	if ( is_wp_error( $reply ) && ! $is_missing ) {
		return $reply;
	}
	$bound = $known['kb_collection_id'] ?? null;
	return bind_collection( $bound, $bound );
}

/**
 * Sets or clears the collection.
 *
 * @param string|null       $collection Null clears.
 * @param string|null|false $expected   What must be bound now; false: whatever is.
 * @return array|WP_Error The record; `conflict` where something else is bound.
 */
function bind_collection( ?string $collection, $expected ) {
	$body = array( 'kb_collection_id' => $collection );
	if ( false !== $expected ) {
		$body['expected_kb_collection_id'] = $expected;
	}
	$reply = gateway_request( 'PATCH', record_path( last_record() ), $body );
	if ( is_wp_error( $reply ) ) {
		return $reply;
	}
	return array_key_exists( 'kb_collection_id', $reply ) ? remember_record( $reply ) : gateway_error( 'not_a_gateway' );
}

/**
 * Where the gateway keeps this site's record: by the stable id where it is known; the client id works as well.
 *
 * @param array|null $record Of last_record().
 */
function record_path( ?array $record ): string {
	$id = text( $record['site_id'] ?? null );
	return '/v1/sites/' . rawurlencode( '' === $id ? settings()['client_id'] : $id );
}

/**
 * Keeps what the gateway says of this site.
 *
 * @param array $reply A Site record.
 */
function remember_record( array $reply ): array {
	$record = array(
		'for'              => record_owner(),
		'seen_at'          => time(),
		'status'           => cut( sanitize_text_field( text( $reply['status'] ?? '' ) ), 60 ),
		'site_id'          => cut( sanitize_text_field( text( $reply['site_id'] ?? '' ) ), 200 ),
		'kb_collection_id' => is_string( $reply['kb_collection_id'] ) ? cut( sanitize_text_field( $reply['kb_collection_id'] ), 200 ) : null,
	);
	update_option( OPTION_RECORD, $record, false );
	return $record;
}
