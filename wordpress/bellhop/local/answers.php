<?php
/**
 * Answers that the owner has written, each to a question: known beside the pages, and found like them. They have no page to link to.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** A list of texts: the question is the first line, the answer what follows. Apart from the settings, which every page loads. */
const OPTION_ANSWERS        = 'bellhop_answers';
const MAX_ANSWERS           = 300;
const QUESTION_CHARACTERS   = 200;
const OWN_ANSWER_CHARACTERS = 2000;

add_action( 'add_option_' . OPTION_ANSWERS, __NAMESPACE__ . '\\know_answers', 10, 0 );
add_action( 'update_option_' . OPTION_ANSWERS, __NAMESPACE__ . '\\know_answers', 10, 0 );

/**
 * The owner's pairs.
 *
 * @return array[] Question and answer of each.
 */
function own_answers(): array {
	$pairs = array();
	foreach ( words( get_option( OPTION_ANSWERS ) ) as $text ) {
		$pairs[] = array_pad( explode( "\n", $text, 2 ), 2, '' );
	}
	return $pairs;
}

/**
 * Stores the owner's pairs. Whatever has no question or no answer is left out.
 *
 * @param array[] $pairs Question and answer of each, as somebody has typed them.
 */
function store_answers( array $pairs ): void {
	$texts = array();
	foreach ( array_slice( $pairs, 0, MAX_ANSWERS ) as list( $question, $answer ) ) {
		$question = cut( sanitize_text_field( $question ), QUESTION_CHARACTERS );
		$answer   = cut( sanitize_textarea_field( str_replace( "\r\n", "\n", $answer ) ), OWN_ANSWER_CHARACTERS );
		if ( '' !== $question && '' !== $answer ) {
			$texts[] = $question . "\n" . $answer;
		}
	}
	update_option( OPTION_ANSWERS, $texts, false );
}

/**
 * Stores one pair more, or another answer to a question that there is.
 *
 * @param string $question As somebody has typed it.
 * @param string $answer   Likewise.
 * @return bool|null Whether the question is new; null where there are too many already.
 */
function teach_answer( string $question, string $answer ): ?bool {
	$pairs  = own_answers();
	$found  = array_search( cut( sanitize_text_field( $question ), QUESTION_CHARACTERS ), array_column( $pairs, 0 ), true );
	$is_new = false === $found;
	if ( $is_new && count( $pairs ) >= MAX_ANSWERS ) {
		return null;
	}
	$pairs[ $is_new ? count( $pairs ) : (int) $found ] = array( $question, $answer );
	store_answers( $pairs );
	return $is_new;
}

/** Brings what is known up to date with the owner's pairs. */
function know_answers(): void {
	$passages = array();
	foreach ( own_answers() as list( $question, $answer ) ) {
		$passages[] = array( $question, '', $answer, '' );
	}
	ensure_tables();
	keep_passages( 0, $passages );
}
