<?php
/**
 * Settings out of a text that an owner has copied at the gateway's desk: lines of `wp bellhop settings set`, or the script tag. Reads
 * and checks; stores nothing.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_HTML_Tag_Processor;

defined( 'ABSPATH' ) || exit;

/** More than any owner copies. */
const MAX_PASTED = 50000;
/** Attributes that say the same as a setting, and how they are written. */
const ATTRIBUTE_SETTINGS = array(
	'title'       => array( 'title', 'text' ),
	'greeting'    => array( 'greeting', 'text' ),
	'prompts'     => array( 'prompts', 'bars' ),
	'avatar'      => array( 'avatar', 'text' ),
	'color'       => array( 'color', 'text' ),
	'theme'       => array( 'theme', 'text' ),
	'position'    => array( 'position', 'text' ),
	'offset'      => array( 'offset', 'text' ),
	'launcher'    => array( 'launcher', 'text' ),
	'contact'     => array( 'contact', 'text' ),
	'privacy'     => array( 'privacy', 'text' ),
	'history'     => array( 'history', 'text' ),
	'hide-on'     => array( 'hide_on', 'words' ),
	'tools'       => array( 'tools', 'words' ),
	'thinking'    => array( 'thinking', 'switch' ),
	'attachments' => array( 'attachments', 'switch' ),
	'voice'       => array( 'voice', 'switch' ),
	'sound'       => array( 'sound', 'switch' ),
	'feedback'    => array( 'feedback', 'switch' ),
	'cards'       => array( 'cards', 'any' ),
);

/**
 * Reads what was pasted.
 *
 * @return array|WP_Error changes: settings by name, those that differ from now; left_out: attributes that this plugin has no use for.
 *                        An error's message says what is wrong.
 */
function read_pasted_settings( string $pasted ) {
	// Forms send each end of a line as two signs.
	$pasted = trim( str_replace( "\r\n", "\n", wp_check_invalid_utf8( $pasted ) ) );
	if ( '' === $pasted ) {
		return pasted_error( __( 'Nothing was pasted. At the gateway’s desk, open the page of your site and press “Copy” below its settings for WordPress.', 'bellhop' ) );
	}
	if ( strlen( $pasted ) > MAX_PASTED ) {
		return pasted_error( __( 'This is too long to be settings. Paste only what the gateway’s desk has copied.', 'bellhop' ) );
	}
	$is_tag = preg_match( '/<(script|bellhop-chat)\b/i', $pasted ) || 0 === stripos( $pasted, 'data-' );
	$read   = $is_tag ? settings_of_tag( $pasted ) : settings_of_commands( $pasted );
	if ( is_wp_error( $read ) ) {
		return $read;
	}
	$checked = check_settings( $read['changes'] );
	if ( is_wp_error( $checked ) ) {
		return $checked;
	}
	$named = array_intersect_key( $checked, $read['changes'] );
	$now   = settings();
	return array(
		'changes'  => array_filter(
			$named,
			function ( $value, string $name ) use ( $now ): bool {
				$stored = is_string( $now[ $name ] ) ? str_replace( "\r\n", "\n", $now[ $name ] ) : $now[ $name ];
				return $value !== $stored;
			},
			ARRAY_FILTER_USE_BOTH
		),
		'left_out' => $read['left_out'],
	);
}

/**
 * Why nothing can be done with what was pasted.
 *
 * @param string $message For the owner.
 */
function pasted_error( string $message ): WP_Error {
	return new WP_Error( 'bellhop_pasted', $message );
}

/**
 * Settings by the attributes of the chat's tag.
 *
 * @param string $html The tag, or its attributes alone.
 * @return array|WP_Error changes, left_out.
 */
function settings_of_tag( string $html ) {
	$html  = 0 === stripos( $html, 'data-' ) ? '<script ' . $html . '></script>' : $html;
	$tags  = new WP_HTML_Tag_Processor( $html );
	$names = array();
	while ( $tags->next_tag() ) {
		$names = in_array( $tags->get_tag(), array( 'SCRIPT', 'BELLHOP-CHAT' ), true ) ? (array) $tags->get_attribute_names_with_prefix( 'data-' ) : array();
		if ( $names ) {
			break;
		}
	}
	if ( ! $names ) {
		return pasted_error( __( 'There is no whole tag of the chat in this text: none that begins with <script, has attributes such as data-title, and ends with >. Copy all of it again.', 'bellhop' ) );
	}
	$changes  = array();
	$left_out = array();
	foreach ( $names as $name ) {
		$attribute = substr( $name, strlen( 'data-' ) );
		if ( ! isset( ATTRIBUTE_SETTINGS[ $attribute ] ) ) {
			$left_out[] = $name;
			continue;
		}
		list( $setting, $kind ) = ATTRIBUTE_SETTINGS[ $attribute ];
		$value                  = setting_of_attribute( $kind, trim( (string) $tags->get_attribute( $name ) ) );
		if ( null === $value ) {
			/* translators: 1: name of an attribute, as in data-sound, 2: what somebody wrote there */
			return pasted_error( sprintf( __( 'Nothing can be taken over: %1$s is on or off, and not “%2$s”.', 'bellhop' ), $name, (string) $tags->get_attribute( $name ) ) );
		}
		$changes[ $setting ] = $value;
	}
	return compact( 'changes', 'left_out' );
}

