<?php
/**
 * Settings → Bellhop → What the agent knows: each published page with what was read of it, what not and why, and a preview of the
 * text. For a WordPress that answers itself.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Post;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_read_again', __NAMESPACE__ . '\\act_read_again' );

add_action( 'admin_post_bellhop_take_document', __NAMESPACE__ . '\\act_take_document' );

const KNOWLEDGE_VIEW = 'knowledge';
/** Rows of the table, and characters of one preview. */
const KNOWN_ROWS         = 20;
const PREVIEW_CHARACTERS = 4000;

/**
 * Where the owner sees what is known.
 *
 * @param string[] $query Added to the address.
 */
function knowledge_url( array $query = array() ): string {
	return add_query_arg( array_map( 'rawurlencode', array( 'view' => KNOWLEDGE_VIEW ) + $query ), page_url() );
}

/** How many pages are published and how many of them are known. The one number never stands without the other. */
function known_numbers(): string {
	$published = count_published_pages();
	$known     = count_known_pages();
	/* translators: 1: a number of published pages, 2: how many of them the agent knows */
	$words = sprintf( __( 'Pages published, of the kinds that you chose: %1$s. Known to the agent: %2$s.', 'bellhop' ), number_format_i18n( $published ), number_format_i18n( $known ) );
	return $words . ( $known < $published && is_round_going() ? ' ' . __( 'The rest follows in the background.', 'bellhop' ) : '' );
}

/** Whether pages are still being read for the first time, or again after a change of all of them. */
function is_round_going(): bool {
	$round = round_state();
	return $round['after'] > 0 || 0 === $round['ended'] || $round['first'];
}

/** How many pages are published of the kinds that the owner has chosen. */
function count_published_pages(): int {
	$count = 0;
	foreach ( known_types() as $type ) {
		$count += count_of_kind( $type );
	}
	return $count;
}

/**
 * How many are published of one kind.
 *
 * @param string $type Of knowable_types().
 */
function count_of_kind( string $type ): int {
	if ( 'attachment' === $type ) {
		return array_sum( array_map( 'intval', (array) wp_count_attachments( array( PDF_TYPE, WORD_TYPE ) ) ) ) - (int) ( wp_count_attachments( array( PDF_TYPE, WORD_TYPE ) )->trash ?? 0 );
	}
	return (int) wp_count_posts( $type )->publish;
}

/** Prints the page. */
function print_known_pages(): void {
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
	$words   = isset( $_GET['s'] ) ? sanitize_text_field( wp_unslash( $_GET['s'] ) ) : '';
	$page    = isset( $_GET['paged'] ) ? max( 1, absint( $_GET['paged'] ) ) : 1;
	$missing = ! empty( $_GET['missing'] );
	// phpcs:enable
	ensure_tables();
	echo '<p><a href="' . esc_url( page_url( 'knowledge' ) ) . '">' . esc_html__( 'Back to the settings', 'bellhop' ) . '</a></p>';
	print_answers();
	echo '<h2>' . esc_html__( 'What the agent knows', 'bellhop' ) . '</h2>';
	echo '<p>' . esc_html( known_numbers() ) . '</p>';
	print_other_kinds();
	print_waiting_documents();
	print_action_form( 'read_again', __( 'Read all pages again', 'bellhop' ) );
	echo '<p><a href="' . esc_url( knowledge_url() ) . '">' . esc_html__( 'All pages', 'bellhop' ) . '</a> | <a href="' . esc_url( knowledge_url( array( 'missing' => '1' ) ) ) . '">' . esc_html__( 'Only those that it doesn’t know', 'bellhop' ) . '</a></p>';
	echo '<form method="get" action="' . esc_url( admin_url( 'options-general.php' ) ) . '" class="bellhop-search"><input type="hidden" name="page" value="' . esc_attr( PAGE ) . '"><input type="hidden" name="view" value="' . esc_attr( KNOWLEDGE_VIEW ) . '">';
	echo '<label class="screen-reader-text" for="bellhop-search">' . esc_html__( 'Search in titles', 'bellhop' ) . '</label><input type="search" id="bellhop-search" name="s" value="' . esc_attr( $words ) . '"> ';
	submit_button( __( 'Search in titles', 'bellhop' ), 'secondary', '', false );
	echo '</form>';
	print_known_table( $words, $page, $missing );
}

/** Kinds of content that the site has and the agent isn't asked to know: an owner who never saw the list must not wonder. */
function print_other_kinds(): void {
	$others = array();
	foreach ( array_diff_key( knowable_types(), array_flip( known_types() ) ) as $type => $label ) {
		$count = count_of_kind( $type );
		if ( $count > 0 ) {
			$others[] = $label . ' (' . number_format_i18n( $count ) . ')';
		}
	}
	if ( $others ) {
		/* translators: %s: kinds of content with their numbers, as in "Products (12), Events (3)" */
		echo '<p>' . esc_html( sprintf( __( 'Also published, and not chosen in the settings: %s.', 'bellhop' ), implode( ', ', $others ) ) ) . ' <a href="' . esc_url( page_url( 'knowledge' ) ) . '">' . esc_html__( 'Choose kinds', 'bellhop' ) . '</a></p>';
	}
}

