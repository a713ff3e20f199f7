<?php
/**
 * WP-CLI: `wp bellhop …`. Each function is one command; its comment is what `wp help` prints.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_CLI;

defined( 'ABSPATH' ) || exit;

WP_CLI::add_command( 'bellhop status', __NAMESPACE__ . '\\cli_status' );
WP_CLI::add_command( 'bellhop test', __NAMESPACE__ . '\\cli_test' );
WP_CLI::add_command( 'bellhop chats list', __NAMESPACE__ . '\\cli_list_chats' );
WP_CLI::add_command( 'bellhop chats export', __NAMESPACE__ . '\\cli_export_chats' );
WP_CLI::add_command( 'bellhop chats delete', __NAMESPACE__ . '\\cli_delete_chats' );
WP_CLI::add_command( 'bellhop knowledge rebuild', __NAMESPACE__ . '\\cli_rebuild_knowledge' );
WP_CLI::add_command( 'bellhop settings get', __NAMESPACE__ . '\\cli_get_settings' );
WP_CLI::add_command( 'bellhop settings set', __NAMESPACE__ . '\\cli_set_setting' );

/**
 * Tells how the chat stands. Asks neither gateway nor model.
 *
 * ## OPTIONS
 *
 * [--format=<format>]
 * : table, json, csv or yaml.
 * ---
 * default: table
 * ---
 *
 * @param array $args  Not needed.
 * @param array $flags format.
 */
function cli_status( $args, $flags ): void {
	require_once DIR . '/admin/site-health.php';
	list( $status, $label ) = health();
	$facts                  = array(
		'health'   => $status . ': ' . $label,
		'answers'  => answers_here() ? 'this WordPress' : ( is_connected() ? 'gateway' : 'nobody' ),
		'gateway'  => settings()['gateway_url'],
		'model'    => model_source(),
		'chats'    => has_tables() ? (string) count_conversations_between( 0, PHP_INT_MAX )[0] : '0',
		'pages'    => has_tables() ? (string) count_known_pages() : '0',
		'messages' => has_tables() ? (string) used_today()[0] : '0',
		'money'    => has_tables() ? number_format( spent_this_month_nano() / 1000000000, 4, '.', '' ) : '0',
	);
	$rows                   = array();
	foreach ( $facts as $field => $value ) {
		$rows[] = array(
			'field' => $field,
			'value' => $value,
		);
	}
	WP_CLI\Utils\format_items( $flags['format'] ?? 'table', $rows, array( 'field', 'value' ) );
}

/**
 * Tests the chat: asks the model, or the gateway. Ends with 1 where something is wrong.
 */
function cli_test(): void {
	foreach ( array( 'diagnosis', 'status' ) as $file ) {
		require_once DIR . '/admin/' . $file . '.php';
	}
	$is_well = true;
	foreach ( has_no_gateway() ? test_chat() : test_connection() as $finding ) {
		$is_well = $is_well && false !== $finding['ok'];
		WP_CLI::line( ( false === $finding['ok'] ? 'wrong: ' : ( $finding['ok'] ? 'well: ' : 'note: ' ) ) . $finding['text'] );
	}
	if ( ! $is_well ) {
		WP_CLI::halt( 1 );
	}
}

/**
 * Lists chats, the newest first, twenty at a time.
 *
 * ## OPTIONS
 *
 * [--search=<words>]
 * : Only chats in which these words were said.
 *
 * [--page=<number>]
 * : Which twenty.
 * ---
 * default: 1
 * ---
 *
 * [--format=<format>]
 * : table, json, csv, yaml, ids or count.
 * ---
 * default: table
 * ---
 *
 * @param array $args  Not needed.
 * @param array $flags search, page, format.
 */
