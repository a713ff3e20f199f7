<?php
/**
 * For PHP's own server: files as they are, everything else to WordPress, pages of the cache before both.
 *
 * BELLHOP_WP_BASE is the subfolder ('' or '/sub'); BELLHOP_PAGE_CACHE a folder with pages that are served as they lie there;
 * BELLHOP_WP_IS_NETWORK is '1' where WordPress serves several sites, each in a folder that isn't there.
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

$script = $base . '/index.php';

// What the rewrite rules of a network do: /second/wp-admin/ is the one wp-admin/, asked on behalf of the second site.
if ( '1' === getenv( 'BELLHOP_WP_IS_NETWORK' ) && false === strpos( $path, '..' ) && preg_match( '#^' . preg_quote( $base, '#' ) . '/[\w-]+(/(?:wp-(?:admin|content|includes)(?:/.*)?|[^/]+\.php))$#', $path, $match ) ) {
	$asked = $base . $match[1];
	if ( is_dir( $root . $asked ) && '/' !== substr( $asked, -1 ) ) {
		header( 'Location: ' . $path . '/', true, 301 );
		return true;
	}
	$asked .= '/' === substr( $asked, -1 ) ? 'index.php' : '';
	if ( is_file( $root . $asked ) ) {
		if ( '.php' !== substr( $asked, -4 ) ) {
			$types  = array(
				'css'   => 'text/css; charset=UTF-8',
				'gif'   => 'image/gif',
				'js'    => 'text/javascript; charset=UTF-8',
				'json'  => 'application/json',
				'png'   => 'image/png',
				'svg'   => 'image/svg+xml',
				'woff2' => 'font/woff2',
			);
			$ending = pathinfo( $asked, PATHINFO_EXTENSION );
			header( 'Content-Type: ' . ( isset( $types[ $ending ] ) ? $types[ $ending ] : 'application/octet-stream' ) );
			readfile( $root . $asked );
			return true;
		}
		$script = $asked;
	}
}

$_SERVER['SCRIPT_NAME']     = $script;
$_SERVER['PHP_SELF']        = $script;
$_SERVER['SCRIPT_FILENAME'] = $root . $script;
chdir( dirname( $root . $script ) );
require $root . $script;
