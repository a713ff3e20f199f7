<?php
/**
 * "Propose from my site": a card with the button, and the proposal in the form of the settings, unsaved, beside its preview. What an
 * owner has written is replaced in no other field than those that are marked.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_propose', __NAMESPACE__ . '\\act_propose' );

/** Proposed anew each time; the other fields only where they are empty. */
const ALWAYS_PROPOSED = array( 'greeting', 'prompts' );

/** Where an owner's proposal waits. */
function proposal_key(): string {
	return 'bellhop_proposal_' . get_current_user_id();
}

/**
 * The settings as the form is to show them, not saved yet; null where nothing is proposed.
 *
 * @return array|null settings: all of them; proposed: names of those that are new.
 */
function proposal(): ?array {
	$stored = get_transient( proposal_key() );
	return is_array( $stored ) && is_array( $stored['settings'] ?? null ) ? $stored : null;
}

/** Prints the card. */
function print_propose_card(): void {
	echo '<div class="card bellhop-card"><h2>' . esc_html__( 'Words for your site', 'bellhop' ) . '</h2>';
	echo '<p>' . esc_html__( 'Greeting, first questions and instructions, proposed from your published pages. They are put into the form below and into its preview; nothing is stored before you save.', 'bellhop' ) . '</p>';
	echo '<form method="post" id="bellhop-propose" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="bellhop_propose">';
	wp_nonce_field( 'bellhop_propose' );
	submit_button( __( 'Propose from my site', 'bellhop' ), 'secondary', 'submit', false, array( 'id' => 'bellhop-act-propose' ) );
	$cents = max( 1, (int) ceil( proposal_cost_nano() / 10000000 ) );
	/* translators: %s: an amount of US dollars */
	$cost = sprintf( __( 'One request to your AI model, which costs at most $%s.', 'bellhop' ), number_format_i18n( $cents / 100, 2 ) );
	$from = '' === model_source() ? __( 'From the titles of your pages: no AI model is connected here.', 'bellhop' ) : $cost;
	echo '</form><p class="description">' . esc_html( $from ) . '</p></div>';
}

/** Makes a proposal. What the form holds and was not saved yet comes along, and stays. */
function act_propose(): void {
	require_owner( 'bellhop_propose' );
	// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- require_owner has verified it; sanitize_settings is what stores it, too.
	$given = isset( $_POST[ OPTION_SETTINGS ] ) && is_array( $_POST[ OPTION_SETTINGS ] ) ? wp_unslash( $_POST[ OPTION_SETTINGS ] ) : null;
	$form  = null === $given ? settings() : sanitize_settings( $given );
	$made  = propose_settings();
	$new   = array();
	foreach ( $made['settings'] as $name => $value ) {
		if ( in_array( $name, ALWAYS_PROPOSED, true ) || empty( $form[ $name ] ) ) {
			$new[ $name ] = $value;
		}
	}
	set_transient(
		proposal_key(),
		array(
			'settings' => sanitize_settings( $new + $form ),
			'proposed' => array_keys( $new ),
		),
		HOUR_IN_SECONDS
	);
	go_back( array( finding( 'model' === $made['source'] || 'none' === $made['source'] ? true : null, explain_proposal( $made['source'] ) ) ) );
}

/**
 * Where a proposal comes from, and what to do with it.
 *
 * @param string $source Of propose_settings().
 */
function explain_proposal( string $source ): string {
	$words = array(
		'model'  => __( 'Your AI model has read your pages.', 'bellhop' ),
		'none'   => __( 'Made from the titles of your pages.', 'bellhop' ),
		'spent'  => __( 'The month’s money doesn’t reach for a request to the model: made from the titles of your pages.', 'bellhop' ),
		'failed' => __( 'The AI model did not answer: made from the titles of your pages. “Test the chat” tells why.', 'bellhop' ),
		'unread' => __( 'The AI model’s answer could not be read: made from the titles of your pages. Try once more, or take another model.', 'bellhop' ),
	);
	return $words[ $source ] . ' ' . __( 'What is proposed is marked in the form below, and the preview shows it. Change what you like; “Save Changes” stores it. Leave this page, and nothing has changed.', 'bellhop' );
}

/** Prints the form's sections, with what is proposed in place of what is stored. A proposal is shown once. */
function print_sections_with_proposal(): void {
	$draft = proposal();
	delete_transient( proposal_key() );
	if ( null === $draft ) {
		do_settings_sections( PAGE );
		return;
	}
	$show = function () use ( $draft ): array {
		return $draft['settings'];
	};
	add_filter( 'option_' . OPTION_SETTINGS, $show );
	do_settings_sections( PAGE );
	remove_filter( 'option_' . OPTION_SETTINGS, $show );
}

/**
 * The preview's address, with what is proposed.
 *
 * @param string $url Without.
 */
function preview_of_proposal( string $url ): string {
	$draft = proposal();
	foreach ( null === $draft ? array() : array_intersect( PREVIEWED, $draft['proposed'] ) as $name ) {
		$value = $draft['settings'][ $name ];
		// Ends of lines are dropped from addresses when these are printed.
		$url = add_query_arg( 'look[' . $name . ']', rawurlencode( is_array( $value ) ? implode( '|', $value ) : str_replace( "\n", ' ', $value ) ), $url );
	}
	return $url;
}
