<?php
/**
 * How a WordPress that answers itself stands, in an owner's words: on or off, what answers cost, what is found by meaning, whether
 * answers arrive as they come.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Whether visitors are answered here, and if not, what is missing. */
function local_line(): array {
	if ( ! answers_here() ) {
		return '' === model_source()
			? array( 'info', __( 'Off: visitors don’t see the chat. It needs an AI model that answers.', 'bellhop' ) )
			: array( 'info', __( 'Off: visitors don’t see the chat. An AI model is connected, so everything is ready.', 'bellhop' ) );
	}
	if ( '' !== words_of_trouble() ) {
		return array( 'error', words_of_trouble() );
	}
	return array( 'success', __( 'On: visitors who open the chat are answered by this WordPress.', 'bellhop' ) );
}

/**
 * What answers have come to today and this month, and whether their price is a guess.
 *
 * @return array[] [kind, sentence].
 */
function cost_lines(): array {
	ensure_tables();
	list( $messages, $tokens ) = used_today();
	/* translators: 1: a number of messages, 2: a number of tokens, the unit in which providers of models charge */
	$lines = array( array( 'info', sprintf( __( 'Today: messages %1$s, tokens about %2$s.', 'bellhop' ), number_format_i18n( $messages ), number_format_i18n( $tokens ) ) . ' ' . money_of_month() ) );
	if ( is_price_guessed() ) {
		/* translators: 1: name of an AI model, 2 and 3: prices in US dollars */
		$lines[] = array( 'warning', sprintf( __( 'What the model %1$s costs is not known here. It counts as a dear one, at $%2$s and $%3$s for a million tokens read and written. Enter its prices below, so that the month’s limit is right.', 'bellhop' ), model_name(), number_format_i18n( UNKNOWN_PRICE[0] ), number_format_i18n( UNKNOWN_PRICE[1] ) ) );
	}
	return $lines;
}

/** What finding by meaning is, and how it stands: whether there is any, how much is done, or what it waits for. */
function embeddings_help(): string {
	$help = __( 'So that “pets” finds a page about dogs: a second, cheap model of your key’s provider compares meanings. Empty: its usual one, where it is known. off: words alone. Else the model’s name, as in text-embedding-3-small.', 'bellhop' );
	$way  = embedding_way();
	if ( null === $way || ! has_tables() ) {
		return $help . ' ' . ( 'off' === settings()['embeddings'] ? '' : __( 'Now words alone decide: with a provider under Settings → Connectors, and with one that is known to have no such model, there is nothing to compare meanings with.', 'bellhop' ) );
	}
	$pause = embedding_pause( $way );
	if ( $pause['until'] > time() ) {
		$why = -1 === $pause['why'] ? __( 'the month’s money doesn’t reach', 'bellhop' ) : ( $pause['why'] > 0 ? 'HTTP ' . $pause['why'] : __( 'no answer that could be read', 'bellhop' ) );
		/* translators: 1: name of an AI model, 2: a cause, as in HTTP 404 */
		return $help . ' ' . sprintf( __( 'Just now words alone decide: %1$s could not be asked (%2$s). It is tried again by itself.', 'bellhop' ), $way['model'], $why );
	}
	/* translators: 1: name of an AI model, 2: a number of short pieces of text */
	return $help . ' ' . sprintf( __( 'Now with %1$s; passages compared: %2$s.', 'bellhop' ), $way['model'], number_format_i18n( count_embedded( $way ) ) );
}

/** What stands below the choice: that nothing comes for nothing, and whether the last one failed. */
function digest_help(): string {
	$help = __( 'None is sent where nobody has written.', 'bellhop' );
	if ( '' !== wanted_digest() && digest_state()['failures'] > 0 ) {
		$help .= ' ' . __( 'The last one could not be sent: this WordPress could not send e-mail. It is tried again each hour.', 'bellhop' );
	}
	return $help;
}

/**
 * What an empty price stands for.
 *
 * @param float $unknown US dollars for a model that isn't known.
 */
function price_help( float $unknown ): string {
	/* translators: 1: a date, 2: a price in US dollars */
	return sprintf( __( 'In US dollars. Empty: what was known of the model on %1$s; for one that isn’t known, %2$s.', 'bellhop' ), wp_date( get_option( 'date_format' ), strtotime( PRICES_OF ) ), number_format_i18n( $unknown ) );
}

/**
 * What the self-test of streams has found.
 *
 * @param int $value How many the owner allows.
 * @return string[] A kind, and a sentence.
 */
function streams_in_words( int $value ): array {
	$found = get_option( OPTION_STREAMS );
	if ( ! is_array( $found ) ) {
		return array( 'info', __( 'Whether your server lets answers through as they come is tried when you save.', 'bellhop' ) );
	}
	$ago = human_time_diff( (int) $found['at'] );
	if ( ! empty( $found['works'] ) ) {
		/* translators: %s: a time, as in "5 minutes" */
		return array( 'success', sprintf( __( 'Tried %s ago: your server lets answers through as they come.', 'bellhop' ), $ago ) );
	}
	/* translators: %s: a time, as in "5 minutes" */
	$text = sprintf( __( 'Tried %s ago: something holds answers back until they are complete, a cache or a proxy in front of WordPress perhaps.', 'bellhop' ), $ago );
	return array( 'warning', $text . ( $value > 0 ? ' ' . __( 'So all chats ask every few seconds. “Test the chat” tries again.', 'bellhop' ) : '' ) );
}
