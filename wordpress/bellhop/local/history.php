<?php
/**
 * A session as the model reads it: in the order in which runs took things up, messages that no run has taken yet left out, and
 * only the newest part of a long conversation. Neutral lines; how a provider writes them is another file's affair.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** What one request may hold of the conversation, in tokens by estimate. What is older is left out. */
const MAX_HISTORY_TOKENS = 12000;
/** How many events are read of a session at most. */
const MAX_HISTORY_EVENTS = 400;
/** Of an attached text the model reads this much. */
const MAX_DOCUMENT_CHARACTERS = 20000;

/**
 * What has been said so far, as the model is to read it.
 *
 * @param string $session_id Which session.
 * @return array[]|null Lines: each role (user, agent, result), text, and where they have them calls (id, name, input) or id,
 *                      name. Null where the database failed.
 */
function read_history( string $session_id ): ?array {
	global $wpdb;
	$rows = rows(
		$wpdb->prepare(
			'SELECT type, content FROM ' . table( 'events' ) . " WHERE session_id = %s AND NOT ( type IN ('user.message', 'system.message') AND run_id IS NULL ) AND type IN ('user.message', 'system.message', 'agent.message', 'agent.tool_use', 'user.tool_result') ORDER BY read_seq DESC, seq DESC LIMIT %d", // phpcs:ignore WordPress.DB.PreparedSQL
			$session_id,
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
			$events[] = array( $row['type'], $content );
		}
	}
	return newest_lines( history_lines( $events, $answers ), MAX_HISTORY_TOKENS );
}

/**
 * Providers refuse an unanswered call: one without a result gets one that says so. Words and calls of one turn are one line.
 *
 * @param array[]  $events  Type and content.
 * @param object[] $answers Result blocks by id.
 * @return array[]
 */
function history_lines( array $events, array $answers ): array {
	$lines = array();
	$agent = -1;
	foreach ( $events as list( $type, $content ) ) {
		if ( in_array( $type, MESSAGE_TYPES, true ) ) {
			$agent   = -1;
			$text    = 'system.message' === $type ? page_context( text_of( $content ) ) : text_of( $content );
			$lines[] = array(
				'role' => 'user',
				'text' => '' === $text ? '(empty message)' : $text,
			);
			continue;
		}
		$calls = 'agent.tool_use' === $type ? $content : array();
		// Words after a result, or after a call, begin another turn.
		if ( $agent < 0 || ! $calls || count( $lines[ $agent ]['calls'] ) !== count( $lines ) - 1 - $agent ) {
			$agent   = count( $lines );
			$lines[] = array(
				'role'  => 'agent',
				'text'  => '',
				'calls' => array(),
			);
		}
		if ( ! $calls ) {
			$lines[ $agent ]['text'] = text_of( $content );
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
			);
		}
	}
	return $lines;
}

/**
 * What came as a system.message, with a visitor's token: it stands on the visitor's side of the conversation, as one line in
 * which nothing can end the quotation or look like another speaker.
 *
 * @param string $text Of the page.
 */
function page_context( string $text ): string {
	return '<page_context>' . wp_json_encode( $text, JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE ) . '</page_context>';
}

/**
 * The newest part that fits. It begins with what a visitor said, since providers want it so; what was said last is always in it.
 *
 * @param array[] $lines Of history_lines.
 * @param int     $most  Tokens by estimate.
 * @return array[]
 */
function newest_lines( array $lines, int $most ): array {
	$tokens = 0;
	$start  = count( $lines );
	for ( $i = count( $lines ) - 1; $i >= 0; $i-- ) {
		$tokens += estimate_tokens( to_json( $lines[ $i ] ) );
		if ( $tokens > $most && $start < count( $lines ) ) {
			break;
		}
		if ( 'user' === $lines[ $i ]['role'] ) {
			$start = $i;
		}
	}
	return array_slice( $lines, $start );
}

/**
 * Estimates how many tokens a text takes: four letters a token; a letter of a dense script is one.
 *
 * @param string $text Anything.
 */
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
		return 'No result came.';
	}
	$content = $answer->content ?? '';
	$text    = is_string( $content ) ? $content : (string) wp_json_encode( $content );
	if ( '' !== $text ) {
		return $text;
	}
	return empty( $answer->is_error ) ? 'Done.' : 'It failed: ' . ( $answer->error_code ?? 'unclassified' ) . '.';
}
