<?php
/**
 * A visitor's session, at the gateway or, where this WordPress answers itself, in its own tables: created or taken up again,
 * with the tools that the owner allows, and a browser token for it. Knows nothing of HTTP on this side.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** How long a session that was shown to be the visitor's needs no new proof. */
const PROOF_SECONDS = 6 * HOUR_IN_SECONDS;

/**
 * Opens the session that a visitor had.
 *
 * @param string $owner   Of owner_id().
 * @param string $session The one that the visitor had, or ''.
 * @param array  $tools   Of allowed_tools().
 * @return array|WP_Error|null session_id, token and, where the gateway says it, expires_at. Errors are gateway_request's. Null
 *                             where the session is gone, or somebody else's: the two look the same.
 */
function ticket_for_session( string $owner, string $session, array $tools ) {
	if ( '' === $session ) {
		return null;
	}
	if ( answers_here() ) {
		return local_ticket( $owner, $session, $tools );
	}
	$ticket = resume_session( $owner, $session, $tools );
	return is_wp_error( $ticket ) && 'not_found' === $ticket->get_error_code() ? null : $ticket;
}

/**
 * Makes a session for a visitor.
 *
 * @param string $owner Of owner_id().
 * @param array  $tools Of allowed_tools().
 * @param string $bot   With which chatbot; '' for the site's own. At a gateway its agent answers whichever it is.
 * @return array|WP_Error
 */
function create_session( string $owner, array $tools, string $bot = '' ) {
	if ( answers_here() ) {
		return create_local_session( $owner, $tools, $bot );
	}
	/**
	 * What a new session is created with, in the words of the gateway's operator interface.
	 *
	 * @param array $session owner_id, client_id, client_tools.
	 */
	$body  = (array) apply_filters(
		'bellhop_new_session',
		array(
			'client_id'    => settings()['client_id'],
			'owner_id'     => $owner,
			'client_tools' => $tools,
		)
	);
	$reply = gateway_request( 'POST', '/admin/sessions', $body );
	if ( is_wp_error( $reply ) ) {
		return $reply;
	}
	$session = text( $reply['session_id'] ?? null );
	if ( '' === $session ) {
		return gateway_error( 'not_a_gateway' );
	}
	remember_proof( $owner, $session, $tools );
	$ticket = issue_token( $owner, $session );
	return is_wp_error( $ticket ) ? $ticket : $ticket + array( 'is_new' => true );
}

/**
 * Takes up a session again: only after the visitor's own token has opened it.
 *
 * @param string $owner   Of owner_id().
 * @param array  $tools   Of allowed_tools().
 * @return array|WP_Error
 */
function resume_session( string $owner, string $session, array $tools ) {
	$known  = get_transient( proof_key( $owner, $session ) );
	$ticket = issue_token( $owner, $session );
	if ( is_wp_error( $ticket ) ) {
		return $ticket;
	}
	if ( false === $known ) {
		// The service token opens every session of the project; the visitor's opens only the visitor's own. So it is tried
		// before anything is changed or handed out.
		$own = gateway_request(
			'GET',
			'/v1/sessions/' . rawurlencode( $session ) . '/events?limit=1',
			null,
			array( 'headers' => array( 'Authorization' => 'Bearer ' . $ticket['token'] ) )
		);
		if ( is_wp_error( $own ) ) {
			$is_foreign = in_array( $own->get_error_code(), array( 'forbidden', 'bad_token' ), true );
			return $is_foreign ? gateway_error( 'not_found' ) : $own;
		}
	}
	if ( tools_hash( $tools ) !== $known ) {
		$changed = gateway_request( 'PATCH', '/admin/sessions/' . rawurlencode( $session ), array( 'client_tools' => $tools ) );
		if ( is_wp_error( $changed ) ) {
			return $changed;
		}
		remember_proof( $owner, $session, $tools );
	}
	return $ticket;
}

/**
 * Asks the gateway for a token that opens a session in a browser.
 *
 * @param string $owner   Of owner_id().
 * @return array|WP_Error
 */
function issue_token( string $owner, string $session ) {
	$reply = gateway_request( 'POST', '/admin/sessions/' . rawurlencode( $session ) . '/tokens', array( 'owner_id' => $owner ) );
	if ( is_wp_error( $reply ) ) {
		return $reply;
	}
	$token = text( $reply['token'] ?? null );
	if ( '' === $token ) {
		return gateway_error( 'not_a_gateway' );
	}
	$ticket = array(
		'session_id' => $session,
		'token'      => $token,
	);
	if ( isset( $reply['expires_at'] ) && is_scalar( $reply['expires_at'] ) ) {
		$ticket['expires_at'] = $reply['expires_at'];
	}
	return $ticket;
}

/**
 * Notes that this visitor's own token has opened this session, and with which tools.
 *
 * @param string $owner   Of owner_id().
 * @param array  $tools   Of allowed_tools().
 */
function remember_proof( string $owner, string $session, array $tools ): void {
	set_transient( proof_key( $owner, $session ), tools_hash( $tools ), PROOF_SECONDS );
}

/**
 * Where that is noted.
 *
 * @param string $owner   Of owner_id().
 */
function proof_key( string $owner, string $session ): string {
	return 'bellhop_s_' . md5( $owner . '|' . $session . '|' . settings()['gateway_url'] . '|' . owner_key() );
}

/**
 * Tells whether tools have changed.
 *
 * @param array $tools Of allowed_tools().
 */
function tools_hash( array $tools ): string {
	return md5( to_json( $tools ) );
}
