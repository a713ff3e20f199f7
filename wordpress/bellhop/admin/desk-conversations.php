<?php
/**
 * Tools → Chats where a gateway answers: what was said last in each of this site's conversations, with a link that leads to it at
 * the gateway's desk, where a person reads all of it and answers. Nothing of it is kept here.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/**
 * Where the gateway's desk shows a conversation, or all of them.
 *
 * @param string $session_id Which; '' for all.
 */
function desk_url( string $session_id = '' ): string {
	return settings()['gateway_url'] . '/console' . ( '' === $session_id ? '' : '/conversations/' . rawurlencode( $session_id ) );
}

/**
 * A page of this site's conversations, as the gateway has them.
 *
 * @param string $words Looked for; '' for all.
 * @param string $page  Of the answer before; '' for the newest.
 * @return array|WP_Error conversations, next ('' at the end).
 */
function desk_conversations( string $words, string $page ) {
	$query = array_filter(
		array(
			'q'     => $words,
			'page'  => $page,
			'limit' => (string) CONVERSATIONS_A_PAGE,
		),
		'strlen'
	);
	$path  = '/admin/sites/' . rawurlencode( settings()['client_id'] ) . '/conversations?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 );
	$reply = gateway_request( 'GET', $path );
	if ( is_wp_error( $reply ) ) {
		return $reply;
	}
	$rows = array_filter( (array) ( $reply['data'] ?? array() ), 'is_array' );
	return array(
		'conversations' => array_values( array_filter( array_map( __NAMESPACE__ . '\\read_desk_chat', $rows ) ) ),
		'next'          => cut( text( $reply['next_page'] ?? null ), 400 ),
	);
}

/**
 * One conversation of the gateway's list, each field of its kind, whatever was sent.
 *
 * @param array $row Of the gateway.
 * @return array|null Null where it has no id to lead to.
 */
function read_desk_chat( array $row ): ?array {
	$texts = array();
	foreach ( array( 'session_id', 'owner_id', 'match', 'last_words', 'last_by', 'state', 'last_at' ) as $name ) {
		$texts[ $name ] = text( $row[ $name ] ?? null );
	}
	if ( ! preg_match( '/^[\w.:-]{1,200}$/D', $texts['session_id'] ) ) {
		return null;
	}
	return array(
		'id'    => $texts['session_id'],
		'owner' => $texts['owner_id'],
		'words' => '' === $texts['match'] ? $texts['last_words'] : $texts['match'],
		'by'    => $texts['last_by'],
		'state' => $texts['state'],
		'at'    => (int) strtotime( $texts['last_at'] ),
		'up'    => absint( $row['thumbs_up'] ?? 0 ),
		'down'  => absint( $row['thumbs_down'] ?? 0 ),
	);
}

/** Prints Tools → Chats for a gateway's conversations. */
function print_desk_chats_page(): void {
	if ( ! current_user_can( READ_CHATS ) ) { // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
		return;
	}
	// phpcs:disable WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
	if ( shows_own_chats() ) {
		print_chats_page();
		return;
	}
	$words = isset( $_GET['s'] ) ? sanitize_text_field( wp_unslash( $_GET['s'] ) ) : '';
	$page  = isset( $_GET['from'] ) ? sanitize_text_field( wp_unslash( $_GET['from'] ) ) : '';
	// phpcs:enable
	echo '<div class="wrap bellhop-page"><h1 class="wp-heading-inline">' . esc_html__( 'Chats', 'bellhop' ) . '</h1>';
	echo ' <a class="page-title-action" href="' . esc_url( desk_url() ) . '" target="_blank" rel="noopener">' . esc_html__( 'Open the gateway’s desk', 'bellhop' ) . '</a><hr class="wp-header-end">';
	echo '<p class="description">' . esc_html__( 'The gateway keeps these chats. A press on one opens it at the gateway’s desk in a new tab, where you read all of it and can answer in the agent’s place. You sign in there with your own login.', 'bellhop' ) . '</p>';
	print_link_to_own_chats();
	$found = desk_conversations( $words, $page );
	if ( is_wp_error( $found ) ) {
		$is_unknown = in_array( $found->get_error_code(), array( 'not_found', 'not_a_gateway', 'forbidden' ), true );
		print_state( $is_unknown ? 'info' : 'error', $is_unknown ? __( 'This gateway shows no list of chats to sites. Read them at its desk.', 'bellhop' ) : explain_gateway_error( $found ) );
		echo '</div>';
		return;
	}
	print_chats_search( $words );
	print_desk_chats( $found, $words );
	echo '</div>';
}

/** Prints where the chats are that this WordPress has answered itself, before it had a gateway; nothing where there are none. */
function print_link_to_own_chats(): void {
	$count = has_tables() ? count_conversations_between( 0, PHP_INT_MAX )[0] : 0;
	if ( $count > 0 ) {
		/* translators: %s: a number of chats */
		$text = sprintf( _n( '%s chat that this WordPress answered itself', '%s chats that this WordPress answered itself', $count, 'bellhop' ), number_format_i18n( $count ) );
		echo '<p><a href="' . esc_url( chats_url( array( 'here' => '1' ) ) ) . '">' . esc_html( $text ) . '</a></p>';
	}
}

