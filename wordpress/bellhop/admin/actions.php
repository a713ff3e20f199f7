<?php
/**
 * What forms of wp-admin share, and the buttons of the gateway's collection. Each checks who asks and that the page was ours, acts, and goes
 * back.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_read_record', __NAMESPACE__ . '\\act_read_record' );
add_action( 'admin_post_bellhop_bind', __NAMESPACE__ . '\\act_bind' );
add_action( 'admin_init', __NAMESPACE__ . '\\suggest_privacy_text' );

/**
 * Ends the request of whoever may not do this, or has not pressed our own button.
 *
 * @param string $action     Of the nonce.
 * @param string $capability Who may.
 */
function require_owner( string $action, string $capability = 'manage_options' ): void {
	if ( ! current_user_can( $capability ) ) { // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- each caller names one, of WordPress's or the plugin's own.
		wp_die( esc_html__( 'You may not do this.', 'bellhop' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( $action );
}

/**
 * Goes back to the settings page.
 *
 * @param string  $section  Of the page.
 * @param array[] $findings To be shown there.
 */
function go_back( string $section, array $findings ): void {
	set_transient( findings_key(), $findings, 5 * MINUTE_IN_SECONDS );
	wp_safe_redirect( page_url( $section ) );
	exit;
}

/** Asks the gateway which collection is bound. */
function act_read_record(): void {
	require_owner( 'bellhop_read_record' );
	delete_transient( conflict_key() );
	$record = read_record();
	if ( ! is_wp_error( $record ) ) {
		go_back( 'knowledge', array( finding( true, __( 'This is how the gateway has it.', 'bellhop' ) ) ) );
	}
	go_back( 'knowledge', array( finding( false, explain_bind_failure( $record, text( last_record()['kb_collection_id'] ?? '' ) ) ) ) );
}

/** Binds a collection, or takes it away. */
function act_bind(): void {
	require_owner( 'bellhop_bind' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- require_owner has verified it.
	$collection = isset( $_POST['collection'] ) ? sanitize_text_field( wp_unslash( $_POST['collection'] ) ) : '';
	$expected   = isset( $_POST['expected'] ) ? sanitize_text_field( wp_unslash( $_POST['expected'] ) ) : '';
	$is_seen    = ! empty( $_POST['is_seen'] );
	$replaces   = ! empty( $_POST['replace'] );
	// phpcs:enable
	delete_transient( conflict_key() );
	$precondition = '' === $expected ? null : $expected;
	$record       = bind_collection( '' === $collection ? null : $collection, $replaces || ! $is_seen ? false : $precondition );
	if ( is_wp_error( $record ) ) {
		go_back( 'knowledge', array( finding( false, explain_bind_failure( $record, $collection ) ) ) );
	}
	$text = '' === $collection
		? __( 'The site has no collection now.', 'bellhop' )
		: __( 'The agent answers from this collection now.', 'bellhop' );
	go_back( 'knowledge', array( finding( true, $text ) ) );
}

/**
 * Why a collection was not bound, in words.
 *
 * @param WP_Error $error      Of read_record or bind_collection.
 * @param string   $collection What the owner wanted.
 */
function explain_bind_failure( WP_Error $error, string $collection ): string {
	return 'conflict' === $error->get_error_code() ? note_conflict( $collection ) : explain_gateway_error( $error );
}

/** Suggests what the privacy policy may say of the chat. */
function suggest_privacy_text(): void {
	$text = '<p>' . esc_html__( 'This site has a chat. When you open it, a cookie named bellhop_visitor is set for 180 days, so that you find your conversation again, and what you write is sent to the chat’s gateway, where an AI agent answers. The conversation is also kept in your browser; the chat’s menu clears it. Nothing is sent and no cookie is set before you open the chat.', 'bellhop' ) . '</p>';
	if ( answers_here() ) {
		/* translators: %d: a number of days */
		$text  = '<p>' . esc_html( sprintf( __( 'This site has a chat. When you open it, a cookie named bellhop_visitor is set for 180 days, so that you find your conversation again. What you write is kept by this site until nothing has happened in the conversation for %d days, and is sent to the provider of an AI model, which answers. The conversation is also kept in your browser; the chat’s menu clears it. Nothing is sent and no cookie is set before you open the chat.', 'bellhop' ), session_days() ) ) . '</p>';
		$text .= '<p>' . esc_html__( 'With a conversation the site keeps from which of its pages you wrote last, and your country where its host says one. The people of this site may write notes about a conversation, and answer in it themselves.', 'bellhop' ) . '</p>';
		$text .= '<p>' . esc_html__( 'The people of this site can read conversations, and may get them by e-mail. If you ask the chat to pass on a message, it goes by e-mail together with the address that you give and the conversation.', 'bellhop' ) . '</p>';
	}
	wp_add_privacy_policy_content( 'Bellhop', wp_kses_post( str_replace( VISITOR_COOKIE, visitor_cookie_name(), $text ) ) );
}
