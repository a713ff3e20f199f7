<?php
/**
 * What a heartbeat says of this site: the environment, in the interface's words.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** What a report says of this site: versions, plugins, theme, language. */
function site_info(): array {
	global $wpdb;
	$plugins = active_plugin_names();
	return array(
		'active_plugins'      => array_slice( $plugins, 0, MAX_ACTIVE_PLUGINS ),
		'active_plugin_count' => count( $plugins ),
		'php_version'         => PHP_VERSION,
		'wp_version'          => (string) get_bloginfo( 'version' ),
		'active_theme'        => cut( (string) wp_get_theme()->get( 'Name' ), 200 ),
		'locale'              => get_locale(),
		'server_software'     => isset( $_SERVER['SERVER_SOFTWARE'] ) ? cut( sanitize_text_field( wp_unslash( $_SERVER['SERVER_SOFTWARE'] ) ), 200 ) : '',
		'db_version'          => cut( (string) $wpdb->db_version(), 100 ),
		'memory_limit'        => (string) ini_get( 'memory_limit' ),
		'timezone'            => wp_timezone_string(),
		'ssl_valid'           => is_ssl_valid(),
		'is_multisite'        => is_multisite(),
		'wp_debug'            => defined( 'WP_DEBUG' ) && WP_DEBUG,
	);
}

/**
 * Names of what is active here or in the whole network, without those whose files are gone.
 *
 * @return string[]
 */
function active_plugin_names(): array {
	if ( ! function_exists( 'get_plugins' ) ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
	}
	$files = (array) get_option( 'active_plugins', array() );
	if ( is_multisite() ) {
		$files = array_merge( $files, array_keys( (array) get_site_option( 'active_sitewide_plugins', array() ) ) );
	}
	$names = array();
	foreach ( array_intersect_key( get_plugins(), array_flip( array_filter( $files, 'is_string' ) ) ) as $file => $plugin ) {
		$name    = wp_strip_all_tags( (string) $plugin['Name'] );
		$names[] = cut( '' === $name ? $file : $name, 200 );
	}
	return $names;
}

/** Whether this site's own certificate convinces a client. Asked once a day. */
function is_ssl_valid(): bool {
	if ( 'https' !== wp_parse_url( home_url(), PHP_URL_SCHEME ) ) {
		return false;
	}
	$known = get_transient( 'bellhop_ssl' );
	if ( false === $known ) {
		$reply = wp_remote_head( home_url( '/' ), array( 'timeout' => 5 ) );
		$fails = is_wp_error( $reply ) && preg_match( '/ssl|certificate/i', $reply->get_error_message() );
		$known = $fails ? 'no' : 'yes';
		set_transient( 'bellhop_ssl', $known, DAY_IN_SECONDS );
	}
	return 'yes' === $known;
}
