<?php
/**
 * The card of the knowledge base: this site's own pages at the gateway, or another collection that the agent answers from, as the
 * gateway had it last.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_begin_sending', __NAMESPACE__ . '\\act_begin_sending' );
add_action( 'admin_post_bellhop_send_again', __NAMESPACE__ . '\\act_send_again' );
add_action( 'admin_post_bellhop_stop_sending', __NAMESPACE__ . '\\act_stop_sending' );

/** Prints the card of the knowledge base. */
function print_knowledge(): void {
	print_own_pages();
	$bound    = last_record()['kb_collection_id'] ?? '';
	$is_other = '' !== $bound && sending_state()['collection'] !== $bound;
	echo '<details' . esc_attr( $is_other || is_array( get_transient( conflict_key() ) ) ? ' open' : '' ) . '><summary>' . esc_html__( 'Another collection of the gateway', 'bellhop' ) . '</summary>';
	print_collection();
	echo '</details>';
}

/** Prints whether the agent answers from this site's pages, and the buttons that begin and end it. */
function print_own_pages(): void {
	$state = sending_state();
	$bound = last_record()['kb_collection_id'] ?? null;
	if ( '' !== $state['problem'] ) {
		print_state( 'warning', $state['problem'] );
	}
	if ( ! sends_pages() ) {
		echo '<p>' . esc_html__( 'The agent can answer from your published pages, posts and products. They are sent to the gateway, again whenever you save one, and taken away there when you unpublish it. Drafts, and what has a password or asks search engines to leave it out, are never sent.', 'bellhop' ) . '</p>';
		if ( null !== $bound ) {
			/* translators: %s: id of a collection */
			echo '<p>' . esc_html( sprintf( __( 'Your pages would take the place of the collection %s, from which the agent answers now.', 'bellhop' ), $bound ) ) . '</p>';
		}
		print_action_form( 'begin_sending', __( 'Answer from my pages', 'bellhop' ) );
		return;
	}
	list( $sent, $refused ) = count_sent_pages();
	if ( null !== last_record() && $bound !== $state['collection'] ) {
		print_state( 'warning', __( 'Your pages are sent, but the agent doesn’t answer from them: somebody has bound another collection, or none. To bind your pages again, stop below and begin anew.', 'bellhop' ) );
	}
	/* translators: %s: a number of pages */
	echo '<p>' . esc_html( sprintf( _n( '%s page of your site is at the gateway. Answers link to it.', '%s pages of your site are at the gateway. Answers link to them.', $sent, 'bellhop' ), number_format_i18n( $sent ) ) );
	if ( $state['after'] > 0 || 0 === $state['ended'] ) {
		echo ' ' . esc_html__( 'The rest follows in the background.', 'bellhop' );
	} else {
		/* translators: %s: a time, as in "5 minutes" */
		echo ' ' . esc_html( sprintf( __( 'All were compared %s ago.', 'bellhop' ), human_time_diff( $state['ended'] ) ) );
	}
	echo '</p>';
	if ( $refused > 0 ) {
		/* translators: %s: a number of pages */
		print_state( 'warning', sprintf( _n( 'The gateway didn’t take %s page: it is too long, or the collection is full.', 'The gateway didn’t take %s pages: they are too long, or the collection is full.', $refused, 'bellhop' ), number_format_i18n( $refused ) ) );
	}
	print_action_form( 'send_again', __( 'Compare with the gateway now', 'bellhop' ) );
	print_action_form( 'stop_sending', __( 'Stop, and delete my pages at the gateway', 'bellhop' ), 'button-link-delete' );
}

/** Prints which collection is bound, and the form that binds another one. */
function print_collection(): void {
	$record = last_record();
	$bound  = $record['kb_collection_id'] ?? null;
	if ( null === $record ) {
		echo '<p>' . esc_html__( 'Not read from the gateway yet.', 'bellhop' ) . '</p>';
	} elseif ( null === $bound ) {
		echo '<p>' . esc_html__( 'No collection: the agent answers from what it knows by itself.', 'bellhop' ) . '</p>';
	} else {
		/* translators: %s: id of a collection */
		echo '<p>' . wp_kses( sprintf( __( 'The agent answers from the collection %s.', 'bellhop' ), '<code>' . esc_html( $bound ) . '</code>' ), array( 'code' => array() ) ) . '</p>';
	}
	if ( null !== $record ) {
		/* translators: %s: a time, as in "5 minutes" */
		echo '<p class="description">' . esc_html( sprintf( __( 'As it was at the gateway %s ago.', 'bellhop' ), human_time_diff( $record['seen_at'] ) ) ) . '</p>';
	}
	print_action_form( 'read_record', __( 'Read again', 'bellhop' ) );
	print_bind_form( null !== $record, (string) $bound );
}

/** Makes the collection of the site's pages, in the place of the one that the owner saw on the page. */
function act_begin_sending(): void {
	require_owner( 'bellhop_begin_sending' );
	// Who was told that somebody else was first, and presses again, means it.
	$is_told = (bool) get_transient( replace_key() );
	delete_transient( replace_key() );
	$record = last_record() ?? read_record();
	$begun  = is_wp_error( $record ) ? $record : ( sends_pages() ? true : begin_sending( $is_told ? false : $record['kb_collection_id'] ) );
	if ( is_wp_error( $begun ) ) {
		go_back( 'knowledge', array( finding( false, explain_sending_failure( $begun ) ) ) );
	}
	$problem = sending_state()['problem'];
	/* translators: %s: a number of pages */
	$text = sprintf( _n( 'The agent answers from your site now: %s page has been sent.', 'The agent answers from your site now: %s pages have been sent.', count_sent_pages()[0], 'bellhop' ), number_format_i18n( count_sent_pages()[0] ) );
	go_back( 'knowledge', array( '' === $problem ? finding( true, $text ) : finding( null, $problem ) ) );
}

