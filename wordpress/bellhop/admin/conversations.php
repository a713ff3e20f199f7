<?php
/**
 * Tools → Chats: what visitors have asked and what they were told, to read, search, export and delete. For who may read
 * chats; deleting is for who may change the site's settings.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\\add_chats_page' );
add_action( 'admin_post_bellhop_delete_chat', __NAMESPACE__ . '\\act_delete_chat' );
add_action( 'admin_post_bellhop_export_chat', __NAMESPACE__ . '\\act_export_chat' );
add_action( 'admin_post_bellhop_mail_chat', __NAMESPACE__ . '\\act_mail_chat' );

/** Where this WordPress has conversations, or its gateway has them (desk-conversations.php). */
function add_chats_page(): void {
	if ( has_no_gateway() && (int) get_option( OPTION_TABLES ) > 0 ) {
		add_management_page( esc_html__( 'Chats', 'bellhop' ), esc_html__( 'Chats', 'bellhop' ), READ_CHATS, CHATS_PAGE, __NAMESPACE__ . '\\print_chats_page' );
	} elseif ( is_connected() ) {
		add_management_page( esc_html__( 'Chats', 'bellhop' ), esc_html__( 'Chats', 'bellhop' ), READ_CHATS, CHATS_PAGE, __NAMESPACE__ . '\\print_desk_chats_page' );
	}
}

/** Prints Tools → Chats: the list, or one chat. */
function print_chats_page(): void {
	if ( ! current_user_can( READ_CHATS ) ) { // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
		return;
	}
	ensure_tables();
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
	$chat  = isset( $_GET['chat'] ) ? sanitize_text_field( wp_unslash( $_GET['chat'] ) ) : '';
	$words = isset( $_GET['s'] ) ? sanitize_text_field( wp_unslash( $_GET['s'] ) ) : '';
	$page  = isset( $_GET['paged'] ) ? max( 1, absint( $_GET['paged'] ) ) : 1;
	$gone  = ! empty( $_GET['deleted'] );
	$sent  = isset( $_GET['sent'] ) ? absint( $_GET['sent'] ) : -1;
	// phpcs:enable
	echo '<div class="wrap bellhop-page"><h1 class="wp-heading-inline">' . esc_html__( 'Chats', 'bellhop' ) . '</h1><hr class="wp-header-end">';
	if ( $gone ) {
		echo '<div class="notice notice-success" role="status"><p>' . esc_html__( 'The chat was deleted.', 'bellhop' ) . '</p></div>';
	}
	if ( 1 === $sent ) {
		/* translators: %s: an e-mail address */
		echo '<div class="notice notice-success" role="status"><p>' . esc_html( sprintf( __( 'The chat was sent to %s.', 'bellhop' ), mail_address() ) ) . '</p></div>';
	} elseif ( 0 === $sent ) {
		echo '<div class="notice notice-error" role="status"><p>' . esc_html__( 'This WordPress could not send the e-mail. Ask your host, or set up a plugin for sending e-mail.', 'bellhop' ) . '</p></div>';
	}
	if ( '' !== $chat ) {
		print_chat( $chat );
	} else {
		print_chats( $words, $page );
	}
	echo '</div>';
}

/**
 * Prints the list of chats.
 *
 * @param string $words Looked for; '' for all.
 * @param int    $page  From 1.
 */
function print_chats( string $words, int $page ): void {
	$found = find_chats(
		array(
			'search' => $words,
			'page'   => $page,
		)
	) ?? array(
		'conversations' => array(),
		'total'         => 0,
	);
	print_chats_search( $words, own_chats_query() );
	if ( ! $found['conversations'] ) {
		echo '<p>' . esc_html( '' === $words ? __( 'No visitor has written yet.', 'bellhop' ) : __( 'No chat has these words.', 'bellhop' ) ) . '</p>';
		return;
	}
	echo '<table class="widefat striped bellhop-chats"><thead><tr><th scope="col">' . esc_html__( 'First message', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'Visitor', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'Messages', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'Last activity', 'bellhop' ) . '</th></tr></thead><tbody>';
	foreach ( $found['conversations'] as $chat ) {
		printf(
			'<tr><td><a href="%1$s"><strong>%2$s</strong></a> <span class="bellhop-said">%6$s</span></td><td>%3$s</td><td>%4$s</td><td>%5$s</td></tr>',
			esc_url( chats_url( array( 'chat' => $chat['session_id'] ) ) ),
			esc_html( short_line( $chat['first'], 90 ) ),
			esc_html( visitor_name( $chat['owner_id'] ) ),
			esc_html( number_format_i18n( $chat['messages'] ) ),
			esc_html( wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), (int) floor( $chat['last_event_at'] / 1000 ) ) ),
			esc_html( said_of_answers( $chat ) )
		);
	}
	echo '</tbody></table><p class="bellhop-pages">';
	$query = ( '' === $words ? array() : array( 's' => $words ) ) + own_chats_query();
	if ( $page > 1 ) {
		echo '<a class="button" href="' . esc_url( chats_url( $query + array( 'paged' => (string) ( $page - 1 ) ) ) ) . '">' . esc_html__( 'Newer', 'bellhop' ) . '</a> ';
	}
	if ( $found['total'] > $page * CONVERSATIONS_A_PAGE ) {
		echo '<a class="button" href="' . esc_url( chats_url( $query + array( 'paged' => (string) ( $page + 1 ) ) ) ) . '">' . esc_html__( 'Older', 'bellhop' ) . '</a>';
	}
	echo '</p>';
}

/**
 * What leads to the chats of this WordPress: with a gateway, Tools → Chats has those of the gateway first.
 *
 * @return string[]
 */
function own_chats_query(): array {
	return has_no_gateway() ? array() : array( 'here' => '1' );
}

