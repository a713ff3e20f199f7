<?php
/**
 * What the buttons of the settings page do, asked over REST by who may change settings. Each gives what it has found, or an error that
 * names the fields that it is about.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** The act's name in its address, and its function. */
const SETTINGS_ACTS = array(
	'start'       => 'act_start',
	'test'        => 'act_test',
	'test_chat'   => 'act_test_chat',
	'propose'     => 'act_propose',
	'paste'       => 'act_paste',
	'take_pasted' => 'act_take_pasted',
	'connect'     => 'act_connect',
	'enter'       => 'act_enter_connection',
);

/** Proposed anew each time; the other settings only where they are empty. */
const ALWAYS_PROPOSED = array( 'greeting', 'prompts' );

/**
 * The first press: stores the key that comes along, shows the chat to visitors, and tests it, so that a wrong key shows here and not
 * with the first visitor.
 *
 * @param array $given key.
 * @return array|WP_Error
 */
function act_start( array $given ) {
	$key    = text( $given['key'] ?? '' );
	$stored = '' === trim( $key ) ? true : store_secret( 'model_key', $key );
	if ( is_wp_error( $stored ) ) {
		return $stored;
	}
	if ( '' === model_source() ) {
		return setting_error( array( 'model_key' => __( 'The chat needs an AI model that answers: enter a key.', 'bellhop' ) ) );
	}
	update_option( OPTION_SETTINGS, array( 'local' => true ) + settings() );
	return array( 'findings' => array_merge( array( finding( true, __( 'The chat is on your site now.', 'bellhop' ) ) ), test_chat() ) );
}

/** Tests the connection to the gateway. */
function act_test(): array {
	return array( 'findings' => test_connection() );
}

/** Tests the chat of a WordPress that answers itself. */
function act_test_chat(): array {
	return array( 'findings' => test_chat() );
}

/** Proposes words from the site's pages. Stores nothing: the owner sees them first. */
function act_propose(): array {
	$now  = settings();
	$made = propose_settings();
	$new  = array();
	foreach ( array_intersect_key( $made['settings'], fields_by_name() ) as $name => $value ) {
		if ( in_array( $name, ALWAYS_PROPOSED, true ) || empty( $now[ $name ] ) ) {
			$new[ $name ] = $value;
		}
	}
	return array(
		'proposed' => array_intersect_key( sanitize_settings( $new ), $new ),
		'line'     => array( 'model' === $made['source'] || 'none' === $made['source'] ? 'info' : 'warning', explain_proposal( $made['source'] ) ),
	);
}

/**
 * Where a proposal comes from.
 *
 * @param string $source Of propose_settings().
 */
function explain_proposal( string $source ): string {
	$words = array(
		'model'  => __( 'Your AI model has read your pages.', 'bellhop' ),
		'none'   => __( 'Made from the titles of your pages.', 'bellhop' ),
		'spent'  => __( 'The month’s money doesn’t reach for a request to the model: made from the titles of your pages.', 'bellhop' ),
		'failed' => __( 'The AI model did not answer: made from the titles of your pages. “Test the chat” tells why.', 'bellhop' ),
		'unread' => __( 'The AI model’s answer could not be read: made from the titles of your pages. Try once more, or take another model.', 'bellhop' ),
	);
	return $words[ $source ];
}

/**
 * Reads settings that were copied at the gateway's desk, and tells what would change. Stores nothing.
 *
 * @param array $given text.
 * @return array|WP_Error changes: label, now, then; left_out: names of attributes.
 */
function act_paste( array $given ) {
	$read = read_pasted_settings( cut( text( $given['text'] ?? '' ), MAX_PASTED + 1 ) );
	if ( is_wp_error( $read ) ) {
		return setting_error( array( 'pasted' => $read->get_error_message() ) );
	}
	$now     = settings();
	$fields  = fields_by_name();
	$changes = array();
	foreach ( $read['changes'] as $name => $value ) {
		$changes[] = array(
			'label' => $fields[ $name ]['label'] ?? $name,
			'now'   => setting_in_words( $fields[ $name ] ?? array(), $now[ $name ] ),
			'then'  => setting_in_words( $fields[ $name ] ?? array(), $value ),
		);
	}
	return array(
		'changes'  => $changes,
		'left_out' => $read['left_out'],
	);
}

/**
 * Stores what was pasted and shown.
 *
 * @param array $given text.
 * @return array|WP_Error stored: how many; before: what these were, to undo it.
 */
function act_take_pasted( array $given ) {
	$read = read_pasted_settings( cut( text( $given['text'] ?? '' ), MAX_PASTED + 1 ) );
	if ( is_wp_error( $read ) ) {
		return setting_error( array( 'pasted' => $read->get_error_message() ) );
	}
	$before  = array_intersect_key( settings(), $read['changes'] );
	$changed = $read['changes'] ? change_settings( $read['changes'] ) : true;
	if ( is_wp_error( $changed ) ) {
		return $changed;
	}
	return array(
		/* translators: %d: a number */
		'said'   => sprintf( _n( '%d setting was saved.', '%d settings were saved.', count( $before ), 'bellhop' ), count( $before ) ),
		'before' => (object) $before,
	);
}

/**
 * A setting's value in words.
 *
 * @param array $field Of the table; empty for one that has no row here.
 * @param mixed $value Its value.
 */
function setting_in_words( array $field, $value ): string {
	if ( is_bool( $value ) ) {
		return $value ? __( 'on', 'bellhop' ) : __( 'off', 'bellhop' );
	}
	if ( is_string( $value ) && isset( $field['options'][ $value ] ) ) {
		return (string) $field['options'][ $value ];
	}
	$words = is_array( $value ) ? implode( ' · ', array_map( 'strval', $value ) ) : (string) $value;
	return '' === trim( $words ) ? __( '(empty)', 'bellhop' ) : cut( $words, 300 );
}

/**
 * Stores a connection that was entered by hand: address, client id and token are good only together. Then tests it.
 *
 * @param array $given gateway_url, client_id, token ('' keeps the one that there is for this address).
 * @return array|WP_Error
 */
function act_enter_connection( array $given ) {
	$address = '' === config_address() ? text( $given['gateway_url'] ?? '' ) : config_address();
	$named   = array(
		'gateway_url' => $address,
		'client_id'   => text( $given['client_id'] ?? '' ),
	);
	$token   = trim( text( $given['token'] ?? '' ) );
	$checked = check_settings( $named );
	$wrong   = is_wp_error( $checked ) ? (array) $checked->get_error_data()['fields'] : array();
	if ( '' !== $token && ! isset( $wrong['gateway_url'] ) ) {
		$problem = problem_of_secret( 'token', $token, is_wp_error( $checked ) ? $address : $checked['gateway_url'] );
		$wrong  += '' === $problem ? array() : array( 'token' => $problem );
	}
	if ( $wrong ) {
		return setting_error( $wrong );
	}
	update_option( OPTION_SETTINGS, $checked );
	if ( '' !== $token ) {
		update_option( OPTION_TOKEN, $token, false );
	}
	return array( 'findings' => has_no_gateway() ? array() : test_connection() );
}
