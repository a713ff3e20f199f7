<?php
/**
 * What the settings page has for a WordPress that answers itself: how it stands, and the fields.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** A section as settings_sections has them. */
function local_section(): array {
	return array(
		'title'  => __( 'Answers from this WordPress', 'bellhop' ),
		'fields' => array(
			'local'            => array( __( 'Without a gateway', 'bellhop' ), 'checkbox', __( 'This WordPress answers visitors itself, with your own AI model', 'bellhop' ) ),
			'model_key'        => array( __( 'Key of your AI provider', 'bellhop' ), 'model_key', __( 'Not needed where a provider is connected under Settings → Connectors. Your server alone uses the key: it is never sent to a browser, nor shown here again.', 'bellhop' ) ),
			'model'            => array( __( 'Model', 'bellhop' ), 'text', __( 'For the key. Empty: a small, fast model of its provider.', 'bellhop' ) ),
			'model_url'        => array( __( 'Address of the provider', 'bellhop' ), 'url', __( 'For the key. Empty: the provider that the key is known to belong to. After a change, enter the key again.', 'bellhop' ) ),
			'visitor_messages' => array( __( 'Messages of one visitor in a day', 'bellhop' ), 'number', '' ),
			'site_messages'    => array( __( 'Messages of all visitors in a day', 'bellhop' ), 'number', __( 'What is sent beyond these numbers is not answered before the next day. This bounds what your provider charges.', 'bellhop' ) ),
		),
	);
}

/** What is stored is never part of the page. */
function print_model_key_field( string $help ): void {
	printf(
		'<input type="password" id="bellhop-model-key" name="%1$s" value="" class="regular-text" autocomplete="off" spellcheck="false" placeholder="%2$s" aria-describedby="bellhop-model-key-help">',
		esc_attr( OPTION_MODEL_KEY ),
		esc_attr( '' === model_key() ? '' : __( 'Stored. Leave empty to keep it.', 'bellhop' ) )
	);
	if ( null !== stored_model_key() ) {
		echo ' <label class="bellhop-forget"><input type="checkbox" name="bellhop_forget_key" value="1"> ' . esc_html__( 'Forget it', 'bellhop' ) . '</label>';
	}
	echo '<p class="description" id="bellhop-model-key-help">' . esc_html( $help ) . '</p>';
}

/** Whether visitors are answered here, and if not, what is missing. */
function print_local_state(): void {
	echo '<div class="card bellhop-card"><h2>' . esc_html__( 'Answers from this WordPress', 'bellhop' ) . '</h2>';
	if ( answers_here() ) {
		if ( isset( $_GET['settings-updated'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
			check_rest_access();
		}
		print_state( 'success', __( 'Visitors who open the chat are answered by this WordPress.', 'bellhop' ) );
		ensure_tables();
		list( $messages, $tokens ) = used_today();
		/* translators: 1: a number of messages, 2: a number of tokens, the unit in which providers of models charge */
		echo '<p>' . esc_html( sprintf( __( 'Today: messages %1$s, tokens about %2$s.', 'bellhop' ), number_format_i18n( $messages ), number_format_i18n( $tokens ) ) ) . '</p>';
		echo '<p><a href="' . esc_url( home_url( '/' ) ) . '">' . esc_html__( 'Try the chat on your site', 'bellhop' ) . '</a></p>';
	} elseif ( '' !== model_source() ) {
		print_state( 'info', __( 'An AI model is there. Save the settings page, and the chat is shown to visitors.', 'bellhop' ) );
	} else {
		print_state( 'warning', __( 'An AI model is missing. Connect a provider to this WordPress, or enter a key below and save.', 'bellhop' ) );
		if ( has_connectors() ) {
			echo '<p><a class="button" href="' . esc_url( admin_url( 'options-connectors.php' ) ) . '">' . esc_html__( 'Connect a provider', 'bellhop' ) . '</a></p>';
		}
	}
	echo '</div>';
}
