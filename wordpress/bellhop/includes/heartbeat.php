<?php
/**
 * The site's heartbeat: about once an hour, and soon after plugins or themes have changed. Each one books the next before it
 * is sent, so that a failure in the middle doesn't end them.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

const HEARTBEAT_HOOK = 'bellhop_heartbeat';
/** What a suspended or ended registration, and failure after failure, slow down to. */
const HEARTBEAT_SLOWEST = 12 * HOUR_IN_SECONDS;

add_action( HEARTBEAT_HOOK, __NAMESPACE__ . '\\beat' );
add_action( 'init', __NAMESPACE__ . '\\ensure_heartbeat', 20 );
foreach ( array( 'activated_plugin', 'deleted_plugin', 'switch_theme', 'upgrader_process_complete' ) as $bellhop_hook ) {
	add_action( $bellhop_hook, __NAMESPACE__ . '\\beat_soon', 10, 0 );
}
add_action( 'deactivated_plugin', __NAMESPACE__ . '\\beat_after_deactivation' );
foreach ( array( 'add_option_', 'update_option_' ) as $bellhop_hook ) {
	add_action( $bellhop_hook . OPTION_SETTINGS, __NAMESPACE__ . '\\start_over', 10, 0 );
	add_action( $bellhop_hook . OPTION_TOKEN, __NAMESPACE__ . '\\start_over', 10, 0 );
}
unset( $bellhop_hook );

/** Books one where none is, as after an import or when somebody has cleared the list of tasks. */
function ensure_heartbeat(): void {
	if ( is_connected_for_pages() && ! wp_next_scheduled( HEARTBEAT_HOOK ) ) {
		// Anywhere in the hour, so that a host's sites don't all come at once.
		wp_schedule_single_event( time() + wp_rand( MINUTE_IN_SECONDS, HOUR_IN_SECONDS ), HEARTBEAT_HOOK );
	}
}

/** Takes the reports off the schedule. */
function unschedule_heartbeat(): void {
	wp_clear_scheduled_hook( HEARTBEAT_HOOK );
}

/** A little later: several plugins are often changed in a row. */
function beat_soon(): void {
	if ( is_connected_for_pages() ) {
		book_heartbeat( 30 );
	} elseif ( answers_here() ) {
		book_round( 30 );
	}
}

/**
 * Reports soon after another plugin was switched off. After this one's own end there is nobody left to report.
 *
 * @param string $plugin Whose end it is.
 */
function beat_after_deactivation( $plugin ): void {
	if ( plugin_basename( FILE ) === $plugin ) {
		unschedule_heartbeat();
	} else {
		beat_soon();
	}
}

/** Other settings may mean another gateway: it knows nothing yet. */
function start_over(): void {
	update_state(
		array(
			'abilities_hash' => '',
			'abilities_left' => 0,
			'budget'         => MAX_HEARTBEAT_BODY_BYTES,
			'failures'       => 0,
			'session_error'  => '',
		)
	);
	beat_soon();
}

/**
 * Books the next report, in place of every other.
 *
 * @param int $seconds From now.
 */
function book_heartbeat( int $seconds ): void {
	unschedule_heartbeat();
	wp_schedule_single_event( time() + $seconds, HEARTBEAT_HOOK );
}

/** Sends one and acts on the answer. */
function beat(): void {
	if ( ! is_connected() ) {
		return;
	}
	$state = state();
	book_heartbeat( seconds_to_next_beat( $state ) );
	sweep_rows();
	if ( has_tables() ) {
		// Chats of the time before the gateway go by the owner's days as well: nothing else sweeps them now.
		sweep_sessions( 500 );
	}
	$beat  = compose_beat( $state );
	$reply = gateway_request( 'POST', '/v1/sites/' . rawurlencode( settings()['client_id'] ) . '/heartbeat', $beat['body'], array( 'timeout' => 20 ) );
	if ( is_wp_error( $reply ) ) {
		take_failure( $reply, $state );
		return;
	}
	$changes = array(
		'status'   => 'active',
		'message'  => '',
		'at'       => time(),
		'failures' => 0,
	);
	if ( array_key_exists( 'abilities', $beat['body'] ) ) {
		$changes['abilities_hash'] = $beat['hash'];
		$changes['abilities_left'] = $beat['left'];
	} elseif ( 'never_synced' === ( $reply['abilities_sync_status'] ?? '' ) ) {
		// The gateway has lost what it had: it gets the catalog next time.
		$changes['abilities_hash'] = '';
	}
	update_state( $changes );
	recheck_rest_access();
	if ( $state['failures'] > 0 ) {
		book_heartbeat( seconds_to_next_beat( state() ) );
	}
}

