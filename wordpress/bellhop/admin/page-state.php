<?php
/**
 * What the settings page shows, as its script gets it: the table, the values, how the site stands. No secret is part of it.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** All of it. */
function settings_page_state(): array {
	$is_local = has_no_gateway();
	return array(
		'mode'       => $is_local ? 'local' : 'gateway',
		'sections'   => listed_table( settings_table() ),
		'values'     => settings(),
		'links'      => array(
			'home'       => home_url( '/' ),
			'chats'      => chats_url(),
			'knowledge'  => $is_local ? knowledge_url() : '',
			'connectors' => has_connectors() ? admin_url( 'options-connectors.php' ) : '',
			'door'       => add_query_arg( '_wpnonce', wp_create_nonce( 'bellhop_settings' ), admin_url( 'admin-ajax.php?action=bellhop_settings' ) ),
			'preview'    => add_query_arg( '_wpnonce', wp_create_nonce( 'bellhop_preview' ), admin_url( 'admin-post.php?action=bellhop_preview' ) ),
		),
		'lines'      => array(
			'start'     => $is_local ? array( local_line() ) : connection_lines(),
			'limits'    => $is_local ? cost_lines() : array(),
			'knowledge' => $is_local ? array( array( 'info', known_numbers() ) ) : array(),
			'readers'   => array( array( 'info', readers_in_words() ) ),
		),
		'bots'       => bots_state(),
		'has_model'  => '' !== model_source(),
		'answers'    => $is_local ? answers_here() : is_connected(),
		'previewed'  => PREVIEWED,
		'propose'    => propose_in_words(),
		'site'       => home_url(),
		'connection' => array(
			'is_connected'      => is_connected(),
			'address_in_config' => config_address(),
			'token_in_config'   => is_token_in_config(),
		),
		// Made by PHP, with its own forms.
		'cards'      => array( 'knowledge' => is_connected() ? printed( __NAMESPACE__ . '\\print_knowledge' ) : '' ),
	);
}

/**
 * The table as lists: a script's objects don't keep the order of every name.
 *
 * @param array[] $table Of settings_table().
 * @return array[]
 */
function listed_table( array $table ): array {
	$sections = array();
	foreach ( $table as $id => $section ) {
		$groups = array();
		foreach ( $section['groups'] as $group_id => $group ) {
			$fields = array();
			foreach ( $group['fields'] as $name => $field ) {
				$fields[] = array( 'name' => $name ) + listed_options( $field );
			}
			$groups[] = array(
				'id'     => $group_id,
				'title'  => $group['title'] ?? '',
				'fields' => $fields,
			);
		}
		$sections[] = array(
			'id'     => $id,
			'title'  => $section['title'],
			'groups' => $groups,
		);
	}
	return $sections;
}

/**
 * A field whose options are a list of value, label and help.
 *
 * @param array $field Of field().
 */
function listed_options( array $field ): array {
	if ( ! isset( $field['options'] ) ) {
		return $field;
	}
	$options = array();
	foreach ( $field['options'] as $value => $label ) {
		$options[] = array(
			'value' => (string) $value,
			'label' => is_array( $label ) ? $label[0] : $label,
			'help'  => is_array( $label ) ? $label[1] : '',
		);
	}
	return array( 'options' => $options ) + $field;
}

/** Who may read what visitors have written, by the names of their roles. */
function readers_in_words(): string {
	$names = array();
	foreach ( wp_roles()->role_objects as $id => $role ) {
		if ( $role->has_cap( READ_CHATS ) || ( ! isset( $role->capabilities[ READ_CHATS ] ) && in_array( $id, chat_reader_roles(), true ) ) ) {
			$names[] = translate_user_role( wp_roles()->role_names[ $id ] );
		}
	}
	/* translators: 1: names of roles, as in "Administrator, Editor", 2: name of a capability */
	return sprintf( __( 'Who may read chats: %1$s. A plugin for roles can give or take the capability %2$s.', 'bellhop' ), implode( ', ', $names ), READ_CHATS );
}

/** What a proposal is made from, and what it costs. */
function propose_in_words(): string {
	if ( '' === model_source() ) {
		return __( 'From the titles of your pages: no AI model is connected here.', 'bellhop' );
	}
	$cents = max( 1, (int) ceil( proposal_cost_nano() / 10000000 ) );
	/* translators: %s: an amount of US dollars */
	return sprintf( __( 'One request to your AI model, which costs at most $%s.', 'bellhop' ), number_format_i18n( $cents / 100, 2 ) );
}

/**
 * What a function prints.
 *
 * @param callable $write Prints HTML.
 */
function printed( callable $write ): string {
	// Over REST WordPress has no forms of wp-admin.
	require_once ABSPATH . 'wp-admin/includes/template.php';
	ob_start();
	$write();
	return (string) ob_get_clean();
}