/**
 * Prints the search above a list of chats.
 *
 * @param string   $words Looked for now.
 * @param string[] $kept  What the address keeps.
 */
function print_chats_search( string $words, array $kept = array() ): void {
	echo '<form method="get" action="' . esc_url( admin_url( 'tools.php' ) ) . '" class="bellhop-search"><input type="hidden" name="page" value="' . esc_attr( CHATS_PAGE ) . '">';
	foreach ( $kept as $name => $value ) {
		echo '<input type="hidden" name="' . esc_attr( $name ) . '" value="' . esc_attr( $value ) . '">';
	}
	echo '<label class="screen-reader-text" for="bellhop-search">' . esc_html__( 'Search in chats', 'bellhop' ) . '</label><input type="search" id="bellhop-search" name="s" value="' . esc_attr( $words ) . '"> ';
	submit_button( __( 'Search in chats', 'bellhop' ), 'secondary', '', false );
	echo '</form>';
}

/**
 * How many answers of a chat have helped, and how many have not.
 *
 * @param array $chat Of find_chats().
 */
function said_of_answers( array $chat ): string {
	$said = array();
	if ( $chat['up'] > 0 ) {
		$said[] = __( 'Helped', 'bellhop' ) . ': ' . number_format_i18n( $chat['up'] );
	}
	if ( $chat['down'] > 0 ) {
		$said[] = __( 'Didn’t help', 'bellhop' ) . ': ' . number_format_i18n( $chat['down'] );
	}
	return implode( ', ', $said );
}

/**
 * A message with the words bold that its author marked so, as the chat shows them; everything else as it was written.
 *
 * @param string $text Plain text with Markdown.
 * @return string HTML.
 */
function bold_words( string $text ): string {
	return (string) preg_replace( '/\*\*(?=\S)([^*\n]{1,400}?)(?<=\S)\*\*/u', '<strong>$1</strong>', esc_html( $text ) );
}

/**
 * Prints one chat, with what can be done with it.
 *
 * @param string $session_id Which session.
 */
function print_chat( string $session_id ): void {
	echo '<p><a href="' . esc_url( chats_url( own_chats_query() ) ) . '">' . esc_html__( 'All chats', 'bellhop' ) . '</a></p>';
	$lines = is_id( $session_id ) ? conversation_lines( $session_id ) : array();
	if ( ! $lines ) {
		echo '<p>' . esc_html__( 'This chat is no longer here.', 'bellhop' ) . '</p>';
		return;
	}
	echo '<ol class="bellhop-chat">';
	foreach ( $lines as $line ) {
		printf(
			'<li class="%1$s"><p class="bellhop-who"><strong>%2$s</strong> <time>%3$s</time></p><div>%4$s</div><p class="bellhop-said">%5$s</p></li>',
			esc_attr( 'bellhop-from-' . $line['who'] ),
			esc_html( speaker_of( $line ) ),
			esc_html( wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $line['at'] ) ),
			wp_kses( bold_words( $line['text'] ), array( 'strong' => array() ) ),
			esc_html( feedback_words( $line ) )
		);
	}
	echo '</ol><div class="bellhop-actions">';
	/* translators: %s: an e-mail address */
	print_chat_form( 'mail_chat', $session_id, sprintf( __( 'Send to %s', 'bellhop' ), mail_address() ), 'secondary' );
	print_chat_form( 'export_chat', $session_id, __( 'Export as JSON', 'bellhop' ), 'secondary' );
	if ( current_user_can( 'manage_options' ) ) {
		print_chat_form( 'delete_chat', $session_id, __( 'Delete this chat for good', 'bellhop' ), 'button-link-delete' );
	}
	echo '</div>';
}

/**
 * Prints a button that acts on a chat.
 *
 * @param string $action     Of the plugin, as in delete_chat.
 * @param string $session_id Which session.
 * @param string $label      Words on the button.
 * @param string $look       secondary or button-link-delete.
 */
function print_chat_form( string $action, string $session_id, string $label, string $look ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="' . esc_attr( 'bellhop_' . $action ) . '"><input type="hidden" name="chat" value="' . esc_attr( $session_id ) . '">';
	wp_nonce_field( 'bellhop_' . $action );
	submit_button( $label, $look, 'submit', false, array( 'id' => 'bellhop-act-' . $action ) );
	echo '</form>';
}

/** The chat that a form names, checked. */
function chat_of_form(): string {
	$chat = isset( $_POST['chat'] ) ? sanitize_text_field( wp_unslash( $_POST['chat'] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Missing -- require_owner has verified it.
	return is_id( $chat ) ? $chat : '';
}

/** Deletes a chat for good. */
function act_delete_chat(): void {
	require_owner( 'bellhop_delete_chat' );
	delete_session( chat_of_form() );
	wp_safe_redirect( chats_url( array( 'deleted' => '1' ) + own_chats_query() ) );
	exit;
}

/** Sends a chat to the owner by e-mail. */
function act_mail_chat(): void {
	require_owner( 'bellhop_mail_chat', 'bellhop_read_chats' );
	$chat = chat_of_form();
	$sent = mail_conversation( $chat );
	wp_safe_redirect(
		chats_url(
			array(
				'chat' => $chat,
				'sent' => $sent ? '1' : '0',
			)
		)
	);
	exit;
}

/** Sends a chat as a file. */
function act_export_chat(): void {
	require_owner( 'bellhop_export_chat', 'bellhop_read_chats' );
	nocache_headers();
	header( 'Content-Type: application/json; charset=utf-8' );
	header( 'Content-Disposition: attachment; filename="chat.json"' );
	wp_send_json( conversation_export( chat_of_form() ), 200, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES );
}
