<?php
/**
 * How the site stands with its gateway, in an owner's words: first steps, the present state, what a test has found.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_notices', __NAMESPACE__ . '\\print_status_notice' );

/** For who has not connected yet, and for who has to do it again. Folded away where nothing of a gateway was ever entered. */
function print_first_steps(): void {
	$state = state();
	echo '<div class="card bellhop-card">';
	if ( 'revoked' !== $state['status'] && has_no_gateway() ) {
		echo '<details><summary>' . esc_html__( 'Use a gateway instead', 'bellhop' ) . '</summary>';
		print_steps( $state );
		echo '</details></div>';
		return;
	}
	print_steps( $state );
	echo '</div>';
}

/**
 * Prints what an owner does to connect this site.
 *
 * @param array $state Of state().
 */
function print_steps( array $state ): void {
	if ( 'revoked' === $state['status'] ) {
		echo '<h2>' . esc_html__( 'This site is no longer connected', 'bellhop' ) . '</h2><div class="notice notice-error inline"><p>' . esc_html( $state['message'] ) . '</p></div>';
	} else {
		echo '<h2>' . esc_html__( 'Connect this site', 'bellhop' ) . '</h2>';
	}
	if ( 'not_connected' !== connection_problem() ) {
		print_state( 'warning', explain_gateway_error( gateway_error( connection_problem() ) ) );
	} elseif ( 'revoked' !== $state['status'] ) {
		echo '<p>' . esc_html__( 'A gateway is a service that you rent or run. It does more than this WordPress can by itself: live answers, a knowledge base, many visitors at once. Not connected yet, Bellhop sends nothing to any.', 'bellhop' ) . '</p>';
	}
	if ( ! is_token_in_config() ) {
		print_connect_form();
		echo '<p>' . esc_html__( 'For a gateway that can’t do that:', 'bellhop' ) . '</p>';
	}
	echo '<ol><li>';
	$registered = sprintf(
		/* translators: %s: the site's address */
		__( 'Have this site registered at your gateway, at its desk or by its operator. If you are asked for the site’s address, it is %s.', 'bellhop' ),
		'<code>' . esc_html( home_url() ) . '</code>'
	);
	echo wp_kses( $registered, array( 'code' => array() ) );
	echo '</li><li>' . esc_html__( 'You get three things: the gateway’s address, a client id, and a service token. Paste each into its field below.', 'bellhop' );
	echo '</li><li>' . esc_html__( 'Press “Save and test the connection”. What is still wrong, if anything, is told in words.', 'bellhop' );
	echo '</li></ol>';
}

/**
 * Prints how the connection stands.
 *
 * @param bool $is_told Whether this page says what was just found: then not twice.
 */
function print_status( bool $is_told ): void {
	$state = state();
	$ago   = $state['at'] > 0 ? human_time_diff( $state['at'] ) : '';
	echo '<div class="card bellhop-card"><h2>' . esc_html__( 'State', 'bellhop' ) . '</h2>';
	if ( '' === $ago ) {
		print_state( 'info', __( 'This site has not reported to the gateway yet. It does so within the hour; the test below tells at once whether all is well.', 'bellhop' ) );
	} elseif ( 'active' === $state['status'] ) {
		/* translators: %s: a time, as in "5 minutes" */
		print_state( 'success', sprintf( __( 'Connected. Last report to the gateway: %s ago.', 'bellhop' ), $ago ) );
	} else {
		$kind = 'suspended' === $state['status'] ? 'warning' : 'error';
		/* translators: %s: a time, as in "5 minutes" */
		print_state( $kind, sprintf( __( 'Not connected when it was last tried, %s ago.', 'bellhop' ), $ago ) . ( $is_told ? '' : ' ' . $state['message'] ) );
	}
	if ( $state['abilities_left'] > 0 ) {
		/* translators: %d: a number */
		print_state( 'warning', sprintf( _n( '%d ability had no room in the report: the gateway takes 64 KiB. Those that visitors use are sent first.', '%d abilities had no room in the report: the gateway takes 64 KiB. Those that visitors use are sent first.', $state['abilities_left'], 'bellhop' ), $state['abilities_left'] ) );
	}
	if ( '' !== $state['session_error'] && $state['session_at'] > time() - DAY_IN_SECONDS ) {
		$reason = explain_gateway_error( gateway_error( $state['session_error'] ) );
		/* translators: 1: a time, as in "5 minutes", 2: what went wrong */
		print_state( 'warning', sprintf( __( 'A visitor could not be given a session %1$s ago. %2$s', 'bellhop' ), human_time_diff( $state['session_at'] ), $reason ) );
	}
	print_action_form( 'test', __( 'Test the connection', 'bellhop' ) );
	echo '<p><a href="' . esc_url( home_url( '/' ) ) . '">' . esc_html__( 'Try the chat on your site', 'bellhop' ) . '</a><br><a href="' . esc_url( chats_url() ) . '">' . esc_html__( 'Read what visitors have asked', 'bellhop' ) . '</a></p></div>';
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
 * What was found for who is looking, once; and what "Save and test" has asked for.
 *
 * @return array[] Of finding().
 */
function findings_to_show(): array {
	$findings = get_transient( findings_key() );
	delete_transient( findings_key() );
	if ( get_transient( wanted_test_key() ) ) {
		delete_transient( wanted_test_key() );
		// What was not stored can't be tested; what is stored is not what was asked about.
		if ( ! in_array( 'error', wp_list_pluck( get_settings_errors( 'bellhop' ), 'type' ), true ) ) {
			$findings = test_connection();
		}
	}
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