/**
 * Prints the pages.
 *
 * @param string $words   In their titles; '' for all.
 * @param bool   $missing Only those that aren't known.
 */
function print_known_table( string $words, int $page, bool $missing ): void {
	$ids = published_page_ids( $words, $page, $missing );
	if ( ! $ids ) {
		echo '<p>' . esc_html__( 'No page here.', 'bellhop' ) . '</p>';
		return;
	}
	echo '<table class="widefat striped bellhop-known"><thead><tr><th scope="col">' . esc_html__( 'Page', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'What was read', 'bellhop' ) . '</th></tr></thead><tbody>';
	foreach ( array_slice( $ids, 0, KNOWN_ROWS ) as $id ) {
		$post = get_post( $id );
		if ( $post instanceof WP_Post ) {
			print_known_row( $post );
		}
	}
	echo '</tbody></table><p class="bellhop-pages">';
	$query = ( '' === $words ? array() : array( 's' => $words ) ) + ( $missing ? array( 'missing' => '1' ) : array() );
	if ( $page > 1 ) {
		echo '<a class="button" href="' . esc_url( knowledge_url( $query + array( 'paged' => (string) ( $page - 1 ) ) ) ) . '">' . esc_html__( 'Previous', 'bellhop' ) . '</a> ';
	}
	if ( count( $ids ) > KNOWN_ROWS ) {
		echo '<a class="button" href="' . esc_url( knowledge_url( $query + array( 'paged' => (string) ( $page + 1 ) ) ) ) . '">' . esc_html__( 'Next', 'bellhop' ) . '</a>';
	}
	echo '</p>';
}

/** Prints a page with what was read of it. */
function print_known_row( WP_Post $post ): void {
	$kind    = get_post_type_object( $post->post_type );
	$reading = kept_reading( $post->ID );
	$text    = null === $reading ? '' : trim( product_facts( $post ) . "\n\n" . $reading['body'] );
	$title   = plain_title( $post );
	echo '<tr><td><a href="' . esc_url( address_of( $post ) ) . '"><strong>' . esc_html( '' === $title ? address_of( $post ) : $title ) . '</strong></a><br>' . esc_html( $kind ? (string) $kind->labels->singular_name : '' ) . '</td><td>';
	echo '<p>' . esc_html( explain_reading( $post, $reading ) );
	if ( null !== $reading ) {
		/* translators: %s: a time, as in "5 minutes" */
		echo ' ' . esc_html( sprintf( __( 'Looked at %s ago.', 'bellhop' ), human_time_diff( $reading['read_at'] ) ) );
	}
	echo '</p>';
	if ( '' !== $text ) {
		$known = MAX_PASSAGES * PASSAGE_CHARACTERS;
		/* translators: %s: a number of characters */
		echo '<details><summary>' . esc_html( sprintf( __( 'Preview: %s characters', 'bellhop' ), number_format_i18n( mb_strlen( $text ) ) ) ) . '</summary>';
		if ( mb_strlen( $text ) > $known ) {
			/* translators: %s: a number of characters */
			echo '<p>' . esc_html( sprintf( __( 'It is long: only about the first %s characters are known.', 'bellhop' ), number_format_i18n( $known ) ) ) . '</p>';
		}
		echo '<pre class="bellhop-preview-text" dir="auto">' . esc_html( cut( $text, PREVIEW_CHARACTERS ) . ( mb_strlen( $text ) > PREVIEW_CHARACTERS ? ' …' : '' ) ) . '</pre></details>';
	}
	echo '</td></tr>';
}

/**
 * What was read of a page, or why nothing was, in words.
 *
 * @param array|null $reading Of kept_reading().
 */
