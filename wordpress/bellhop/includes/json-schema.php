<?php
/**
 * WordPress's way of writing JSON Schema, made into what the rest of the world reads: 2020-12, with empty objects that stay
 * objects. Knows nothing of abilities.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Keywords of the REST API that no other reader knows. */
const FOREIGN_KEYWORDS = array( 'sanitize_callback', 'validate_callback', 'arg_options', 'context', 'readonly' );
/** Keywords that hold schemas by name. */
const SCHEMA_MAPS = array( 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas' );
/** Keywords that hold one schema. */
const SCHEMA_SLOTS = array( 'items', 'additionalProperties', 'additionalItems', 'contains', 'not', 'if', 'then', 'else', 'propertyNames' );
/** Keywords that hold a list of schemas. */
const SCHEMA_LISTS = array( 'anyOf', 'oneOf', 'allOf', 'prefixItems' );

/**
 * An ability's schema as JSON Schema that every model takes.
 *
 * @param mixed $schema As an ability declares it.
 * @param int   $depth  How deep it stands.
 * @return object Empty where it is no schema.
 */
function portable_schema( $schema, int $depth = 0 ): object {
	if ( is_object( $schema ) ) {
		$schema = get_object_vars( $schema );
	}
	if ( ! is_array( $schema ) || $depth > 16 ) {
		return (object) array();
	}
	$result = array();
	foreach ( $schema as $keyword => $value ) {
		// On a property, where WordPress has it, `required` says something of the object around.
		$is_dropped = in_array( $keyword, FOREIGN_KEYWORDS, true ) || $value instanceof \Closure
			|| ( 'required' === $keyword && ( ! is_array( $value ) || ! $value ) );
		if ( ! $is_dropped ) {
			$result[ $keyword ] = portable_value( (string) $keyword, $value, $schema, $depth + 1 );
		}
	}
	$required = names_required_by_themselves( $schema['properties'] ?? array() );
	if ( $required ) {
		$result['required'] = array_values( array_unique( array_merge( $result['required'] ?? array(), $required ) ) );
	}
	return (object) $result;
}

/**
 * What stands under one keyword.
 *
 * @param string $keyword Of a schema.
 * @param mixed  $value   As it is there.
 * @param array  $schema  The schema around.
 * @param int    $depth   How deep the schemas in it stand.
 * @return mixed
 */
function portable_value( string $keyword, $value, array $schema, int $depth ) {
	$portable = function ( $item ) use ( $depth ) {
		return is_bool( $item ) ? $item : portable_schema( $item, $depth );
	};
	if ( in_array( $keyword, SCHEMA_MAPS, true ) ) {
		return (object) array_map( $portable, (array) $value );
	}
	if ( in_array( $keyword, SCHEMA_SLOTS, true ) ) {
		return $portable( $value );
	}
	if ( in_array( $keyword, SCHEMA_LISTS, true ) && is_array( $value ) ) {
		return array_map( $portable, array_values( $value ) );
	}
	if ( 'required' === $keyword ) {
		return array_values( $value );
	}
	$is_empty_object = 'default' === $keyword && array() === $value && in_array( 'object', (array) ( $schema['type'] ?? array() ), true );
	return $is_empty_object ? (object) array() : $value;
}

/**
 * Names of properties that say themselves, in WordPress's old way, that they are required.
 *
 * @param mixed $properties Of a schema.
 * @return string[]
 */
function names_required_by_themselves( $properties ): array {
	$names = array();
	foreach ( is_array( $properties ) ? $properties : array() as $name => $schema ) {
		if ( is_array( $schema ) && true === ( $schema['required'] ?? null ) ) {
			$names[] = (string) $name;
		}
	}
	return $names;
}
