<?php
/**
 * Checks the service token that a form sends. Which address it is stored for is settings.php's affair.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * An empty field keeps the token that is stored: the form never shows it.
 *
 * @param mixed $given What the form sent.
 * @return array|string A token, with its address where that is known; '' for none.
 */
function sanitize_token( $given ) {
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- options.php has verified it before it sanitises.
	$is_forgotten = isset( $_POST['bellhop_forget_token'] ) && current_user_can( 'manage_options' );
	if ( isset( $_POST['bellhop_and_test'] ) && current_user_can( 'manage_options' ) ) {
		set_transient( wanted_test_key(), 1, MINUTE_IN_SECONDS );
	}
	// phpcs:enable
	if ( $is_forgotten ) {
		return '';
	}
	if ( is_bound_token( $given ) ) {
		return $given;
	}
	$before = stored_token() ?? '';
	$token  = trim( text( $given ) );
	if ( '' === $token ) {
		return $before;
	}
	// What a header can hold. Anything else is a slip of the clipboard.
	if ( ! preg_match( '/^[\x21-\x7e]{8,4096}$/', $token ) ) {
		settings_problem( 'token', __( 'The service token was not stored: a token is one word, without spaces. Copy it again.', 'bellhop' ) );
		return $before;
	}
	if ( is_for_refused_address() ) {
		settings_problem( 'token', __( 'The service token was not stored, since the gateway address that came with it was not. Enter both again.', 'bellhop' ) );
		return $before;
	}
	return $token;
}

/**
 * The key of a provider of models, by the same rules.
 *
 * @param mixed $given What the form sent.
 * @return array|string A key, with its address where that is known; '' for none.
 */
function sanitize_model_key( $given ) {
	if ( isset( $_POST['bellhop_forget_key'] ) && current_user_can( 'manage_options' ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Missing -- options.php has verified it before it sanitises.
		return '';
	}
	if ( is_bound_key( $given ) ) {
		return $given;
	}
	$before = stored_model_key() ?? '';
	$key    = trim( text( $given ) );
	if ( '' === $key || preg_match( '/^[\x21-\x7e]{8,4096}$/D', $key ) ) {
		return '' === $key ? $before : $key;
	}
	settings_problem( 'model_key', __( 'The key was not stored: a key is one word, without spaces. Copy it again.', 'bellhop' ) );
	return $before;
}

/** Whether the form has another address than the one that is stored by now: then its token is meant for no stored address. */
function is_for_refused_address(): bool {
	$address = settings()['gateway_url'];
	// phpcs:disable WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- options.php has verified it; sanitize_url stands around it, and it is only compared.
	$has_field = isset( $_POST[ OPTION_SETTINGS ]['gateway_url'] );
	$typed     = $has_field ? sanitize_url( trim( text( wp_unslash( $_POST[ OPTION_SETTINGS ]['gateway_url'] ) ) ) ) : $address;
	// phpcs:enable
	return '' === $address || untrailingslashit( $typed ) !== $address;
}

/** Asks for a test once the settings have been saved. */
function wanted_test_key(): string {
	return 'bellhop_wanted_test_' . get_current_user_id();
}
