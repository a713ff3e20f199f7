<?php
/**
 * The result blocks that a client sends, checked and brought to the one form in which they are stored: a failure always has a
 * code and an envelope; the traceparent is checked and not kept in the history.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Checks one result of a tool.
 *
 * @param mixed  $block As it came.
 * @param string $where Its place, for the refusal.
 * @return array|WP_Error
 */
function read_result_block( $block, string $where ) {
	if ( ! is_object( $block ) || 'tool_result' !== ( $block->type ?? null ) ) {
		return invalid( "$where.type must be tool_result." );
	}
	$id = $block->tool_use_id ?? null;
	if ( ! is_string( $id ) || ! is_id( $id ) ) {
		return invalid( "$where.tool_use_id must be an id: 1 to " . MAX_ID_LENGTH . ' letters, digits and _ . : -' );
	}
	$is_error = $block->is_error ?? null;
	if ( null !== $is_error && ! is_bool( $is_error ) ) {
		return invalid( "$where.is_error must be true or false." );
	}
	$problem = problem_of_result( $block, true === $is_error, $where );
	return null === $problem ? stored_result( $block, $is_error ) : $problem;
}

/**
 * A result as it is stored.
 *
 * @param bool|null $is_error As it says.
 */
function stored_result( object $block, ?bool $is_error ): array {
	$content = $block->content ?? null;
	$result  = array(
		'type'        => 'tool_result',
		'tool_use_id' => $block->tool_use_id,
	);
	if ( true === $is_error ) {
		$code   = $block->error_code ?? code_of_envelope( $content );
		$result = $result + array(
			'content'    => failure_envelope( $content, $code ),
			'is_error'   => true,
			'error_code' => $code,
		);
	} else {
		$result += null === $content ? array() : array( 'content' => $content );
		$result += null === $is_error ? array() : array( 'is_error' => false );
	}
	$timing = sound_timing( $block->client_timing ?? null );
	return $result + ( null === $timing ? array() : array( 'client_timing' => $timing ) );
}

/**
 * What is wrong with the fields besides the id; null where nothing is.
 *
 * @param bool   $is_error Whether it says that the tool failed.
 * @param string $where    Its place, for the refusal.
 */
function problem_of_result( object $block, bool $is_error, string $where ): ?WP_Error {
	if ( isset( $block->error_code ) || property_exists( $block, 'error_code' ) ) {
		if ( ! $is_error ) {
			return invalid( "$where.error_code is allowed only where is_error is true." );
		}
		if ( ! in_array( $block->error_code, TOOL_ERROR_CODES, true ) ) {
			return invalid( "$where.error_code must be one of: " . implode( ', ', TOOL_ERROR_CODES ) . '.' );
		}
	}
	$trace = $block->traceparent ?? '';
	if ( ! is_string( $trace ) || strlen( $trace ) > MAX_TRACEPARENT ) {
		return invalid( "$where.traceparent must be a string of at most " . MAX_TRACEPARENT . ' characters.' );
	}
	$timing = $block->client_timing ?? null;
	if ( null !== $timing && ( ! is_object( $timing ) || ! is_int( $timing->started_at_ms ?? null ) || ! is_int( $timing->ended_at_ms ?? null ) ) ) {
		return invalid( "$where.client_timing needs started_at_ms and ended_at_ms, integers in Unix milliseconds." );
	}
	$content = $block->content ?? null;
	$is_fine = null === $content || is_string( $content ) || ( $is_error && null !== read_envelope( $content ) );
	return $is_fine ? null : invalid( "$where.content must be a string; of a failed result also {\"error\": {\"code\", …}}." );
}

/**
 * A clock that was set in between: what the tool did counts, however long it seems to have taken.
 *
 * @param mixed $timing Checked; null for none.
 */
function sound_timing( $timing ): ?array {
	if ( null === $timing || $timing->started_at_ms < 0 || $timing->ended_at_ms < $timing->started_at_ms ) {
		return null;
	}
	return array(
		'started_at_ms' => $timing->started_at_ms,
		'ended_at_ms'   => $timing->ended_at_ms,
	);
}

/**
 * Reads the envelope that a tool's failure comes in.
 *
 * @param mixed $content An envelope as an object or as JSON; null for anything else.
 */
function read_envelope( $content ): ?array {
	$value = is_string( $content ) ? json_decode( $content, false, 32 ) : $content;
	$error = is_object( $value ) ? ( $value->error ?? null ) : null;
	if ( ! is_object( $error ) || ! is_string( $error->code ?? null ) ) {
		return null;
	}
	$read = array(
		'code'    => $error->code,
		'message' => text( $error->message ?? null ),
	);
	if ( is_string( $error->field ?? null ) ) {
		$read['field'] = $error->field;
	}
	$read['retryable'] = true === ( $error->retryable ?? null );
	return $read;
}

/**
 * The code that an envelope names, or unclassified.
 *
 * @param mixed $content Of a failed result without a code of its own.
 */
function code_of_envelope( $content ): string {
	$code = read_envelope( $content )['code'] ?? '';
	return in_array( $code, TOOL_ERROR_CODES, true ) ? $code : 'unclassified';
}

/**
 * The client's envelope, or one made of its plain text. The block's code wins.
 *
 * @param mixed  $content Of the block.
 * @param string $code    Of the block.
 */
function failure_envelope( $content, string $code ): array {
	$given = read_envelope( $content );
	if ( null !== $given ) {
		return array( 'error' => array( 'code' => $code ) + $given );
	}
	$message = is_string( $content ) && '' !== $content ? $content : 'The tool failed and gave no reason.';
	return array(
		'error' => array(
			'code'      => $code,
			'message'   => $message,
			'retryable' => false,
		),
	);
}

/**
 * The result that the site writes itself for a call whose client can no longer answer it.
 *
 * @param string $id  Of the call.
 * @param string $why For the model, in words.
 */
function cancelled_result( string $id, string $why ): array {
	return array(
		'type'        => 'tool_result',
		'tool_use_id' => $id,
		'content'     => failure_envelope( $why, 'cancelled' ),
		'is_error'    => true,
		'error_code'  => 'cancelled',
	);
}