/**
 * An hour, give or take six minutes; longer the longer it fails.
 *
 * @param array $state Of state().
 */
function seconds_to_next_beat( array $state ): int {
	$hour = min( HEARTBEAT_SLOWEST, HOUR_IN_SECONDS * pow( 2, min( 5, (int) $state['failures'] ) ) );
	return (int) ( $hour * wp_rand( 900, 1100 ) / 1000 );
}

/**
 * Makes a report that fits into what the gateway takes.
 *
 * @param array $state Of state().
 * @return array body; hash of the whole catalog; left, how many abilities had no room.
 */
function compose_beat( array $state ): array {
	$catalog = ability_catalog( runnable_abilities() );
	$body    = array(
		'site_info'     => site_info(),
		'plugin_status' => 'active',
	);
	$budget  = min( MAX_HEARTBEAT_BODY_BYTES, max( 4096, (int) $state['budget'] ) ) - 64;
	// Long lists of plugins must leave room; the true number is sent with them.
	$excess = strlen( to_json( $body ) ) - $budget * 0.6;
	while ( $excess > 0 && $body['site_info']['active_plugins'] ) {
		$excess -= strlen( to_json( array( array_pop( $body['site_info']['active_plugins'] ) ) ) ) - 1;
	}
	$hash = md5( to_json( $catalog ) . '|' . $budget );
	if ( $hash === $state['abilities_hash'] ) {
		return array(
			'body' => $body,
			'hash' => $hash,
			'left' => (int) $state['abilities_left'],
		);
	}
	$body['abilities'] = fitting_abilities( $catalog, $budget - strlen( to_json( $body ) ) - strlen( ',"abilities":[]' ) );
	return array(
		'body' => $body,
		'hash' => $hash,
		'left' => count( $catalog ) - count( $body['abilities'] ),
	);
}

/**
 * As many as there is room for; what visitors use comes first.
 *
 * @param array[] $catalog All.
 * @param int     $room    Bytes.
 * @return array[]
 */
function fitting_abilities( array $catalog, int $room ): array {
	$chosen = array_flip( settings()['abilities'] );
	usort(
		$catalog,
		function ( array $one, array $other ) use ( $chosen ): int {
			$first = isset( $chosen[ $other['name'] ] ) <=> isset( $chosen[ $one['name'] ] );
			return 0 === $first ? strcmp( $one['name'], $other['name'] ) : $first;
		}
	);
	$fitting = array();
	foreach ( $catalog as $ability ) {
		$size = strlen( to_json( $ability ) ) + 1;
		if ( $size <= $room ) {
			$fitting[] = $ability;
			$room     -= $size;
		}
	}
	return $fitting;
}

/**
 * What an answer other than "fine" means. Credentials go only on the one answer that says so.
 *
 * @param WP_Error $error What went wrong.
 * @param array    $state Of state().
 */
function take_failure( WP_Error $error, array $state ): void {
	$code    = (string) $error->get_error_code();
	$changes = array(
		'status'   => $code,
		'message'  => explain_gateway_error( $error ),
		'at'       => time(),
		'failures' => $state['failures'] + 1,
	);
	if ( 'revoked' === $code ) {
		forget_credentials();
		unschedule_heartbeat();
		$changes['failures'] = 0;
	} elseif ( 'suspended' === $code ) {
		// It will pass, but hardly within the hour.
		$changes['failures'] = max( 3, $changes['failures'] );
	} elseif ( 'too_large' === $code ) {
		// This gateway takes less than the interface says: the same body must not be sent again.
		$changes['budget']         = max( 4096, (int) ( $state['budget'] / 2 ) );
		$changes['abilities_hash'] = '';
	}
	update_state( $changes );
	if ( 'revoked' !== $code ) {
		$data = (array) $error->get_error_data();
		book_heartbeat( max( seconds_to_next_beat( $changes ), (int) ( $data['retry_after'] ?? 0 ) ) );
	}
}
