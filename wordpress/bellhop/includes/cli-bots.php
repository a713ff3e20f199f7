<?php
/**
 * WP-CLI: `wp bellhop bots …`. Each function is one command; its comment is what `wp help` prints.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_CLI;

defined( 'ABSPATH' ) || exit;

WP_CLI::add_command( 'bellhop bots list', __NAMESPACE__ . '\\cli_list_bots' );
WP_CLI::add_command( 'bellhop bots set', __NAMESPACE__ . '\\cli_set_bot' );
WP_CLI::add_command( 'bellhop bots delete', __NAMESPACE__ . '\\cli_delete_bot' );

/**
 * Lists the chatbots beside the site's own.
 *
 * ## OPTIONS
 *
 * [--format=<format>]
 * : table, json, csv, yaml, ids or count.
 * ---
 * default: table
 * ---
 *
 * @param array $args  Not needed.
 * @param array $flags format.
 */
function cli_list_bots( $args, $flags ): void {
	$format = $flags['format'] ?? 'table';
	if ( 'json' === $format ) {
		WP_CLI::line( (string) wp_json_encode( array_values( bots() ), JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) );
		return;
	}
	$rows = array();
	foreach ( bots() as $id => $bot ) {
		$rows[] = array(
			'id'        => $id,
			'name'      => $bot['name'],
			'model'     => $bot['model'],
			'knowledge' => $bot['knowledge'],
			'places'    => implode( ' ', array_merge( $bot['pages'], $bot['types'], $bot['urls'] ) ),
			'roles'     => implode( ' ', $bot['roles'] ),
		);
	}
	WP_CLI\Utils\format_items( $format, 'ids' === $format ? array_column( $rows, 'id' ) : $rows, array( 'id', 'name', 'model', 'knowledge', 'places', 'roles' ) );
}

/**
 * Makes or changes a chatbot.
 *
 * ## OPTIONS
 *
 * <id>
 * : Its id, as the shortcode names it.
 *
 * <fields>
 * : JSON, as in '{"name":"Sales","instructions":"…","types":["product"]}'. What isn't named stays.
 *
 * @param string[] $args The id and the fields.
 */
function cli_set_bot( $args ): void {
	list( $id, $json ) = $args;
	$given             = json_decode( $json, true );
	if ( ! is_array( $given ) ) {
		WP_CLI::error( 'The fields are a JSON object.' );
	}
	unset( $given['id'] );
	$stored = change_bot( $id, $given );
	if ( is_wp_error( $stored ) ) {
		WP_CLI::error( $stored->get_error_message() );
	}
	WP_CLI::success( 'Stored.' );
}

/**
 * Deletes a chatbot. Its chats stay, and go on with the site's own.
 *
 * ## OPTIONS
 *
 * <id>
 * : Which.
 *
 * @param string[] $args The id.
 */
function cli_delete_bot( $args ): void {
	if ( ! delete_bot( $args[0] ) ) {
		WP_CLI::error( 'There is no chatbot with this id.' );
	}
	WP_CLI::success( 'Deleted.' );
}
