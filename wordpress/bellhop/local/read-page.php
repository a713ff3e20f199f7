<?php
/**
 * A page as a visitor reads it: asked of this site over HTTP as a guest would, so that theme, builders, synced patterns and fields of
 * other plugins have done their work; and of what comes back the main part in plain words. Where the site can't reach itself, the
 * page's own content is rendered here instead, for nobody who is signed in. Stores nothing.
 *
 * @package Bellhop
 */

namespace Bellhop;

use DOMDocument;
use DOMElement;
use DOMNode;
use DOMXPath;
use WP_Post;
use WP_Query;

defined( 'ABSPATH' ) || exit;

/** Marks the site's own requests: page caches leave an address alone that they don't know, and are told to. */
const READ_PARAMETER = 'bellhop_read';
/** Seconds that one page may take. */
const READ_TIMEOUT = 10;
/** How long a site that can't reach itself isn't tried again. */
const CLOSED_SECONDS = HOUR_IN_SECONDS;

/** What no reader takes for the page: navigation, what is for machines, and what strangers have written below it. */
const NOT_CONTENT = array(
	'tags'    => 'script style template noscript svg nav form iframe select dialog object',
	'roles'   => 'navigation banner contentinfo complementary search dialog alertdialog',
	'ids'     => 'wpadminbar header masthead site-header main-header top-header brx-header footer colophon site-footer main-footer brx-footer sidebar secondary comments respond reviews tab-reviews bellhop-panel',
	'classes' => 'screen-reader-text skip-link comments-area comment-respond wp-block-comments woocommerce-Reviews related upsells up-sells cross-sells breadcrumb breadcrumbs woocommerce-breadcrumb rank-math-breadcrumb sharedaddy widget-area elementor-location-header elementor-location-footer elementor-location-popup',
);
/** On a product's page: what the shop is asked for at each answer instead. */
const PRODUCT_FACT_CLASSES = 'price stock product_meta wp-block-woocommerce-product-price wp-block-woocommerce-product-sku wp-block-woocommerce-product-stock-indicator';
/** After each of these a line ends. */
const BLOCK_TAGS = 'p div li ul ol dl dt dd tr table blockquote figure figcaption section article header footer main aside details summary h1 h2 h3 h4 h5 h6 br hr pre address button label legend option';

/** Keys under which builders and fields keep words that visitors read. */
const TEXT_KEYS = '/^(?:text|title|heading|subtitle|sub_?heading|content|editor|description|caption|question|answer|body|html|bio|quote|tab_title|tab_content|title_text|description_text|item_?title|item_?text|alert_title|alert_description|testimonial_content)$/i';