function cli_list_chats( $args, $flags ): void {
	ensure_tables();
	$rows  = array();
	$found = find_chats(
		array(
			'search' => (string) ( $flags['search'] ?? '' ),
			'page'   => (int) ( $flags['page'] ?? 1 ),
		)
	);
	foreach ( $found['conversations'] ?? array() as $chat ) {
		$rows[] = array(
			'id'       => $chat['session_id'],
			'last'     => gmdate( 'Y-m-d\TH:i:s\Z', intdiv( (int) $chat['last_event_at'], 1000 ) ),
			'messages' => $chat['messages'],
			'first'    => short_line( $chat['first'], 80 ),
		);
	}
	$format = $flags['format'] ?? 'table';
	WP_CLI\Utils\format_items( $format, 'ids' === $format ? array_column( $rows, 'id' ) : $rows, array( 'id', 'last', 'messages', 'first' ) );
}

/**
 * Prints chats as JSON, one on each line.
 *
 * ## OPTIONS
 *
 * <id>...
 * : Which chats.
 *
 * @param string[] $ids Which.
 */
function cli_export_chats( $ids ): void {
	foreach ( $ids as $id ) {
		if ( ! is_id( $id ) || ! has_tables() || ! conversation_lines( $id ) ) {
			WP_CLI::error( $id . ' is no chat of this site.' );
		}
		WP_CLI::line( to_json( conversation_export( $id ) ) );
	}
}

/**
 * Deletes chats for good.
 *
 * ## OPTIONS
 *
 * <id>...
 * : Which chats.
 *
 * [--yes]
 * : Without asking.
 *
 * @param string[] $ids   Which.
 * @param array    $flags yes.
 */
function cli_delete_chats( $ids, $flags ): void {
	foreach ( $ids as $id ) {
		if ( ! is_id( $id ) || ! has_tables() || ! conversation_lines( $id ) ) {
			WP_CLI::error( $id . ' is no chat of this site. Nothing was deleted.' );
		}
	}
	WP_CLI::confirm( 'Delete ' . count( $ids ) . ' chats for good?', $flags );
	array_map( __NAMESPACE__ . '\\delete_session', $ids );
	WP_CLI::success( count( $ids ) . ' deleted.' );
}

/**
 * Reads all pages anew that the agent may know; with a gateway that is given them, brings it up to date.
 */
function cli_rebuild_knowledge(): void {
	if ( sends_pages() ) {
		update_sending( array( 'after' => 0 ) );
		do {
			send_step();
		} while ( sending_state()['after'] > 0 && '' === sending_state()['problem'] );
		if ( '' !== sending_state()['problem'] ) {
			WP_CLI::error( sending_state()['problem'] );
		}
		WP_CLI::success( count_sent_pages()[0] . ' pages are at the gateway.' );
		return;
	}
	if ( ! answers_here() ) {
		WP_CLI::error( 'No page is needed: there is a gateway that is not given them, or the chat is off, or it has no model.' );
	}
	read_all_again();
	do {
		go_round();
	} while ( round_state()['after'] > 0 );
	WP_CLI::success( count_known_pages() . ' pages are known.' );
}

/**
 * Prints one setting, or all of them, as JSON. Token and key are no part of it.
 *
 * ## OPTIONS
 *
 * [<name>]
 * : Which setting.
 *
 * @param string[] $args The name.
 */
function cli_get_settings( $args ): void {
	$all = settings();
	if ( isset( $args[0] ) && ! isset( $all[ $args[0] ] ) ) {
		WP_CLI::error( unknown_settings( $args )->get_error_message() );
	}
	WP_CLI::line( (string) wp_json_encode( isset( $args[0] ) ? $all[ $args[0] ] : $all, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) );
}

/**
 * Changes one setting, by the same checks as the settings page.
 *
 * ## OPTIONS
 *
 * <name>
 * : Which setting.
 *
 * <value>
 * : Text; a number; true or false; a list as JSON, as in '["page","post"]'.
 *
 * @param string[] $args The name and the value.
 */
function cli_set_setting( $args ): void {
	list( $name, $value ) = $args;
	$defaults             = default_settings();
	if ( ! isset( $defaults[ $name ] ) ) {
		WP_CLI::error( unknown_settings( array( $name ) )->get_error_message() );
	}
	$changed = change_settings( array( $name => is_string( $defaults[ $name ] ) ? $value : json_decode( $value, true ) ) );
	if ( is_wp_error( $changed ) ) {
		WP_CLI::error( $changed->get_error_message() );
	}
	WP_CLI::success( 'Stored.' );
}
