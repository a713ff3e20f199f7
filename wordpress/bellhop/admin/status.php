<?php
/**
 * How the site stands with its gateway, in an owner's words: the present state, what a test has found.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_notices', __NAMESPACE__ . '\\print_status_notice' );

/**
 * How a site with a gateway stands with it.
 *
 * @return array[] [kind, sentence]: success, info, warning or error.
 */
function connection_lines(): array {
	$state = state();
	$lines = array();
	if ( 'not_connected' !== connection_problem() && '' !== connection_problem() ) {
		$lines[] = array( 'warning', explain_gateway_error( gateway_error( connection_problem() ) ) );
	} elseif ( 'revoked' === $state['status'] ) {
		$lines[] = array( 'error', __( 'This site is no longer connected', 'bellhop' ) . '. ' . $state['message'] );
	} elseif ( ! is_connected() ) {
		$lines[] = array( 'warning', __( 'Not connected yet: address, client id and service token are needed, each of your gateway.', 'bellhop' ) );
	} else {
		$lines[] = report_line( $state );
	}
	if ( $state['abilities_left'] > 0 ) {
		/* translators: %d: a number */
		$lines[] = array( 'warning', sprintf( _n( '%d ability had no room in the report: the gateway takes 64 KiB. Those that visitors use are sent first.', '%d abilities had no room in the report: the gateway takes 64 KiB. Those that visitors use are sent first.', $state['abilities_left'], 'bellhop' ), $state['abilities_left'] ) );
	}
	if ( '' !== $state['session_error'] && $state['session_at'] > time() - DAY_IN_SECONDS ) {
		$reason = explain_gateway_error( gateway_error( $state['session_error'] ) );
		/* translators: 1: a time, as in "5 minutes", 2: what went wrong */
		$lines[] = array( 'warning', sprintf( __( 'A visitor could not be given a session %1$s ago. %2$s', 'bellhop' ), human_time_diff( $state['session_at'] ), $reason ) );
	}
	return $lines;
}

/**
 * What the last report to the gateway has come to.
 *
 * @param array $state Of state().
 */
function report_line( array $state ): array {
	$ago = $state['at'] > 0 ? human_time_diff( $state['at'] ) : '';
	if ( '' === $ago ) {
		return array( 'info', __( 'This site has not reported to the gateway yet. It does so within the hour; the test below tells at once whether all is well.', 'bellhop' ) );
	}
	if ( 'active' === $state['status'] ) {
		/* translators: %s: a time, as in "5 minutes" */
		return array( 'success', sprintf( __( 'Connected. Last report to the gateway: %s ago.', 'bellhop' ), $ago ) );
	}
	/* translators: %s: a time, as in "5 minutes" */
	return array( 'suspended' === $state['status'] ? 'warning' : 'error', sprintf( __( 'Not connected when it was last tried, %s ago.', 'bellhop' ), $ago ) . ' ' . $state['message'] );
}

/**
 * Prints one sentence about the state.
 *
 * @param string $kind success, info, warning or error.
 * @param string $text Plain text.
 */
function print_state( string $kind, string $text ): void {
	echo '<div class="notice notice-' . esc_attr( $kind ) . ' inline"><p>' . esc_html( $text ) . '</p></div>';
}

/** Where findings wait for the owner who is looking. */
function findings_key(): string {
	return 'bellhop_findings_' . get_current_user_id();
}

/**
 * What was found for who is looking, once.
 *
 * @return array[] Of finding().
 */
function findings_to_show(): array {
	$findings = get_transient( findings_key() );
	delete_transient( findings_key() );
	return is_array( $findings ) ? $findings : array();
}

/**
 * Prints what was found.
 *
 * @param array[] $findings Of finding().
 */
function print_findings( array $findings ): void {
	if ( ! $findings ) {
		return;
	}
	$worst = 'success';
	foreach ( $findings as $finding ) {
		$worst = false === $finding['ok'] ? 'error' : ( null === $finding['ok'] && 'error' !== $worst ? 'warning' : $worst );
	}
	echo '<div class="notice notice-' . esc_attr( $worst ) . '" role="status"><ul class="bellhop-findings">';
	foreach ( $findings as $finding ) {
		$mark = null === $finding['ok'] ? '!' : ( $finding['ok'] ? '✓' : '✗' );
		echo '<li><span aria-hidden="true">' . esc_html( $mark ) . '</span> ' . esc_html( $finding['text'] ) . '</li>';
	}
	echo '</ul></div>';
}

/** On the pages where owners look: what a new owner does next, and a registration that is suspended or has ended. */
function print_status_notice(): void {
	$screen = get_current_screen();
	if ( null === $screen || ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$state = state();
	if ( 'plugins' === $screen->id && 'never' === $state['status'] && ! is_connected() && ! answers_here() ) {
		if ( '' !== model_source() ) {
			print_notice( 'info', __( 'An AI model is connected. One press shows the chat to visitors.', 'bellhop' ), __( 'Settings', 'bellhop' ) );
			return;
		}
		print_notice( 'info', __( 'Connect an AI provider or a gateway, and the chat appears.', 'bellhop' ), __( 'Connect it now', 'bellhop' ) );
		return;
	}
	$is_near = in_array( $screen->id, array( 'dashboard', 'plugins' ), true );
	if ( $is_near && answers_here() && '' !== words_of_trouble() ) {
		print_notice( 'error', words_of_trouble(), __( 'Settings', 'bellhop' ) );
		return;
	}
	if ( $is_near && in_array( connection_problem(), array( 'other_address', 'no_address' ), true ) ) {
		print_notice( 'warning', explain_gateway_error( gateway_error( connection_problem() ) ), __( 'Settings', 'bellhop' ) );
		return;
	}
	if ( $is_near && in_array( $state['status'], array( 'revoked', 'suspended', 'bad_token' ), true ) ) {
		print_notice( 'warning', $state['message'], __( 'Settings', 'bellhop' ) );
	}
}

/**
 * Prints a notice that leads to the settings.
 *
 * @param string $kind info, warning or error.
 * @param string $text Plain text.
 * @param string $link Words of the link.
 */
function print_notice( string $kind, string $text, string $link ): void {
	printf(
		'<div class="notice notice-%1$s is-dismissible"><p><strong>%2$s</strong> %3$s <a href="%4$s">%5$s</a></p></div>',
		esc_attr( $kind ),
		esc_html__( 'Bellhop:', 'bellhop' ),
		esc_html( $text ),
		esc_url( page_url() ),
		esc_html( $link )
	);
}
