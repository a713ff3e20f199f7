<?php
/**
 * What the owner has chosen, and the site's credentials. The only reader of these options.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const OPTION_SETTINGS = 'bellhop_settings';
/** Apart from the settings, so that it is not loaded with every page. */
const OPTION_TOKEN = 'bellhop_service_token';
/** What the last heartbeats and sessions have come to. */
const OPTION_STATE = 'bellhop_state';
/** The gateway's record of this site, as it was last seen. */
const OPTION_RECORD = 'bellhop_site_record';
/** Makes owner ids that say nothing of the visitor. */
const OPTION_OWNER_KEY = 'bellhop_owner_key';
/** Set where something keeps visitors out of the REST API. */
const OPTION_REST_CLOSED = 'bellhop_rest_closed';

const TOOL_SOURCES = array( 'page', 'webmcp', 'abilities' );

/** Every setting with its default; its type is the default's. */
function default_settings(): array {
	return array(
		'gateway_url' => '',
		'client_id'   => '',
		'show'        => 'everywhere',
		'hide_on'     => array(),
		'title'       => '',
		'greeting'    => '',
		'prompts'     => array(),
		'avatar'      => '',
		'color'       => '',
		'theme'       => 'auto',
		'position'    => 'right',
		'offset'      => '',
		'launcher'    => '',
		'contact'     => '',
		'privacy'     => '',
		'history'     => 'local',
		'thinking'    => true,
		'attachments' => false,
		'sound'       => false,
		'tools'       => array( 'page' ),
		'page_tools'  => array(),
		'abilities'   => array(),
	);
}

/** The settings, complete and each of its own kind, whatever the option holds. */
function settings(): array {
	$stored   = get_option( OPTION_SETTINGS );
	$stored   = is_array( $stored ) ? $stored : array();
	$settings = default_settings();
	foreach ( $settings as $name => $value ) {
		if ( isset( $stored[ $name ] ) && gettype( $stored[ $name ] ) === gettype( $value ) ) {
			$settings[ $name ] = $stored[ $name ];
		}
	}
	return $settings;
}

/** Whether wp-config.php holds the token, out of the database's reach. */
function is_token_in_config(): bool {
	return defined( 'BELLHOP_SERVICE_TOKEN' ) && '' !== (string) BELLHOP_SERVICE_TOKEN;
}

/** Secret: for the gateway alone. Never printed, never sent to a browser. */
function service_token(): string {
	return is_token_in_config() ? (string) BELLHOP_SERVICE_TOKEN : (string) get_option( OPTION_TOKEN, '' );
}

/** Whether there is something to speak to, and a way to prove who speaks. */
function is_connected(): bool {
	$settings = settings();
	return '' !== $settings['gateway_url'] && '' !== $settings['client_id'] && '' !== service_token();
}

/** The gateway has ended this registration: what was given for it is of no more use. Look and tools stay. */
function forget_credentials(): void {
	$settings              = settings();
	$settings['client_id'] = '';
	update_option( OPTION_SETTINGS, $settings );
	delete_option( OPTION_TOKEN );
	delete_option( OPTION_RECORD );
}

/** What is remembered between heartbeats. */
function state(): array {
	$stored = get_option( OPTION_STATE );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'status'         => 'never',
		'message'        => '',
		'at'             => 0,
		'failures'       => 0,
		'abilities_hash' => '',
		'abilities_left' => 0,
		'budget'         => HEARTBEAT_BYTES,
		'plugins_hash'   => '',
		'session_error'  => '',
		'session_at'     => 0,
	);
}

/**
 * Changes some of what is remembered.
 *
 * @param array $changes Fields of state().
 */
function update_state( array $changes ): void {
	update_option( OPTION_STATE, $changes + state(), false );
}
