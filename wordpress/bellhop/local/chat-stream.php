<?php
/**
 * A provider's answer that comes in pieces: chat completions as server-sent events, put together into the reply that the same
 * request brings in one piece. Knows no network and no database.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** An answer of which nothing has come yet, for read_chat_piece(). */
function new_chat_stream(): object {
	return (object) array(
		'rest'    => '',
		'text'    => '',
		'thought' => null,
		'calls'   => array(),
		'stop'    => null,
		'model'   => '',
		'usage'   => null,
		'error'   => null,
		'is_over' => false,
	);
}

/**
 * Takes what has come, cut anywhere.
 *
 * @param object $stream Of new_chat_stream(). It changes.
 */
function read_chat_piece( object $stream, string $piece ): void {
	$lines        = explode( "\n", $stream->rest . $piece );
	$stream->rest = (string) array_pop( $lines );
	foreach ( $lines as $line ) {
		// Providers write each chunk in one line; comments, names of events and a body that is no stream are other lines.
		if ( 0 !== strpos( $line, 'data:' ) ) {
			continue;
		}
		$data = trim( substr( $line, 5 ) );
		if ( '[DONE]' === $data ) {
			$stream->is_over = true;
			continue;
		}
		$chunk = json_decode( $data );
		if ( is_object( $chunk ) ) {
			read_chat_chunk( $stream, $chunk );
		}
	}
}

/**
 * Takes one chunk.
 *
 * @param object $stream Of new_chat_stream(). It changes.
 * @param object $chunk  As the provider wrote it.
 */
function read_chat_chunk( object $stream, object $chunk ): void {
	if ( isset( $chunk->error ) ) {
		$stream->error = $chunk->error;
		return;
	}
	$stream->model = text( $chunk->model ?? null ) ? $chunk->model : $stream->model;
	$stream->usage = is_object( $chunk->usage ?? null ) ? $chunk->usage : $stream->usage;
	$choice        = is_array( $chunk->choices ?? null ) ? ( $chunk->choices[0] ?? null ) : null;
	if ( ! is_object( $choice ) ) {
		return;
	}
	$stream->stop = text( $choice->finish_reason ?? null ) ? $choice->finish_reason : $stream->stop;
	if ( is_object( $choice->delta ?? null ) ) {
		read_chat_delta( $stream, $choice->delta );
	}
}

/**
 * Takes what a chunk adds to the answer.
 *
 * @param object $stream Of new_chat_stream(). It changes.
 * @param object $delta  As the provider wrote it.
 */
function read_chat_delta( object $stream, object $delta ): void {
	$stream->text .= text( $delta->content ?? null );
	$thought       = text( $delta->reasoning_content ?? $delta->reasoning ?? null );
	if ( '' !== $thought ) {
		$stream->thought .= $thought;
	}
	foreach ( is_array( $delta->tool_calls ?? null ) ? $delta->tool_calls : array() as $call ) {
		if ( is_object( $call ) ) {
			read_chat_call( $stream, $call );
		}
	}
}

/**
 * Takes a piece of a call: its name comes first, its arguments in pieces.
 *
 * @param object $stream Of new_chat_stream(). It changes.
 * @param object $call   As the provider wrote it.
 */
function read_chat_call( object $stream, object $call ): void {
	$is_new = '' !== text( $call->id ?? null ) || '' !== text( $call->function->name ?? null );
	// Some leave the index out, and write each call whole.
	$at = is_int( $call->index ?? null ) ? $call->index : max( 0, count( $stream->calls ) - ( $is_new ? 0 : 1 ) );
	if ( ! isset( $stream->calls[ $at ] ) ) {
		$stream->calls[ $at ] = (object) array(
			'function' => (object) array(
				'name'      => '',
				'arguments' => '',
			),
		);
	}
	$stream->calls[ $at ]->function->name      .= text( $call->function->name ?? null );
	$stream->calls[ $at ]->function->arguments .= text( $call->function->arguments ?? null );
}

/**
 * The whole answer in the shape that it has when it comes in one piece.
 *
 * @param object $stream Of new_chat_stream().
 * @return object|null Null where it broke off.
 */
function chat_reply_of( object $stream ): ?object {
	if ( null === $stream->stop && ! $stream->is_over ) {
		return null;
	}
	ksort( $stream->calls );
	$choice = (object) array(
		'message'       => (object) array(
			'content'           => $stream->text,
			'reasoning_content' => $stream->thought,
			'tool_calls'        => array_values( $stream->calls ),
		),
		'finish_reason' => $stream->stop,
	);
	return (object) array(
		'model'   => $stream->model,
		'choices' => array( $choice ),
		'usage'   => $stream->usage,
	);
}

/**
 * Reads an answer that came in pieces, once all of it is there.
 *
 * @param string $body Of the provider's reply.
 * @return array error, or what read_said() reads.
 */
function read_chat_stream( string $body ): array {
	$stream = new_chat_stream();
	read_chat_piece( $stream, $body . "\n" );
	if ( null !== $stream->error ) {
		$code = is_object( $stream->error ) && is_int( $stream->error->code ?? null ) ? $stream->error->code : 500;
		return failed_request( $code, (string) wp_json_encode( $stream->error ) );
	}
	return read_chat_reply( chat_reply_of( $stream ) );
}
