<?php
/**
 * WP-CLI: `wp bellhop settings export`, `settings import`, `network get`, `network set`. Each function is one command; its comment is
 * what `wp help` prints.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_CLI;

defined( 'ABSPATH' ) || exit;

WP_CLI::add_command( 'bellhop settings export', __NAMESPACE__ . '\\cli_export_settings' );
WP_CLI::add_command( 'bellhop settings import', __NAMESPACE__ . '\\cli_import_settings' );
WP_CLI::add_command( 'bellhop network get', __NAMESPACE__ . '\\cli_get_network' );
WP_CLI::add_command( 'bellhop network set', __NAMESPACE__ . '\\cli_set_network' );

/**
 * Prints settings, chatbots and the owner's answers as JSON. No key and no token is part of it.
 */
function cli_export_settings(): void {
	WP_CLI::line( (string) wp_json_encode( exported_settings(), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) );
}

/**
 * Imports what was exported. Tells what changes, and asks.
 *
 * ## OPTIONS
 *
 * <file>
 * : As exported.
 *
 * [--dry-run]
 * : Only tells what would change.
 *
 * [--yes]
 * : Without asking.
 *
 * @param string[] $args  The file.
 * @param array    $flags dry-run, yes.
 */
function cli_import_settings( $args, $flags ): void {
	$file = is_readable( $args[0] ) ? json_decode( (string) file_get_contents( $args[0] ), true ) : null; // phpcs:ignore WordPress.WP.AlternativeFunctions -- a file of who types this.
	if ( ! is_array( $file ) ) {
		WP_CLI::error( 'There is no such file, or it is no JSON.' );
	}
	$changes = changes_of_import( $file );
	if ( is_wp_error( $changes ) ) {
		WP_CLI::error( $changes->get_error_message() );
	}
	WP_CLI\Utils\format_items( 'table', $changes, array( 'name', 'before', 'after' ) );
	if ( isset( $flags['dry-run'] ) || ! $changes ) {
		return;
	}
	WP_CLI::confirm( 'Change this?', $flags );
	$done = apply_import( $file );
	if ( is_wp_error( $done ) ) {
		WP_CLI::error( $done->get_error_message() );
	}
	WP_CLI::success( count( $changes ) . ' changed.' );
}

/**
 * Prints what the network says for its sites, as JSON.
 */
function cli_get_network(): void {
	WP_CLI::line( (string) wp_json_encode( (object) network_settings(), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) );
}

/**
 * Sets what holds for every site of the network that hasn't chosen otherwise.
 *
 * ## OPTIONS
 *
 * <settings>
 * : JSON, as in '{"color":"#005b5b","month_money":"5"}'. null takes one away.
 *
 * @param string[] $args The settings.
 */
function cli_set_network( $args ): void {
	$given = json_decode( $args[0], true );
	if ( ! is_multisite() || ! is_array( $given ) ) {
		WP_CLI::error( is_multisite() ? 'The settings are a JSON object.' : 'This is no network.' );
	}
	$changed = change_network_settings( $given );
	if ( is_wp_error( $changed ) ) {
		WP_CLI::error( $changed->get_error_message() );
	}
	WP_CLI::success( 'Stored.' );
}
