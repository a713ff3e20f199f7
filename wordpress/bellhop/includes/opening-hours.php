<?php
/**
 * Address and opening hours as the owner has entered them, and what follows from them now: open until when, closed until when, in
 * the site's own time zone. A day's hours may end after midnight.
 *
 * @package Bellhop
 */

namespace Bellhop;

use DateTimeImmutable;

defined( 'ABSPATH' ) || exit;

/** One opening of a day, as in 9:00-18:00. */
const HOURS_PATTERN = '(?:[01]?\d|2[0-3]):[0-5]\d\s*-\s*(?:(?:[01]?\d|2[0-3]):[0-5]\d|24:00)';

/**
 * Checks the hours of a week.
 *
 * @param mixed    $given  Seven texts from Sunday, as in 9:00-12:00, 13:00-18:00; empty for a closed day.
 * @param string[] $before What is stored.
 * @return string[] Seven texts, or none where every day is empty.
 */
function sanitize_hours( $given, array $before ): array {
	$found = array();
	foreach ( range( 0, 6 ) as $day ) {
		$text = is_array( $given ) ? trim( str_replace( array( '–', '—' ), '-', text( $given[ $day ] ?? '' ) ) ) : '';
		if ( '' !== $text && ! preg_match( '/^' . HOURS_PATTERN . '(?:\s*,\s*' . HOURS_PATTERN . ')*$/D', $text ) ) {
			/* translators: %s: what somebody typed */
			settings_problem( 'hours', sprintf( __( 'The opening hours were not stored: “%s” is not read as hours. Write them as 9:00-12:00, 13:00-18:00.', 'bellhop' ), $text ) );
			return $before;
		}
		$found[ $day ] = (string) preg_replace( array( '/\s+/', '/,/' ), array( '', ', ' ), $text );
	}
	return array_filter( $found, 'strlen' ) ? $found : array();
}

/**
 * Checks days with hours of their own.
 *
 * @param mixed    $given  Lines: 2026-12-24, 2026-12-24 to 2027-01-06, then hours where it is open, then a name.
 * @param string[] $before What is stored.
 * @return string[]
 */
function sanitize_holidays( $given, array $before ): array {
	$lines = array_slice( sanitize_lines( $given, '/\R/u' ), 0, 60 );
	foreach ( $lines as $line ) {
		if ( null === read_holiday( $line ) ) {
			/* translators: %s: what somebody typed */
			settings_problem( 'holidays', sprintf( __( 'The holidays were not stored: “%s” does not begin with a day. Write them as 2026-12-24 Christmas Eve, or 2026-12-24 to 2027-01-06.', 'bellhop' ), $line ) );
			return $before;
		}
	}
	return $lines;
}

/**
 * Reads a line of the holidays.
 *
 * @param string $line As the owner has written it.
 * @return array|null from, to (as in 2026-12-24), hours ('' for closed), name; null where it is none.
 */
function read_holiday( string $line ): ?array {
	$day = '(\d{4}-\d{2}-\d{2})';
	if ( strlen( $line ) > 500 || ! preg_match( '/^' . $day . '(?:\s*(?:to|bis|-|–|\.\.)\s*' . $day . ')?\s*(' . HOURS_PATTERN . '(?:\s*,\s*' . HOURS_PATTERN . ')*)?\s*(.*)$/Du', $line, $match ) ) {
		return null;
	}
	$to = '' === $match[2] ? $match[1] : $match[2];
	if ( ! is_day( $match[1] ) || ! is_day( $to ) || $to < $match[1] ) {
		return null;
	}
	return array(
		'from'  => $match[1],
		'to'    => $to,
		'hours' => $match[3],
		'name'  => $match[4],
	);
}

/**
 * Whether there is such a day.
 *
 * @param string $day As in 2026-12-24.
 */
function is_day( string $day ): bool {
	list( $year, $month, $number ) = array_map( 'intval', explode( '-', $day ) );
	return checkdate( $month, $number, $year );
}

/**
 * When it is open on a day.
 *
 * @param DateTimeImmutable $day Any time of it.
 * @return array openings: pairs of DateTimeImmutable; name: of the holiday, or ''.
 */