/**
 * Prints the search above a list of chats.
 *
 * @param string $words Looked for now.
 */
function print_chats_search( string $words ): void {
	echo '<form method="get" action="' . esc_url( admin_url( 'tools.php' ) ) . '" class="bellhop-search"><input type="hidden" name="page" value="' . esc_attr( CHATS_PAGE ) . '">';
	echo '<label class="screen-reader-text" for="bellhop-search">' . esc_html__( 'Search in chats', 'bellhop' ) . '</label><input type="search" id="bellhop-search" name="s" value="' . esc_attr( $words ) . '"> ';
	submit_button( __( 'Search in chats', 'bellhop' ), 'secondary', '', false );
	echo '</form>';
}

/**
 * How many answers of a chat have helped, and how many have not.
 *
 * @param array $chat Of read_desk_chat().
 */
function said_of_answers( array $chat ): string {
	$said = array();
	if ( $chat['up'] > 0 ) {
		$said[] = __( 'Helped', 'bellhop' ) . ': ' . number_format_i18n( $chat['up'] );
	}
	if ( $chat['down'] > 0 ) {
		$said[] = __( 'Didn’t help', 'bellhop' ) . ': ' . number_format_i18n( $chat['down'] );
	}
	return implode( ', ', $said );
}

/**
 * Prints the list.
 *
 * @param array  $found Of desk_conversations().
 * @param string $words Looked for.
 */
function print_desk_chats( array $found, string $words ): void {
	if ( ! $found['conversations'] ) {
		echo '<p>' . esc_html( '' === $words ? __( 'No visitor has written yet.', 'bellhop' ) : __( 'No chat has these words.', 'bellhop' ) ) . '</p>';
		return;
	}
	echo '<table class="widefat striped bellhop-chats"><thead><tr><th scope="col">' . esc_html( '' === $words ? __( 'Last message', 'bellhop' ) : __( 'What was found', 'bellhop' ) ) . '</th><th scope="col">' . esc_html__( 'Visitor', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'State', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'Last activity', 'bellhop' ) . '</th></tr></thead><tbody>';
	foreach ( $found['conversations'] as $chat ) {
		printf(
			'<tr><td>%1$s <a href="%2$s" target="_blank" rel="noopener"><strong>%3$s</strong><span class="screen-reader-text"> %4$s</span></a> <span class="bellhop-said">%5$s</span></td><td>%6$s</td><td>%7$s</td><td>%8$s</td></tr>',
			esc_html( '' === $words ? speaker_at_desk( $chat['by'] ) : '' ),
			esc_url( desk_url( $chat['id'] ) ),
			wp_kses( found_words( $chat['words'] ), array( 'mark' => array() ) ),
			esc_html__( '(opens in a new tab)', 'bellhop' ),
			esc_html( said_of_answers( $chat ) ),
			esc_html( '' === $chat['owner'] ? '' : visitor_name( $chat['owner'] ) ),
			esc_html( state_at_desk( $chat['state'] ) ),
			esc_html( $chat['at'] > 0 ? wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $chat['at'] ) : '' )
		);
	}
	echo '</tbody></table><p class="bellhop-pages">';
	if ( '' !== $found['next'] ) {
		$query = array_filter(
			array(
				's'    => $words,
				'from' => $found['next'],
			),
			'strlen'
		);
		echo '<a class="button" href="' . esc_url( chats_url( $query ) ) . '">' . esc_html__( 'Older', 'bellhop' ) . '</a>';
	}
	echo '</p>';
}

/**
 * Words of a chat in one line, what was looked for marked; the gateway puts it between two signs that nobody types.
 *
 * @param string $words Plain text.
 * @return string HTML.
 */
function found_words( string $words ): string {
	$marked = str_replace( array( "\u{E000}", "\u{E001}" ), array( '<mark>', '</mark>' ), esc_html( short_line( $words, 160 ) ) );
	// A line that was cut may have lost the end of a mark.
	return force_balance_tags( $marked );
}

/**
 * Who wrote the last words.
 *
 * @param string $by Of the gateway: visitor, agent, person.
 */
function speaker_at_desk( string $by ): string {
	$words = array(
		'visitor' => __( 'Visitor:', 'bellhop' ),
		'agent'   => __( 'Agent:', 'bellhop' ),
		'person'  => __( 'A person of your team:', 'bellhop' ),
	);
	return $words[ $by ] ?? '';
}

/**
 * How a conversation stands.
 *
 * @param string $state Of the gateway.
 */
function state_at_desk( string $state ): string {
	$words = array(
		'running' => __( 'Is being answered', 'bellhop' ),
		'paused'  => __( 'Waits for the visitor’s page', 'bellhop' ),
		'failed'  => __( 'The last answer failed', 'bellhop' ),
		'waiting' => __( 'Waits for a person', 'bellhop' ),
		'held'    => __( 'A person answers', 'bellhop' ),
		'idle'    => __( 'Answered', 'bellhop' ),
	);
	return $words[ $state ] ?? '';
}
