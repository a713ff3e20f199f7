<?php
/**
 * A person's conversations in WordPress's own tools for personal data: exported and erased with everything else that the site has,
 * those at a gateway (includes/gateway-privacy.php) as well.
 * Found by the account; what anonymous visitors wrote can be searched and deleted under Tools → Chats.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

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
 * Ids of a person's conversations in this WordPress: none where it has never answered.
 *
 * @param string $owner Of owner_id().
 * @return string[]|null Null where the database failed.
 */
function conversations_of_person( string $owner ): ?array {
	return has_tables() ? conversations_of( $owner ) : array();
}

/** The name under which a person with an account chats; '' where nobody has an account with this address. */
function owner_of_email( string $email ): string {
	$user = get_user_by( 'email', $email );
	return $user ? owner_id( (int) $user->ID, '' ) : '';
}

/**
 * A conversation in WordPress's shape of an export.
 *
 * @param array[] $items name, value.
 */
function export_group( string $id, array $items ): array {
	return array(
		'group_id'    => 'bellhop',
		'group_label' => __( 'Chats', 'bellhop' ),
		'item_id'     => $id,
		'data'        => $items,
	);
}

/**
 * A step of a person's export: what is here, then what the gateway has. What can't be read now fails the step, so that nobody gets
 * an export from which something is missing unsaid.
 *
 * @param string $email Whose data.
 * @param int    $page  From 1.
 * @return array|WP_Error
 */
function export_person( $email, $page = 1 ) {
	$owner = owner_of_email( (string) $email );
	$all   = '' === $owner ? array() : conversations_of_person( $owner );
	$data  = array();
	foreach ( array_slice( (array) $all, PRIVACY_STEP * ( $page - 1 ), PRIVACY_STEP ) as $session_id ) {
		$lines = conversation_lines( $session_id );
		$items = array();
		foreach ( (array) $lines as $line ) {
			$items[] = array(
				'name'  => wp_date( 'Y-m-d H:i:s', $line['at'] ) . ' ' . speaker_of( $line ),
				'value' => trim( $line['text'] . "\n" . feedback_words( $line ) ),
			);
		}
		$notes = notes_of( $session_id );
		foreach ( (array) $notes as $note ) {
			$items[] = array(
				/* translators: %s: a person's name */
				'name'  => wp_date( 'Y-m-d H:i:s', $note['at'] ) . ' ' . sprintf( __( 'Note by %s', 'bellhop' ), $note['name'] ),
				'value' => $note['text'],
			);
		}
		$all    = null === $lines || null === $notes ? null : $all;
		$data[] = export_group( $session_id, $items );
	}
	if ( null === $all ) {
		return new WP_Error( 'bellhop_export', __( 'The database did not answer. Try again in a minute.', 'bellhop' ) );
	}
	if ( 1 === (int) $page && '' !== $owner && has_tables() ) {
		$data = array_merge( export_consents( $owner ), $data );
	}
	$is_done = count( $all ) <= PRIVACY_STEP * $page;
	if ( $is_done && '' !== $owner && is_connected() ) {
		$more = export_from_gateway( $owner );
		if ( is_wp_error( $more ) ) {
			return $more;
		}
		$data = array_merge( $data, $more );
	}
	return array(
		'data' => $data,
		'done' => $is_done,
	);
}

/**
 * A step of a person's erasure.
 *
 * @param string $email Whose data.
 */
function erase_person( $email ): array {
	$owner = owner_of_email( (string) $email );
	$all   = '' === $owner ? array() : conversations_of_person( $owner );
	foreach ( array_slice( (array) $all, 0, PRIVACY_STEP ) as $session_id ) {
		delete_session( $session_id );
	}
	$is_done = count( (array) $all ) <= PRIVACY_STEP;
	if ( $is_done && '' !== $owner ) {
		delete_consents( $owner );
	}
	$gateway = array(
		'removed' => false,
		'problem' => null === $all ? __( 'The database did not answer. Try again in a minute.', 'bellhop' ) : '',
	);
	if ( null !== $all && $is_done && '' !== $owner && is_connected() ) {
		$gateway = erase_at_gateway( $owner );
	}
	return array(
		'items_removed'  => count( (array) $all ) > 0 || $gateway['removed'],
		'items_retained' => '' !== $gateway['problem'],
		'messages'       => '' === $gateway['problem'] ? array() : array( $gateway['problem'] ),
		'done'           => $is_done,
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
		'joined'  => __( 'Chat', 'bellhop' ),
		'left'    => __( 'Chat', 'bellhop' ),
		'tool'    => __( 'Tool', 'bellhop' ),
		'problem' => __( 'Problem', 'bellhop' ),
	);
	return $names[ $who ] ?? '';
}

/**
 * Who speaks in a line, in words: a person by name.
 *
 * @param array $line Of conversation_lines().
 */
function speaker_of( array $line ): string {
	return 'person' === $line['who'] ? $line['name'] : speaker_name( $line['who'] );
}
