<?php
/**
 * What the owner has chosen, and the site's credentials. The only reader of these options.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const OPTION_SETTINGS = 'bellhop_settings';
/** Apart from the settings, so that it is not loaded with every page: `token`, and `address`, the gateway it was given for. */
const OPTION_TOKEN = 'bellhop_service_token';
/** What the last heartbeats and sessions have come to. */
const OPTION_STATE = 'bellhop_state';
/** The gateway's record of this site, as it was last seen. */
const OPTION_RECORD = 'bellhop_site_record';
/** Makes owner ids that say nothing of the visitor. */
const OPTION_OWNER_KEY = 'bellhop_owner_key';
/** Set where something keeps visitors out of the REST API. */
const OPTION_REST_CLOSED = 'bellhop_rest_closed';

/** The settings page. */
const PAGE = 'bellhop';

/** Streams at a time where the owner hasn't chosen: fewer where the server has few workers, none where the self-test finds that they are held back. */
const USUAL_STREAMS = 3;
/** Streams at a time, at most. */
const MAX_STREAMS = 200;

const TOOL_SOURCES = array( 'page', 'webmcp', 'abilities' );

// Whoever stores a token, by whatever way: the address it is for is stored with it. After the form's own check.
add_filter( 'sanitize_option_' . OPTION_TOKEN, __NAMESPACE__ . '\\bind_token', 20 );

/**
 * Where the settings are.
 *
 * @param string $place A section of the page, or a section with a field, as in look/color; '' for the first.
 */
function page_url( string $place = '' ): string {
	return admin_url( 'options-general.php?page=' . PAGE ) . ( '' === $place ? '' : '#' . $place );
}

/** Every setting with its default; its type is the default's. */
function default_settings(): array {
	return array(
		'gateway_url'       => '',
		'client_id'         => '',
		'local'             => false,
		'model'             => '',
		'model_url'         => '',
		'embeddings'        => '',
		'visitor_messages'  => 30,
		'role_messages'     => array(),
		'refused_words'     => array(),
		'refused_addresses' => array(),
		'refused_text'      => '',
		'moderation'        => false,
		'site_messages'     => 300,
		'month_money'       => '20',
		'month_text'        => '',
		'price_in'          => '',
		'price_out'         => '',
		'keep_days'         => 180,
		'streams'           => USUAL_STREAMS,
		'mail_to'           => '',
		'digest'            => 'off',
		'knowledge'         => array( 'page', 'post' ),
		'offered'           => array(),
		'instructions'      => '',
		'avoid'             => '',
		'any_subject'       => false,
		'page_aware'        => true,
		'languages'         => '',
		'address'           => '',
		'hours'             => array(),
		'holidays'          => array(),
		'discounts'         => '',
		'show'              => 'everywhere',
		'signed_in'         => false,
		'sign_in_link'      => false,
		'hide_on'           => array(),
		'title'             => '',
		'greeting'          => '',
		'prompts'           => array(),
		'avatar'            => '',
		'color'             => '',
		'theme'             => 'auto',
		'position'          => 'right',
		'offset'            => '',
		'launcher'          => '',
		'contact'           => '',
		'privacy'           => '',
		'consent'           => '',
		'history'           => 'local',
		// In a shop the answer counts; its owner can tick them.
		'thinking'          => ! has_shop(),
		'attachments'       => false,
		'voice'             => false,
		'sound'             => false,
		'feedback'          => false,
		'cards'             => false,
		'tools'             => array( 'page' ),
		'page_tools'        => array(),
		'abilities'         => array(),
	);
}

