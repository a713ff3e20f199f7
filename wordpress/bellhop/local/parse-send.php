<?php
/**
 * The body of a send, as one of three things that may be sent: messages, results, or one interrupt. No database is asked here.
 * Bodies are read as objects, so that an empty object stays one.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

const MESSAGE_TYPES = array( 'user.message', 'system.message' );

/**
 * Checks a send's body.
 *
 * @return array|WP_Error kind (messages, results or interrupt) and events, each with type and content, and where it was sent
 *                        intent_id, and run_id of an interrupt.
 */
function parse_send( string $text ) {
	if ( strlen( $text ) > MAX_BODY_BYTES ) {
		return refusal( 413, 'The body is larger than 1 MiB.' );
	}
	$body = json_decode( $text, false, 32 );
	if ( ! is_object( $body ) ) {
		return invalid( SENTENCES['no_object'] );
	}
	$given = $body->events ?? null;
	if ( ! is_array( $given ) || ! $given || count( $given ) > MAX_EVENTS_PER_SEND ) {
		return invalid( 'events must be an array of 1 to ' . MAX_EVENTS_PER_SEND . ' items.' );
	}
	$events = array();
	foreach ( $given as $index => $event ) {
		$read = read_sent_event( $event, "events[$index]" );
		if ( is_wp_error( $read ) ) {
			return $read;
		}
		$events[] = $read;
	}
	return sort_submission( $events );
}

/**
 * Tells messages, results and interrupts apart, which can't be sent together.
 *
 * @param array[] $events Read ones.
 * @return array|WP_Error
 */
function sort_submission( array $events ) {
	$types = array_unique( wp_list_pluck( $events, 'type' ) );
	if ( in_array( 'user.interrupt', $types, true ) ) {
		return 1 === count( $events ) ? array(
			'kind'   => 'interrupt',
			'events' => $events,
		) : invalid( SENTENCES['lone_interrupt'] );
	}
	$twice = name_given_twice( $events );
	if ( null !== $twice ) {
		return invalid( 'The intent_id ' . quoted( $twice ) . ' is given twice in this request.' );
	}
	$has_results = in_array( 'user.tool_result', $types, true );
	if ( $has_results && count( $types ) > 1 ) {
		return invalid( SENTENCES['mixed_send'] );
	}
	if ( $has_results ) {
		$ids = answered_ids( $events );
		if ( count( array_unique( $ids ) ) < count( $ids ) ) {
			return invalid( 'One tool_use is answered twice in this request.' );
		}
	}
	return array(
		'kind'   => $has_results ? 'results' : 'messages',
		'events' => $events,
	);
}

/**
 * Ids of the calls that results answer.
 *
 * @param array[] $events Of kind results.
 * @return string[]
 */
function answered_ids( array $events ): array {
	$ids = array();
	foreach ( $events as $event ) {
		foreach ( $event['content'] as $block ) {
			$ids[] = $block['tool_use_id'];
		}
	}
	return $ids;
}

/**
 * Checks one event of a send.
 *
 * @param mixed  $event As it came.
 * @param string $where Its place, for the refusal.
 * @return array|WP_Error
 */
function read_sent_event( $event, string $where ) {
	if ( ! is_object( $event ) ) {
		return invalid( "$where must be an object." );
	}
	$type    = $event->type ?? null;
	$content = $event->content ?? null;
	if ( in_array( $type, REJECTED_INPUT_TYPES, true ) ) {
		return invalid( "$where.type $type is not accepted here." );
	}
	$names = read_names( $event, $where );
	if ( is_wp_error( $names ) ) {
		return $names;
	}
	if ( 'user.interrupt' === $type ) {
		return null === $content || array() === $content ? $names + array(
			'type'    => $type,
			'content' => array(),
		) : invalid( "$where.content of a user.interrupt must be left out or empty." );
	}
	$is_result = 'user.tool_result' === $type;
	if ( ! $is_result && ! in_array( $type, MESSAGE_TYPES, true ) ) {
		return invalid( "$where.type must be one of: " . implode( ', ', INPUT_EVENT_TYPES ) . '.' );
	}
	if ( ! is_array( $content ) || ! $content ) {
		return invalid( "$where.content must be an array of at least one block." );
	}
	$blocks = array();
	foreach ( $content as $index => $block ) {
		$at   = "{$where}.content[{$index}]";
		$read = $is_result ? read_result_block( $block, $at ) : read_message_block( $block, $at );
		if ( is_wp_error( $read ) ) {
			return $read;
		}
		$blocks[] = $read;
	}
	return $names + array(
		'type'    => $type,
		'content' => $blocks,
	);
}

/**
 * Text and documents. Unknown fields are dropped, so nothing unseen is stored or echoed.
 *
 * @param mixed $block As it came.
 * @return array|WP_Error
 */
function read_message_block( $block, string $where ) {
	$type = is_object( $block ) ? ( $block->type ?? null ) : null;
	if ( 'text' === $type ) {
		return is_string( $block->text ?? null ) ? array(
			'type' => 'text',
			'text' => $block->text,
		) : invalid( "$where.text must be a string." );
	}
	if ( 'document' !== $type ) {
		return invalid( "$where.type must be text or document." );
	}
	$title = $block->title ?? null;
	if ( null !== $title && ! is_string( $title ) ) {
		return invalid( "$where.title must be a string." );
	}
	$source = read_source( $block->source ?? null, "$where.source" );
	if ( is_wp_error( $source ) ) {
		return $source;
	}
	return array( 'type' => 'document' ) + ( null === $title ? array() : array( 'title' => $title ) ) + array( 'source' => $source );
}

/**
 * Checks where a document comes from.
 *
 * @param mixed $source As it came.
 * @return array|WP_Error
 */
function read_source( $source, string $where ) {
	$type = is_object( $source ) ? ( $source->type ?? null ) : null;
	if ( 'url' === $type ) {
		$url = text( $source->url ?? null );
		return preg_match( '#^https?://[^\s/]#i', $url ) ? array(
			'type' => 'url',
			'url'  => $url,
		) : invalid( "$where.url must be an http or https address." );
	}
	if ( ! in_array( $type, array( 'base64', 'text' ), true ) ) {
		return invalid( "$where.type must be base64, text or url." );
	}
	$media = text( $source->media_type ?? null );
	$data  = $source->data ?? null;
	if ( ! preg_match( '#^[\w.+-]+/[\w.+-]+(\s*;.*)?$#D', $media ) ) {
		return invalid( "$where.media_type must be a media type such as text/plain." );
	}
	if ( ! is_string( $data ) || ( 'base64' === $type && ( 0 !== strlen( $data ) % 4 || ! preg_match( '#^[A-Za-z0-9+/]*={0,2}$#D', $data ) ) ) ) {
		return invalid( "$where.data must be a string, and valid base64 where its type says so." );
	}
	return array(
		'type'       => $type,
		'media_type' => $media,
		'data'       => $data,
	);
}
