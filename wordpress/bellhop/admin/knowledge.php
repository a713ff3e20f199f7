<?php
/**
 * The card of the knowledge base: which collection the agent answers from, as the gateway had it last, and another one.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Prints the card of the knowledge base. */
function print_knowledge(): void {
	$record = last_record();
	$bound  = $record['kb_collection_id'] ?? null;
	echo '<div class="card bellhop-card"><h2>' . esc_html__( 'Knowledge base', 'bellhop' ) . '</h2>';
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
	echo '</div>';
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
