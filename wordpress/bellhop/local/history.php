<?php
/**
 * A session as the model reads it: in the order in which runs took things up, messages that no run has taken yet left out, and a
 * summary in place of what it stands for. Neutral lines; how a provider writes them is another file's affair.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** How many events are read of a session at most. */
const MAX_HISTORY_EVENTS = 400;
/** Of an attached text the model reads this much. */
const MAX_DOCUMENT_CHARACTERS = 20000;

/**
 * What has been said so far, as the model is to read it.
 *
 * @return array|null lines: each role (user, agent, result), text, at (its place in the order of reading), and where they have
 *                    them calls (id, name, input) or id, name, or summary; measured: tokens that the model counted
 *                    last, and up to which event, or null; is_cut: whether there are more than could be read. Null where the database failed.
 */
function read_history( string $session_id ): ?array {
	global $wpdb;
	$events  = table( 'events' );
	$newest  = "SELECT seq, content, covers_seq FROM {$events} WHERE session_id = %s AND type = %s ORDER BY seq DESC LIMIT 1";
	$summary = rows( $wpdb->prepare( $newest, $session_id, 'session.compaction' ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$usage   = rows( $wpdb->prepare( $newest, $session_id, 'session.turn_usage' ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( null === $summary || null === $usage ) {
		return null;
	}
	$covers = (int) ( $summary[0]['covers_seq'] ?? 0 );
	// What the page said last is read word by word, besides the summary.
	$page = $covers > 0 ? "OR seq = ( SELECT MAX(p.seq) FROM {$events} p WHERE p.session_id = e.session_id AND p.type = 'system.message' AND p.run_id IS NOT NULL )" : '';
	$rows = rows(
		$wpdb->prepare(
			"SELECT type, content, read_seq FROM {$events} e WHERE session_id = %s AND ( read_seq > %d {$page} ) AND NOT ( type IN ('user.message', 'system.message') AND run_id IS NULL ) AND type IN ('user.message', 'system.message', 'agent.message', 'agent.tool_use', 'user.tool_result') ORDER BY read_seq DESC, seq DESC LIMIT %d", // phpcs:ignore WordPress.DB.PreparedSQL
			$session_id,
			$covers,
			MAX_HISTORY_EVENTS
		)
	);
	if ( null === $rows ) {
		return null;
	}
	$events  = array();
	$answers = array();
	foreach ( array_reverse( $rows ) as $row ) {
		$content = (array) json_decode( $row['content'] );
		if ( 'user.tool_result' === $row['type'] ) {
			foreach ( $content as $block ) {
				$answers[ $block->tool_use_id ] = $block;
			}
		} else {
			$events[] = array( $row['type'], $content, (int) $row['read_seq'] );
		}
	}
	$lines = history_lines( $events, $answers );
	if ( $summary ) {
		array_unshift( $lines, summary_line( text_of( (array) json_decode( $summary[0]['content'] ) ), $covers ) );
	}
	$is_measured = $usage && (int) $usage[0]['seq'] > (int) ( $summary[0]['seq'] ?? 0 );
	return array(
		'lines'    => from_visitor( without_refused( $lines ) ),
		'measured' => $is_measured ? array( (int) json_decode( $usage[0]['content'] )[0]->total_tokens, (int) $usage[0]['seq'] ) : null,
		'is_cut'   => count( $rows ) >= MAX_HISTORY_EVENTS,
	);
}

/**
 * What a summary stands for, on the visitor's side of the conversation: it quotes what visitors and pages have said.
 *
 * @param int $covers Everything up to here is in it.
 */
function summary_line( string $text, int $covers ): array {
	return array(
		'role'    => 'user',
		'text'    => '<earlier>' . quoted_text( $text ) . '</earlier>',
		'at'      => $covers,
		'summary' => $text,
	);
}

/**
 * Without what stands before the first words of a visitor: providers want those first.
 *
 * @param array[] $lines Of history_lines().
 * @return array[]
 */
function from_visitor( array $lines ): array {
	$first = array_search( 'user', wp_list_pluck( $lines, 'role' ), true );
	return false === $first ? $lines : array_slice( $lines, (int) $first );
}

/**
 * Providers refuse an unanswered call: one without a result gets one that says so. Words and calls of one turn are one line.
 *
 * @param array[]  $events  Type, content, and place in the order of reading.
 * @param object[] $answers Result blocks by id.
 * @return array[]
 */
function history_lines( array $events, array $answers ): array {
	$lines = array();
	$agent = -1;
	$last  = 0;
	foreach ( $events as list( $type, $content, $at ) ) {
		if ( in_array( $type, MESSAGE_TYPES, true ) ) {
			$agent   = -1;
			$text    = 'system.message' === $type ? page_context( text_of( $content ) ) : text_of( $content );
			$lines[] = array(
				'role' => 'user',
				'text' => '' === $text ? '(empty message)' : $text,
				'at'   => $at,
			);
			continue;
		}
		$calls = 'agent.tool_use' === $type ? $content : array();
		// What a model says in one turn is stored in one write, event after event.
		if ( $agent < 0 || ! $calls || $at !== $last + 1 ) {
			$agent   = count( $lines );
			$lines[] = array(
				'role'  => 'agent',
				'text'  => '',
				'calls' => array(),
				'at'    => $at,
			);
		}
		$last = $at;
		if ( ! $calls ) {
			$lines[ $agent ]['text'] = marked_text_of( $content );
		}
		foreach ( $calls as $call ) {
			$lines[ $agent ]['calls'][] = array(
				'id'    => $call->id,
				'name'  => $call->name,
				'input' => $call->input,
			);
			$lines[]                    = array(
				'role' => 'result',
				'id'   => $call->id,
				'name' => $call->name,
				'text' => text_of_result( $answers[ $call->id ] ?? null ),
				'at'   => $at,
			);
		}
	}
	return $lines;
}

/**
 * The words of an agent.message, with the name of the person who said them: the model must not take them for its own.
 *
 * @param array $content Of an agent.message.
 */
function marked_text_of( array $content ): string {
	$person = person_of( $content );
	return ( null === $person ? '' : '[' . $person->name . ', a person of the team] ' ) . text_of( $content );
}

/**
 * What came as a system.message, with a visitor's token: it stands on the visitor's side of the conversation, as one line in
 * which nothing can end the quotation or look like another speaker.
 *
 * @param string $text Of the page.
 */
function page_context( string $text ): string {
	return '<page_context>' . quoted_text( $text ) . '</page_context>';
}

/** A text in which nothing ends the quotation. */
function quoted_text( string $text ): string {
	return quoted_json( $text );
}

/**
 * JSON in one line, in which no tag can begin or end.
 *
 * @param mixed $value Anything.
 */
function quoted_json( $value ): string {
	return (string) wp_json_encode( $value, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE );
}

/** Estimates how many tokens a text takes: four letters a token; a letter of a dense script is one. */
function estimate_tokens( string $text ): int {
	$dense = preg_match_all( '/[\x{0900}-\x{0dff}\x{0e00}-\x{0fff}\x{1100}-\x{11ff}\x{2e80}-\x{9fff}\x{a960}-\x{d7ff}\x{f900}-\x{faff}]/u', $text );
	return (int) $dense + (int) ceil( ( mb_strlen( $text ) - (int) $dense ) / 4 );
}

/**
 * The words of a message, those of its documents too.
 *
 * @param array $blocks Of a message.
 */
function text_of( array $blocks ): string {
	$texts = array();
	foreach ( $blocks as $block ) {
		$type = $block->type ?? '';
		if ( 'text' === $type ) {
			$texts[] = $block->text;
		} elseif ( 'document' === $type ) {
			$title   = to_json( array( $block->title ?? 'untitled' ) );
			$texts[] = 'text' === $block->source->type
				? "<document title={$title}>\n" . cut( $block->source->data, MAX_DOCUMENT_CHARACTERS ) . "\n</document>"
				: "[A document was attached that can't be read here: {$title}]";
		}
	}
	return implode( "\n\n", $texts );
}

/**
 * A tool's result in words for the model.
 *
 * @param object|null $answer A result block.
 */
function text_of_result( ?object $answer ): string {
	if ( null === $answer ) {
		return SENTENCES['no_result'];
	}
	$content = $answer->content ?? '';
	$text    = is_string( $content ) ? $content : (string) wp_json_encode( $content );
	if ( '' !== $text ) {
		return $text;
	}
	return empty( $answer->is_error ) ? 'Done.' : 'It failed: ' . ( $answer->error_code ?? 'unclassified' ) . '.';
}
