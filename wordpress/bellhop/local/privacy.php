<?php
/**
 * A person's conversations in WordPress's own tools for personal data: exported and erased with everything else that the site has.
 * Found by the account; what anonymous visitors wrote can be searched and deleted under Tools → Chats.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Conversations that one step handles. */
const PRIVACY_STEP = 20;

add_filter( 'wp_privacy_personal_data_exporters', __NAMESPACE__ . '\\add_exporter' );
add_filter( 'wp_privacy_personal_data_erasers', __NAMESPACE__ . '\\add_eraser' );

/**
 * Adds the plugin to WordPress's export of a person's data.
 *
 * @param array $exporters Of WordPress.
 */
function add_exporter( $exporters ): array {
	$exporters            = (array) $exporters;
	$exporters['bellhop'] = array(
		'exporter_friendly_name' => __( 'Bellhop chats', 'bellhop' ),
		'callback'               => __NAMESPACE__ . '\\export_person',
	);
	return $exporters;
}

/**
 * Adds the plugin to WordPress's erasure of a person's data.
 *
 * @param array $erasers Of WordPress.
 */
function add_eraser( $erasers ): array {
	$erasers            = (array) $erasers;
	$erasers['bellhop'] = array(
		'eraser_friendly_name' => __( 'Bellhop chats', 'bellhop' ),
		'callback'             => __NAMESPACE__ . '\\erase_person',
	);
	return $erasers;
}

/**
 * Ids of a person's conversations: none where nobody has an account with this address, or this WordPress has never answered.
 *
 * @param string $email Whose data.
 */
function conversations_of_person( string $email ): array {
	$user = get_user_by( 'email', $email );
	if ( ! $user || ! has_tables() ) {
		return array();
	}
	return conversations_of( owner_id( (int) $user->ID, '' ) );
}

/**
 * A step of a person's export.
 *
 * @param string $email Whose data.
 * @param int    $page  From 1.
 */
function export_person( $email, $page = 1 ): array {
	$all  = conversations_of_person( (string) $email );
	$data = array();
	foreach ( array_slice( $all, PRIVACY_STEP * ( $page - 1 ), PRIVACY_STEP ) as $session_id ) {
		$items = array();
		foreach ( conversation_lines( $session_id ) as $line ) {
			$items[] = array(
				'name'  => wp_date( 'Y-m-d H:i:s', $line['at'] ) . ' ' . speaker_name( $line['who'] ),
				'value' => trim( $line['text'] . "\n" . feedback_words( $line ) ),
			);
		}
		$data[] = array(
			'group_id'    => 'bellhop',
			'group_label' => __( 'Chats', 'bellhop' ),
			'item_id'     => $session_id,
			'data'        => $items,
		);
	}
	return array(
		'data' => $data,
		'done' => count( $all ) <= PRIVACY_STEP * $page,
	);
}

/**
 * A step of a person's erasure.
 *
 * @param string $email Whose data.
 */
function erase_person( $email ): array {
	$all = conversations_of_person( (string) $email );
	foreach ( array_slice( $all, 0, PRIVACY_STEP ) as $session_id ) {
		delete_session( $session_id );
	}
	return array(
		'items_removed'  => count( $all ) > 0,
		'items_retained' => false,
		'messages'       => array(),
		'done'           => count( $all ) <= PRIVACY_STEP,
	);
}

/**
 * Who speaks, in words.
 *
 * @param string $who Of conversation_lines().
 */
function speaker_name( string $who ): string {
	$names = array(
		'visitor' => __( 'Visitor', 'bellhop' ),
		'agent'   => __( 'Agent', 'bellhop' ),
		'tool'    => __( 'Tool', 'bellhop' ),
		'problem' => __( 'Problem', 'bellhop' ),
	);
	return $names[ $who ] ?? '';
}
