<?php
/**
 * The chat as visitors will see it, in a bare page with the real script: its button for the settings page, with what stands in the
 * form, and the panel inside a page for the block's editor.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_preview', __NAMESPACE__ . '\\print_preview_page' );
add_action( 'admin_post_bellhop_preview_panel', __NAMESPACE__ . '\\print_preview_panel' );

/** Settings that change what is seen. */
const PREVIEWED = array( 'title', 'greeting', 'prompts', 'avatar', 'color', 'theme', 'position', 'offset', 'launcher', 'contact', 'privacy' );

/** Prints the preview of the settings page, with what stands in the form. */
function print_preview_page(): void {
	require_owner( 'bellhop_preview' );
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- verified above; sanitize_settings below is what stores them, too.
	$given = isset( $_GET['look'] ) && is_array( $_GET['look'] ) ? wp_unslash( $_GET['look'] ) : array();
	$look  = sanitize_settings( array_intersect_key( $given, array_flip( PREVIEWED ) ) + array_intersect_key( settings(), array_flip( PREVIEWED ) ) );
	add_filter(
		'option_' . OPTION_SETTINGS,
		function ( $stored ) use ( $look ) {
			return array_intersect_key( $look, array_flip( PREVIEWED ) ) + (array) $stored;
		}
	);
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- verified above.
	if ( ! empty( $_GET['panel'] ) ) {
		print_bare_panel( 'preview-open' );
	}
	begin_bare_page( array( 'name' => 'preview' ) );
	// A page that says nothing, for the button to stand on.
	echo '<style>body{margin:24px;background:#fff}i{display:block;height:12px;margin:0 0 14px;border-radius:6px;background:#e6e8ea}i:nth-child(3n){width:70%}</style></head><body>';
	echo '<div aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>';
	end_bare_page();
}

/** Who writes pages may see what they put there. */
function print_preview_panel(): void {
	require_owner( 'bellhop_preview_panel', 'edit_posts' );
	$said = array();
	foreach ( array_keys( PANEL_WORDS ) as $name ) {
		$said[ $name ] = isset( $_GET[ $name ] ) && is_string( $_GET[ $name ] ) ? sanitize_textarea_field( wp_unslash( $_GET[ $name ] ) ) : ''; // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- verified above.
	}
	panel_options( $said );
	print_bare_panel( 'preview-panel' );
}

/**
 * Prints a page that is all panel. It asks for nothing before somebody presses into it.
 *
 * @param string $name Of the chat, apart from others on this site.
 */
function print_bare_panel( string $name ): void {
	begin_bare_page(
		array(
			'name'   => $name,
			'target' => '#' . PANEL_ID,
		)
	);
	echo '<style>body{margin:0}#bellhop-panel{height:100vh}</style></head><body><div id="bellhop-panel"></div>';
	end_bare_page();
}

/**
 * Begins a page that holds nothing but the chat.
 *
 * @param array<string, string> $more Options of the tag.
 */
function begin_bare_page( array $more ): void {
	nocache_headers();
	header( 'Content-Type: text/html; charset=utf-8' );
	add_filter(
		'bellhop_tag_options',
		function ( array $options ) use ( $more ): array {
			// Apart from the owner's own conversations, on no page hidden, and without a gateway it still shows itself.
			$own = array(
				'history' => 'none',
				'gateway' => '' === $options['gateway'] ? 'https://gateway.invalid' : $options['gateway'],
			);
			return $more + $own + array_diff_key( $options, array_flip( array( 'hide-on', 'target' ) ) );
		}
	);
	echo '<!doctype html><html><head><meta charset="utf-8"><title>' . esc_html__( 'Preview', 'bellhop' ) . '</title><meta name="viewport" content="width=device-width">';
}

/** Ends that page with the chat's script. */
function end_bare_page(): void {
	wp_print_script_tag(
		array(
			'id'    => HANDLE . '-js',
			'src'   => add_query_arg( 'ver', widget_version(), plugins_url( 'widget/bellhop.js', FILE ) ),
			'async' => true,
		)
	);
	echo '</body></html>';
	exit;
}
