<?php
/**
 * For PHP's own server: files as they are, everything else to WordPress, pages of the cache before both.
 *
 * BELLHOP_WP_BASE is the subfolder ('' or '/sub'); BELLHOP_PAGE_CACHE a folder with pages that are served as they lie there.
 *
 * @package Bellhop
 */

$root = $_SERVER['DOCUMENT_ROOT'];
$base = (string) getenv( 'BELLHOP_WP_BASE' );
$path = (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
$path = rawurldecode( $path );

$cached = getenv( 'BELLHOP_PAGE_CACHE' ) . '/' . md5( $path ) . '.html';
if ( 'GET' === $_SERVER['REQUEST_METHOD'] && empty( $_SERVER['QUERY_STRING'] ) && is_file( $cached ) ) {
	header( 'Content-Type: text/html; charset=UTF-8' );
	header( 'X-Page-Cache: hit' );
	readfile( $cached );
	return true;
}

if ( '/' !== $path && false === strpos( $path, '..' ) ) {
	if ( is_file( $root . $path ) || ( is_dir( $root . $path ) && is_file( rtrim( $root . $path, '/' ) . '/index.php' ) && '/' === substr( $path, -1 ) && $path !== $base . '/' ) ) {
		return false;
	}
}

$_SERVER['SCRIPT_NAME']     = $base . '/index.php';
$_SERVER['PHP_SELF']        = $base . '/index.php';
$_SERVER['SCRIPT_FILENAME'] = $root . $base . '/index.php';
chdir( $root . $base );
require $root . $base . '/index.php';
