<?php
/**
 * Addresses that visitors leave in a form of the chat's own (`ask_form`): told to other plugins once the form has been sent.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Tells of the forms that a visitor has just sent.
 *
 * @param array[] $events     Rows that have just been stored.
 */
function tell_form_leads( string $session_id, array $events ): void {
	foreach ( $events as $event ) {
		foreach ( 'user.tool_result' === $event['type'] ? (array) json_decode( (string) $event['content'], true ) : array() as $block ) {
			$form = empty( $block['is_error'] ) ? form_of_call( $session_id, text( $block['tool_use_id'] ?? null ) ) : null;
			$lead = null === $form ? null : lead_of_form( $form, $block['content'] ?? null );
			if ( null !== $lead ) {
				tell_lead( array( 'session_id' => $session_id ) + $lead );
			}
		}
	}
}

/**
 * The form that the agent has asked for by a call.
 *
 * @return array|null The call's input; null where the call was of another tool.
 */
function form_of_call( string $session_id, string $tool_use_id ): ?array {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT e.content FROM ' . table( 'calls' ) . ' c JOIN ' . table( 'events' ) . ' e ON e.session_id = c.session_id AND e.seq = c.seq WHERE c.session_id = %s AND c.tool_use_id = %s', $session_id, $tool_use_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	$call = $rows ? ( (array) json_decode( (string) $rows[0]['content'], true ) )[0] ?? array() : array();
	return 'ask_form' === ( $call['name'] ?? '' ) && is_array( $call['input']['fields'] ?? null ) ? $call['input'] : null;
}

/**
 * What a visitor has filled in, where an address is part of it.
 *
 * @param array $form   Title and fields, as the agent has asked.
 * @param mixed $answer The tool's result: values by the fields' names, as JSON or in blocks of text.
 */
function lead_of_form( array $form, $answer ): ?array {
	$answer = is_array( $answer ) && isset( $answer[0]['text'] ) ? $answer[0]['text'] : $answer;
	$answer = is_string( $answer ) ? json_decode( $answer, true ) : $answer;
	$values = is_array( $answer ) && is_array( $answer['values'] ?? null ) ? $answer['values'] : array();
	$lead   = array(
		'source'  => 'form',
		'message' => sanitize_text_field( text( $form['title'] ?? null ) ),
		'fields'  => array(),
		'consent' => null,
	);
	foreach ( $form['fields'] as $field ) {
		$lead = with_field( $lead, $field, $values[ text( $field['name'] ?? null ) ] ?? '' );
	}
	return isset( $lead['email'] ) || isset( $lead['phone'] ) ? $lead : null;
}

/**
 * A lead with one more field of its form.
 *
 * @param array $lead  So far.
 * @param array $field name, label, type.
 * @param mixed $value What the visitor has filled in; '' for nothing.
 */
function with_field( array $lead, array $field, $value ): array {
	$type = text( $field['type'] ?? null );
	if ( 'consent' === $type ) {
		$lead['consent'] = false !== $lead['consent'] && true === $value;
		return $lead;
	}
	$value = cut( sanitize_textarea_field( is_scalar( $value ) ? (string) $value : '' ), 2000 );
	if ( '' === $value ) {
		return $lead;
	}
	$name = text( $field['name'] ?? null );

	$lead['fields'][ sanitize_text_field( text( $field['label'] ?? $name ) ) ] = $value;
	if ( 'email' === $type && is_email( $value ) ) {
		$lead['email'] = $value;
	} elseif ( 'phone' === $type ) {
		$lead['phone'] = $value;
	} elseif ( preg_match( '/name/i', $name ) && ! isset( $lead['name'] ) ) {
		$lead['name'] = $value;
	}
	return $lead;
}
