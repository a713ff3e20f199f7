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
 * @param string $kind token, model_key, abilities, hours, streams, or address: the one of wp-config.php, which can't be changed here.
 * @param string $html The name that the form sends.
 * @param string $help Plain text below the field, where its own isn't fixed.
 */
function print_connected_field( string $kind, string $html, string $help ): void {
	if ( 'token' === $kind ) {
		print_token_field();
	} elseif ( 'model_key' === $kind ) {
		print_model_key_field( $help );
	} elseif ( 'hours' === $kind ) {
		print_hours_field( $html, settings()['hours'] );
	} elseif ( 'abilities' === $kind ) {
		print_abilities_field( $html );
	} elseif ( 'streams' === $kind ) {
		print_streams_field( $html, settings()['streams'] );
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
			'<label><input type="checkbox" name="%1$s[]" value="%2$s" %3$s> <strong>%4$s</strong> <code>%2$s</code><span class="description">%5$s <em>%6$s</em></span></label>',
			esc_attr( $html ),
			esc_attr( $name ),
			checked( in_array( $name, $chosen, true ), true, false ),
			esc_html( wp_strip_all_tags( $ability->get_label() ) ),
			esc_html( wp_strip_all_tags( $ability->get_description() ) ),
			esc_html( ability_in_a_sentence( $ability ) )
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

/**
 * Prints the hours of a week, from the day on which the site's week begins.
 *
 * @param string   $html  The name that the form sends.
 * @param string[] $hours Seven texts from Sunday, or none.
 */
function print_hours_field( string $html, array $hours ): void {
	global $wp_locale;
	echo '<fieldset class="bellhop-hours"><legend class="screen-reader-text">' . esc_html__( 'Opening hours', 'bellhop' ) . '</legend>';
	for ( $i = 0; $i < 7; $i++ ) {
		$day = ( (int) get_option( 'start_of_week' ) + $i ) % 7;
		printf(
			'<label><span>%1$s</span> <input type="text" name="%2$s" value="%3$s" dir="ltr" placeholder="%4$s"></label>',
			esc_html( $wp_locale->get_weekday( $day ) ),
			esc_attr( $html . '[' . $day . ']' ),
			esc_attr( (string) ( $hours[ $day ] ?? '' ) ),
			esc_attr__( 'closed', 'bellhop' )
		);
	}
	/* translators: %s: a time zone, as in Europe/Berlin */
	$help = sprintf( __( 'As in 9:00-18:00, or 9:00-12:00, 13:00-18:00. Empty: closed. In the time zone of this site: %s.', 'bellhop' ), wp_timezone_string() );
	if ( settings()['hours'] ) {
		$help .= ' ' . __( 'The agent would say now:', 'bellhop' ) . ' ' . hours_now( current_datetime() );
	}
	echo '</fieldset><p class="description">' . esc_html( $help ) . '</p>';
}

/**
 * Prints whether answers are sent to the browser as they come, to how many at a time, and what the self-test has found.
 *
 * @param string $html  The name that the form sends.
 * @param int    $value How many; 0 for none.
 */
function print_streams_field( string $html, int $value ): void {
	echo '<fieldset aria-describedby="bellhop-streams-help"><legend class="screen-reader-text">' . esc_html__( 'How answers arrive', 'bellhop' ) . '</legend>';
	printf( '<label><input type="radio" name="%1$s" value="" %2$s> %3$s</label><br>', esc_attr( $html . '[on]' ), checked( 0 === $value, true, false ), esc_html__( 'The chat asks every few seconds. This works on every host.', 'bellhop' ) );
	printf( '<label><input type="radio" name="%1$s" value="1" %2$s> %3$s</label> ', esc_attr( $html . '[on]' ), checked( $value > 0, true, false ), esc_html__( 'At once, where your server lets it through, for so many open chats at a time:', 'bellhop' ) );
	printf( '<input type="number" name="%1$s" value="%2$d" min="1" max="%3$d" class="small-text" aria-label="%4$s">', esc_attr( $html . '[most]' ), absint( $value > 0 ? $value : 3 ), absint( MAX_STREAMS ), esc_attr__( 'How many open chats at a time', 'bellhop' ) );
	echo '</fieldset><p class="description" id="bellhop-streams-help">' . esc_html__( 'Each of these chats occupies one of your server’s PHP processes while it is open; a small host has five to ten of them. Further chats ask every few seconds.', 'bellhop' ) . '</p>';
	list( $mark, $text ) = streams_in_words( $value );
	echo '<p class="bellhop-self-test"><span aria-hidden="true">' . esc_html( $mark ) . '</span> ' . esc_html( $text ) . '</p>';
}

/**
 * What the self-test of streams has found.
 *
 * @param int $value How many the owner allows.
 * @return string[] A mark, and a sentence.
 */
function streams_in_words( int $value ): array {
	$found = get_option( OPTION_STREAMS );
	if ( ! is_array( $found ) ) {
		return array( '·', __( 'Whether your server lets answers through as they come is tried when you save.', 'bellhop' ) );
	}
	$ago = human_time_diff( (int) $found['at'] );
	if ( ! empty( $found['works'] ) ) {
		/* translators: %s: a time, as in "5 minutes" */
		return array( '✓', sprintf( __( 'Tried %s ago: your server lets answers through as they come.', 'bellhop' ), $ago ) );
	}
	/* translators: %s: a time, as in "5 minutes" */
	$text = sprintf( __( 'Tried %s ago: something holds answers back until they are complete, a cache or a proxy in front of WordPress perhaps.', 'bellhop' ), $ago );
	return array( '✗', $text . ( $value > 0 ? ' ' . __( 'So all chats ask every few seconds. “Test the chat” tries again.', 'bellhop' ) : '' ) );
}

/**
 * What an ability means for visitors, in a sentence.
 *
 * @param \WP_Ability $ability Any of this site.
 */
function ability_in_a_sentence( \WP_Ability $ability ): string {
	$notes = (array) $ability->get_meta_item( 'annotations' );
	if ( ! empty( $notes['readonly'] ) ) {
		return __( 'Looks something up for the visitor; nothing is changed, so the chat doesn’t ask first.', 'bellhop' );
	}
	if ( ! empty( $notes['destructive'] ) ) {
		return __( 'May delete or overwrite something in the visitor’s name. The chat shows what is sent and asks the visitor first, each time.', 'bellhop' );
	}
	return __( 'Does something in the visitor’s name. The chat shows what is sent and asks the visitor first.', 'bellhop' );
}
