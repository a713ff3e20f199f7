<?php
/**
 * Which of the tools that a page offers the agent gets. A page can't widen what the owner allows: abilities are described
 * by this server, not by the page.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const MAX_TOOLS             = 64;
const MAX_TOOL_NAME         = 128;
const MAX_TOOL_DESCRIPTION  = 4000;
const MAX_TOOL_SCHEMA_BYTES = 32768;

/**
 * The tools that the agent gets: this site's abilities, and what the page offers, as the owner allows them.
 *
 * @param mixed $offered What the page sent: objects with name, description, input_schema.
 * @return array[] Tools as the gateway takes them.
 */
function allowed_tools( $offered ): array {
	$settings  = settings();
	$from_page = array_intersect( array( 'page', 'webmcp' ), $settings['tools'] );
	$allowed   = array();
	foreach ( ability_catalog( visitor_abilities() ) as $ability ) {
		$allowed[ tool_name( $ability['name'] ) ] = array(
			'name'         => tool_name( $ability['name'] ),
			'description'  => '' === $ability['description'] ? $ability['label'] : $ability['description'],
			'input_schema' => tool_schema( $ability['input_schema'] ),
		);
	}
	$names = array_fill_keys( array_map( __NAMESPACE__ . '\\tool_name', array_keys( runnable_abilities() ) ), true );
	$tools = array();
	foreach ( is_array( $offered ) ? array_slice( $offered, 0, MAX_TOOLS * 2 ) : array() as $tool ) {
		$name = is_object( $tool ) && isset( $tool->name ) ? text( $tool->name ) : '';
		if ( ! preg_match( '/^[\w.\/-]{1,' . MAX_TOOL_NAME . '}$/', $name ) || isset( $tools[ $name ] ) ) {
			continue;
		}
		if ( isset( $allowed[ $name ] ) ) {
			$tools[ $name ] = $allowed[ $name ];
			continue;
		}
		if ( in_array( $name, card_tools(), true ) ) {
			$tools[ $name ] = page_tool( $name, $tool );
			continue;
		}
		$named = ! $settings['page_tools'] || in_array( $name, $settings['page_tools'], true );
		if ( $from_page && $named && ! isset( $names[ $name ] ) ) {
			$tool = page_tool( $name, $tool );
			if ( null !== $tool ) {
				$tools[ $name ] = $tool;
			}
		}
	}
	/**
	 * The tools that the agent of a visitor's session gets.
	 *
	 * @param array[] $tools   name, description, input_schema.
	 * @param mixed   $offered What the page offers.
	 */
	$tools = (array) apply_filters( 'bellhop_tools', array_values( array_filter( $tools ) ), $offered );
	return array_slice( array_values( $tools ), 0, MAX_TOOLS );
}

/** Whether the agent shows products as the chat's own cards: it does where visitors may find products. */
function may_show_items(): bool {
	return isset( visitor_abilities()['bellhop/find-products'] );
}

/**
 * What the agent may show and ask in the chat itself, as the tag names it.
 *
 * @return string[] Of choices, form, replies, approvals, products.
 */
function card_kinds(): array {
	return array_merge(
		settings()['cards'] ? array( 'choices', 'form', 'replies' ) : array(),
		may_gateway_ask() ? array( 'approvals' ) : array(),
		may_show_items() ? array( 'products' ) : array()
	);
}

/** Whether a gateway may ask the visitor before it runs a tool of its own server's: no such tools are run here. */
function may_gateway_ask(): bool {
	return settings()['cards'] && ! has_no_gateway();
}

/**
 * The chat's own tools for that. They are no page's, so the choice of pages' tools doesn't concern them.
 *
 * @return string[] Names.
 */
function card_tools(): array {
	return array_merge(
		settings()['cards'] ? array( 'offer_choices', 'ask_form', 'suggest_replies' ) : array(),
		may_gateway_ask() ? array( 'allow_server_tool' ) : array(),
		may_show_items() ? array( 'show_items' ) : array()
	);
}

/**
 * An ability's input as the widget wraps it: a tool's input is an object.
 *
 * @param object $schema Of portable_schema().
 */
function tool_schema( object $schema ): object {
	$fields = get_object_vars( $schema );
	if ( ! $fields ) {
		return (object) array( 'type' => 'object' );
	}
	if ( isset( $fields['type'] ) && 'object' !== $fields['type'] ) {
		return (object) array(
			'type'       => 'object',
			'properties' => array( 'input' => $schema ),
			'required'   => array( 'input' ),
		);
	}
	return $schema;
}

/**
 * A tool of a page as the gateway takes it; null where its schema can't be passed on.
 *
 * @param object $tool As the page offers it.
 */
function page_tool( string $name, object $tool ): ?array {
	$schema = isset( $tool->input_schema ) && is_object( $tool->input_schema ) ? $tool->input_schema : (object) array( 'type' => 'object' );
	$json   = wp_json_encode( $schema );
	if ( false === $json || strlen( $json ) > MAX_TOOL_SCHEMA_BYTES ) {
		return null;
	}
	return array(
		'name'         => $name,
		'description'  => isset( $tool->description ) ? cut( text( $tool->description ), MAX_TOOL_DESCRIPTION ) : '',
		'input_schema' => $schema,
	);
}