/**
 * An attribute's value as a setting; null where it can't be one.
 *
 * @param string $kind  Of ATTRIBUTE_SETTINGS.
 * @param string $value As written.
 * @return mixed
 */
function setting_of_attribute( string $kind, string $value ) {
	switch ( $kind ) {
		case 'switch':
			return array(
				'on'  => true,
				'off' => false,
			)[ $value ] ?? null;
		case 'any':
			return ! in_array( $value, array( '', 'none' ), true );
		case 'bars':
			return array_values( array_filter( array_map( 'trim', explode( '|', $value ) ), 'strlen' ) );
		case 'words':
			$words = (array) preg_split( '/[\s,|]+/', $value, -1, PREG_SPLIT_NO_EMPTY );
			return array( 'none' ) === $words ? array() : $words;
		default:
			return $value;
	}
}

/**
 * Settings by lines for WP-CLI.
 *
 * @param string $text Lines.
 * @return array|WP_Error changes, left_out.
 */
function settings_of_commands( string $text ) {
	$changes = array();
	foreach ( shell_commands( $text ) as $words ) {
		if ( null === $words ) {
			return pasted_error( __( 'Nothing can be taken over: a quotation mark that begins is never ended. Copy all of the text again.', 'bellhop' ) );
		}
		$told  = implode( ' ', $words );
		$words = array_values( preg_grep( '/^--/', $words, PREG_GREP_INVERT ) );
		if ( 6 !== count( $words ) || array( 'wp', 'bellhop', 'settings', 'set' ) !== array_slice( $words, 0, 4 ) ) {
			/* translators: %s: a line that somebody pasted */
			return pasted_error( sprintf( __( 'Nothing can be taken over: “%s” is neither a line that begins with “wp bellhop settings set” and has a name and a value, nor part of a script tag.', 'bellhop' ), cut( $told, 120 ) ) );
		}
		list( , , , , $name, $written ) = $words;
		$defaults                       = default_settings();
		if ( ! isset( $defaults[ $name ] ) ) {
			/* translators: %s: a word */
			return pasted_error( sprintf( __( 'Nothing can be taken over: this version of the plugin has no setting “%s”.', 'bellhop' ), cut( $name, 60 ) ) );
		}
		$value = is_string( $defaults[ $name ] ) ? $written : json_decode( $written, true );
		if ( gettype( $value ) !== gettype( $defaults[ $name ] ) ) {
			$kinds = array(
				'boolean' => __( 'true or false', 'bellhop' ),
				'integer' => __( 'a whole number', 'bellhop' ),
				'array'   => __( 'a list, as in ["one","two"]', 'bellhop' ),
			);
			/* translators: 1: name of a setting, 2: what it can be, as in "true or false", 3: what was written */
			return pasted_error( sprintf( __( 'Nothing can be taken over: %1$s is %2$s, and not “%3$s”.', 'bellhop' ), $name, $kinds[ gettype( $defaults[ $name ] ) ], cut( $written, 80 ) ) );
		}
		$changes[ $name ] = $value;
	}
	return array(
		'changes'  => $changes,
		'left_out' => array(),
	);
}

/**
 * Commands of a text as a POSIX shell parts them: words by spaces, commands by ends of lines, both not inside quotation marks.
 *
 * @param string $text Lines.
 * @return array Lists of words; null for one whose quotation mark never ends. Empty lines and comments are none.
 */
function shell_commands( string $text ): array {
	$commands = array();
	$words    = array();
	$word     = null;
	$pattern  = '/\G(?:(?<end>\r?\n|;)|(?<space>[ \t]+|\\\\\r?\n)|(?<comment>[#][^\n]*)|\'(?<single>[^\']*)\'|"(?<double>(?:[^"\\\\]|\\\\.)*)"|\\\\(?<escaped>.)|(?<plain>[^\s\'"\\\\;]+)|(?<open>[\'"\\\\]))/su';
	$at       = 0;
	while ( preg_match( $pattern, $text, $found, PREG_UNMATCHED_AS_NULL, $at ) ) {
		$at += strlen( $found[0] );
		if ( null !== $found['open'] ) {
			return array( null );
		}
		if ( null === $found['end'] && null === $found['space'] && ( null === $found['comment'] || null !== $word ) ) {
			$double = null === $found['double'] ? null : preg_replace( '/\\\\([\\\\"$`])/', '$1', $found['double'] );
			$word  .= $found['single'] ?? $double ?? $found['escaped'] ?? $found['plain'] ?? $found['comment'];
			continue;
		}
		if ( null !== $word ) {
			$words[] = $word;
			$word    = null;
		}
		if ( null !== $found['end'] && $words ) {
			$commands[] = $words;
			$words      = array();
		}
	}
	if ( null !== $word ) {
		$words[] = $word;
	}
	return $words ? array_merge( $commands, array( $words ) ) : $commands;
}
