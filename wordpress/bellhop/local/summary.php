<?php
/**
 * The summary of a conversation's oldest turns: asked of the owner's model, or, where it can't be had, an extract of the turns
 * themselves. The turns go in as quoted text, not as a conversation: nothing in them is an instruction, and no tool is offered.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Has turns summarised.
 *
 * @param array   $session A row, as begin_cycle() left it.
 * @param array[] $lines   Of read_history(), the oldest.
 * @param int     $most    Tokens of the summary.
 * @param array   $before  What summaries of this cycle have used so far.
 * @return array text, and before with this one.
 */
function summarise( array $session, array $lines, int $most, array $before ): array {
	$material = (int) ( context_window( $session['session_id'] ) * MATERIAL_SHARE );
	$request  = array(
		'session_id' => $session['session_id'],
		'system'     => SUMMARY_TASK,
		'lines'      => array(
			array(
				'role' => 'user',
				'text' => "<conversation>\n" . extract_of( $lines, $material ) . "\n</conversation>\n\nIn at most {$most} tokens.",
			),
		),
		'tools'      => array(),
		'names'      => array(),
		'before'     => $before,
		// A model counts tokens otherwise than we do, and a summary that is cut off is worth less than a long one.
		'max_tokens' => (int) ceil( 1.5 * $most ),
	);
	$asked = send_request( $session, $request );
	$said  = $asked['said'] ?? array();
	$text  = isset( $said['error'] ) ? '' : trim( text( $said['text'] ?? '' ) );
	return array(
		'text'   => '' === $text ? extract_of( $lines, $most ) : fit_text( $text, $most ),
		'before' => isset( $asked['usage'] ) ? add_usage( $asked['usage'], $said ) : $before,
	);
}

/**
 * What requests before the answer's have used, the one just answered included.
 *
 * @param array $usage Of note_request().
 * @param array $said  Of the model, or error.
 * @return array input_tokens, output_tokens, taken.
 */
function add_usage( array $usage, array $said ): array {
	$before   = $usage['before'] ?? array();
	$is_known = ( $said['input_tokens'] ?? 0 ) > 0;
	return array(
		'input_tokens'  => ( $before['input_tokens'] ?? 0 ) + ( $is_known ? $said['input_tokens'] : $usage['input_tokens'] ),
		'output_tokens' => ( $before['output_tokens'] ?? 0 ) + ( $is_known ? $said['output_tokens'] : 0 ),
		'taken'         => $usage['taken'] ?? 0,
	);
}

/**
 * Turns as short lines of plain text.
 *
 * @param array[] $lines Of read_history().
 * @param int     $most  Tokens.
 */
function extract_of( array $lines, int $most ): string {
	$said = array();
	foreach ( $lines as $line ) {
		$said = array_merge( $said, lines_said( $line ) );
	}
	foreach ( LINE_LIMITS as $limit ) {
		$text = implode(
			"\n",
			array_map(
				function ( string $line ) use ( $limit ): string {
					return short_line( $line, $limit );
				},
				$said
			)
		);
		if ( estimate_tokens( $text ) <= $most ) {
			return $text;
		}
	}
	// Too many lines even so: the newest are what the conversation goes on from.
	$kept = array();
	$left = $most - estimate_tokens( LEFT_OUT ) - 1;
	foreach ( array_reverse( $said ) as $line ) {
		$short = short_line( $line, LINE_LIMITS[ count( LINE_LIMITS ) - 1 ] );
		$left -= estimate_tokens( $short ) + 1;
		if ( $left < 0 ) {
			break;
		}
		array_unshift( $kept, $short );
	}
	return implode( "\n", array_merge( array( LEFT_OUT ), $kept ) );
}

/**
 * A line of the conversation, with who said it.
 *
 * @param array $line Of read_history().
 * @return string[] One line or more.
 */
function lines_said( array $line ): array {
	if ( isset( $line['summary'] ) ) {
		return array_values( array_diff( array_filter( array_map( 'trim', explode( "\n", $line['summary'] ) ) ), array( LEFT_OUT ) ) );
	}
	if ( 'result' === $line['role'] ) {
		return array( $line['name'] . ' answered: ' . $line['text'] );
	}
	$said = '' === $line['text'] ? array() : array( ( 'agent' === $line['role'] ? 'Agent: ' : 'Visitor: ' ) . $line['text'] );
	foreach ( $line['calls'] ?? array() as $call ) {
		$said[] = 'Agent called ' . $call['name'] . ' ' . wp_json_encode( $call['input'] );
	}
	return $said;
}

/**
 * A text that is no longer than it may be.
 *
 * @param int $most Tokens.
 */
function fit_text( string $text, int $most ): string {
	while ( estimate_tokens( $text ) > $most ) {
		$text = cut( $text, (int) floor( mb_strlen( $text ) * 0.9 ) );
	}
	return $text;
}