if ( isset( $_GET[ READ_PARAMETER ] ) && ! defined( 'DONOTCACHEPAGE' ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
	define( 'DONOTCACHEPAGE', true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedConstantFound -- the name that page caches ask for.
}

/**
 * What a page says.
 *
 * @param WP_Post $post One that the agent may know.
 * @return string[] text; state: visitor (read as a visitor reads it), content (from its own content), closed (a visitor can't open
 *                  it) or empty; why: for all but visitor, a word of explain_reading().
 */
function read_as_visitor( WP_Post $post ): array {
	list( $html, $why ) = open_as_visitor( $post );
	$text               = '' === $why ? main_text( $html, $post ) : '';
	$state              = 'visitor';
	if ( '' !== $text && false !== strpos( $post->post_content, '<!--nextpage-->' ) ) {
		// A visitor turns its pages; the address shows the first.
		$rest = array_diff( explode( "\n", main_text( rendered_content( $post ), $post ) ), explode( "\n", $text ), array( '' ) );
		$text = trim( $text . "\n" . implode( "\n", $rest ) );
	}
	if ( '' === $text && 0 !== strpos( $why, 'closed' ) ) {
		$text  = main_text( rendered_content( $post ), $post );
		$state = 'content';
		$why   = '' === $why ? 'no_main' : $why;
	}
	$told = 0 === strpos( $why, 'closed' ) ? 'closed' : $state;
	/**
	 * What a page says, in plain words, before it is kept. For what stands neither in the page nor in its content.
	 *
	 * @param string  $text  Sections with an empty line between them; the first line of one may be its heading.
	 * @param WP_Post $post  Which page.
	 * @param string  $state How it was read: visitor, content or closed.
	 */
	$text = trim( (string) apply_filters( 'bellhop_page_text', $text, $post, $told ) );
	if ( '' === $text ) {
		return array(
			'text'  => '',
			'state' => 0 === strpos( $why, 'closed' ) ? 'closed' : 'empty',
			'why'   => 0 === strpos( $why, 'closed' ) ? $why : '',
		);
	}
	return array(
		'text'  => $text,
		'state' => $state,
		'why'   => 'content' === $state ? $why : '',
	);
}

/**
 * Asks this site for a page, without a cookie.
 *
 * @return string[] Its HTML, and why there is none: '' for no reason; closed_… where this page is shut for visitors although the
 *                  site is open; no_answer, refused_… or other_host where that says nothing of the page.
 */
function open_as_visitor( WP_Post $post ): array {
	$url = (string) get_permalink( $post );
	if ( host_and_port( $url ) !== host_and_port( home_url() ) ) {
		return array( '', 'other_host' );
	}
	if ( get_transient( 'bellhop_unread' ) ) {
		return array( '', 'no_answer' );
	}
	list( $status, $html ) = get_as_visitor( $url );
	if ( 200 === $status ) {
		return array( $html, '' );
	}
	if ( 0 === $status || $status >= 500 ) {
		if ( 0 === $status && ! is_site_open() ) {
			// Every page would wait as long; one that is slow by itself holds up no other.
			set_transient( 'bellhop_unread', '1', CLOSED_SECONDS );
		}
		return array( '', 0 === $status ? 'no_answer' : 'refused_' . $status );
	}
	// A password before the whole site, or a page “coming soon”, is no word about this page; a refusal of this page alone is.
	return array( '', ( is_site_open() ? 'closed_' : 'refused_' ) . $status );
}

/** Whether a guest can open the front page. Asked once in a request. */
function is_site_open(): bool {
	static $is_open = null;
	if ( null === $is_open ) {
		$is_open = 200 === get_as_visitor( home_url( '/' ) )[0];
	}
	return $is_open;
}

/**
 * One page over HTTP. A redirect is followed where it leads to the same page under another name.
 *
 * @param string $url Of this site.
 * @return array Status, 0 where no answer came; HTML.
 */
function get_as_visitor( string $url ): array {
	for ( $hop = 0; $hop < 2; $hop++ ) {
		$reply = wp_remote_get(
			add_query_arg( READ_PARAMETER, substr( wp_hash( $url . time() ), 0, 8 ), $url ),
			array(
				'timeout'             => READ_TIMEOUT,
				'redirection'         => 0,
				'cookies'             => array(),
				'sslverify'           => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own, as in its cron.
				'limit_response_size' => 4 * MB_IN_BYTES,
				'user-agent'          => 'Bellhop-WordPress/' . VERSION . ' (bot; reads this site’s own pages)',
				'headers'             => array( 'Cache-Control' => 'no-cache' ),
			)
		);
		if ( is_wp_error( $reply ) ) {
			return array( 0, '' );
		}
		$status = (int) wp_remote_retrieve_response_code( $reply );
		$to     = (string) wp_remote_retrieve_header( $reply, 'location' );
		if ( $status < 300 || $status >= 400 || bare_address( $to ) !== bare_address( $url ) ) {
			return array( $status, wp_remote_retrieve_body( $reply ) );
		}
		$url = remove_query_arg( READ_PARAMETER, $to );
	}
	return array( 301, '' );
}

/** An address without what servers change in it: scheme, www, the slash at the end, parameters that don't choose the page. */
function bare_address( string $url ): string {
	$parts = wp_parse_url( remove_query_arg( READ_PARAMETER, $url ) );
	$path  = trim( $parts['path'] ?? '', '/' );
	return preg_replace( '/^www\./', '', strtolower( $parts['host'] ?? '' ) ) . '/' . ( '' === $path ? '?' . ( $parts['query'] ?? '' ) : $path );
}

/**
 * A page's own content, rendered in this process for nobody: shortcodes, blocks and what builders hook into `the_content`, and after
 * it the words that builders and fields keep beside the page, where these are not in it.
 */
function rendered_content( WP_Post $post ): string {
	// phpcs:disable WordPress.WP.GlobalVariablesOverride -- as the main query of a page has them; put back below.
	$kept = array( $GLOBALS['post'] ?? null, $GLOBALS['wp_query'] ?? null, get_current_user_id(), ob_get_level() );
	wp_set_current_user( 0 );
	$GLOBALS['wp_query'] = new WP_Query(
		array(
			'p'         => $post->ID,
			'post_type' => $post->post_type,
		)
	);
	$GLOBALS['post']     = $post;
	setup_postdata( $post );
	ob_start();
	try {
		$html = (string) apply_filters( 'the_content', $post->post_content ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals.NonPrefixedHooknameFound -- WordPress's own.
	} catch ( \Throwable $error ) {
		// A builder that doesn't work outside of its own request.
		$html = $post->post_content;
	}
	while ( ob_get_level() > $kept[3] ) {
		ob_end_clean();
	}
	wp_set_current_user( $kept[2] );
	$GLOBALS['wp_query'] = $kept[1];
	$GLOBALS['post']     = $kept[0];
	// phpcs:enable
	if ( $kept[0] instanceof WP_Post ) {
		setup_postdata( $kept[0] );
	}
	// Shortcodes of plugins that aren't here: what they enclose is text all the same.
	$html = (string) preg_replace_callback(
		'/\[(\/?)([a-z][\w-]*)(?:\s[^\[\]]*)?\]/i',
		function ( array $found ): string {
			// A word in brackets is text; a name of several parts, or an end, is a shortcode.
			return '/' === $found[1] || preg_match( '/[_-]/', $found[2] ) ? "\n" : $found[0];
		},
		$html
	);
	$more = array();
	foreach ( texts_beside( $post ) as $text ) {
		if ( false === strpos( $html, $text ) ) {
			$more[] = '<div>' . $text . '</div>';
		}
	}
	return '<main><div>' . $post->post_excerpt . '</div>' . $html . implode( '', $more ) . '</main>';
}

/**
 * Words that builders (Elementor, Bricks, Beaver Builder) and Advanced Custom Fields keep beside a page.
 *
 * @return string[] HTML.
 */
function texts_beside( WP_Post $post ): array {
	$kept   = array();
	$stored = get_post_meta( $post->ID, '_elementor_data', true );
	$kept[] = is_string( $stored ) ? json_decode( $stored, true ) : $stored;
	foreach ( array( '_bricks_page_content_2', '_bricks_page_content', '_fl_builder_data' ) as $name ) {
		$kept[] = get_post_meta( $post->ID, $name, true );
	}
	$texts = array();
	foreach ( $kept as $tree ) {
		array_push( $texts, ...texts_in( $tree, false ) );
	}
	if ( function_exists( 'get_fields' ) ) {
		array_push( $texts, ...texts_in( get_fields( $post->ID ), true ) );
	}
	return array_values( array_unique( $texts ) );
}

/**
 * Texts of a tree, in its order.
 *
 * @param mixed $tree   Lists, objects and texts.
 * @param bool  $is_all Whether every text counts, as in fields, which owners name as they like; else those under TEXT_KEYS.
 * @return string[]
 */
function texts_in( $tree, bool $is_all ): array {
	$tree = is_array( $tree ) || is_object( $tree ) ? (array) $tree : array();
	// A picture or a file of a field: what it is called is for machines.
	if ( isset( $tree['mime_type'] ) ) {
		$tree = array_intersect_key( $tree, array( 'caption' => true ) );
	}
	$texts = array();
	foreach ( $tree as $name => $value ) {
		if ( ! is_string( $value ) ) {
			array_push( $texts, ...texts_in( $value, $is_all ) );
		} elseif ( ( $is_all || preg_match( TEXT_KEYS, (string) $name ) ) && preg_match( '/\p{L}\p{L}/u', $value ) && ! preg_match( '#^(?:https?://|/|\#)\S*$#', $value ) ) {
			$texts[] = $value;
		}
	}
	return $texts;
}

/**
 * The main part of a page in plain words.
 *
 * @param string  $html Of a whole page.
 * @param WP_Post $post Which page. Its title stands above its text in most themes, and isn't repeated.
 * @return string Sections with an empty line between them, each with its heading first; lines within.
 */
function main_text( string $html, WP_Post $post ): string {
	$title = plain_title( $post );
	$text  = class_exists( DOMDocument::class ) ? text_of_document( $html, 'product' === $post->post_type ? PRODUCT_FACT_CLASSES : '' ) : plain_text( $html );
	$text  = (string) preg_replace( array( '/[^\S\n]+/u', '/ ?\n ?/', '/\n{3,}/' ), array( ' ', "\n", "\n\n" ), $text );
	$text  = trim( $text );
	if ( '' !== $title && 0 === strpos( $text, $title . "\n" ) ) {
		$text = trim( substr( $text, strlen( $title ) ) );
	}
	return $text === $title ? '' : $text;
}

/**
 * The words of a page's `main`, or of all of it where it has none, without what is no content.
 *
 * @param string $html Of a whole page.
 * @param string $more Classes that are no content of this page either.
 */
function text_of_document( string $html, string $more ): string {
	$document = new DOMDocument();
	$before   = libxml_use_internal_errors( true );
	$is_read  = '' !== trim( $html ) && $document->loadHTML( '<?xml encoding="UTF-8">' . $html, LIBXML_NONET | LIBXML_COMPACT );
	libxml_clear_errors();
	libxml_use_internal_errors( $before );
	if ( ! $is_read ) {
		return '';
	}
	$path = new DOMXPath( $document );
	$drop = array( '//header[not(ancestor::main or ancestor::article or ancestor::*[@role="main"])]', '//footer[not(ancestor::article)]', '//aside[not(ancestor::article)]' );
	foreach ( explode( ' ', NOT_CONTENT['tags'] ) as $tag ) {
		$drop[] = '//' . $tag;
	}
	foreach ( explode( ' ', NOT_CONTENT['roles'] ) as $role ) {
		$drop[] = '//*[@role="' . $role . '"]';
	}
	foreach ( explode( ' ', NOT_CONTENT['ids'] ) as $id ) {
		$drop[] = '//*[@id="' . $id . '"]';
	}
	foreach ( explode( ' ', trim( NOT_CONTENT['classes'] . ' ' . $more ) ) as $class ) {
		$drop[] = '//*[contains(concat(" ", normalize-space(@class), " "), " ' . $class . ' ")]';
	}
	// Other pages that a theme lists below this one; a list that the owner has put into the page stays.
	$drop[] = '//*[contains(concat(" ", @class, " "), " wp-block-query ")][not(ancestor::*[contains(@class, "post-content") or contains(@class, "entry-content")])]';
	foreach ( $drop as $what ) {
		foreach ( iterator_to_array( $path->query( $what ) ) as $node ) {
			if ( null !== $node->parentNode ) { // phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase
				$node->parentNode->removeChild( $node ); // phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase
			}
		}
	}
	foreach ( array( '//main', '//*[@role="main"]', '//*[@id="main-content" or @id="content" or @id="primary"]', '//body' ) as $where ) {
		$main = $path->query( $where )->item( 0 );
		$text = null === $main ? '' : text_of_node( $main );
		if ( '' !== trim( $text ) ) {
			return $text;
		}
	}
	return '';
}

/**
 * The words of a part of a page.
 *
 * @param DOMNode $node Which part.
 */
function text_of_node( DOMNode $node ): string {
	static $blocks = null;
	$blocks        = $blocks ?? array_flip( explode( ' ', BLOCK_TAGS ) );
	// phpcs:disable WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase -- PHP's own names.
	if ( XML_TEXT_NODE === $node->nodeType || XML_CDATA_SECTION_NODE === $node->nodeType ) {
		return (string) preg_replace( '/\s+/u', ' ', $node->nodeValue );
	}
	if ( ! $node instanceof DOMElement ) {
		return '';
	}
	$name = strtolower( $node->nodeName );
	$text = '';
	foreach ( $node->childNodes as $child ) {
		$text .= text_of_node( $child );
	}
	// phpcs:enable
	// Blocks for questions and answers mark a question by a class alone.
	if ( preg_match( '/^(?:h[1-6]|summary|dt)$/', $name ) || preg_match( '/(?:^|[\s-])(?:faq|accordion|toggle)-(?:question|title|heading)(?:\s|$)/', $node->getAttribute( 'class' ) ) ) {
		// A new section; its heading is one line, whatever stands in it.
		return "\n\n" . trim( (string) preg_replace( '/\s+/u', ' ', $text ) ) . "\n";
	}
	if ( 'td' === $name || 'th' === $name ) {
		return trim( $text ) . ' ';
	}
	return isset( $blocks[ $name ] ) ? "\n" . trim( $text, ' ' ) . "\n" : $text;
}

/** The words of HTML without a parser, and without running anything of it. */
function plain_text( string $html ): string {
	$html = preg_replace( '/<!--.*?(?:-->|$)|<(script|style|template|nav|form)\b.*?(?:<\/\1>|$)/is', '', $html );
	$html = preg_replace( '/\[\/?[a-z][\w-]*(?:\s[^\[\]]*)?\]/i', ' ', (string) $html );
	$html = preg_replace( '/<\/(p|div|li|tr|td|th|dt|dd|blockquote|figcaption)>|<br\b[^<>]*>/i', "$0\n", (string) $html );
	$html = preg_replace( '/<h[1-6]\b/i', "\n\n$0", (string) preg_replace( '/<\/h[1-6]>/i', "$0\n", (string) $html ) );
	return html_entity_decode( wp_strip_all_tags( (string) $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
}
