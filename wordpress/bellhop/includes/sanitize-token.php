<?php
/**
 * Checks the secrets that an owner enters: the gateway's service token, and the key of a provider. Which address each is stored for
 * is settings.php's and model-key.php's affair.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Why a secret can't be stored; '' where it can.
 *
 * @param string $name    model_key or token.
 * @param string $secret  Without spaces around it.
 * @param string $address Of the gateway that a token is for.
 */
function problem_of_secret( string $name, string $secret, string $address = '' ): string {
	// What a header can hold. Anything else is a slip of the clipboard.
	$is_word = (bool) preg_match( '/^[\x21-\x7e]{8,4096}$/D', $secret );
	if ( 'model_key' === $name ) {
		return $is_word ? '' : __( 'The key was not stored: a key is one word, without spaces. Copy it again.', 'bellhop' );
	}
	if ( ! $is_word ) {
		return __( 'The service token was not stored: a token is one word, without spaces. Copy it again.', 'bellhop' );
	}
	return '' === $address ? __( 'The service token was not stored: enter the gateway address first, for which alone it is kept.', 'bellhop' ) : '';
}
