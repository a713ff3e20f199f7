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
		if ( in_array( $keyword, FOREIGN_KEYWORDS, true ) || $value instanceof \Closure ) {
			continue;
		}
		if ( 'required' === $keyword ) {
			// On a property, where WordPress has it, it says something of the object around.
			if ( is_array( $value ) && $value ) {
				$result['required'] = array_values( $value );
			}
		} elseif ( in_array( $keyword, SCHEMA_MAPS, true ) ) {
			$result[ $keyword ] = (object) array_map(
				function ( $item ) use ( $depth ) {
					return is_bool( $item ) ? $item : portable_schema( $item, $depth + 1 );
				},
				(array) $value
			);
		} elseif ( in_array( $keyword, SCHEMA_SLOTS, true ) ) {
			$result[ $keyword ] = is_bool( $value ) ? $value : portable_schema( $value, $depth + 1 );
		} elseif ( in_array( $keyword, SCHEMA_LISTS, true ) && is_array( $value ) ) {
			$result[ $keyword ] = array_map(
				function ( $item ) use ( $depth ) {
					return portable_schema( $item, $depth + 1 );
				},
				array_values( $value )
			);
		} elseif ( 'default' === $keyword && array() === $value && in_array( 'object', (array) ( $schema['type'] ?? array() ), true ) ) {
			$result['default'] = (object) array();
		} else {
			$result[ $keyword ] = $value;
		}
	}
	$required = names_required_by_themselves( $schema['properties'] ?? array() );
	if ( $required ) {
		$result['required'] = array_values( array_unique( array_merge( $result['required'] ?? array(), $required ) ) );
	}
	return (object) $result;
}

/**
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
