<?php
/**
 * Tools → Site Health: whether the chat works, in WordPress's own list, with what to do. Tells what is known; asks nobody, so that
 * the list stays quick.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_filter( 'site_status_tests', __NAMESPACE__ . '\\add_health_test' );

/**
 * Adds the plugin's test to Tools → Site Health.
 *
 * @param array $tests Of WordPress.
 */
function add_health_test( $tests ): array {
	$tests                      = (array) $tests;
	$tests['direct']['bellhop'] = array(
		'label' => __( 'Bellhop chat', 'bellhop' ),
		'test'  => __NAMESPACE__ . '\\tell_health',
	);
	return $tests;
}

/** One result, in WordPress's shape. */
function tell_health(): array {
	list( $status, $label, $text ) = health();
	return array(
		'label'       => $label,
		'status'      => $status,
		'badge'       => array(
			'label' => __( 'Chat', 'bellhop' ),
			'color' => 'good' === $status ? 'blue' : 'orange',
		),
		'description' => '<p>' . esc_html( $text ) . '</p>',
		'actions'     => '<p><a href="' . esc_url( page_url() ) . '">' . esc_html__( 'Settings', 'bellhop' ) . '</a></p>',
		'test'        => 'bellhop',
	);
}

/**
 * How the chat stands.
 *
 * @return string[] good, recommended or critical; what it comes to; and more of it.
 */
function health(): array {
	$state = state();
	if ( has_chat() && ALL_CLOSED === get_option( OPTION_REST_CLOSED ) ) {
		return array( 'critical', __( 'Visitors can’t reach the chat', 'bellhop' ), words_of_closed_doors() );
	}
	$closed = 0 === known_door() ? '' : ' ' . words_of_door( known_door() );
	if ( answers_here() && '' !== words_of_trouble() ) {
		return array( 'critical', __( 'The AI model doesn’t answer visitors', 'bellhop' ), words_of_trouble() );
	}
	if ( answers_here() ) {
		$limit = month_limit_nano();
		if ( null !== $limit && spent_this_month_nano() >= 0.9 * $limit ) {
			return array( 'recommended', __( 'The chat’s money for this month is nearly used up', 'bellhop' ), __( 'When it is, visitors read your words instead of an answer, until the month is over or you raise the limit.', 'bellhop' ) );
		}
		return array( 'good', __( 'The chat answers from this WordPress', 'bellhop' ), __( '“Test the chat” in the settings asks the AI model and tells what is wrong, if anything.', 'bellhop' ) . $closed );
	}
	if ( has_no_gateway() ) {
		return array( 'recommended', __( 'The chat is off', 'bellhop' ), __( 'Visitors don’t see it. One button in the settings shows it to them.', 'bellhop' ) );
	}
	$problem = connection_problem();
	if ( '' !== $problem ) {
		return array( 'critical', __( 'The chat is not connected to its gateway', 'bellhop' ), explain_gateway_error( gateway_error( $problem ) ) );
	}
	if ( in_array( $state['status'], array( 'never', 'active' ), true ) && '' !== sending_state()['problem'] ) {
		return array( 'recommended', __( 'The chat’s agent may not know what your pages say now', 'bellhop' ), sending_state()['problem'] . $closed );
	}
	if ( in_array( $state['status'], array( 'never', 'active' ), true ) ) {
		return array( 'good', __( 'The chat is connected to its gateway', 'bellhop' ), __( '“Test the connection” in the settings asks the gateway and tells what is wrong, if anything.', 'bellhop' ) . $closed );
	}
	return array( 'critical', __( 'The chat’s gateway could not be reached, or refused this site', 'bellhop' ), $state['message'] );
}
