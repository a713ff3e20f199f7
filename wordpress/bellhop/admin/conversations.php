<?php
/**
 * Tools → Chats: what visitors have asked and what they were told, to read, search, answer, export and delete. The page is a script
 * (assets/app/chats.js) over local/chats-api.php; here is what it stands on, and what the list of a gateway's chats shares with it.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\\add_chats_page' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\enqueue_chats' );

/** Where this WordPress has conversations, or its gateway has them (desk-conversations.php). */
function add_chats_page(): void {
	$name = esc_html__( 'Chats', 'bellhop' );
	if ( has_no_gateway() && (int) get_option( OPTION_TABLES ) > 0 ) {
		add_management_page( $name, $name . waiting_bubble(), READ_CHATS, CHATS_PAGE, __NAMESPACE__ . '\\print_chats_page' );
	} elseif ( is_connected() ) {
		add_management_page( $name, $name, READ_CHATS, CHATS_PAGE, __NAMESPACE__ . '\\print_desk_chats_page' );
	}
}

/** How many visitors wait for a person, as WordPress marks what waits in its menu; '' for none. */
function waiting_bubble(): string {
	$count = current_user_can( ANSWER_CHATS ) && has_all_tables() ? count_waiting_chats() : 0; // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
	if ( 0 === $count ) {
		return '';
	}
	/* translators: %s: a number of chats */
	$words = sprintf( _n( '%s chat waits for a person', '%s chats wait for a person', $count, 'bellhop' ), number_format_i18n( $count ) );
	return ' <span class="awaiting-mod"><span aria-hidden="true">' . esc_html( number_format_i18n( $count ) ) . '</span><span class="screen-reader-text">' . esc_html( $words ) . '</span></span>';
}

/** Whether this request's page shows the chats of this WordPress: those of a gateway are listed by PHP. */
function shows_own_chats(): bool {
	return has_no_gateway() || ( has_tables() && ( isset( $_GET['here'] ) || isset( $_GET['chat'] ) ) ); // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
}

/** Loads the script of the page, with what it has to know from the start. */
function enqueue_chats( string $hook ): void {
	if ( 'tools_page_' . CHATS_PAGE !== $hook || ! shows_own_chats() ) {
		return;
	}
	wp_enqueue_style( 'bellhop-chats', plugins_url( 'assets/chats.css', FILE ), array( 'wp-components' ), VERSION );
	enqueue_app(
		'chats',
		array(
			'may'         => array(
				'answer' => current_user_can( ANSWER_CHATS ), // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
				'manage' => current_user_can( 'manage_options' ),
			),
			'me'          => person_name( get_current_user_id() ),
			'isAnswering' => answers_here(),
			'mailTo'      => mail_address(),
			'profile'     => (string) get_edit_profile_url() . '#display_name',
			'most'        => array(
				'message'  => MAX_PERSON_CHARACTERS,
				'note'     => MAX_NOTE_CHARACTERS,
				'title'    => MAX_TITLE_CHARACTERS,
				'question' => QUESTION_CHARACTERS,
				'answer'   => OWN_ANSWER_CHARACTERS,
			),
		)
	);
}

/** Prints Tools → Chats. */
function print_chats_page(): void {
	if ( ! current_user_can( READ_CHATS ) ) { // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
		return;
	}
	ensure_tables();
	echo '<div class="wrap bellhop-page"><h1 class="wp-heading-inline">' . esc_html__( 'Chats', 'bellhop' ) . '</h1><hr class="wp-header-end"><div id="bellhop-chats"></div><noscript><p>' . esc_html__( 'This page needs JavaScript.', 'bellhop' ) . '</p></noscript></div>';
}