function explain_reading( WP_Post $post, ?array $reading ): string {
	$left_out = array(
		'password' => __( 'Not read: it has a password.', 'bellhop' ),
		'noindex'  => __( 'Not read: search engines are asked to leave it out, or your shop hides it.', 'bellhop' ),
		'filter'   => __( 'Not read: a plugin or your theme has said so.', 'bellhop' ),
	);
	$why      = why_unknown( $post );
	if ( isset( $left_out[ $why ] ) ) {
		return $left_out[ $why ];
	}
	if ( null === $reading ) {
		return __( 'Not read yet: it follows in the background.', 'bellhop' );
	}
	$of_files = array(
		'no_file'   => __( 'Not read: the file isn’t there.', 'bellhop' ),
		'too_large' => __( 'Not read: the file is larger than 30 MB.', 'bellhop' ),
		'damaged'   => __( 'Not read: the file is damaged, has a password, or isn’t what its name says.', 'bellhop' ),
		'no_reader' => __( 'Not read: this server’s PHP lacks zip or XML, which Word files need.', 'bellhop' ),
	);
	if ( isset( $of_files[ $reading['why'] ] ) ) {
		return $of_files[ $reading['why'] ];
	}
	if ( 'waiting' === $reading['state'] ) {
		return __( 'Not read yet: your browser reads PDF files while this page is open.', 'bellhop' );
	}
	if ( 'document' === $reading['state'] ) {
		return __( 'The text of the file was read.', 'bellhop' );
	}
	list( $case, $status ) = array_pad( explode( '_', $reading['why'], 2 ), 2, '' );
	if ( 'visitor' === $reading['state'] ) {
		return __( 'Read as a visitor reads it.', 'bellhop' );
	}
	if ( 'closed' === $reading['state'] ) {
		/* translators: %s: an HTTP status, as in 403 */
		return '301' === $status || '302' === $status ? __( 'Not read: visitors are sent from it to another page.', 'bellhop' ) : sprintf( __( 'Not read: visitors can’t open it (status %s).', 'bellhop' ), $status );
	}
	if ( 'empty' === $reading['state'] ) {
		return __( 'Not known: no text was found in it. Pictures and videos can’t be read.', 'bellhop' );
	}
	$causes = array(
		'no'      => __( 'This site could not open its own page as a visitor does', 'bellhop' ),
		/* translators: %s: an HTTP status, as in 503 */
		'refused' => sprintf( __( 'The site refused its own visit (status %s), as it does with a password or a page “coming soon” before it', 'bellhop' ), $status ),
		'other'   => __( 'Its address leads to another site', 'bellhop' ),
	);
	$cause  = 'no_main' === $reading['why'] ? __( 'No text was found in it as visitors see it', 'bellhop' ) : ( $causes[ $case ] ?? $causes['no'] );
	return $cause . '. ' . __( 'So its own content was read; what only your theme shows beside it may be missing.', 'bellhop' );
}

/**
 * Published pages of the chosen kinds, the last changed first.
 *
 * @param string $words   In their titles; '' for all.
 * @param bool   $missing Only those that aren't known.
 * @return int[] One more than a page of the table where there are more.
 */
function published_page_ids( string $words, int $page, bool $missing ): array {
	global $wpdb;
	$open  = open_condition();
	$known = $missing ? 'AND NOT EXISTS ( SELECT 1 FROM ' . table( 'passages' ) . ' k WHERE k.post_id = p.ID )' : '';
	$rows  = rows( $wpdb->prepare( "SELECT p.ID FROM {$wpdb->posts} p WHERE {$open} AND p.post_title LIKE %s {$known} ORDER BY p.post_modified DESC, p.ID DESC LIMIT %d OFFSET %d", '%' . $wpdb->esc_like( $words ) . '%', KNOWN_ROWS + 1, ( $page - 1 ) * KNOWN_ROWS ) ); // phpcs:ignore WordPress.DB.PreparedSQL -- prepared there.
	return array_map( 'intval', wp_list_pluck( (array) $rows, 'ID' ) );
}

/** Prints what the script of this page needs to read PDF files, where there are any. */
function print_waiting_documents(): void {
	$waiting = array();
	foreach ( waiting_documents() as $id ) {
		$waiting[] = array(
			'id'      => $id,
			'address' => own_path( (string) wp_get_attachment_url( $id ) ),
		);
	}
	if ( ! $waiting ) {
		return;
	}
	printf(
		'<div class="bellhop-waiting" data-documents="%1$s" data-url="%2$s" data-action="bellhop_take_document" data-nonce="%3$s" data-done="%4$s" data-failed="%5$s"><p role="status">%6$s</p></div>',
		esc_attr( to_json( $waiting ) ),
		esc_url( admin_url( 'admin-post.php' ) ),
		esc_attr( wp_create_nonce( 'bellhop_take_document' ) ),
		esc_attr__( 'The PDF files were read. Load this page again to see their text.', 'bellhop' ),
		esc_attr__( 'Your browser could not read the PDF files. Load this page again to try once more.', 'bellhop' ),
		esc_html__( 'Your browser is reading PDF files. Leave this page open.', 'bellhop' )
	);
}

/** Takes the text of a PDF file from the owner's browser. */
function act_take_document(): void {
	require_owner( 'bellhop_take_document' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- require_owner has verified it.
	$id     = isset( $_POST['id'] ) ? absint( $_POST['id'] ) : 0;
	$text   = isset( $_POST['text'] ) ? sanitize_textarea_field( wp_unslash( $_POST['text'] ) ) : '';
	$failed = ! empty( $_POST['failed'] );
	// phpcs:enable
	take_document_text( $id, $text, $failed );
	wp_send_json( array( 'taken' => $id ) );
}

/** Reads all pages again, the first of them at once. */
function act_read_again(): void {
	require_owner( 'bellhop_read_again' );
	delete_transient( 'bellhop_unread' );
	read_all_again();
	go_round( 8 );
	set_transient( findings_key(), array( finding( true, is_round_going() ? __( 'The first pages were read again; the rest follows in the background.', 'bellhop' ) : __( 'All pages were read again.', 'bellhop' ) ) ), 5 * MINUTE_IN_SECONDS );
	wp_safe_redirect( knowledge_url() );
	exit;
}
