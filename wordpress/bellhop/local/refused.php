<?php
/**
 * Messages that no model is asked about: from addresses and with words that the owner refuses, and what the provider's own moderation
 * flags. They are stored, the visitor reads a kind sentence in place of an answer, and no money is spent. Where moderation can't be had,
 * messages are answered all the same, and the owner is told so.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** How moderation went last: state (well, away or none), at (Unix seconds). */
const OPTION_MODERATION = 'bellhop_moderation';
/** Seconds; the visitor waits. */
const MODERATION_TIMEOUT = 5;
const MODERATION_MODEL   = 'omni-moderation-latest';
/** What a model reads in place of a refused message. */
const REFUSED_LINE = '(A message that this site refused to answer.)';

/** What visitors read: the owner's own words, or these. */
function refused_text(): string {
	$own = settings()['refused_text'];
	return '' !== $own ? $own : __( 'I can’t answer this message here. I’m glad to help with anything else about this site.', 'bellhop' );
}

/**
 * Whether an address is one that the owner refuses.
 *
 * @param string   $address Where a request comes from.
 * @param string[] $refused Addresses; networks as 203.0.113.0/24 or 203.0.113.*.
 */
function is_refused_address( string $address, array $refused ): bool {
	if ( ! filter_var( $address, FILTER_VALIDATE_IP ) ) {
		return false;
	}
	$bytes = unmapped_address( (string) inet_pton( $address ) );
	foreach ( $refused as $one ) {
		$network = read_network( $one );
		if ( null !== $network && is_in_network( $bytes, $network[0], $network[1] ) ) {
			return true;
		}
	}
	return false;
}

/**
 * A network as an owner writes it.
 *
 * @param string $written As in 203.0.113.7, 203.0.113.*, 203.0.113.0/24 or 2001:db8::/32.
 * @return array|null Its bytes, and how many bits of them count.
 */
function read_network( string $written ): ?array {
	$bits = null;
	if ( preg_match( '/^((?:\d{1,3}\.){1,3})\*(?:\.\*){0,2}$/D', $written, $match ) ) {
		$bits    = 8 * substr_count( $match[1], '.' );
		$written = implode( '.', array_pad( explode( '.', rtrim( $match[1], '.' ) ), 4, '0' ) );
	} elseif ( preg_match( '#^(.+)/(\d{1,3})$#D', $written, $match ) ) {
		$written = $match[1];
		$bits    = (int) $match[2];
	}
	if ( ! filter_var( $written, FILTER_VALIDATE_IP ) ) {
		return null;
	}
	$bytes = unmapped_address( (string) inet_pton( $written ) );
	$most  = 8 * strlen( $bytes );
	return null !== $bits && $bits > $most ? null : array( $bytes, $bits ?? $most );
}

/**
 * Whether an address lies in a network.
 *
 * @param string $bytes   Of the address.
 * @param string $network Of the network.
 * @param int    $bits    How many of them count.
 */
function is_in_network( string $bytes, string $network, int $bits ): bool {
	if ( strlen( $bytes ) !== strlen( $network ) ) {
		return false;
	}
	$whole = intdiv( $bits, 8 );
	if ( substr( $bytes, 0, $whole ) !== substr( $network, 0, $whole ) ) {
		return false;
	}
	$rest = $bits % 8;
	return 0 === $rest || ( ord( $bytes[ $whole ] ) >> ( 8 - $rest ) ) === ( ord( $network[ $whole ] ) >> ( 8 - $rest ) );
}

/**
 * Whether a text holds a word or a phrase that the owner refuses: whole words, whatever their case and accents; a star at an end stands
 * for whatever follows.
 *
 * @param string[] $refused Words and phrases.
 */
function has_refused_words( string $text, array $refused ): bool {
	$plain = ' ' . bare_words( $text ) . ' ';
	foreach ( $refused as $one ) {
		$is_open = '*' === substr( $one, -1 );
		$words   = bare_words( rtrim( $one, '*' ) );
		if ( '' !== $words && false !== strpos( $plain, ' ' . $words . ( $is_open ? '' : ' ' ) ) ) {
			return true;
		}
		// Scripts without spaces between words.
		if ( '' !== $words && preg_match( '/^[\x{2e80}-\x{9fff}\x{0e00}-\x{0e7f}\x{ac00}-\x{d7af} ]+$/u', $words ) && false !== strpos( $plain, $words ) ) {
			return true;
		}
	}
	return false;
}

/** A text as words with one space between them, in small letters without accents. */
function bare_words( string $text ): string {
	return trim( (string) preg_replace( '/[^\p{L}\p{N}\p{M}]+/u', ' ', mb_strtolower( remove_accents( $text ), 'UTF-8' ) ) );
}

/**
 * Notes in the conversation whether the visitor writes from a refused address: the run that answers comes by another request.
 *
 * @param object $write Of write_session.
 */
