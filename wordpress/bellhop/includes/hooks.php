<?php
/**
 * What other plugins hear of chats: a newsletter, a CRM, a mailbox. Each action stands here, once; its name and its arguments stay as
 * they are. A function of another plugin that fails takes nothing of the chat with it. All of them are described in
 * docs/how-to/wordpress-hooks.md, which a test keeps equal to the code.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Lets other plugins act. What they do wrong is told to who wrote them, without a word of a visitor's.
 *
 * @param callable $act Calls do_action.
 */
function let_others( callable $act ): void {
	try {
		$act();
	} catch ( \Throwable $error ) {
		wp_trigger_error( '', sprintf( 'Bellhop: a function that another plugin has hooked to it has failed: %s in %s, line %d.', get_class( $error ), $error->getFile(), $error->getLine() ), E_USER_WARNING );
	}
}

/**
 * A conversation has begun, if it has.
 *
 * @param array|\WP_Error $ticket Of create_session().
 * @param string          $bot    Of which chatbot; '' for the site's own.
 */
function tell_conversation( $ticket, string $bot ): void {
	if ( is_wp_error( $ticket ) ) {
		return;
	}
	$session_id = (string) $ticket['session_id'];
	let_others(
		function () use ( $session_id, $bot ) {
			/**
			 * A visitor has begun a conversation. Nothing has been said in it yet.
			 *
			 * @param string $session_id Which conversation.
			 * @param string $bot        The chatbot's id; '' for the site's own.
			 * @param int    $user_id    The visitor's account; 0 for a guest.
			 */
			do_action( 'bellhop_conversation_started', $session_id, $bot, get_current_user_id() );
		}
	);
}

/**
 * A visitor has written, and it is stored. Where this WordPress answers.
 *
 * @param array  $session The conversation's row.
 * @param string $text    What they wrote.
 */
function tell_message( array $session, string $text ): void {
	let_others(
		function () use ( $session, $text ) {
			/**
			 * A visitor has written. Where this WordPress answers.
			 *
			 * @param string $session_id Which conversation.
			 * @param string $text       What they wrote, as they wrote it.
			 * @param array  $about      bot (''  for the site's own), page (path of the page that they were on, or '').
			 */
			do_action(
				'bellhop_message',
				(string) $session['session_id'],
				$text,
				array(
					'bot'  => (string) ( $session['bot'] ?? '' ),
					'page' => page_of_visit(),
				)
			);
		}
	);
}

/**
 * The agent has answered, and it is stored. Where this WordPress answers.
 *
 * @param array $session The conversation's row.
 * @param array $reply   Of ask_model().
 */
function tell_answer( array $session, array $reply ): void {
	$text = text_of( (array) json_decode( to_json( $reply['blocks'] ) ) );
	if ( '' === $text ) {
		return;
	}
	let_others(
		function () use ( $session, $reply, $text ) {
			/**
			 * The agent has answered. Where this WordPress answers.
			 *
			 * @param string $session_id Which conversation.
			 * @param string $text       What it said, in Markdown.
			 * @param array  $about      bot, model, input_tokens, output_tokens, cost (US dollars, by the prices of the settings).
			 */
			do_action(
				'bellhop_answer',
				(string) $session['session_id'],
				$text,
				array(
					'bot'           => (string) ( $session['bot'] ?? '' ),
					'model'         => (string) $reply['usage']['model'],
					'input_tokens'  => (int) $reply['usage']['input_tokens'],
					'output_tokens' => (int) $reply['usage']['output_tokens'],
					'cost'          => cost_nano( (string) $reply['usage']['model'], (int) $reply['usage']['input_tokens'], (int) $reply['usage']['output_tokens'] ) / 1000000000,
				)
			);
		}
	);
}

/**
 * A visitor has left an address.
 *
 * @param array $lead source, and what there is of email, name, phone, message, fields, consent, session_id, page.
 */
function tell_lead( array $lead ): void {
	let_others(
		function () use ( $lead ) {
			/**
			 * A visitor has left an e-mail address or a telephone number, and wanted it to be sent.
			 *
			 * @param array $lead source (leave-message, ask-a-person or form), email, name, phone, message, fields (a form's, by their
			 *                    labels), consent (true or false where a form has asked for it, else null), session_id, page, user_id.
			 */
			do_action(
				'bellhop_lead',
				array( 'user_id' => get_current_user_id() ) + $lead + array(
					'email'      => '',
					'name'       => '',
					'phone'      => '',
					'message'    => '',
					'fields'     => array(),
					'consent'    => null,
					'session_id' => '',
					'page'       => page_of_visit(),
				)
			);
		}
	);
}

/**
 * A visitor has agreed to the owner's text.
 *
 * @param string $session_id In which conversation.
 * @param string $version    Of the text.
 */
function tell_consent( string $session_id, string $version, string $text ): void {
	let_others(
		function () use ( $session_id, $version, $text ) {
			/**
			 * A visitor has agreed to what the owner asks for before the first message. Once for each text.
			 *
			 * @param string $session_id In which conversation.
			 * @param string $version    Of the text: another text has another.
			 * @param string $text       What the visitor has read.
			 * @param int    $user_id    The visitor's account; 0 for a guest.
			 */
			do_action( 'bellhop_consent_given', $session_id, $version, $text, get_current_user_id() );
		}
	);
}

/**
 * A message isn't answered. Where this WordPress answers.
 *
 * @param array  $session The conversation's row.
 * @param string $why     Of why_refused().
 */
function tell_refusal( array $session, string $why ): void {
	let_others(
		function () use ( $session, $why ) {
			/**
			 * A message isn't answered. Where this WordPress answers.
			 *
			 * @param string $session_id Which conversation.
			 * @param string $why        address, words or moderation.
			 */
			do_action( 'bellhop_message_refused', (string) $session['session_id'], $why );
		}
	);
}

/**
 * A visitor has said of an answer whether it helped.
 *
 * @param array $said Of read_feedback().
 */
function tell_feedback( array $said ): void {
	let_others(
		function () use ( $said ) {
			/**
			 * A visitor has said whether an answer helped.
			 *
			 * @param string $session_id Which conversation.
			 * @param string $event_id   Which answer.
			 * @param string $value      up, down, or '' where it was taken back.
			 * @param string $comment    The visitor's words, or ''.
			 */
			do_action( 'bellhop_feedback', $said['session_id'], $said['event_id'], $said['value'], (string) $said['comment'] );
		}
	);
}
