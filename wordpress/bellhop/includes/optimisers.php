<?php
/**
 * Asks plugins that rewrite scripts to leave this one alone, in each one's own way; and caches to let go of pages that were
 * made with other settings.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

// phpcs:disable WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- other plugins' names.

/** What an excluded script's address or text is known by. */
const EXCLUDED = array( '/widget/bellhop.js', 'bellhopConfig' );

foreach ( array(
	'rocket_exclude_js',
	'rocket_exclude_defer_js',
	'rocket_delay_js_exclusions',
	'rocket_excluded_inline_js_content',
	'rocket_defer_inline_exclusions',
	'litespeed_optimize_js_excludes',
	'litespeed_optm_js_defer_exc',
	'litespeed_optm_gm_js_exc',
	'perfmatters_delay_js_exclusions',
	'perfmatters_defer_js_exclusions',
	'flying_press_exclude_from_delay:js',
	'sgo_javascript_combine_excluded_inline_content',
	'sgo_javascript_combine_excluded_external_paths',
	'wpo_min_exclude_js',
) as $bellhop_hook ) {
	add_filter( $bellhop_hook, __NAMESPACE__ . '\\add_excluded' );
}
foreach ( array( 'sgo_js_minify_exclude', 'sgo_javascript_combine_exclude', 'sgo_js_async_exclude' ) as $bellhop_hook ) {
	add_filter( $bellhop_hook, __NAMESPACE__ . '\\add_excluded_handle' );
}
unset( $bellhop_hook );
add_filter( 'autoptimize_filter_js_exclude', __NAMESPACE__ . '\\add_excluded' );
add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\purge_page_caches' );
add_action( 'update_option_' . OPTION_REST_CLOSED, __NAMESPACE__ . '\\purge_page_caches' );

/**
 * Adds the chat's scripts to what an optimiser leaves alone.
 *
 * @param mixed $given An array; Autoptimize has words parted by commas.
 * @return mixed
 */
function add_excluded( $given ) {
	if ( is_string( $given ) ) {
		return implode( ', ', array_merge( array_filter( array( $given ) ), EXCLUDED ) );
	}
	return array_merge( is_array( $given ) ? $given : array(), EXCLUDED );
}

/**
 * Adds the chat's handle to those that an optimiser leaves alone.
 *
 * @param mixed $given Handles of scripts.
 */
function add_excluded_handle( $given ): array {
	return array_merge( is_array( $given ) ? $given : array(), array( HANDLE ) );
}

/** The tag is part of every page: the pages that are kept have the old one. */
function purge_page_caches(): void {
	do_action( 'litespeed_purge_all' );
	do_action( 'wpo_cache_flush' );
	foreach ( array( 'rocket_clean_domain', 'w3tc_flush_posts', 'wp_cache_clear_cache', 'sg_cachepress_purge_cache' ) as $purge ) {
		if ( function_exists( $purge ) ) {
			$purge();
		}
	}
}
