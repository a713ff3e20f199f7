<?php
/**
 * The settings page: Settings → Bellhop. Puts the parts where they belong; what they say is theirs.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const FORM = 'bellhop-settings';

add_action( 'admin_menu', __NAMESPACE__ . '\\add_page' );
add_action( 'admin_init', __NAMESPACE__ . '\\add_fields' );
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

/** Registers the sections and fields of the page. */
function add_fields(): void {
	$proposed = proposal()['proposed'] ?? array();
	foreach ( settings_sections() as $section => $content ) {
		$box = array(
			'before_section' => '<div class="bellhop-section" id="bellhop-section-' . $section . '">',
			'after_section'  => '</div>',
		);
		add_settings_section( 'bellhop_' . $section, esc_html( $content['title'] ), '__return_null', PAGE, $box );
		foreach ( $content['fields'] as $name => $field ) {
			$is_new    = in_array( $name, $proposed, true );
			$is_single = in_array( $field[1], array( 'text', 'url', 'colour', 'lines', 'textarea', 'token', 'model_key', 'number' ), true );
			add_settings_field(
				'bellhop_' . $name,
				esc_html( $field[0] ) . ( $is_new ? ' <span class="bellhop-new">' . esc_html__( 'Proposed, not saved', 'bellhop' ) . '</span>' : '' ),
				__NAMESPACE__ . '\\print_field',
				PAGE,
				'bellhop_' . $section,
				array(
					'name'      => $name,
					'label'     => $field[0],
					'kind'      => $field[1],
					'help'      => $field[2],
					'options'   => $field[3] ?? array(),
					'label_for' => $is_single ? 'bellhop-' . str_replace( '_', '-', $name ) : null,
				)
			);
		}
	}
}

/**
 * Loads style and script on the plugin's own pages.
 *
 * @param string $hook Which page WordPress shows.
 */
function enqueue_page_assets( string $hook ): void {
	if ( 'tools_page_' . CHATS_PAGE === $hook ) {
		wp_enqueue_style( 'bellhop-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
	}
	if ( 'settings_page_' . PAGE !== $hook ) {
		return;
	}
	wp_enqueue_style( 'bellhop-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
	wp_enqueue_script( 'bellhop-admin', plugins_url( 'assets/admin.js', FILE ), array(), VERSION, array( 'in_footer' => true ) );
	wp_enqueue_script( 'bellhop-read-documents', plugins_url( 'assets/read-documents.js', FILE ), array(), VERSION, array( 'in_footer' => true ) );
}

/** Prints the settings page. */
function print_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$findings = findings_to_show();
	echo '<div class="wrap bellhop-page"><h1>' . esc_html__( 'Bellhop', 'bellhop' ) . '</h1><hr class="wp-header-end">';
	print_findings( $findings );
	if ( isset( $_GET['view'] ) && KNOWLEDGE_VIEW === $_GET['view'] && has_no_gateway() ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
		print_known_pages();
		echo '</div>';
		return;
	}
	echo '<div class="bellhop-cards">';
	if ( is_connected() ) {
		print_status( array() !== $findings );
		print_knowledge();
	} else {
		if ( has_no_gateway() ) {
			print_local_state();
		}
		if ( ! answers_here() ) {
			print_first_steps();
		}
	}
	if ( is_connected() || '' !== model_source() ) {
		print_propose_card();
	}
	print_paste_card();
	echo '</div>';
	print_contents();
	echo '<div class="bellhop-columns"><form method="post" action="options.php" id="' . esc_attr( FORM ) . '">';
	settings_fields( 'bellhop' );
	$preview = preview_of_proposal( wp_nonce_url( admin_url( 'admin-post.php?action=bellhop_preview' ), 'bellhop_preview' ) );
	print_sections_with_proposal();
	submit_button();
	echo '</form><div class="bellhop-aside">';
	print_preview( $preview );
	echo '</div></div></div>';
}

/** Links to the sections: the page is long. */
function print_contents(): void {
	echo '<nav class="bellhop-contents" aria-label="' . esc_attr__( 'Sections', 'bellhop' ) . '">';
	foreach ( settings_sections() as $section => $content ) {
		echo '<a href="' . esc_attr( '#bellhop-section-' . $section ) . '">' . esc_html( $content['title'] ) . '</a> ';
	}
	echo '</nav>';
}

/**
 * Prints the frame in which the chat stands as the form has it.
 *
 * @param string $url Where the preview is, with what is proposed and not stored.
 */
function print_preview( string $url ): void {
	echo '<h2>' . esc_html__( 'Preview', 'bellhop' ) . '</h2>';
	printf(
		'<iframe class="bellhop-preview" title="%1$s" src="%2$s" data-src="%3$s"></iframe>',
		esc_attr__( 'Preview of the chat button', 'bellhop' ),
		esc_url( $url ),
		esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=bellhop_preview' ), 'bellhop_preview' ) )
	);
	echo '<p class="description">' . esc_html__( 'With what stands in the form, saved or not.', 'bellhop' ) . '</p>';
}

/**
 * Prints a button that acts at once.
 *
 * @param string $action Of the plugin, as in test.
 * @param string $label  Words on the button.
 * @param string $look   secondary, primary or button-link-delete.
 */
function print_action_form( string $action, string $label, string $look = 'secondary' ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="' . esc_attr( 'bellhop_' . $action ) . '">';
	wp_nonce_field( 'bellhop_' . $action );
	submit_button( $label, $look, 'submit', false, array( 'id' => 'bellhop-act-' . $action ) );
	echo '</form>';
}
