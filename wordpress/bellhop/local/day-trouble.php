<?php
/**
 * A day's messages that are used up, in whole or by strangers: its owner hears of it by e-mail, once a day for each of these, with what
 * has happened.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** By limit the day on which an e-mail went. */
const OPTION_DAY_TROUBLE = 'bellhop_day_trouble';

/**
 * Tells the owner of a message that was refused because a limit of the day is reached. One visitor's own limit is no news.
 *
 * @param WP_Error $refused Of send_events().
 */
function note_day_limit( WP_Error $refused ): void {
	$data  = $refused->get_error_data();
	$limit = is_array( $data ) ? text( $data['limit'] ?? null ) : '';
	$told  = (array) get_option( OPTION_DAY_TROUBLE, array() );
	if ( ! in_array( $limit, array( 'site', 'newcomers', 'network' ), true ) || today() === ( $told[ $limit ] ?? 0 ) ) {
		return;
	}
	update_option( OPTION_DAY_TROUBLE, array( $limit => today() ) + $told, false );
	$most = (int) $data['most'];
	add_action(
		'shutdown',
		function () use ( $limit, $most ) {
			if ( function_exists( 'fastcgi_finish_request' ) ) {
				fastcgi_finish_request(); // The visitor doesn't wait for a mail server.
			}
			mail_day_limit( $limit, $most );
		},
		999
	);
}

/**
 * The e-mail.
 *
 * @param string $limit site, newcomers or network.
 * @param int    $most  How many messages it has.
 */
function mail_day_limit( string $limit, int $most ): void {
	$site = settings()['site_messages'];
	if ( 'site' === $limit ) {
		/* translators: %s: the site's name */
		$subject = __( 'The chat of %s has used up its messages of today', 'bellhop' );
		/* translators: %s: a number */
		$what = sprintf( __( 'All %s messages that the chat answers in a day are used up. Visitors who write now read that, until tomorrow.', 'bellhop' ), number_format_i18n( $most ) );
	} elseif ( 'newcomers' === $limit ) {
		/* translators: %s: the site's name */
		$subject = __( 'Many new visitors in the chat of %s', 'bellhop' );
		/* translators: 1, 2: numbers */
		$what = sprintf( __( 'New visitors have sent %1$s messages today, of %2$s that the chat answers in a day. What is left is kept for visitors who came earlier and for those who are signed in; other new visitors are answered again tomorrow. Where so many come at once, it may be a program.', 'bellhop' ), number_format_i18n( $most ), number_format_i18n( $site ) );
	} else {
		/* translators: %s: the site's name */
		$subject = __( 'One network has used up its messages in the chat of %s', 'bellhop' );
		/* translators: 1, 2: numbers */
		$what = sprintf( __( 'From one network %1$s messages have come today, of %2$s that the chat answers in a day: from a program, perhaps, or from an office whose people share an address. It is answered again tomorrow. Everybody else goes on being answered.', 'bellhop' ), number_format_i18n( $most ), number_format_i18n( $site ) );
	}
	mail_to_owner(
		sprintf( $subject, plain_site_name() ),
		array( $what, __( 'How many messages are answered in a day you can change in the settings:', 'bellhop' ), page_url() )
	);
}
