<?php
/**
 * Where a visitor writes from, as their browser and the host say it: the page, without what else its address holds, and the country
 * where host or CDN name one. Nobody is asked for either.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** What of a page's query may stay: it names the page where addresses are plain. Anything else may be the visitor's own. */
const PAGE_PARAMETERS = array( 'p', 'page_id', 'attachment_id', 'post_type', 'product', 'cat', 'lang' );
/** Where hosts and CDNs put a visitor's country: Cloudflare, CloudFront, Vercel, App Engine, GeoIP modules of Apache and nginx, others. */
const COUNTRY_HEADERS     = array( 'HTTP_CF_IPCOUNTRY', 'HTTP_CLOUDFRONT_VIEWER_COUNTRY', 'HTTP_X_VERCEL_IP_COUNTRY', 'HTTP_X_APPENGINE_COUNTRY', 'GEOIP_COUNTRY_CODE', 'HTTP_GEOIP_COUNTRY_CODE', 'MM_COUNTRY_CODE', 'HTTP_X_COUNTRY_CODE' );
const MAX_PAGE_CHARACTERS = 500;

/** The page of this site from which the present request comes: its path; '' where nobody can tell. */
function page_of_visit(): string {
	$named = isset( $_SERVER['HTTP_REFERER'] ) ? sanitize_url( wp_unslash( $_SERVER['HTTP_REFERER'] ), array( 'http', 'https' ) ) : '';
	$host  = isset( $_SERVER['HTTP_HOST'] ) ? sanitize_text_field( wp_unslash( $_SERVER['HTTP_HOST'] ) ) : '';
	// A site may answer under several names.
	if ( '' === $named || ! in_array( host_and_port( $named ), array( host_and_port( home_url() ), strtolower( $host ) ), true ) ) {
		return '';
	}
	parse_str( (string) wp_parse_url( $named, PHP_URL_QUERY ), $query );
	$kept = array_filter( array_intersect_key( $query, array_flip( PAGE_PARAMETERS ) ), 'is_string' );
	$path = '/' . ltrim( (string) wp_parse_url( $named, PHP_URL_PATH ), '/' );
	return cut( $path . ( $kept ? '?' . http_build_query( $kept, '', '&', PHP_QUERY_RFC3986 ) : '' ), MAX_PAGE_CHARACTERS );
}

/** The visitor's country, as the host says it: two letters; '' where it says nothing. */
function country_of_visit(): string {
	$found = '';
	foreach ( COUNTRY_HEADERS as $name ) {
		$said = isset( $_SERVER[ $name ] ) ? strtoupper( sanitize_text_field( wp_unslash( $_SERVER[ $name ] ) ) ) : '';
		// XX and ZZ: nobody knows. T1: a network that hides it.
		if ( preg_match( '/^[A-Z]{2}$/D', $said ) && ! in_array( $said, array( 'XX', 'ZZ' ), true ) ) {
			$found = $said;
			break;
		}
	}
	/**
	 * The country of the visitor who writes now, shown under Tools → Chats.
	 *
	 * @param string $country Two letters, as ISO 3166 has them; '' keeps it unsaid.
	 */
	$said = (string) apply_filters( 'bellhop_visitor_country', $found );
	return preg_match( '/^[A-Z]{2}$/D', $said ) ? $said : '';
}

/** What is noted of where a visitor writes from. */
function this_visit(): array {
	return array(
		'lang'    => cut( language_of_visit(), 20 ),
		'page'    => page_of_visit(),
		'country' => country_of_visit(),
	);
}

/**
 * Notes with the conversation where its visitor writes from: the run that answers comes by another request. What can't be told
 * now stays as it was.
 *
 * @param object   $write Of write_session.
 * @param string[] $visit Of this_visit().
 */
function note_visit( object $write, array $visit ): void {
	$write->session = array_filter( $visit, 'strlen' ) + $write->session;
}