function openings_of( DateTimeImmutable $day ): array {
	$settings = settings();
	$date     = $day->format( 'Y-m-d' );
	$hours    = (string) ( $settings['hours'][ (int) $day->format( 'w' ) ] ?? '' );
	$name     = '';
	foreach ( $settings['holidays'] as $line ) {
		$holiday = read_holiday( $line );
		if ( null !== $holiday && $date >= $holiday['from'] && $date <= $holiday['to'] ) {
			$hours = $holiday['hours'];
			$name  = $holiday['name'];
			break;
		}
	}
	$openings = array();
	foreach ( array_filter( array_map( 'trim', explode( ',', $hours ) ), 'strlen' ) as $opening ) {
		list( $from, $to ) = array_map( 'trim', explode( '-', $opening ) );
		$begin             = $day->modify( $from );
		$end               = '24:00' === $to ? $day->modify( 'tomorrow' ) : $day->modify( $to );
		$openings[]        = array( $begin, $end <= $begin ? $end->modify( '+1 day' ) : $end );
	}
	return array(
		'openings' => $openings,
		'name'     => $name,
	);
}

/**
 * Whether it is open, and until when; in words for the model, in English.
 *
 * @param DateTimeImmutable $now In the site's time zone.
 */
function hours_now( DateTimeImmutable $now ): string {
	$today = openings_of( $now );
	foreach ( array_merge( openings_of( $now->modify( '-1 day' ) )['openings'], $today['openings'] ) as list( $begin, $end ) ) {
		if ( $begin <= $now && $now < $end ) {
			return 'Open now until ' . time_in_words( $end, $now ) . '.';
		}
	}
	$why = '' === $today['name'] ? '' : ' (' . $today['name'] . ')';
	for ( $i = 0; $i <= 60; $i++ ) {
		foreach ( openings_of( $now->modify( "+$i days" ) )['openings'] as list( $begin ) ) {
			if ( $begin > $now ) {
				$when = time_in_words( $begin, $now );
				return 'Closed now' . $why . '. Opens ' . ( is_numeric( $when[0] ) ? 'today at ' : '' ) . $when . '.';
			}
		}
	}
	return 'Closed now' . $why . '.';
}

/**
 * A time as people say it.
 *
 * @param DateTimeImmutable $time Which.
 * @param DateTimeImmutable $now  Seen from here.
 */
function time_in_words( DateTimeImmutable $time, DateTimeImmutable $now ): string {
	$days = (int) $now->setTime( 0, 0 )->diff( $time->setTime( 0, 0 ) )->format( '%r%a' );
	if ( $days <= 0 || ( 1 === $days && '00:00' === $time->format( 'H:i' ) ) ) {
		return 1 === $days ? 'midnight' : $time->format( 'H:i' );
	}
	return ( 1 === $days ? 'tomorrow' : 'on ' . $time->format( 'l, j F Y' ) ) . ' at ' . $time->format( 'H:i' );
}

/**
 * What the ability answers.
 *
 * @return array|\WP_Error
 */
function tell_opening_hours() {
	$settings = settings();
	if ( ! $settings['hours'] && '' === $settings['address'] ) {
		return new \WP_Error( 'not_set', 'The site has not said where it is and when it is open.', array( 'status' => 404 ) );
	}
	$now  = current_datetime();
	$told = array(
		'address'    => $settings['address'],
		'local_time' => $now->format( 'l, j F Y, H:i' ) . ' (' . wp_timezone_string() . ')',
	);
	if ( $settings['hours'] ) {
		$names = array( 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday' );
		$week  = array();
		foreach ( array( 1, 2, 3, 4, 5, 6, 0 ) as $day ) {
			$hours                  = (string) ( $settings['hours'][ $day ] ?? '' );
			$week[ $names[ $day ] ] = '' === $hours ? 'closed' : $hours;
		}
		$told['now']      = hours_now( $now );
		$told['week']     = $week;
		$told['holidays'] = array_values(
			array_filter(
				$settings['holidays'],
				function ( string $line ) use ( $now ): bool {
					$holiday = read_holiday( $line );
					return null !== $holiday && $holiday['to'] >= $now->format( 'Y-m-d' );
				}
			)
		);
	}
	return $told;
}
