<?php
/**
 * E-mail of the chat to the people of the site: where it goes, how much of it, and how a conversation reads in one. Plain text
 * only, so that nothing that a visitor wrote becomes markup.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Messages that visitors of one address send in an hour, and all together in a day. */
const MAILS_PER_HOUR = 3;
const MAILS_PER_DAY  = 50;
/** Characters of a conversation in one e-mail; of a longer one the end is sent, and a link to all of it. */
const MAILED_CHARACTERS = 40000;

/** Where e-mail of the chat goes: one address, or several with commas. */
function mail_address(): string {
	$chosen = settings()['mail_to'];
	/**
	 * Where messages from the chat and summaries of it go.
	 *
	 * @param string $address Of the settings, else of the site's administrator.
	 */
	return (string) apply_filters( 'bellhop_message_address', '' === $chosen ? (string) get_option( 'admin_email' ) : $chosen );
}

/** The site's name as plain text. */
function plain_site_name(): string {
	return wp_specialchars_decode( get_bloginfo( 'name' ), ENT_QUOTES );
}

/**
 * Sends an e-mail to the people of the site.
 *
 * @param string   $subject One line; line breaks of visitors' words become spaces.
 * @param string[] $parts   Paragraphs; empty ones are left out.
 * @param string   $answers A checked address to which answers go, or '' for none.
 */
function mail_to_owner( string $subject, array $parts, string $answers = '' ): bool {
	$headers = '' === $answers ? array() : array( 'Reply-To: ' . $answers );
	return wp_mail( mail_address(), sanitize_text_field( $subject ), implode( "\n\n", array_filter( $parts, 'strlen' ) ) . "\n", $headers );
}

/**
 * Counts an e-mail that a visitor has sent off.
 *
 * @return bool Whether there have been too many already; then it isn't counted.
 */
function is_mail_over_limits(): bool {
	$limits = array(
		array( 'mail', client_network(), MAILS_PER_HOUR, HOUR_IN_SECONDS ),
		array( 'mails', 'all', MAILS_PER_DAY, DAY_IN_SECONDS ),
	);
	return seconds_over_limits( $limits ) > 0;
}

/**
 * What visitor, agent and people have said, as paragraphs. What tools were called with stays on the site.
 *
 * @return string '' where nobody has said anything.
 */
function conversation_text( string $session_id ): string {
	$told = array();
	$left = MAILED_CHARACTERS;
	foreach ( array_reverse( (array) conversation_lines( $session_id ) ) as $line ) {
		if ( ! in_array( $line['who'], array( 'visitor', 'agent', 'person' ), true ) || '' === trim( $line['text'] ) ) {
			continue;
		}
		$said = feedback_words( $line );
		$text = speaker_of( $line ) . ', ' . wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $line['at'] ) . ":\n" . trim( $line['text'] ) . ( '' === $said ? '' : "\n→ " . $said );
		$left = $left - mb_strlen( $text );
		if ( $left < 0 ) {
			$told[] = __( 'The beginning is left out here. The link leads to all of it.', 'bellhop' );
			break;
		}
		$told[] = $text;
	}
	return implode( "\n\n", array_reverse( $told ) );
}

/**
 * The conversation by e-mail, with a link to it.
 *
 * @param string $why        The last paragraph: why this comes, and how to end it. '' for none.
 * @return bool Whether it was sent; not where it is gone.
 */
function mail_conversation( string $session_id, string $why = '' ): bool {
	$text = conversation_text( $session_id );
	if ( '' === $text ) {
		return false;
	}
	$subject = sprintf(
		/* translators: 1: the site's name, 2: the beginning of what a visitor asked */
		__( 'Chat on %1$s: %2$s', 'bellhop' ),
		plain_site_name(),
		first_words_of( $session_id, 60 )
	);
	return mail_to_owner( $subject, array( $text, chats_url( array( 'chat' => $session_id ) ), $why ) );
}
