<?php
/**
 * Checks settings before they are stored. What is wrong is told, and what was there before stays.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** How a colour is written. */
const COLOR_LOOK = '/^[#\w(),.%\s\/+-]{1,80}$/';

/**
 * Checks all settings. What is wrong keeps its stored value, and is told.
 *
 * @param mixed $given Settings by name, unslashed; those that aren't there stay as they are.
 */
function sanitize_settings( $given ): array {
	$before = settings();
	if ( ! is_array( $given ) ) {
		return $before;
	}
	$given += $before;
	$found  = array(
		'gateway_url' => sanitize_service_url( 'gateway_url', $given['gateway_url'], $before['gateway_url'] ),
		'client_id'   => sanitize_client_id( $given['client_id'], $before['client_id'] ),
	);
	$found += array(
		'address'   => cut( sanitize_textarea_field( text( $given['address'] ) ), 500 ),
		'hours'     => sanitize_hours( $given['hours'], $before['hours'] ),
		'holidays'  => sanitize_holidays( $given['holidays'], $before['holidays'] ),
		'discounts' => cut( sanitize_textarea_field( text( $given['discounts'] ) ), 2000 ),
	);
	return $found + sanitize_local( $given, $before ) + sanitize_appearance( $given, $before ) + sanitize_tools( $given ) + $before;
}

/**
 * Whether this WordPress answers, with what, and how often.
 *
 * @param array $given  What was sent.
 * @param array $before The stored settings.
 */
function sanitize_local( array $given, array $before ): array {
	$found            = array(
		'local'     => ! empty( $given['local'] ),
		'model'     => sanitize_look( 'model', $given['model'], '/^[\w.:\/@-]{1,200}$/D', $before, __( 'The name of the model was not stored: it is one word, as in gpt-4.1-mini.', 'bellhop' ) ),
		'model_url' => sanitize_service_url( 'model_url', $given['model_url'], $before['model_url'] ),
	);
	$found           += array(
		'embeddings' => sanitize_look( 'embeddings', $given['embeddings'], '/^[\w.:\/@-]{1,80}$/D', $before, __( 'The model for finding by meaning was not stored: it is one word, as in text-embedding-3-small, or off.', 'bellhop' ) ),
	);
	$found['streams'] = sanitize_streams( $given['streams'], $before['streams'] );
	foreach ( array( 'visitor_messages', 'site_messages', 'keep_days' ) as $name ) {
		$number         = is_scalar( $given[ $name ] ) ? trim( (string) $given[ $name ] ) : '';
		$found[ $name ] = preg_match( '/^\d{1,6}$/D', $number ) ? (int) $number : $before[ $name ];
	}
	foreach ( array( 'month_money', 'price_in', 'price_out' ) as $name ) {
		$found[ $name ] = sanitize_money( $name, $given[ $name ], $before[ $name ] );
	}
	$found['knowledge']    = array_values( array_unique( preg_grep( '/^[a-z0-9_-]{1,20}$/D', words( $given['knowledge'] ) ) ) );
	$found['offered']      = $found['knowledge'] === $before['knowledge'] ? $before['offered'] : array_keys( knowable_types() );
	$found['instructions'] = cut( sanitize_textarea_field( text( $given['instructions'] ) ), 8000 );
	$found['avoid']        = cut( sanitize_textarea_field( text( $given['avoid'] ) ), 2000 );
	$found['any_subject']  = ! empty( $given['any_subject'] );
	$found['page_aware']   = ! empty( $given['page_aware'] );
	$found['languages']    = cut( sanitize_text_field( text( $given['languages'] ) ), 200 );
	$found['mail_to']      = sanitize_addresses( $given['mail_to'], $before['mail_to'] );
	$found['refused_text'] = cut( sanitize_textarea_field( text( $given['refused_text'] ) ), 1000 );
	$found['moderation']   = ! empty( $given['moderation'] );
	$found                += sanitize_refused( $given, $before );
	$found['month_text']   = cut( sanitize_textarea_field( text( $given['month_text'] ) ), 1000 );
	return $found;
}

