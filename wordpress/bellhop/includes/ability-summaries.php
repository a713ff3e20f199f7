<?php
/**
 * What the chat asks before it runs an ability, in the site's words: "Add 2 × Morning mug, €36?". A function makes these words from
 * the call's own input, for the visitor of the request and only where that visitor may run it. It changes nothing.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Ability;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Summaries of one address in a minute: each stands before a question, and nobody answers so many. */
const SUMMARIES_PER_MINUTE = 60;
/** The texts of a summary and how long each may be, as the chat takes them. */
const SUMMARY_TEXTS = array(
	'title'   => 120,
	'image'   => 2000,
	'total'   => 60,
	'confirm' => 40,
	'decline' => 40,
);
const SUMMARY_LINES = 6;
const SUMMARY_LINE  = 200;

/**
 * Registers the address that answers with an ability's summary.
 */
function register_summaries(): void {
	register_rest_route(
		'bellhop/v1',
		'/abilities/(?P<name>[a-z0-9-]+/[a-z0-9-]+)/summary',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\\answer_summary',
			'permission_callback' => __NAMESPACE__ . '\\is_own_page',
		)
	);
}
add_action( 'rest_api_init', __NAMESPACE__ . '\\register_summaries' );

/**
 * The functions that make summaries, by the ability's name.
 *
 * @return array<string, callable>
 */
function ability_summaries(): array {
	/**
	 * What the chat asks before it runs an ability. Each function gets the call's input, which fits the ability's schema, and answers
	 * with title (the question), and as it likes lines (at most six), image (an address), total, confirm and decline (the buttons).
	 * Null leaves the question as it is. It must change nothing, and be quick: the visitor waits for it.
	 *
	 * @param array<string, callable> $summaries By the ability's name, as in shop/add-to-cart.
	 */
	return array_filter( (array) apply_filters( 'bellhop_ability_summaries', shop_summaries() ), 'is_callable' );
}

/** Where a browser gets an ability's summary; '' where it has none. */
function summary_url( string $name ): string {
	return isset( ability_summaries()[ $name ] ) ? rest_url( 'bellhop/v1/abilities/' . $name . '/summary' ) : '';
}

/**
 * Answers with the summary of one call. All that is checked before the ability runs is checked here: the owner's choice, the input,
 * and whether this visitor may.
 *
 * @param WP_REST_Request $request name; the body has input, as for the run.
 * @return WP_REST_Response|WP_Error
 */
function answer_summary( WP_REST_Request $request ) {
	$name    = (string) $request->get_url_params()['name'];
	$ability = visitor_abilities()[ $name ] ?? null;
	$summary = ability_summaries()[ $name ] ?? null;
	if ( null === $ability || null === $summary ) {
		return new WP_Error( 'rest_ability_not_found', 'There is no such ability for visitors.', array( 'status' => 404 ) );
	}
	$wait = seconds_over_limits( array( array( 'summaries', client_network(), SUMMARIES_PER_MINUTE, MINUTE_IN_SECONDS ) ) );
	if ( $wait > 0 ) {
		return too_many( $wait );
	}
	$body  = (string) $request->get_body();
	$asked = strlen( $body ) > MAX_REQUEST_BYTES ? null : json_decode( $body, true, 32 );
	$input = is_array( $asked ) ? permitted_input( $ability, $asked['input'] ?? null ) : new WP_Error( 'ability_invalid_input', 'Send a JSON object: { input }.', array( 'status' => 400 ) );
	if ( is_wp_error( $input ) ) {
		return $input;
	}
	$response = new WP_REST_Response( (object) clean_summary( $summary( $input ) ), 200 );
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}

/**
 * The input as the ability would get it, where this visitor may run it with that.
 *
 * @param WP_Ability $ability Of visitor_abilities().
 * @param mixed      $input   As it came.
 * @return mixed|WP_Error
 */
function permitted_input( WP_Ability $ability, $input ) {
	$input = method_exists( $ability, 'normalize_input' ) ? $ability->normalize_input( $input ) : $input;
	$fits  = is_wp_error( $input ) ? $input : $ability->validate_input( $input );
	if ( is_wp_error( $fits ) ) {
		return new WP_Error( $fits->get_error_code(), $fits->get_error_message(), array( 'status' => 400 ) );
	}
	return true === $ability->check_permissions( $input ) ? $input : new WP_Error( 'rest_ability_cannot_execute', 'This visitor may not do that.', array( 'status' => rest_authorization_required_code() ) );
}

/**
 * A summary in plain words, no longer than the chat shows them; empty where there is no question in it.
 *
 * @param mixed $given Of a function of ability_summaries().
 */
function clean_summary( $given ): array {
	$clean = array();
	foreach ( is_array( $given ) ? SUMMARY_TEXTS : array() as $name => $most ) {
		$text = cut( plain_words( text( $given[ $name ] ?? null ) ), $most );
		if ( '' !== $text ) {
			$clean[ $name ] = $text;
		}
	}
	if ( ! isset( $clean['title'] ) ) {
		return array();
	}
	$lines = array();
	foreach ( array_slice( array_values( (array) ( $given['lines'] ?? array() ) ), 0, SUMMARY_LINES ) as $line ) {
		$lines[] = cut( plain_words( text( $line ) ), SUMMARY_LINE );
	}
	$clean['lines'] = array_values( array_filter( $lines, 'strlen' ) );
	return $clean;
}
