<?php
/**
 * Settings → Bellhop: the place that the page's script fills.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_menu', __NAMESPACE__ . '\\add_page' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\enqueue_page_assets' );
add_filter( 'plugin_action_links_' . plugin_basename( FILE ), __NAMESPACE__ . '\\add_settings_link' );

/** Adds Settings → Bellhop to the menu. */
function add_page(): void {
	add_options_page( esc_html__( 'Bellhop', 'bellhop' ), esc_html__( 'Bellhop', 'bellhop' ), 'manage_options', PAGE, __NAMESPACE__ . '\\print_page' );
}

/**
 * Adds a link to the settings in the list of plugins.
 *
 * @param string[] $links Of the list of plugins.
 */
function add_settings_link( $links ): array {
	$own = '<a href="' . esc_url( page_url() ) . '">' . esc_html__( 'Settings', 'bellhop' ) . '</a>';
	return array_merge( array( $own ), (array) $links );
}

/**
 * Loads style and script on the plugin's own pages.
 *
 * @param string $hook Which page WordPress shows.
 */
function enqueue_page_assets( string $hook ): void {
	if ( ! in_array( $hook, array( 'tools_page_' . CHATS_PAGE, 'settings_page_' . PAGE ), true ) ) {
		return;
	}
	wp_enqueue_style( 'bellhop-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
	if ( is_knowledge_view() ) {
		wp_enqueue_script( 'bellhop-read-documents', plugins_url( 'assets/read-documents.js', FILE ), array(), VERSION, array( 'in_footer' => true ) );
	} elseif ( 'settings_page_' . PAGE === $hook ) {
		wp_enqueue_style( 'bellhop-settings', plugins_url( 'assets/settings.css', FILE ), array( 'wp-components' ), VERSION );
		enqueue_app( 'settings', settings_page_state() + array( 'findings' => findings_to_show() ) );
	}
}

/** Whether this is the page of what was read. */
function is_knowledge_view(): bool {
	return isset( $_GET['page'], $_GET['view'] ) && PAGE === $_GET['page'] && KNOWLEDGE_VIEW === $_GET['view'] && has_no_gateway(); // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
}

/** Prints the settings page. */
function print_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap bellhop-page"><h1>' . esc_html__( 'Bellhop', 'bellhop' ) . '</h1><hr class="wp-header-end">';
	if ( is_knowledge_view() ) {
		print_findings( findings_to_show() );
		print_known_pages();
	} else {
		echo '<div id="bellhop-settings"></div><noscript><div class="notice notice-warning inline"><p>' . esc_html__( 'This page needs JavaScript. Without it, wp bellhop settings does the same on the command line.', 'bellhop' ) . '</p></div></noscript>';
	}
	echo '</div>';
}

/**
 * Prints a button that acts at once.
 *
 * @param string $action Of the plugin, as in send_again.
 * @param string $label  Words on the button.
 * @param string $look   secondary, primary or button-link-delete.
 */
function print_action_form( string $action, string $label, string $look = 'secondary' ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="' . esc_attr( 'bellhop_' . $action ) . '">';
	wp_nonce_field( 'bellhop_' . $action );
	submit_button( $label, $look, 'submit', false, array( 'id' => 'bellhop-act-' . $action ) );
	echo '</form>';
}
