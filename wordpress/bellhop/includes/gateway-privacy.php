<?php
/**
 * What the gateway has of a person with an account here: exported and erased by WordPress's own tools, with the service token. A
 * gateway that can't do that is named to the owner, who then asks its operator.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Bytes of a person's conversations that one export may have. */
const EXPORT_BYTES = 32 * MB_IN_BYTES;
/** Calls of one step of an erasure; each erases a hundred conversations. */
const ERASURE_CALLS = 20;

/**
 * Whether an answer says that this gateway has no such calls for sites.
 *
 * @param WP_Error $error Of gateway_request().
 */
function is_unknown_to_gateway( WP_Error $error ): bool {
	return in_array( $error->get_error_code(), array( 'not_found', 'forbidden', 'not_a_gateway' ), true );
}

/**
 * A person's conversations at the gateway, as WordPress's export has them.
 *
 * @param string $owner Of owner_id().
 * @return array|WP_Error Groups of items.
 */
function export_from_gateway( string $owner ) {
	$reply = gateway_request(
		'GET',
		'/admin/exports?owner_id=' . rawurlencode( $owner ),
		null,
		array(
			'timeout' => 30,
			'bytes'   => EXPORT_BYTES,
		)
	);
	if ( is_wp_error( $reply ) && is_unknown_to_gateway( $reply ) ) {
		$note = array(
			'name'  => __( 'Not part of this export', 'bellhop' ),
			'value' => __( 'What this person has written in the chat is kept at the gateway, which hands it out to nobody but its operator. Ask there.', 'bellhop' ),
		);
		return array( export_group( 'gateway', array( $note ) ) );
	}
	if ( is_wp_error( $reply ) ) {
		return new WP_Error( 'bellhop_export', __( 'What the chat’s gateway has of this person could not be had.', 'bellhop' ) . ' ' . explain_gateway_error( $reply ) );
	}
	$groups = array();
	foreach ( array_filter( (array) ( $reply['sessions'] ?? array() ), 'is_array' ) as $one ) {
		$groups[] = export_group( text( $one['session']['session_id'] ?? null ), items_of_events( (array) ( $one['events'] ?? array() ) ) );
	}
	return $groups;
}

/**
 * What was said, for an export.
 *
 * @param array $events Of the gateway.
 * @return array[] name, value.
 */
function items_of_events( array $events ): array {
	$items = array();
	foreach ( array_filter( $events, 'is_array' ) as $event ) {
		$who = array(
			'user.message'  => 'visitor',
			'agent.message' => 'agent',
		)[ text( $event['type'] ?? null ) ] ?? '';
		if ( '' === $who ) {
			continue;
		}
		$feedback = is_array( $event['feedback'] ?? null ) ? $event['feedback'] : array();
		$line     = array(
			'who'      => $who,
			'feedback' => text( $feedback['value'] ?? null ),
			'comment'  => text( $feedback['comment'] ?? null ),
		);
		$at       = (int) strtotime( text( $event['created_at'] ?? null ) );
		$items[]  = array(
			'name'  => ( $at > 0 ? wp_date( 'Y-m-d H:i:s', $at ) . ' ' : '' ) . speaker_name( $who ),
			'value' => trim( said_in( (array) ( $event['content'] ?? array() ) ) . "\n" . feedback_words( $line ) ),
		);
	}
	return $items;
}

/**
 * What a message says: its texts, and the names of attached files. Thoughts are the agent's own.
 *
 * @param array $blocks Of a message.
 */
function said_in( array $blocks ): string {
	$texts = array();
	foreach ( array_filter( $blocks, 'is_array' ) as $block ) {
		$texts[] = 'text' === ( $block['type'] ?? '' ) ? text( $block['text'] ?? null ) : text( $block['title'] ?? null );
	}
	return implode( "\n", array_filter( $texts, 'strlen' ) );
}

/**
 * Erases a person's conversations at the gateway.
 *
 * @param string $owner Of owner_id().
 * @return array removed: whether there was something; problem: why something may be left, in words, '' for nothing.
 */
function erase_at_gateway( string $owner ): array {
	$removed = false;
	for ( $call = 0; $call < ERASURE_CALLS; $call++ ) {
		$reply = gateway_request( 'POST', '/admin/erasures', array( 'owner_id' => $owner ), array( 'timeout' => 30 ) );
		if ( is_wp_error( $reply ) ) {
			$problem = is_unknown_to_gateway( $reply )
				? __( 'What this person has written in the chat is kept at the gateway, which lets nobody but its operator erase it. Ask there.', 'bellhop' )
				: __( 'What the chat’s gateway has of this person could not be erased. Try again later.', 'bellhop' ) . ' ' . explain_gateway_error( $reply );
			return compact( 'removed', 'problem' );
		}
		$removed = $removed || absint( $reply['sessions'] ?? 0 ) > 0;
		if ( ! empty( $reply['is_done'] ) ) {
			return array(
				'removed' => $removed,
				'problem' => '',
			);
		}
	}
	return array(
		'removed' => $removed,
		'problem' => __( 'The chat’s gateway has more of this person than could be erased at once. Erase again.', 'bellhop' ),
	);
}