/** The settings, complete and each of its own kind, whatever the option holds. */
function settings(): array {
	$stored   = get_option( OPTION_SETTINGS );
	$stored   = is_array( $stored ) ? $stored : array();
	$settings = array_merge( default_settings(), network_settings() );
	foreach ( $settings as $name => $value ) {
		if ( isset( $stored[ $name ] ) && gettype( $stored[ $name ] ) === gettype( $value ) ) {
			$settings[ $name ] = $stored[ $name ];
		}
	}
	if ( '' !== config_address() ) {
		$settings['gateway_url'] = config_address();
	}
	// A shop's products are known unless the owner has seen that choice and left them out: the shop may be younger than the choice.
	if ( has_shop() && ! in_array( 'product', $settings['offered'], true ) ) {
		$settings['knowledge'] = array_values( array_unique( array_merge( $settings['knowledge'], array( 'product' ) ) ) );
	}
	return $settings;
}

/** The gateway address of wp-config.php, which goes before every other; '' where there is none. */
function config_address(): string {
	return defined( 'BELLHOP_GATEWAY_URL' ) ? untrailingslashit( trim( text( BELLHOP_GATEWAY_URL ) ) ) : '';
}

/** Whether wp-config.php holds the token, out of the database's reach. */
function is_token_in_config(): bool {
	return defined( 'BELLHOP_SERVICE_TOKEN' ) && '' !== (string) BELLHOP_SERVICE_TOKEN;
}

/**
 * The token of the database with the address that it was given for; null where there is none. One without an address, as
 * somebody may have written it past WordPress, counts as none: nobody knows where it may be sent.
 */
function stored_token(): ?array {
	$stored = get_option( OPTION_TOKEN );
	return is_bound_token( $stored ) ? $stored : null;
}

/**
 * Whether a value is a token with its address.
 *
 * @param mixed $value Anything.
 */
function is_bound_token( $value ): bool {
	return is_array( $value ) && '' !== text( $value['address'] ?? null )
		&& (bool) preg_match( '/^[\x21-\x7e]{1,4096}$/D', text( $value['token'] ?? null ) );
}

/**
 * What is stored for a token that somebody gives: the token and the address for which it was given. An owner who changes the
 * address later, or a site of a network whose owner names an address of their own, does not take the token there.
 *
 * @param mixed $given A token, or one with its address.
 * @return array|string '' for none.
 */
function bind_token( $given ) {
	if ( is_bound_token( $given ) ) {
		return array(
			'token'   => $given['token'],
			'address' => $given['address'],
		);
	}
	$bound = array(
		'token'   => trim( text( $given ) ),
		'address' => settings()['gateway_url'],
	);
	return is_bound_token( $bound ) ? $bound : '';
}

/**
 * The token for requests to this address, or '' where the one that there is was given for another. Secret: for the gateway
 * alone. Never printed, never sent to a browser.
 *
 * @param string $address Where the request goes.
 */
function token_for( string $address ): string {
	if ( is_token_in_config() ) {
		// It serves all sites of a network: only wp-config.php itself says where it may go.
		return '' !== $address && config_address() === $address ? (string) BELLHOP_SERVICE_TOKEN : '';
	}
	$stored = stored_token();
	return null !== $stored && $stored['address'] === $address ? $stored['token'] : '';
}

/** The token for the gateway of the settings. */
function service_token(): string {
	return token_for( settings()['gateway_url'] );
}

/** Whether there is something to speak to, and a way to prove who speaks. */
function is_connected(): bool {
	return '' === connection_problem();
}

/** Why nothing can be asked of the gateway: '' for no reason, not_connected, or one of the two other_address and no_address. */
function connection_problem(): string {
	$settings = settings();
	if ( is_token_in_config() && '' === config_address() ) {
		return 'no_address';
	}
	if ( '' === $settings['gateway_url'] || '' === $settings['client_id'] ) {
		return 'not_connected';
	}
	if ( '' !== service_token() ) {
		return '';
	}
	return null === stored_token() ? 'not_connected' : 'other_address';
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
		'budget'         => MAX_HEARTBEAT_BODY_BYTES,
		'plugins_hash'   => '',
		'rest_at'        => 0,
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
