<?php
/**
 * The fields that show what is not in the settings: what wp-config.php says, the service token, and the site's abilities.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Prints a field that has more to it than its value.
 *
 * @param string $kind token, abilities, or address: the one of wp-config.php, which can't be changed here.
 * @param string $html The name that the form sends.
 */
function print_connected_field( string $kind, string $html ): void {
	if ( 'token' === $kind ) {
		print_token_field();
	} elseif ( 'abilities' === $kind ) {
		print_abilities_field( $html );
	} else {
		echo '<p><code dir="ltr">' . esc_html( config_address() ) . '</code> ' . esc_html__( 'Set in wp-config.php as BELLHOP_GATEWAY_URL.', 'bellhop' ) . '</p>';
	}
}

/** What is stored is never part of the page, not even hidden. */
function print_token_field(): void {
	if ( is_token_in_config() ) {
		// How to go on where the address is missing there is told above the form.
		echo '<p>' . esc_html__( 'Set in wp-config.php as BELLHOP_SERVICE_TOKEN.', 'bellhop' ) . '</p>';
		return;
	}
	$has  = null !== stored_token();
	$hint = '' !== service_token() ? __( 'Stored. Leave empty to keep it.', 'bellhop' ) : '';
	printf(
		'<input type="password" id="bellhop-token" name="%1$s" value="" class="regular-text" autocomplete="off" spellcheck="false" placeholder="%2$s" aria-describedby="bellhop-token-help">',
		esc_attr( OPTION_TOKEN ),
		esc_attr( $hint )
	);
	if ( $has ) {
		echo ' <label class="bellhop-forget"><input type="checkbox" name="bellhop_forget_token" value="1"> ' . esc_html__( 'Forget it', 'bellhop' ) . '</label>';
	}
	echo '<p class="description" id="bellhop-token-help">' . esc_html__( 'This site’s password at the gateway, one long word. Often it is shown only once, when the site is registered; a lost one is replaced by a new one. Your server alone uses it: it is never sent to a browser, nor shown here again. It is sent to the gateway address that it was entered with, and to no other. To keep it out of the database, define BELLHOP_SERVICE_TOKEN and BELLHOP_GATEWAY_URL in wp-config.php.', 'bellhop' ) . '</p>';
}

/**
 * Prints the abilities to choose from.
 *
 * @param string $html The name that the form sends.
 */
function print_abilities_field( string $html ): void {
	if ( ! has_abilities() ) {
		echo '<p>' . esc_html__( 'Abilities came with WordPress 6.9. This site has an earlier version.', 'bellhop' ) . '</p>';
		return;
	}
	$chosen    = settings()['abilities'];
	$abilities = runnable_abilities();
	if ( ! $abilities && ! $chosen ) {
		echo '<p>' . esc_html__( 'No plugin of this site offers an ability that can be run from a page.', 'bellhop' ) . '</p>';
		return;
	}
	echo '<fieldset class="bellhop-abilities"><legend class="screen-reader-text">' . esc_html__( 'Abilities for visitors', 'bellhop' ) . '</legend>';
	foreach ( $abilities as $name => $ability ) {
		printf(
			'<label><input type="checkbox" name="%1$s[]" value="%2$s" %3$s> <strong>%4$s</strong> <code>%2$s</code><span class="description">%5$s</span></label>',
			esc_attr( $html ),
			esc_attr( $name ),
			checked( in_array( $name, $chosen, true ), true, false ),
			esc_html( wp_strip_all_tags( $ability->get_label() ) ),
			esc_html( wp_strip_all_tags( $ability->get_description() ) )
		);
	}
	foreach ( array_diff( $chosen, array_keys( $abilities ) ) as $name ) {
		printf(
			'<label><input type="checkbox" name="%1$s[]" value="%2$s" checked> <code>%2$s</code><span class="description">%3$s</span></label>',
			esc_attr( $html ),
			esc_attr( $name ),
			esc_html__( 'Not there now: its plugin may be switched off.', 'bellhop' )
		);
	}
	echo '</fieldset><p class="description">' . esc_html__( 'Each ability still decides itself, at each call, whether this visitor may run it. Offer only what you would put on a public page.', 'bellhop' ) . '</p>';
}