/**
 * Limits by role, and what is refused.
 *
 * @param array $given  What the form sent.
 * @param array $before The stored settings.
 */
function sanitize_refused( array $given, array $before ): array {
	$roles = sanitize_lines( $given['role_messages'], '/[,;]/' );
	foreach ( $roles as $i => $line ) {
		$roles[ $i ] = (string) preg_replace( '/^([\w-]+)\s*[:=]?\s*(\d{1,6})$/D', '$1 $2', trim( $line ) );
		if ( ! preg_match( '/^([\w-]+) \d{1,6}$/D', $roles[ $i ], $match ) || ( GUEST_ROLE !== $match[1] && ! wp_roles()->is_role( $match[1] ) ) ) {
			/* translators: %s: what somebody typed */
			settings_problem( 'role_messages', sprintf( __( 'The limits by role were not stored: “%s” is no role of this site with a number, as in “subscriber 50”; “guest” is who isn’t signed in.', 'bellhop' ), $line ) );
			$roles = $before['role_messages'];
			break;
		}
	}
	$addresses = sanitize_lines( $given['refused_addresses'], '/[\s,;]+/' );
	foreach ( $addresses as $address ) {
		if ( null === read_network( $address ) ) {
			/* translators: %s: what somebody typed */
			settings_problem( 'refused_addresses', sprintf( __( 'The refused addresses were not stored: “%s” is none. Write them as 203.0.113.7, 203.0.113.* or 203.0.113.0/24.', 'bellhop' ), $address ) );
			$addresses = $before['refused_addresses'];
			break;
		}
	}
	return array(
		'role_messages'     => array_slice( array_values( array_unique( $roles ) ), 0, 50 ),
		'refused_addresses' => array_slice( array_values( array_unique( $addresses ) ), 0, 500 ),
		'refused_words'     => array_slice( array_values( array_unique( sanitize_lines( $given['refused_words'], '/[,;]/' ) ) ), 0, 500 ),
	);
}

/**
 * How many streams there may be.
 *
 * @param mixed $given  What was sent.
 */
function sanitize_streams( $given, int $before ): int {
	$most = is_scalar( $given ) ? trim( (string) $given ) : '';
	if ( preg_match( '/^\d{1,3}$/D', $most ) && (int) $most <= MAX_STREAMS ) {
		return (int) $most;
	}
	/* translators: %d: a number */
	settings_problem( 'streams', sprintf( __( 'How answers arrive was not stored: the number of open chats is between 1 and %d.', 'bellhop' ), MAX_STREAMS ) );
	return $before;
}

/**
 * An amount, as in 20 or 0.40; a comma is read as a point. Empty is none.
 *
 * @param mixed $given  What was sent.
 */
function sanitize_money( string $name, $given, string $before ): string {
	$amount = str_replace( ',', '.', is_scalar( $given ) ? trim( (string) $given ) : '' );
	if ( '' === $amount || preg_match( '/^\d{1,6}(\.\d{1,4})?$/D', $amount ) ) {
		return $amount;
	}
	settings_problem( $name, __( 'The amount was not stored: it is a number, as in 20 or 0.40.', 'bellhop' ) );
	return $before;
}

/**
 * Up to five e-mail addresses with commas between them.
 *
 * @param mixed $given  What was sent.
 */
function sanitize_addresses( $given, string $before ): string {
	$addresses = array_filter( (array) preg_split( '/[\s,;]+/', text( $given ) ), 'strlen' );
	if ( count( $addresses ) > 5 || array_filter( $addresses, 'is_email' ) !== $addresses ) {
		settings_problem( 'mail_to', __( 'The e-mail address was not stored: write one as in desk@example.com, or up to five with commas between them.', 'bellhop' ) );
		return $before;
	}
	return implode( ', ', $addresses );
}

/**
 * Where it is seen, look and words.
 *
 * @param array $given  What was sent.
 * @param array $before The stored settings.
 */
