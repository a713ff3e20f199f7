<?php
/**
 * Settings → Bellhop → What the agent knows: the owner's own answers, to write, change and delete.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_save_answer', __NAMESPACE__ . '\\act_save_answer' );

/** Prints the pairs, each a form, and an empty one. */
function print_answers(): void {
	$pairs = own_answers();
	echo '<h2>' . esc_html__( 'Your own answers', 'bellhop' ) . '</h2><p>' . esc_html__( 'What no page says, or what visitors ask again and again. They are found like pages.', 'bellhop' ) . '</p>';
	foreach ( $pairs as $n => list( $question, $answer ) ) {
		echo '<details class="bellhop-answer"><summary>' . esc_html( $question ) . '</summary>';
		print_answer_form( $n, $question, $answer );
		echo '</details>';
	}
	if ( count( $pairs ) < MAX_ANSWERS ) {
		echo '<details class="bellhop-answer"' . esc_attr( $pairs ? '' : ' open' ) . '><summary>' . esc_html__( 'Write an answer', 'bellhop' ) . '</summary>';
		print_answer_form( -1, '', '' );
		echo '</details>';
	}
}

/**
 * Prints the form of a pair.
 *
 * @param int    $n        Its place; -1 for a new one.
 * @param string $question As it is.
 * @param string $answer   As it is.
 */
function print_answer_form( int $n, string $question, string $answer ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="bellhop_save_answer"><input type="hidden" name="n" value="' . esc_attr( (string) $n ) . '"><input type="hidden" name="was" value="' . esc_attr( $question ) . '">';
	wp_nonce_field( 'bellhop_save_answer' );
	$id = 'bellhop-answer-' . ( $n < 0 ? 'new' : $n );
	echo '<p><label for="' . esc_attr( $id ) . '-q">' . esc_html__( 'Question', 'bellhop' ) . '</label><br><input type="text" class="large-text" id="' . esc_attr( $id ) . '-q" name="question" value="' . esc_attr( $question ) . '" maxlength="' . absint( QUESTION_CHARACTERS ) . '" required></p>';
	echo '<p><label for="' . esc_attr( $id ) . '-a">' . esc_html__( 'Answer', 'bellhop' ) . '</label><br><textarea class="large-text" rows="4" id="' . esc_attr( $id ) . '-a" name="answer" maxlength="' . absint( OWN_ANSWER_CHARACTERS ) . '" required>' . esc_textarea( $answer ) . '</textarea></p><p>';
	submit_button( __( 'Save the answer', 'bellhop' ), 'primary', 'save', false, array( 'id' => $id . '-save' ) );
	if ( $n >= 0 ) {
		echo ' ';
		submit_button( __( 'Delete it', 'bellhop' ), 'button-link-delete', 'delete', false, array( 'id' => $id . '-delete' ) );
	}
	echo '</p></form>';
}

/** Stores, changes or deletes one. */
function act_save_answer(): void {
	require_owner( 'bellhop_save_answer' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- require_owner has verified it.
	$n        = isset( $_POST['n'] ) ? (int) sanitize_text_field( wp_unslash( $_POST['n'] ) ) : -1;
	$was      = isset( $_POST['was'] ) ? sanitize_text_field( wp_unslash( $_POST['was'] ) ) : '';
	$question = isset( $_POST['question'] ) ? sanitize_text_field( wp_unslash( $_POST['question'] ) ) : '';
	$answer   = isset( $_POST['answer'] ) ? sanitize_textarea_field( wp_unslash( $_POST['answer'] ) ) : '';
	$deletes  = isset( $_POST['delete'] );
	// phpcs:enable
	$pairs = own_answers();
	// Somebody may have changed the list in another tab: a pair is known by its question as the form had it.
	if ( $n >= 0 && ( $pairs[ $n ][0] ?? null ) !== $was ) {
		$found = array_search( $was, array_column( $pairs, 0 ), true );
		$n     = false === $found ? -1 : (int) $found;
	}
	$is_gone = $deletes && $n < 0;
	if ( $deletes && $n >= 0 ) {
		array_splice( $pairs, $n, 1 );
	} elseif ( ! $deletes ) {
		$pairs[ $n < 0 ? count( $pairs ) : $n ] = array( $question, $answer );
	}
	if ( ! $is_gone ) {
		store_answers( array_values( $pairs ) );
	}
	set_transient( findings_key(), array( finding( true, $deletes ? __( 'The answer was deleted.', 'bellhop' ) : __( 'The answer was saved; the agent knows it now.', 'bellhop' ) ) ), 5 * MINUTE_IN_SECONDS );
	wp_safe_redirect( knowledge_url() );
	exit;
}
