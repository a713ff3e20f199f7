<?php
/**
 * What visitors have asked, by e-mail to the owner: each chat once it is quiet, or a summary once a day or once a week. Off until
 * the owner chooses it. Nothing is sent where nobody has written, and what couldn't be sent is sent later.
 *
 * @package Bellhop
 */

namespace Bellhop;

use DateTimeImmutable;

defined( 'ABSPATH' ) || exit;

const HOOK_DIGEST = 'bellhop_digest';
/** `until`: Unix milliseconds of the last word that has been told; `failures`: tries that failed since the last that didn't. */
const OPTION_DIGEST = 'bellhop_digest';
/** A chat is taken for quiet after so long without a word. */
const QUIET_SECONDS = 30 * MINUTE_IN_SECONDS;
/** How often it is looked for quiet chats; they are at most this many minutes late. */
const QUIET_LOOK_SECONDS = 15 * MINUTE_IN_SECONDS;
/** After a failure it is tried again so much later. */
const RETRY_SECONDS = HOUR_IN_SECONDS;
/** Chats that one e-mail lists, or that are sent one by one at a time. */
const DIGEST_LINES = 30;
/** The hour of day, by the site's clock, of a summary. */
const DIGEST_HOUR = 8;
/** Kinds with the time that the first one looks back. */
const DIGESTS = array(
	'chats'  => 0,
	'daily'  => DAY_IN_SECONDS,
	'weekly' => WEEK_IN_SECONDS,
);

add_action( HOOK_DIGEST, __NAMESPACE__ . '\\send_digest' );
add_action( 'update_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\book_digest_after_change', 20, 2 );
add_action( 'add_option_' . OPTION_SETTINGS, __NAMESPACE__ . '\\book_missing_digest', 20, 0 );
add_action( 'admin_init', __NAMESPACE__ . '\\book_missing_digest' );

/** The kind that the owner has chosen, or '' for none. With a gateway, conversations and what is told of them are there. */
function wanted_digest(): string {
	$kind = settings()['digest'];
	return isset( DIGESTS[ $kind ] ) && has_no_gateway() ? $kind : '';
}

/** What is remembered between e-mails. */
function digest_state(): array {
	$stored = get_option( OPTION_DIGEST );
	return ( is_array( $stored ) ? $stored : array() ) + array(
		'until'    => 0,
		'failures' => 0,
	);
}

/**
 * The owner has changed the settings: an e-mail of another kind looks back from now, not to the last one of the kind before.
 *
 * @param mixed $before The settings that were stored.
 * @param mixed $now    Those that are.
 */
function book_digest_after_change( $before, $now ): void {
	if ( ( ( (array) $before )['digest'] ?? 'off' ) !== ( ( (array) $now )['digest'] ?? 'off' ) ) {
		delete_option( OPTION_DIGEST );
		unschedule_digest();
	}
	book_missing_digest();
}

/** Makes the appointment where there is none, as after the plugin was switched off and on; takes it away where it isn't wanted. */
function book_missing_digest(): void {
	$kind      = wanted_digest();
	$is_booked = false !== wp_next_scheduled( HOOK_DIGEST );
	if ( '' === $kind && $is_booked ) {
		unschedule_digest();
	} elseif ( '' !== $kind && ! $is_booked ) {
		if ( 0 === digest_state()['until'] ) {
			// What was said before the owner asked for this isn't news, but a first summary should not be empty.
			remember_digest( now_ms() - DIGESTS[ $kind ] * 1000, 0 );
		}
		wp_schedule_single_event( next_digest( $kind, current_datetime() ), HOOK_DIGEST );
	}
}

/** Takes the appointment away. */
function unschedule_digest(): void {
	wp_clear_scheduled_hook( HOOK_DIGEST );
}

/**
 * When the next e-mail goes out.
 *
 * @param string            $kind Of DIGESTS.
 * @param DateTimeImmutable $now  In the site's time zone.
 * @return int Unix seconds.
 */
function next_digest( string $kind, DateTimeImmutable $now ): int {
	if ( 'chats' === $kind ) {
		return $now->getTimestamp() + QUIET_LOOK_SECONDS;
	}
	$next = $now->setTime( DIGEST_HOUR, 0 );
	if ( $next <= $now ) {
		$next = $next->modify( '+1 day' );
	}
	$first_day = (int) get_option( 'start_of_week' ) % 7;
	while ( 'weekly' === $kind && (int) $next->format( 'w' ) !== $first_day ) {
		$next = $next->modify( '+1 day' );
	}
	return $next->getTimestamp();
}

/**
 * Stores how far it has come.
 *
 * @param int $until    Unix milliseconds.
 * @param int $failures Tries in a row.
 */
function remember_digest( int $until, int $failures ): void {
	update_option(
		OPTION_DIGEST,
		array(
			'until'    => $until,
			'failures' => $failures,
		),
		false
	);
}

/** Sends what there is to tell, and makes the next appointment. */
function send_digest(): void {
	$kind = wanted_digest();
	if ( '' === $kind || ! has_tables() ) {
		book_missing_digest();
		return;
	}
	$state = digest_state();
	// Booked first: whatever goes wrong below, there is a next time.
	$soon = time() + RETRY_SECONDS;
	$next = next_digest( $kind, current_datetime() );
	unschedule_digest();
	wp_schedule_single_event( min( $soon, $next ), HOOK_DIGEST );

	list( $until, $is_sent ) = 'chats' === $kind ? mail_quiet_chats( $state['until'] ) : mail_summary( $kind, $state['until'] );
	remember_digest( $until, $is_sent ? 0 : $state['failures'] + 1 );
	if ( $is_sent && $next > $soon ) {
		unschedule_digest();
		wp_schedule_single_event( $next, HOOK_DIGEST );
	}
}