/** Goes through all pages now, and not only tomorrow. */
function act_send_again(): void {
	require_owner( 'bellhop_send_again' );
	update_sending( array( 'after' => 0 ) );
	send_step();
	$problem = sending_state()['problem'];
	go_back( 'knowledge', array( '' === $problem ? finding( true, __( 'The gateway has what your pages say now.', 'bellhop' ) ) : finding( false, $problem ) ) );
}

/** Takes the site's pages away at the gateway. */
function act_stop_sending(): void {
	require_owner( 'bellhop_stop_sending' );
	$stopped = sends_pages() ? stop_sending() : true;
	if ( is_wp_error( $stopped ) ) {
		go_back( 'knowledge', array( finding( false, explain_gateway_error( $stopped ) ) ) );
	}
	go_back( 'knowledge', array( finding( true, __( 'Your pages are deleted at the gateway, and nothing more is sent.', 'bellhop' ) ) ) );
}

/**
 * Why sending could not begin, in words.
 *
 * @param WP_Error $error Of begin_sending() or read_record().
 */
function explain_sending_failure( WP_Error $error ): string {
	if ( 'conflict' === $error->get_error_code() ) {
		set_transient( replace_key(), '1', 15 * MINUTE_IN_SECONDS );
		return __( 'Nothing was changed: since this page last saw it, somebody has bound another collection to your site. Ask who did, or press “Answer from my pages” again to put your pages in its place.', 'bellhop' );
	}
	if ( in_array( $error->get_error_code(), array( 'not_found', 'forbidden' ), true ) ) {
		return __( 'This gateway takes no pages from sites. Ask its operator for a collection, and enter its id below.', 'bellhop' );
	}
	return explain_gateway_error( $error );
}

/**
 * Prints the form that binds a collection.
 *
 * @param bool   $is_seen Whether it is known what is bound.
 * @param string $bound   The collection that is, or ''.
 */
function print_bind_form( bool $is_seen, string $bound ): void {
	$conflict = get_transient( conflict_key() );
	$typed    = is_array( $conflict ) ? text( $conflict['collection'] ?? '' ) : $bound;
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="bellhop_bind">';
	wp_nonce_field( 'bellhop_bind' );
	// What the owner saw: another owner may bind something else in the meantime.
	printf( '<input type="hidden" name="expected" value="%1$s"><input type="hidden" name="is_seen" value="%2$s">', esc_attr( $bound ), esc_attr( $is_seen ? '1' : '' ) );
	printf(
		'<p><label for="bellhop-collection">%1$s</label><br><input type="text" id="bellhop-collection" name="collection" class="regular-text" dir="ltr" value="%2$s" aria-describedby="bellhop-collection-help"></p>',
		esc_html__( 'Collection’s id; empty for none', 'bellhop' ),
		esc_attr( $typed )
	);
	echo '<p class="description" id="bellhop-collection-help">' . esc_html__( 'A collection is the documents that the agent may quote. It is made at the gateway, which gives it an id.', 'bellhop' ) . '</p>';
	if ( is_array( $conflict ) && ! empty( $conflict['is_unreadable'] ) ) {
		echo '<p><label><input type="checkbox" name="replace" value="1"> ' . esc_html__( 'Replace whatever is bound now', 'bellhop' ) . '</label></p>';
	}
	submit_button( __( 'Set collection', 'bellhop' ), 'secondary', 'submit', false, array( 'id' => 'bellhop-act-bind' ) );
	echo '</form>';
}

/** Where it is noted that an owner knows of another collection that is bound. */
function replace_key(): string {
	return 'bellhop_replace_' . get_current_user_id();
}

/** Where a collection waits that somebody else has bound meanwhile. */
function conflict_key(): string {
	return 'bellhop_conflict_' . get_current_user_id();
}

/**
 * Somebody else was first: reads what is bound now, so that the owner decides knowing it.
 *
 * @param string $collection What the owner wanted.
 * @return string What to say.
 */
function note_conflict( string $collection ): string {
	$now = read_record();
	set_transient(
		conflict_key(),
		array(
			'collection'    => $collection,
			'is_unreadable' => is_wp_error( $now ),
		),
		15 * MINUTE_IN_SECONDS
	);
	if ( is_wp_error( $now ) ) {
		return __( 'Nothing was changed: since this page last saw it, somebody has bound another collection to your site. Ask who did, or tick “Replace whatever is bound now” and set yours.', 'bellhop' );
	}
	if ( null === $now['kb_collection_id'] ) {
		return __( 'Nothing was changed: since this page last saw it, somebody has taken the collection away. To bind yours all the same, press “Set collection” again.', 'bellhop' );
	}
	return sprintf(
		/* translators: %s: id of a collection */
		__( 'Nothing was changed: since this page last saw it, somebody has bound the collection %s to your site. Ask who did, or press “Set collection” again to put yours in its place.', 'bellhop' ),
		$now['kb_collection_id']
	);
}
