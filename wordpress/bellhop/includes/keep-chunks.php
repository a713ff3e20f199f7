<?php
/**
 * Keeps the chunks of the release before this one when WordPress replaces the plugin's folder: pages and scripts that caches
 * and browsers still hold ask for them.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_filter( 'upgrader_source_selection', __NAMESPACE__ . '\\keep_chunks' );

/**
 * Runs in the old release while the new one is unpacked and not yet in its place.
 *
 * @param string|\WP_Error $source The new release's folder.
 * @return string|\WP_Error
 */
function keep_chunks( $source ) {
	if ( ! is_string( $source ) || ! is_file( $source . '/bellhop.php' ) || ! is_dir( $source . '/widget/bellhop' ) ) {
		return $source;
	}
	foreach ( words( widget_manifest()['chunks'] ?? array() ) as $chunk ) {
		// Only this release's own: what it has kept itself is two releases old and goes.
		$from = DIR . '/widget/bellhop/' . basename( $chunk );
		$to   = $source . '/widget/bellhop/' . basename( $chunk );
		if ( is_file( $from ) && ! file_exists( $to ) ) {
			copy( $from, $to );
		}
	}
	return $source;
}
