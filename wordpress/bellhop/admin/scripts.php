<?php
/**
 * The scripts of this plugin's pages in wp-admin, as the build has put them into assets/app, with what WordPress has of its own.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Loads one of them with its translations.
 *
 * @param string $name Of the script, as in settings.
 * @param array  $told What the script knows from the start, as window.bellhopApp.
 */
function enqueue_app( string $name, array $told ): void {
	$asset  = require DIR . '/assets/app/' . $name . '.asset.php';
	$handle = 'bellhop-' . $name;
	wp_enqueue_script( $handle, plugins_url( 'assets/app/' . $name . '.js', FILE ), $asset['dependencies'], $asset['version'], array( 'in_footer' => true ) );
	wp_set_script_translations( $handle, 'bellhop', DIR . '/languages' );
	wp_add_inline_script( $handle, 'window.bellhopApp=' . wp_json_encode( $told, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
	wp_enqueue_style( 'wp-components' );
}