function sanitize_appearance( array $given, array $before ): array {
	$found = array(
		'title'    => cut( sanitize_text_field( text( $given['title'] ) ), 200 ),
		'launcher' => cut( sanitize_text_field( text( $given['launcher'] ) ), 200 ),
		'greeting' => cut( sanitize_textarea_field( text( $given['greeting'] ) ), 2000 ),
		'consent'  => cut( trim( sanitize_textarea_field( text( $given['consent'] ) ) ), 2000 ),
		'prompts'  => array_slice( sanitize_lines( $given['prompts'], '/[|]/' ), 0, 20 ),
		'hide_on'  => array_slice( sanitize_lines( $given['hide_on'], '/[\s,|]+/' ), 0, 50 ),
		'color'    => sanitize_look( 'color', $given['color'], COLOR_LOOK, $before, __( 'The colour was not understood. Write it as #005b5b, for example.', 'bellhop' ) ),
		'offset'   => sanitize_look( 'offset', $given['offset'], '/^\d{1,4}(\s+\d{1,4})?$/', $before, __( 'The distance was not understood. Write one or two numbers of pixels, as in 20 20.', 'bellhop' ) ),
		'avatar'   => sanitize_link( 'avatar', $given['avatar'], array( 'http', 'https' ), $before ),
		'privacy'  => sanitize_link( 'privacy', $given['privacy'], array( 'http', 'https' ), $before ),
		'contact'  => sanitize_link( 'contact', $given['contact'], array( 'http', 'https', 'mailto', 'tel' ), $before ),
	);
	foreach ( choices() as $name => $words ) {
		if ( in_array( $given[ $name ], $words, true ) ) {
			$found[ $name ] = $given[ $name ];
		}
	}
	foreach ( array( 'thinking', 'attachments', 'voice', 'sound', 'feedback', 'cards', 'signed_in', 'sign_in_link' ) as $name ) {
		$found[ $name ] = ! empty( $given[ $name ] );
	}
	return $found;
}

/**
 * What the agent may do.
 *
 * @param array $given What was sent.
 */
function sanitize_tools( array $given ): array {
	$names     = preg_grep( '/^[\w-]{1,64}$/', sanitize_lines( $given['page_tools'], '/[\s,]+/' ) );
	$abilities = preg_grep( '/^[a-z0-9-]+(\/[a-z0-9-]+)+$/', words( $given['abilities'] ) );
	return array(
		'tools'      => array_values( array_intersect( TOOL_SOURCES, words( $given['tools'] ) ) ),
		'page_tools' => array_slice( array_values( $names ), 0, MAX_TOOLS ),
		// Those of plugins that are switched off just now stay chosen: the form shows them, too.
		'abilities'  => array_slice( array_values( array_unique( $abilities ) ), 0, 500 ),
	);
}

/** Settings that are one of a few words, the first being the default. */
function choices(): array {
	return array(
		'show'     => array( 'everywhere', 'blocks' ),
		'theme'    => array( 'auto', 'light', 'dark' ),
		'position' => array( 'right', 'left' ),
		'history'  => array( 'local', 'session', 'none' ),
		'digest'   => array( 'off', 'chats', 'daily', 'weekly' ),
	);
}

/**
 * Checks the address of a gateway or of a provider.
 *
 * @param string $name   gateway_url or model_url.
 * @param mixed  $given  What was sent.
 */
function sanitize_service_url( string $name, $given, string $before ): string {
	$url = untrailingslashit( trim( text( $given ) ) );
	if ( '' === $url ) {
		return '';
	}
	$parts = wp_parse_url( $url );
	$fine  = is_array( $parts )
		&& in_array( $parts['scheme'] ?? '', array( 'http', 'https' ), true )
		&& ! empty( $parts['host'] )
		&& ! isset( $parts['user'] ) && ! isset( $parts['query'] ) && ! isset( $parts['fragment'] )
		&& sanitize_url( $url, array( 'http', 'https' ) ) === $url;
	if ( ! $fine ) {
		$problems = array(
			'gateway_url' => __( 'The gateway address was not stored: it must begin with https:// and have neither a password nor a question mark, as in https://gateway.example.', 'bellhop' ),
			'model_url'   => __( 'The address of the provider was not stored: it must begin with https:// and have neither a password nor a question mark, as in https://example.com/v1.', 'bellhop' ),
		);
		settings_problem( $name, $problems[ $name ] );
		return $before;
	}
	return $url;
}

