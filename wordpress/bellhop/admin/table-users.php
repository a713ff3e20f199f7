<?php
/**
 * The rows of the settings page about who may write how much, what is refused, and what visitors agree to.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Whether the agent knows the page that the visitor reads. */
function page_aware_field(): array {
	return field( 'toggle', __( 'The page that the visitor reads', 'bellhop' ), __( 'The agent is told its title, address and text, where everybody may read it. This adds some tokens to each message.', 'bellhop' ), array( 'search' => __( 'content aware, context, current page', 'bellhop' ) ) );
}

/** What visitors tick before their first message. */
function consent_field(): array {
	return field(
		'textarea',
		__( 'What visitors agree to before their first message', 'bellhop' ),
		__( 'They tick it, with the link to your privacy policy below. Nothing of the message is stored or sent before, and who agreed to which text, and when, is kept. Empty: nobody is asked. After a change, empty your page cache.', 'bellhop' ),
		array( 'search' => __( 'consent, GDPR, privacy, checkbox', 'bellhop' ) )
	);
}

/** Messages in a day by role. */
function role_messages_field(): array {
	return field(
		'lines',
		__( 'By role', 'bellhop' ),
		/* translators: %s: names of roles, as in guest, subscriber, editor */
		sprintf( __( 'A role and a number on each line, as in “guest 10”, for all who should not have the number above. Who has several roles gets the highest. There are: %s.', 'bellhop' ), implode( ', ', array_merge( array( GUEST_ROLE ), array_keys( wp_roles()->roles ) ) ) ),
		array(
			'dir'    => 'ltr',
			'search' => __( 'members, guests, users, limit', 'bellhop' ),
		)
	);
}

/** Messages that no model is asked about. */
function refused_group(): array {
	$words = moderation_words();
	return array(
		'title'  => __( 'What is not answered', 'bellhop' ),
		'fields' => array(
			'refused_words'     => field( 'lines', __( 'Words and phrases', 'bellhop' ), __( 'One on each line; with a star at its end, whatever begins like it. A message with one of them is stored, and no model reads it.', 'bellhop' ), array( 'search' => __( 'banned, blocked, blacklist, profanity', 'bellhop' ) ) ),
			'refused_addresses' => field(
				'lines',
				__( 'Addresses', 'bellhop' ),
				__( 'As in 203.0.113.7, 203.0.113.* or 203.0.113.0/24, one on each line.', 'bellhop' ),
				array(
					'dir'    => 'ltr',
					'search' => __( 'IP, banned, blocked', 'bellhop' ),
				)
			),
			'moderation'        => field(
				'toggle',
				__( 'Moderation', 'bellhop' ),
				__( 'Asks your AI provider before each answer whether it flags the message (OpenAI has this, at no charge). Where it doesn’t answer, the message is answered all the same.', 'bellhop' ),
				array(
					'search' => __( 'abuse, hate, violence, OpenAI', 'bellhop' ),
				) + ( '' === $words ? array() : array( 'facts' => array( array( 'warning', $words ) ) ) )
			),
			'refused_text'      => field( 'textarea', __( 'What visitors read instead', 'bellhop' ), __( 'Empty: a kind sentence that this can’t be answered here.', 'bellhop' ) ),
		),
	);
}
