<?php
/**
 * Sites in several languages, by Polylang or WPML: which language a page has, and in which one a visitor is. On every other site
 * there is one language, which is called ''.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** The language of a page, as its plugin calls it. */
function language_of_page( int $post_id ): string {
	if ( function_exists( 'pll_get_post_language' ) ) {
		return sanitize_key( (string) pll_get_post_language( $post_id, 'slug' ) );
	}
	// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WPML's own.
	$details = apply_filters( 'wpml_post_language_details', null, $post_id );
	return is_array( $details ) ? sanitize_key( (string) ( $details['language_code'] ?? '' ) ) : '';
}

/**
 * Where each language of the site begins.
 *
 * @return string[] Addresses by language; none where the site has one language.
 */
function language_homes(): array {
	$homes = array();
	if ( function_exists( 'pll_languages_list' ) && function_exists( 'pll_home_url' ) ) {
		foreach ( (array) pll_languages_list() as $slug ) {
			$homes[ sanitize_key( (string) $slug ) ] = (string) pll_home_url( (string) $slug );
		}
		return $homes;
	}
	// phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WPML's own.
	$active = apply_filters( 'wpml_active_languages', null, array( 'skip_missing' => 0 ) );
	foreach ( is_array( $active ) ? $active : array() as $code => $language ) {
		$homes[ sanitize_key( (string) $code ) ] = (string) ( $language['url'] ?? '' );
	}
	return $homes;
}

/** The language of the page from which the present request comes, as its browser names that page; '' where nobody can tell. */
function language_of_visit(): string {
	$homes = language_homes();
	$page  = isset( $_SERVER['HTTP_REFERER'] ) ? sanitize_url( wp_unslash( $_SERVER['HTTP_REFERER'] ), array( 'http', 'https' ) ) : '';
	if ( ! $homes || '' === $page ) {
		return '';
	}
	parse_str( (string) wp_parse_url( $page, PHP_URL_QUERY ), $query );
	$named = sanitize_key( text( $query['lang'] ?? null ) );
	if ( isset( $homes[ $named ] ) ) {
		return $named;
	}
	$post_id = url_to_postid( $page );
	$of_page = $post_id > 0 ? language_of_page( $post_id ) : '';
	if ( '' !== $of_page ) {
		return $of_page;
	}
	$best   = '';
	$length = 0;
	foreach ( $homes as $language => $home ) {
		$home = untrailingslashit( explode( '?', explode( '#', $home )[0] )[0] );
		// The home of the default language is the beginning of all others.
		if ( strlen( $home ) > $length && 0 === strpos( untrailingslashit( $page ) . '/', $home . '/' ) ) {
			$best   = (string) $language;
			$length = strlen( $home );
		}
	}
	return $best;
}

/**
 * The condition that keeps a search to a language and to what has none; '' for all.
 *
 * @param string $language Of a page, or ''.
 */
function in_language( string $language ): string {
	global $wpdb;
	return '' === $language ? '' : (string) $wpdb->prepare( " AND lang IN ('', %s)", $language );
}