/**
 * Checks a client id.
 *
 * @param mixed $given  What was sent.
 */
function sanitize_client_id( $given, string $before ): string {
	$id = trim( text( $given ) );
	if ( '' === $id || preg_match( '/^[\w.:~-]{1,200}$/', $id ) ) {
		return $id;
	}
	settings_problem( 'client_id', __( 'The client id was not stored: it has letters, digits, and . _ : ~ - only.', 'bellhop' ) );
	return $before;
}

/**
 * Checks a setting by a pattern.
 *
 * @param mixed  $given   What was sent.
 * @param string $pattern What it must look like.
 * @param array  $before  The stored settings.
 * @param string $problem What to say otherwise.
 */
function sanitize_look( string $name, $given, string $pattern, array $before, string $problem ): string {
	$value = trim( text( $given ) );
	if ( '' === $value || preg_match( $pattern, $value ) ) {
		return $value;
	}
	settings_problem( $name, $problem );
	return $before[ $name ];
}

/**
 * Checks an address that pages link to or load.
 *
 * @param mixed    $given   What was sent.
 * @param string[] $schemes Allowed ones. An address that begins with a slash is this site's.
 * @param array    $before  The stored settings.
 */
function sanitize_link( string $name, $given, array $schemes, array $before ): string {
	$value  = trim( text( $given ) );
	$url    = sanitize_url( $value, $schemes );
	$scheme = wp_parse_url( $value, PHP_URL_SCHEME );
	if ( '' === $value || ( '' !== $url && ( in_array( $scheme, $schemes, true ) || '/' === $value[0] ) ) ) {
		return $url;
	}
	/* translators: %s: the address that somebody typed */
	settings_problem( $name, sprintf( __( '“%s” was not stored: it is no address that can be linked. Write it in full, with https:// before it.', 'bellhop' ), $value ) );
	return $before[ $name ];
}

/**
 * A text of several lines, or a list, as a list without empty items.
 *
 * @param mixed  $given     Text or list.
 * @param string $separator Pattern that parts items besides the ends of lines.
 * @return string[]
 */
function sanitize_lines( $given, string $separator ): array {
	$items = is_array( $given ) ? words( $given ) : preg_split( '/\R/u', text( $given ) );
	$found = array();
	foreach ( (array) $items as $item ) {
		foreach ( (array) preg_split( $separator, (string) $item ) as $part ) {
			$found[] = cut( sanitize_text_field( (string) $part ), 200 );
		}
	}
	return array_values( array_filter( $found, 'strlen' ) );
}

/**
 * A value where it is a text, in valid UTF-8; '' for anything else.
 *
 * @param mixed $value Anything.
 */
function text( $value ): string {
	return is_string( $value ) ? wp_check_invalid_utf8( $value ) : '';
}

/**
 * The texts of a list; an empty list for anything else.
 *
 * @param mixed $value Anything.
 * @return string[]
 */
function words( $value ): array {
	return is_array( $value ) ? array_values( array_filter( $value, 'is_string' ) ) : array();
}

/**
 * The beginning of a text.
 *
 * @param string $value  UTF-8.
 * @param int    $length Characters (code points), the unit in which the gateway counts text too; bodies are counted in bytes.
 */
function cut( string $value, int $length ): string {
	return mb_substr( $value, 0, $length, 'UTF-8' );
}

/**
 * Notes what is not stored, for whoever asked.
 *
 * @param string $message What is wrong, and what to write instead.
 */
function settings_problem( string $name, string $message ): void {
	settings_problems( false, $name, $message );
}

/**
 * What was found wrong with settings in this request.
 *
 * @param bool   $forget  Whether to begin anew after this.
 * @param string $name    Of one more; '' for none.
 * @param string $message What is wrong with it.
 * @return string[] By setting.
 */
function settings_problems( bool $forget, string $name = '', string $message = '' ): array {
	static $all = array();
	if ( '' !== $name ) {
		$all[ $name ] = $message;
	}
	$found = $all;
	$all   = $forget ? array() : $all;
	return $found;
}
