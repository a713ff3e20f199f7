<?php
/**
 * What an answer costs: list prices of well-known models (MODEL_PRICES), the owner's own prices before them, and amounts in billionths of a US
 * dollar, so that sums stay whole numbers. Asks nobody: prices change, and the owner can name them.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Of a model that nobody here knows: as a dear one. A month's limit that is reached early is seen; one that isn't a limit is paid. */
const UNKNOWN_PRICE = array( 15.0, 75.0 );

/**
 * What a model costs: as the owner has set it, else as it is known.
 *
 * @param string $model Its name, with or without its maker's before a slash.
 * @return float[] US dollars for a million tokens: read, written.
 */
function price_of_model( string $model ): array {
	$settings = settings();
	$price    = known_price( $model ) ?? UNKNOWN_PRICE;
	if ( is_model_of_bot( $model ) ) {
		return $price;
	}
	return array(
		'' === $settings['price_in'] ? (float) $price[0] : (float) $settings['price_in'],
		'' === $settings['price_out'] ? (float) $price[1] : (float) $settings['price_out'],
	);
}

/**
 * The list price of a model; null where it isn't known. A name that only begins like a known one is another model: gpt-5-pro costs
 * twelve times as much as gpt-5.
 *
 * @param string $model Its name, with or without its maker's before a slash.
 */
function known_price( string $model ): ?array {
	return MODEL_PRICES[ bare_model_name( $model ) ] ?? null;
}

/**
 * A model's name without its maker's and the date of a release.
 *
 * @param string $model As a provider has it.
 */
function bare_model_name( string $model ): string {
	$name = (string) preg_replace( '#^.*/#', '', strtolower( $model ) );
	return (string) preg_replace( '/(?:-latest|-\d{8}|-\d{4}-\d{2}-\d{2})$/D', '', $name );
}

/** Whether a model is one that a chatbot has beside the settings' model: the prices that the owner has entered are the latter's. */
function is_model_of_bot( string $model ): bool {
	$bare  = bare_model_name( $model );
	$names = array_map( __NAMESPACE__ . '\\bare_model_name', array_filter( array_column( bots(), 'model' ), 'strlen' ) );
	return in_array( $bare, $names, true ) && bare_model_name( model_name() ) !== $bare;
}

/** Whether what answers cost is a guess: neither is the model's price known, nor have both prices been entered. */
function is_price_guessed(): bool {
	$settings = settings();
	$entered  = '' !== $settings['price_in'] && '' !== $settings['price_out'];
	return ! $entered && 'key' === model_source() && null === known_price( model_name() );
}

/**
 * What a request has cost.
 *
 * @param int $input  Tokens read.
 * @param int $output Tokens written.
 * @return int Billionths of a US dollar.
 */
function cost_nano( string $model, int $input, int $output ): int {
	list( $in, $out ) = price_of_model( $model );
	// A dollar for a million tokens is a thousand billionths for one.
	return (int) ceil( ( $input * $in + $output * $out ) * 1000 );
}

/** What all chats of a month may cost, in billionths of a US dollar; null for no limit. */
function month_limit_nano(): ?int {
	$money = settings()['month_money'];
	return '' === $money ? null : (int) round( (float) $money * 1000000000 );
}

/** The month of the site's own time zone, as a day that there isn't: its row stands beside those of the days. */
function this_month(): int {
	return (int) wp_date( 'Ym' ) * 100;
}

/** What this month's answers have cost so far. */
function spent_this_month_nano(): int {
	global $wpdb;
	$row = rows( $wpdb->prepare( 'SELECT cost_nano FROM ' . table( 'counts' ) . " WHERE day = %d AND who = ''", this_month() ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $row ? (int) $row[0]['cost_nano'] : 0;
}

/**
 * Takes what a request can cost at most from what is left of the month, before it is sent: many at once can't go beyond the limit
 * together. In one statement, so that no two take the same money.
 *
 * @param int $nano Billionths of a US dollar.
 * @return bool|null Whether there was enough; null where the database failed.
 */
function take_money( int $nano ): ?bool {
	global $wpdb;
	$counts = table( 'counts' );
	$month  = this_month();
	$limit  = month_limit_nano() ?? PHP_INT_MAX;
	if ( $nano <= 0 ) {
		return true;
	}
	// phpcs:disable WordPress.DB.PreparedSQL
	if ( array() === rows( $wpdb->prepare( "SELECT day FROM {$counts} WHERE day = %d AND who = ''", $month ) ) ) {
		// Two requests may begin a month: the first one's row is as good.
		if ( false === quietly( $wpdb->prepare( "INSERT IGNORE INTO {$counts} (day, who, messages, tokens, cost_nano) VALUES (%d, '', 0, 0, 0)", $month ) ) ) {
			return null;
		}
	}
	$taken = quietly( $wpdb->prepare( "UPDATE {$counts} SET cost_nano = cost_nano + %d WHERE day = %d AND who = '' AND cost_nano + %d <= %d", $nano, $month, $nano, $limit ) );
	// phpcs:enable
	return false === $taken ? null : $taken > 0;
}

/**
 * Once it is known what a request cost.
 *
 * @param int $nano  How much more than was taken for it; mostly it is less.
 * @param int $month In which month it was taken.
 * @return bool Whether the database did it.
 */
function settle_money( int $nano, int $month ): bool {
	global $wpdb;
	return false !== quietly( $wpdb->prepare( 'UPDATE ' . table( 'counts' ) . " SET cost_nano = cost_nano + %d WHERE day = %d AND who = '' AND cost_nano + %d >= 0", $nano, $month, $nano ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/** What visitors read where the month's money is spent: the owner's own words, or these. */
function month_text(): string {
	$own = settings()['month_text'];
	return '' !== $own ? $own : __( 'The chat can’t answer any more this month. Please write to us instead.', 'bellhop' );
}
