<?php
/**
 * Documents of the media library: which may be known, and what stands in a Word file. PDF files are read by PDF.js in the owner's
 * browser (assets/read-documents.js), since PHP has no reader of them that hosts come with; the text is handed in here.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;
use ZipArchive;

defined( 'ABSPATH' ) || exit;

const PDF_TYPE  = 'application/pdf';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** A file larger than this isn't read. */
const MAX_DOCUMENT_BYTES = 30 * MB_IN_BYTES;
/** Of a Word file's text, unpacked; of a text that a browser hands in, characters. */
const MAX_WORD_BYTES           = 20 * MB_IN_BYTES;
const MAX_HANDED_IN_CHARACTERS = 400000;

/** Whether a post of the media library is a document that can be known. */
function is_document( WP_Post $post ): bool {
	return 'attachment' === $post->post_type && in_array( $post->post_mime_type, array( PDF_TYPE, WORD_TYPE ), true );
}

/**
 * What a document says.
 *
 * @return string[] text, state (document, waiting for a browser, or closed), why: as read_as_visitor().
 */
function read_document( WP_Post $post ): array {
	$file = (string) get_attached_file( $post->ID );
	$text = '';
	if ( '' === $file || ! is_readable( $file ) ) {
		$why = 'no_file';
	} elseif ( filesize( $file ) > MAX_DOCUMENT_BYTES ) {
		$why = 'too_large';
	} elseif ( PDF_TYPE === $post->post_mime_type ) {
		return array(
			'text'  => '',
			'state' => 'waiting',
			'why'   => '',
		);
	} else {
		list( $text, $why ) = word_text( $file );
	}
	return array(
		'text'  => $text,
		'state' => '' === $why ? ( '' === $text ? 'empty' : 'document' ) : 'closed',
		'why'   => $why,
	);
}

/**
 * The text of a Word file: paragraphs, headings as beginnings of sections, the cells of a table's row in one line.
 *
 * @return string[] Text, and why there is none: '' for no reason.
 */
function word_text( string $file ): array {
	if ( ! class_exists( ZipArchive::class ) || ! class_exists( \DOMDocument::class ) ) {
		return array( '', 'no_reader' );
	}
	$zip  = new ZipArchive();
	$text = '';
	if ( true !== $zip->open( $file ) ) {
		return array( '', 'damaged' );
	}
	$entry = $zip->statName( 'word/document.xml' );
	$xml   = is_array( $entry ) && $entry['size'] <= MAX_WORD_BYTES ? $zip->getFromName( 'word/document.xml', MAX_WORD_BYTES ) : false;
	$zip->close();
	$document = new \DOMDocument();
	$before   = libxml_use_internal_errors( true );
	// No entity is replaced and nothing is fetched: a file is somebody's upload.
	$is_read = is_string( $xml ) && false === stripos( $xml, '<!DOCTYPE' ) && $document->loadXML( $xml, LIBXML_NONET | LIBXML_COMPACT );
	libxml_clear_errors();
	libxml_use_internal_errors( $before );
	if ( ! $is_read ) {
		return array( '', 'damaged' );
	}
	$path = new \DOMXPath( $document );
	$path->registerNamespace( 'w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main' );
	// A row is one line, so its paragraphs aren't lines of their own.
	foreach ( $path->query( '//w:tr | //w:p[not(ancestor::w:tr)]' ) as $block ) {
		$line = '';
		foreach ( $path->query( './/w:t | .//w:tab | .//w:br | .//w:tc', $block ) as $part ) {
			$line .= 't' === $part->localName ? $part->nodeValue : ' '; // phpcs:ignore WordPress.NamingConventions.ValidVariableName.UsedPropertyNotSnakeCase
		}
		$line       = trim( (string) preg_replace( '/\s+/u', ' ', $line ) );
		$is_heading = $path->query( './w:pPr/w:pStyle[starts-with(@w:val, "Heading") or starts-with(@w:val, "Title") or starts-with(@w:val, "berschrift")] | ./w:pPr/w:outlineLvl', $block )->length > 0;
		$text      .= '' === $line ? '' : ( $is_heading ? "\n\n" : "\n" ) . $line;
	}
	return array( trim( $text ), '' );
}

/** What tells one file from another in its place. */
function document_key( WP_Post $post ): string {
	$file = (string) get_attached_file( $post->ID );
	return '' !== $file && is_readable( $file ) ? 'file:' . filesize( $file ) . ':' . filemtime( $file ) : 'file:';
}

/**
 * Documents that a browser has to read, the newest first.
 *
 * @return int[] Ids.
 */
function waiting_documents(): array {
	global $wpdb;
	if ( ! in_array( 'attachment', known_types(), true ) ) {
		return array();
	}
	$rows = rows( $wpdb->prepare( 'SELECT post_id FROM ' . table( 'pages' ) . ' WHERE state = %s ORDER BY post_id DESC LIMIT 100', 'waiting' ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return array_map( 'intval', wp_list_pluck( (array) $rows, 'post_id' ) );
}

/**
 * Stores what the owner's browser has read of a document.
 *
 * @param string $text    What it says; '' where nothing could be read.
 * @param bool   $failed  Whether it is no PDF that can be read.
 */
function take_document_text( int $post_id, string $text, bool $failed ): void {
	$post = get_post( $post_id );
	if ( ! $post instanceof WP_Post || ! is_document( $post ) || '' !== why_unknown( $post ) ) {
		return;
	}
	$text = cut( trim( str_replace( "\r\n", "\n", wp_check_invalid_utf8( $text ) ) ), MAX_HANDED_IN_CHARACTERS );
	store_reading(
		$post_id,
		array(
			'state'    => $failed ? 'closed' : ( '' === $text ? 'empty' : 'document' ),
			'why'      => $failed ? 'damaged' : '',
			'read_at'  => time(),
			'read_key' => document_key( $post ),
			'body'     => $text,
		)
	);
	know_page( $post_id );
}
