<?php
/**
 * The browser's token for a session as a request carries it, on whatever way: the one reader of it.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/**
 * Where the chat puts its token on a site that answers itself. Not `Authorization`: hosts strip that one before PHP (Apache with CGI or
 * FastCGI), use it for a password of their own (HTTP Basic), or have a plugin that judges every Bearer token (JWT).
 */
const TOKEN_HEADER = 'X-Bellhop-Token';
/** For clients that can set no header; it stands in the query or in a form. The chat doesn't use it: addresses end up in logs. */
const TOKEN_PARAMETER = 'bellhop_token';

/** The token that a request carries, unchecked; '' for none. `Authorization: Bearer` is the interface's own way and stays good. */
function sent_token( WP_REST_Request $request ): string {
	$own = trim( (string) $request->get_header( TOKEN_HEADER ) );
	if ( '' !== $own ) {
		return $own;
	}
	$bearer = trim( (string) $request->get_header( 'authorization' ) );
	if ( preg_match( '/^Bearer ([\x21-\x7e]{1,5000})$/iD', $bearer, $match ) ) {
		return $match[1];
	}
	$parameters = $request->get_query_params() + $request->get_body_params();
	return text( $parameters[ TOKEN_PARAMETER ] ?? null );
}

/**
 * The token of a request, checked as far as that needs no database.
 *
 * @return array|WP_Error Of read_browser_token.
 */
function token_of_request( WP_REST_Request $request, string $session_id ) {
	$token = read_browser_token( sent_token( $request ) );
	if ( null === $token ) {
		return refusal( 401, 'The token is missing, unknown or has expired. Get a new one from the site.' );
	}
	if ( ! in_array( 'session_events', (array) $token['c'], true ) ) {
		return refusal( 403, 'This token lacks the scope session_events.' );
	}
	return $token['s'] === $session_id ? $token : refusal( is_id( $session_id ) ? 403 : 404, 'This token is for another session.' );
}
