<?php
/**
 * The site's pages at the gateway: the requests. They go into a collection of this site's own, which holds what the agent may know
 * (local/pages.php). Beside each page stands what was sent of it (sent-pages.php); the gateway's list is the truth a round begins with.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_Post;

defined( 'ABSPATH' ) || exit;

/** Bytes of one request; the gateway takes eight MiB. */
const SEND_BYTES = 4 * MB_IN_BYTES;
/** Addresses that are kept to be taken away later; the daily round finds those beyond. */
const MAX_FORGOTTEN = 500;

/** Where the gateway keeps a collection. */
function collection_path( string $id ): string {
	return '/admin/collections/' . rawurlencode( $id );
}

/**
 * Takes away at the gateway what no page of this site stands for, and has sent again what is missing there.
 *
 * @return true|WP_Error
 */
function compare_with_gateway() {
	$id    = sending_state()['collection'];
	$there = gateway_request(
		'GET',
		collection_path( $id ),
		null,
		array(
			'timeout' => 20,
			'bytes'   => 16 * MB_IN_BYTES,
		)
	);
	if ( is_wp_error( $there ) && 'not_found' === $there->get_error_code() ) {
		// Somebody has deleted it at the gateway. An agent that is bound to nothing answers again.
		bind_collection( null, $id );
		forget_sending();
		update_sending( array( 'problem' => __( 'Somebody has deleted this site’s collection at the gateway. Nothing is sent any more until you begin again.', 'bellhop' ) ) );
		return $there;
	}
	if ( is_wp_error( $there ) ) {
		return $there;
	}
	$listed = array_column( array_filter( (array) ( $there['list'] ?? array() ), 'is_array' ), 'uri' );
	$ours   = array();
	foreach ( sent_between( 0, PHP_INT_MAX ) as $post_id => $sent ) {
		if ( ! in_array( $sent['address'], $listed, true ) && ! $sent['refused'] ) {
			mark_stale( $post_id );
		}
		$ours[] = $sent['address'];
	}
	forget_addresses( array_values( array_diff( $listed, $ours ) ) );
	return true;
}

/**
 * Notes addresses that the gateway shall have no more.
 *
 * @param string[] $addresses Of pages.
 */
function forget_addresses( array $addresses ): void {
	update_sending( array( 'forget' => array_slice( array_values( array_unique( array_merge( sending_state()['forget'], $addresses ) ) ), 0, MAX_FORGOTTEN ) ) );
}

/**
 * Brings the gateway up to date with some pages, and with what is to be forgotten.
 *
 * @param int[] $ids     Which pages.
 * @param int   $seconds That one request may take.
 * @return true|WP_Error
 */
function send_pages( array $ids, int $seconds ) {
	$puts = array();
	foreach ( $ids as $id ) {
		$post = get_post( $id );
		$page = $post instanceof WP_Post ? page_document( $post ) : null;
		$sent = sent_of( $id );
		if ( '' !== $sent['address'] && ( null === $page || $page['uri'] !== $sent['address'] ) ) {
			forget_addresses( array( $sent['address'] ) );
			delete_post_meta( $id, META_SENT );
		}
		if ( null !== $page && hash_of_document( $page ) !== $sent['hash'] ) {
			$puts[ $id ] = $page;
		}
	}
	foreach ( batches_of( $puts ) as $batch ) {
		$put = put_pages( $batch, $seconds );
		if ( is_wp_error( $put ) ) {
			return $put;
		}
	}
	// One that has a page again, perhaps another one, was just sent.
	$state = sending_state();
	$keep  = array_diff( $state['forget'], array_column( $puts, 'uri' ) );
	while ( $keep ) {
		$gone = gateway_request( 'DELETE', collection_path( $state['collection'] ) . '/documents?uri=' . rawurlencode( (string) reset( $keep ) ), null, array( 'timeout' => $seconds ) );
		if ( is_wp_error( $gone ) && 'not_found' !== $gone->get_error_code() ) {
			update_sending( array( 'forget' => array_values( $keep ) ) );
			return $gone;
		}
		array_shift( $keep );
	}
	update_sending( array( 'forget' => array() ) );
	return true;
}

/**
 * Sends pages in one request. Where the gateway doesn't take them as they are, each is sent alone, and what it refuses is left out
 * until it changes: one bad page must not hold up the others.
 *
 * @param array[] $pages   Documents by the id of their page.
 * @param int     $seconds That the request may take.
 * @return true|WP_Error
 */
function put_pages( array $pages, int $seconds ) {
	$collection = sending_state()['collection'];
	$reply      = gateway_request( 'PUT', collection_path( $collection ) . '/documents', array( 'documents' => array_values( $pages ) ), array( 'timeout' => $seconds ) );
	$refused    = is_wp_error( $reply ) && 'invalid' === $reply->get_error_code();
	if ( is_wp_error( $reply ) && ! $refused ) {
		return $reply;
	}
	if ( $refused && count( $pages ) > 1 ) {
		foreach ( $pages as $id => $page ) {
			$alone = put_pages( array( $id => $page ), $seconds );
			if ( is_wp_error( $alone ) ) {
				return $alone;
			}
		}
		return true;
	}
	foreach ( $pages as $id => $page ) {
		$sent = array(
			'collection' => $collection,
			'address'    => $page['uri'],
			'hash'       => hash_of_document( $page ),
			'refused'    => $refused,
		);
		update_post_meta( $id, META_SENT, wp_slash( $sent ) );
	}
	return true;
}

/**
 * Parts documents so that each request stays within what the gateway takes.
 *
 * @param array[] $pages Documents by the id of their page.
 * @return array[]
 */
function batches_of( array $pages ): array {
	$batches = array();
	$bytes   = 0;
	foreach ( $pages as $id => $page ) {
		$size = strlen( to_json( $page ) );
		if ( ! $batches || $bytes + $size > SEND_BYTES ) {
			$batches[] = array();
			$bytes     = 0;
		}
		$batches[ count( $batches ) - 1 ][ $id ] = $page;

		$bytes += $size;
	}
	return $batches;
}
