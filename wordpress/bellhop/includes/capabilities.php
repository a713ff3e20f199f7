<?php
/**
 * Who may read what visitors have written: administrators and editors, by a capability of its own that role plugins and a filter
 * can give to others or take away. Settings, and deleting a chat for good, stay with who may manage options.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const READ_CHATS = 'bellhop_read_chats';

add_filter( 'user_has_cap', __NAMESPACE__ . '\\grant_reading', 10, 4 );

/**
 * Gives the capability to the roles that have it where nobody has decided otherwise.
 *
 * @param array    $all    What the user has, by name; of role plugins, too.
 * @param string[] $wanted What is asked for.
 * @param array    $args   Not needed.
 * @param \WP_User $user   Whose.
 */
function grant_reading( $all, $wanted, $args, $user ): array {
	$all = (array) $all;
	if ( in_array( READ_CHATS, (array) $wanted, true ) && ! isset( $all[ READ_CHATS ] ) ) {
		$all[ READ_CHATS ] = (bool) array_intersect( chat_reader_roles(), (array) $user->roles );
	}
	return $all;
}

/**
 * Roles that may read chats where nobody has decided otherwise.
 *
 * @return string[]
 */
function chat_reader_roles(): array {
	/**
	 * Roles that may read chats under Tools → Chats.
	 *
	 * @param string[] $roles Administrators and editors.
	 */
	return (array) apply_filters( 'bellhop_chat_readers', array( 'administrator', 'editor' ) );
}
