<?php
/**
 * Parts what a model thinks from what it says, where both come as one text: open models write `<think>…</think>` before their answer.
 * Only at its beginning: an answer may speak of that tag, in code above all.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const THINK_TAGS = array( '<think>', '<thinking>' );
const BLANKS     = " \t\n\r\0\x0B";

/**
 * A model's answer, with the thoughts of its text among its thoughts.
 *
 * @param array $said error, or what read_said() reads.
 */
function apart_from_thoughts( array $said ): array {
	if ( isset( $said['error'] ) ) {
		return $said;
	}
	list( $thought, $text ) = part_at_tags( $said['text'], true );
	list( $before, $text )  = part_at_lone_end( $text );
	if ( '' !== $thought . $before ) {
		$said['thought'] = text( $said['thought'] ) . $thought . $before;
	}
	return array( 'text' => $text ) + $said;
}

/**
 * What an answer says of which this much has come. What may be the beginning of a tag is kept back; more text only adds to it.
 *
 * @param string $text All of it so far.
 */
function said_so_far( string $text ): string {
	return part_at_tags( $text, false )[1];
}

/**
 * Parts a text that begins with thoughts in their tags.
 *
 * @param string $text    All of it, or as much as has come.
 * @param bool   $is_over Whether it is all of it.
 * @return string[] Thought and said; '' for none.
 */
function part_at_tags( string $text, bool $is_over ): array {
	$thought = '';
	$at      = 0;
	for ( ;; ) {
		$begin = $at + strspn( $text, BLANKS, $at );
		$tag   = '';
		foreach ( THINK_TAGS as $one ) {
			$there = (string) substr( $text, $begin, strlen( $one ) );
			if ( $there === $one ) {
				$tag = $one;
			} elseif ( ! $is_over && 0 === strncmp( $one, $there, strlen( $there ) ) && $begin + strlen( $there ) === strlen( $text ) ) {
				return array( $thought, '' );
			}
		}
		if ( '' === $tag ) {
			return array( $thought, (string) substr( $text, $at > 0 ? $begin : 0 ) );
		}
		$begin  += strlen( $tag );
		$closing = '</' . substr( $tag, 1 );
		$end     = strpos( $text, $closing, $begin );
		if ( false === $end ) {
			return array( $thought . substr( $text, $begin ), '' );
		}
		$thought .= substr( $text, $begin, $end - $begin );
		$at       = $end + strlen( $closing );
	}
}

/**
 * Parts a whole text that lacks the opening tag: where a server's template has written that already, the closing one comes alone, on a
 * line of its own.
 *
 * @param string $text All of it.
 * @return string[] Thought and said.
 */
function part_at_lone_end( string $text ): array {
	if ( ! preg_match( '#(?:^|\n)</think(?:ing)?>[ \t]*(?:\n\s*|$)#D', $text, $match, PREG_OFFSET_CAPTURE ) ) {
		return array( '', $text );
	}
	list( $end, $at ) = $match[0];
	$thought          = substr( $text, 0, $at );
	$said             = (string) substr( $text, $at + strlen( $end ) );
	return '' === $thought . $said ? array( '', $text ) : array( $thought, $said );
}