/**
 * Each chat that has become quiet, the oldest first.
 *
 * @param int $after Unix milliseconds of the last word that was told.
 * @return array Unix milliseconds of the last word that has been told now; whether all could be sent.
 */
function mail_quiet_chats( int $after ): array {
	foreach ( conversations_between( $after, now_ms() - QUIET_SECONDS * 1000, DIGEST_LINES ) as $chat ) {
		if ( ! mail_conversation( $chat['session_id'], digest_footer( 'chats' ) ) && '' !== conversation_text( $chat['session_id'] ) ) {
			return array( $after, false );
		}
		$after = (int) $chat['last_event_at'];
	}
	return array( $after, true );
}

/**
 * What was asked since the last summary.
 *
 * @param string $kind  daily or weekly.
 * @param int    $after Unix milliseconds.
 * @return array Unix milliseconds up to which it is told now; whether it could be sent.
 */
function mail_summary( string $kind, int $after ): array {
	// A moment back: what is being written just now may get an earlier time than this.
	$until                = now_ms() - MINUTE_IN_SECONDS * 1000;
	list( $all, $failed ) = count_conversations_between( $after, $until );
	if ( 0 === $all ) {
		return array( max( $after, $until ), true );
	}
	$lines = array();
	foreach ( conversations_between( $after, $until, DIGEST_LINES ) as $i => $chat ) {
		/* translators: %s: a number of messages */
		$count   = sprintf( _n( '%s message', '%s messages', $chat['messages'], 'bellhop' ), number_format_i18n( $chat['messages'] ) );
		$lines[] = ( $i + 1 ) . '. “' . short_line( $chat['first'], 120 ) . '” (' . $count . ")\n   " . chats_url( array( 'chat' => $chat['session_id'] ) );
	}
	/* translators: %s: a number of chats */
	$more  = $all > DIGEST_LINES ? sprintf( _n( 'And %s more chat:', 'And %s more chats:', $all - DIGEST_LINES, 'bellhop' ), number_format_i18n( $all - DIGEST_LINES ) ) . ' ' . chats_url() : '';
	$parts = array(
		/* translators: 1: the site's name, 2: a date and time */
		sprintf( __( 'Hello! This is what visitors of %1$s have asked the chat since %2$s:', 'bellhop' ), plain_site_name(), wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), intdiv( $after, 1000 ) ) ),
		implode( "\n", $lines ),
		$more,
		/* translators: %s: a number of chats */
		$failed > 0 ? sprintf( _n( 'In %s of these chats an answer could not be given. “Test the chat” in the settings tells why, if it still is so.', 'In %s of these chats an answer could not be given. “Test the chat” in the settings tells why, if it still is so.', $failed, 'bellhop' ), number_format_i18n( $failed ) ) : '',
		feedback_of_time( $after, $until ),
		...questions_in_words( $after, $until ),
		money_of_month(),
		digest_footer( $kind ),
	);
	/* translators: 1: the site's name, 2: a number of chats */
	$subject = sprintf( _n( 'Chat on %1$s: %2$s visitor wrote', 'Chat on %1$s: %2$s visitors wrote', $all, 'bellhop' ), plain_site_name(), number_format_i18n( $all ) );
	return mail_to_owner( $subject, $parts ) ? array( $until, true ) : array( $after, false );
}

/**
 * What visitors have said of answers, in words; '' where they said nothing.
 *
 * @param int $after Unix milliseconds.
 * @param int $until Unix milliseconds.
 */
function feedback_of_time( int $after, int $until ): string {
	list( $up, $down ) = count_feedback_between( $after, $until );
	/* translators: 1, 2: numbers of answers */
	return 0 === $up + $down ? '' : sprintf( __( 'What visitors said of answers: %1$s helped, %2$s didn’t help.', 'bellhop' ), number_format_i18n( $up ), number_format_i18n( $down ) );
}

/** What answers have cost this month, in words. */
function money_of_month(): string {
	$spent = number_format_i18n( spent_this_month_nano() / 1000000000, 2 );
	$limit = month_limit_nano();
	if ( null === $limit ) {
		/* translators: %s: an amount of US dollars */
		return sprintf( __( 'This month: about $%s, without a limit.', 'bellhop' ), $spent );
	}
	/* translators: 1: an amount of US dollars, 2: the largest that is allowed */
	return sprintf( __( 'This month: about $%1$s of $%2$s.', 'bellhop' ), $spent, number_format_i18n( $limit / 1000000000, 2 ) );
}

/**
 * Why this e-mail comes, and how to end it.
 *
 * @param string $kind Of DIGESTS.
 */
function digest_footer( string $kind ): string {
	$why = array(
		'chats'  => __( 'You get each chat half an hour after its last word. Change or end this here:', 'bellhop' ),
		'daily'  => __( 'You get this once a day, if somebody has written. Change or end this here:', 'bellhop' ),
		'weekly' => __( 'You get this once a week, if somebody has written. Change or end this here:', 'bellhop' ),
	);
	return "— — —\n" . $why[ $kind ] . "\n" . page_url( 'chats/mail_to' );
}
