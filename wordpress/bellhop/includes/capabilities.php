<?php
/**
 * Who may read what visitors have written, and who may answer in the agent's place: administrators and editors, by two capabilities
 * that role plugins and filters can give to others or take away. Settings, what the agent is taught, and deleting a chat for good stay
 * with who may manage options.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const READ_CHATS   = 'bellhop_read_chats';
const ANSWER_CHATS = 'bellhop_answer_chats';

add_filter( 'user_has_cap', __NAMESPACE__ . '\\grant_chats', 10, 4 );

/**
 * Gives the capabilities to the roles that have them where nobody has decided otherwise.
 *
 * @param array    $all    What the user has, by name; of role plugins, too.
 * @param string[] $wanted What is asked for.
 * @param array    $args   Not needed.
 * @param \WP_User $user   Whose.
 */
function grant_chats( $all, $wanted, $args, $user ): array {
	$all = (array) $all;
	foreach ( array_intersect( array( READ_CHATS, ANSWER_CHATS ), (array) $wanted ) as $capability ) {
		if ( ! isset( $all[ $capability ] ) ) {
			$roles              = READ_CHATS === $capability ? chat_reader_roles() : chat_answerer_roles();
			$all[ $capability ] = (bool) array_intersect( $roles, (array) $user->roles );
		}
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

/**
 * Roles that may answer where nobody has decided otherwise.
 *
 * @return string[]
 */
function chat_answerer_roles(): array {
	/**
	 * Roles that may answer in chats, write notes and call chats done; they must be able to read them, too.
	 *
	 * @param string[] $roles Administrators and editors.
	 */
	return (array) apply_filters( 'bellhop_chat_answerers', array( 'administrator', 'editor' ) );
}