function note_refused_address( object $write ): void {
	global $wpdb;
	$refused = settings()['refused_addresses'];
	$why     = $refused && is_refused_address( client_address(), $refused ) ? 'address' : '';
	if ( ( $write->session['refused'] ?? '' ) !== $why ) {
		quietly( $wpdb->prepare( 'UPDATE ' . table( 'sessions' ) . ' SET refused = %s WHERE session_id = %s', $why, $write->session['session_id'] ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
}

/**
 * Why the message that a run is to answer is refused.
 *
 * @param array $session A row, as begin_cycle left it.
 * @return string '' where it isn't; address, words or moderation.
 */
function why_refused( array $session ): string {
	$settings = settings();
	if ( (int) $session['run_turns'] > 1 ) {
		return '';
	}
	if ( 'address' === ( $session['refused'] ?? '' ) ) {
		return 'address';
	}
	if ( ! $settings['refused_words'] && ! $settings['moderation'] ) {
		return '';
	}
	$asked = words_of_run( $session );
	if ( has_refused_words( $asked, $settings['refused_words'] ) ) {
		return 'words';
	}
	return $settings['moderation'] && is_flagged( $asked ) ? 'moderation' : '';
}

/**
 * What the visitor has said that a run answers.
 *
 * @param array $session A row.
 */
function words_of_run( array $session ): string {
	global $wpdb;
	$texts = array();
	foreach ( (array) rows( $wpdb->prepare( 'SELECT content FROM ' . table( 'events' ) . " WHERE session_id = %s AND run_id = %s AND type = 'user.message' ORDER BY seq", $session['session_id'], $session['run_id'] ) ) as $row ) { // phpcs:ignore WordPress.DB.PreparedSQL
		$texts[] = text_of( (array) json_decode( $row['content'] ) );
	}
	return implode( "\n", $texts );
}

/**
 * In place of the model's answer.
 *
 * @param array  $session A row.
 * @param string $why     Of why_refused().
 */
function reply_of_refusal( array $session, string $why ): array {
	tell_refusal( $session, $why );
	return array(
		'blocks'      => array(
			array(
				'type' => 'text',
				'text' => refused_text(),
			),
		),
		'calls'       => array(),
		'stop_reason' => 'end_turn',
		'usage'       => no_answer_usage( array() ),
	);
}

/**
 * Without the words of refused messages: no provider reads them later either.
 *
 * @param array[] $lines Of read_history().
 * @return array[]
 */
function without_refused( array $lines ): array {
	$refused = settings()['refused_words'];
	foreach ( $lines as $i => $line ) {
		$is_answered = 'agent' === ( $lines[ $i + 1 ]['role'] ?? '' ) && refused_text() === $lines[ $i + 1 ]['text'];
		if ( 'user' === $line['role'] && ! isset( $line['summary'] ) && ( $is_answered || ( $refused && has_refused_words( $line['text'], $refused ) ) ) ) {
			$lines[ $i ]['text'] = REFUSED_LINE;
		}
	}
	return $lines;
}

/** Where moderation is asked for: the provider of the key, where it has one. '' where it has none. */
function moderation_url(): string {
	if ( 'key' !== model_source() ) {
		return '';
	}
	$url = '' === settings()['model_url'] ? provider_of_key( model_key() )[0] : settings()['model_url'];
	// Of those that the plugin knows by their keys OpenAI alone has it; of an own address it is tried.
	$without = array_column( array_filter( MODEL_PROVIDERS, 'strlen', ARRAY_FILTER_USE_KEY ), 0 );
	return in_array( $url, $without, true ) ? '' : $url;
}

/**
 * How moderation stands.
 *
 * @return string off, none (the provider has none, or there is a connector), away (it failed last time), or well.
 */
function moderation_state(): string {
	if ( ! settings()['moderation'] ) {
		return 'off';
	}
	$url    = moderation_url();
	$stored = get_option( OPTION_MODERATION );
	if ( '' === $url ) {
		return 'none';
	}
	return is_array( $stored ) && ( $stored['url'] ?? '' ) === $url ? $stored['state'] : 'well';
}

/** The same in words; '' where there is nothing to tell. */
function moderation_words(): string {
	$words = array(
		'none' => __( 'Messages are not moderated: your AI provider has no moderation, or you have connected it under Settings → Connectors, which has none. They are answered all the same.', 'bellhop' ),
		'away' => __( 'The last message could not be moderated, since your provider’s moderation did not answer. It was answered all the same.', 'bellhop' ),
	);
	return $words[ moderation_state() ] ?? '';
}

/** Whether the provider flags a text. What can't be asked counts as not flagged. */
function is_flagged( string $text ): bool {
	$url = moderation_url();
	if ( '' === $url || '' === trim( $text ) || get_transient( 'bellhop_no_moderation' ) === $url ) {
		return false;
	}
	$body   = array(
		'model' => MODERATION_MODEL,
		'input' => cut( $text, 20000 ),
	);
	$reply  = post_to_provider( $url, model_key(), $body, '/moderations', MODERATION_TIMEOUT );
	$status = is_wp_error( $reply ) ? 0 : (int) wp_remote_retrieve_response_code( $reply );
	$said   = 200 === $status ? json_decode( wp_remote_retrieve_body( $reply ), true ) : null;
	$known  = is_array( $said ) && is_bool( $said['results'][0]['flagged'] ?? null );
	if ( in_array( $status, array( 404, 405 ), true ) ) {
		// Asked again tomorrow.
		set_transient( 'bellhop_no_moderation', $url, DAY_IN_SECONDS );
	}
	$state = $known ? 'well' : ( in_array( $status, array( 404, 405 ), true ) ? 'none' : 'away' );
	if ( moderation_state() !== $state ) {
		update_option(
			OPTION_MODERATION,
			array(
				'url'   => $url,
				'state' => $state,
				'at'    => time(),
			),
			false
		);
	}
	return $known && $said['results'][0]['flagged'];
}
