<?php
/**
 * What the buttons of the settings page do. Each checks who asks and that the page was ours, acts, and goes back.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_test', __NAMESPACE__ . '\\act_test' );
add_action( 'admin_post_bellhop_read_record', __NAMESPACE__ . '\\act_read_record' );
add_action( 'admin_post_bellhop_bind', __NAMESPACE__ . '\\act_bind' );
add_action( 'admin_init', __NAMESPACE__ . '\\suggest_privacy_text' );

function require_owner( string $action ): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( esc_html__( 'You may not do this.', 'bellhop' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( $action );
}

/**
 * @param array[] $findings To be shown there.
 */
function go_back( array $findings ): void {
	set_transient( findings_key(), $findings, 5 * MINUTE_IN_SECONDS );
	wp_safe_redirect( page_url() );
	exit;
}

function act_test(): void {
	require_owner( 'bellhop_test' );
	$findings = diagnose();
	// The test knows better than the last heartbeat; the next one comes soon to make it so.
	if ( true === $findings[0]['ok'] ) {
		update_state(
			array(
				'status'        => 'active',
				'message'       => '',
				'failures'      => 0,
				'session_error' => '',
				'at'            => time(),
			)
		);
		beat_soon();
	}
	go_back( $findings );
}

function act_read_record(): void {
	require_owner( 'bellhop_read_record' );
	$record = read_record();
	if ( is_wp_error( $record ) ) {
		note_conflict( 'conflict' === $record->get_error_code() );
		go_back( array( finding( false, 'conflict' === $record->get_error_code() ? conflict_text() : explain_gateway_error( $record ) ) ) );
	}
	note_conflict( false );
	go_back( array( finding( true, __( 'This is how the gateway has it.', 'bellhop' ) ) ) );
}

function act_bind(): void {
	require_owner( 'bellhop_bind' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- require_owner has verified it.
	$collection = isset( $_POST['collection'] ) ? sanitize_text_field( wp_unslash( $_POST['collection'] ) ) : '';
	$expected   = isset( $_POST['expected'] ) ? sanitize_text_field( wp_unslash( $_POST['expected'] ) ) : '';
	$is_seen    = ! empty( $_POST['is_seen'] );
	$replaces   = ! empty( $_POST['replace'] );
	// phpcs:enable
	$precondition = '' === $expected ? null : $expected;
	$record       = bind_collection( '' === $collection ? null : $collection, $replaces || ! $is_seen ? false : $precondition );
	if ( is_wp_error( $record ) ) {
		note_conflict( 'conflict' === $record->get_error_code() );
		go_back( array( finding( false, 'conflict' === $record->get_error_code() ? conflict_text() : explain_gateway_error( $record ) ) ) );
	}
	note_conflict( false );
	$text = '' === $collection
		? __( 'The site has no collection now.', 'bellhop' )
		: __( 'The agent answers from this collection now.', 'bellhop' );
	go_back( array( finding( true, $text ) ) );
}

function note_conflict( bool $is_conflict ): void {
	$key = 'bellhop_conflict_' . get_current_user_id();
	if ( $is_conflict ) {
		set_transient( $key, 1, 15 * MINUTE_IN_SECONDS );
	} else {
		delete_transient( $key );
	}
}

function conflict_text(): string {
	return __( 'Nothing was changed: since this page last saw it, somebody has bound another collection to your site. Ask who did, or tick “Replace whatever is bound now” and set yours.', 'bellhop' );
}

function suggest_privacy_text(): void {
	$text = '<p>' . esc_html__( 'This site has a chat. When you open it, a cookie named bellhop_visitor is set for 180 days, so that you find your conversation again, and what you write is sent to the chat’s gateway, where an AI agent answers. The conversation is also kept in your browser; the chat’s menu clears it. Nothing is sent and no cookie is set before you open the chat.', 'bellhop' ) . '</p>';
	wp_add_privacy_policy_content( 'Bellhop', wp_kses_post( $text ) );
}
