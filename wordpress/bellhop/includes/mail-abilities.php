<?php
/**
 * Abilities by which a visitor reaches the people of the site: a message, and a person’s answer to this conversation. Both go by
 * e-mail, with the visitor’s address, after the visitor has agreed to the call in the chat: it shows what is sent.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Registers both; each works only once the owner has ticked it. */
function register_mail_abilities(): void {
	$sender = array(
		'email' => array( 'format' => 'email' ) + text_schema( 3, 254, 'The visitor’s own address', __( 'Your e-mail address', 'bellhop' ) ),
		'name'  => text_schema( 0, 100, 'The visitor’s name', __( 'Your name', 'bellhop' ) ),
	);
	register_for_visitors(
		'leave-message',
		array(
			'label'            => __( 'Leave a message', 'bellhop' ),
			'description'      => __( 'Sends a message to the people of this site by e-mail, after the visitor has agreed. Ask for the message and for the visitor’s e-mail address, to which they answer.', 'bellhop' ),
			'input_schema'     => object_schema( array( 'message' => text_schema( 2, 4000, 'What the visitor wants to say', __( 'Your message', 'bellhop' ) ) ) + $sender, array( 'message', 'email' ) ),
			'output_schema'    => array( 'type' => 'string' ),
			'execute_callback' => __NAMESPACE__ . '\\leave_message',
		),
		false
	);
	// A gateway has a desk where people join the conversation, and this site doesn't have its words.
	if ( has_no_gateway() ) {
		register_for_visitors(
			'ask-a-person',
			array(
				'label'            => __( 'Ask a person to answer by e-mail, and send this conversation along', 'bellhop' ),
				'description'      => __( 'Sends this conversation to the people of this site by e-mail, after the visitor has agreed, so that a person answers to the visitor’s e-mail address. Use it when the visitor asks for a person, or when you can’t help. Ask for the address first, and say that the conversation goes along.', 'bellhop' ),
				'input_schema'     => object_schema( $sender + array( 'question' => text_schema( 0, 2000, 'What the person should answer, in the visitor’s words', __( 'Your question', 'bellhop' ) ) ), array( 'email' ) ),
				'output_schema'    => array( 'type' => 'string' ),
				'execute_callback' => __NAMESPACE__ . '\\ask_a_person',
			),
			false
		);
	}
}

/**
 * Sends the visitor's message.
 *
 * @param array $input message, email, name.
 * @return string|WP_Error
 */
function leave_message( $input ) {
	/* translators: %s: the site's name */
	$subject = sprintf( __( 'Message from the chat of %s', 'bellhop' ), plain_site_name() );
	return mail_of_visitor( $input, $subject, array( sanitize_textarea_field( (string) $input['message'] ) ), 'The message was sent.', 'leave-message' );
}

/**
 * Sends the visitor's conversation and question.
 *
 * @param array $input email, name, question.
 * @return string|WP_Error
 */
function ask_a_person( $input ) {
	$question = sanitize_textarea_field( (string) ( $input['question'] ?? '' ) );
	$session  = newest_conversation_of_visitor();
	$parts    = array(
		__( 'This visitor asks for an answer by a person, and has agreed that you get this address and the conversation. Reply to this e-mail to answer.', 'bellhop' ),
		$question,
		'' === $session ? '' : '— — —',
		'' === $session ? '' : conversation_text( $session ),
		/* translators: %s: a web address */
		'' === $session ? '' : sprintf( __( 'Or answer in the chat itself: %s', 'bellhop' ), chats_url( array( 'chat' => $session ) ) ),
	);
	/* translators: %s: the site's name */
	$subject = sprintf( __( 'A visitor of %s asks for a person', 'bellhop' ), plain_site_name() );
	$told    = mail_of_visitor( $input, $subject, $parts, 'The people of this site got the conversation and answer by e-mail. How soon is not known.', 'ask-a-person' );
	// Where no e-mail goes out it still waits under Tools → Chats.
	if ( '' !== $session && ( ! is_wp_error( $told ) || 'unavailable' === $told->get_error_code() ) ) {
		want_person( $session );
	}
	return $told;
}

/**
 * Sends an e-mail in the name of a visitor, within the limits.
 *
 * @param array    $input   email and name.
 * @param string   $subject Of this site, nothing of the visitor's.
 * @param string[] $parts   Paragraphs after the one that names the visitor.
 * @param string   $done    What the agent hears.
 * @param string   $source  By which ability.
 * @return string|WP_Error
 */
function mail_of_visitor( $input, string $subject, array $parts, string $done, string $source ) {
	$email = sanitize_email( (string) $input['email'] );
	if ( ! is_email( $email ) ) {
		return new WP_Error( 'ability_invalid_input', 'email must be an e-mail address.', array( 'status' => 400 ) );
	}
	if ( is_mail_over_limits() ) {
		return new WP_Error( 'rate_limited', 'Too many messages were sent. Try again later, or write an e-mail yourself.', array( 'status' => 429 ) );
	}
	// The visitor's name stands in the text alone: a header takes an address and nothing else.
	$name = cut( sanitize_text_field( (string) ( $input['name'] ?? '' ) ), 100 );
	$from = '' === $name ? $email : $name . ' <' . $email . '>';
	if ( ! mail_to_owner( $subject, array_merge( array( $from ), $parts ), $email ) ) {
		return new WP_Error( 'unavailable', 'The message could not be sent just now.', array( 'status' => 503 ) );
	}
	tell_lead(
		array(
			'source'     => $source,
			'email'      => $email,
			'name'       => $name,
			'message'    => sanitize_textarea_field( (string) ( $input['message'] ?? $input['question'] ?? '' ) ),
			'session_id' => has_no_gateway() ? newest_conversation_of_visitor() : '',
		)
	);
	return $done;
}

/** The conversation in which the visitor of this request has last written; '' for none. Nobody names one: it follows from who asks. */
function newest_conversation_of_visitor(): string {
	$user_id = get_current_user_id();
	$visitor = visitor_from_cookie();
	if ( ! has_tables() || ( 0 === $user_id && '' === $visitor ) ) {
		return '';
	}
	return newest_conversation( owner_id( $user_id, $visitor ) );
}
