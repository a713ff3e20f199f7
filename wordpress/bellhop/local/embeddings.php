<?php
/**
 * Meaning beside words: vectors of passages, made by the owner's provider where it has an OpenAI-compatible /embeddings, in small
 * pieces by cron, and kept beside each passage; and the passages nearest to a question. Where there are none, or the provider
 * fails, nothing is found here and words alone decide. Costs come out of the month's money.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Why vectors aren't asked for just now: `as`, embedding_name(); `until`, Unix seconds; `why`, an HTTP status, 0 (no answer), -1 (no money) or -2 (not read). */
const OPTION_EMBEDDINGS = 'bellhop_embeddings';
const HOOK_EMBED        = 'bellhop_embed_passages';

/** Of a model that the owner names, whose price nobody here knows: as a dear one. */
const UNKNOWN_EMBEDDING_PRICE = 0.2;

/** Passages of one request, requests of one step, and passages of a site that get vectors: each question compares them all. */
const EMBED_BATCH    = 32;
const EMBED_REQUESTS = 4;
const MAX_EMBEDDED   = 5000;
/** Seconds that a request may take: while building, and while a visitor waits. */
const EMBED_TIMEOUT     = 20;
const EMBED_ASK_TIMEOUT = 4;
/** Seconds without a try after a failure that may pass by itself, and after a refusal. */
const EMBED_PAUSE = 10 * MINUTE_IN_SECONDS;
/** A passage that is less like the question isn't found by its vector; the gateway's own figure. */
const MIN_SIMILARITY = 0.2;

add_action( HOOK_EMBED, __NAMESPACE__ . '\\embed_step' );

/**
 * How vectors are asked for; null where words alone are to decide. Only with a key of this plugin's own: WordPress's AI client makes
 * no vectors, and a key that answers no visitor gets no visitor's words.
 *
 * @return array|null url, key, model, dimensions (0: as many as the model gives), price.
 */
function embedding_way(): ?array {
	$settings = settings();
	if ( 'key' !== model_source() || 'off' === $settings['embeddings'] ) {
		return null;
	}
	$url   = '' === $settings['model_url'] ? provider_of_key( model_key() )[0] : $settings['model_url'];
	$known = EMBEDDING_MODELS[ $url ] ?? array( '', 0, UNKNOWN_EMBEDDING_PRICE );
	$model = '' === $settings['embeddings'] ? $known[0] : $settings['embeddings'];
	return '' === $model ? null : array(
		'url'        => $url,
		'key'        => model_key(),
		'model'      => $model,
		'dimensions' => $model === $known[0] ? $known[1] : 0,
		'price'      => $model === $known[0] ? $known[2] : UNKNOWN_EMBEDDING_PRICE,
	);
}

/**
 * What vectors are made by: those of two names can't be compared.
 *
 * @param array $way Of embedding_way().
 */
function embedding_name( array $way ): string {
	return cut( md5( $way['url'] ) . ':' . $way['model'] . ':' . $way['dimensions'], 100 );
}

/**
 * What is remembered of failures, for the way of now.
 *
 * @param array $way Of embedding_way().
 * @return array until, why.
 */
function embedding_pause( array $way ): array {
	$stored = get_option( OPTION_EMBEDDINGS );
	return is_array( $stored ) && embedding_name( $way ) === ( $stored['as'] ?? '' ) ? $stored : array(
		'until' => 0,
		'why'   => 0,
	);
}

/**
 * Doesn't try for a while.
 *
 * @param array $way Of embedding_way().
 * @param int   $why As OPTION_EMBEDDINGS says.
 */
function pause_embeddings( array $way, int $why ): void {
	// A provider that has no such address, or not this model, won't have it in ten minutes.
	$is_refusal = -2 === $why || ( $why >= 400 && $why < 500 && ! in_array( $why, array( 408, 409, 425, 429 ), true ) );
	update_option(
		OPTION_EMBEDDINGS,
		array(
			'as'    => embedding_name( $way ),
			'until' => time() + ( $is_refusal ? DAY_IN_SECONDS : EMBED_PAUSE ),
			'why'   => $why,
		),
		false
	);
}

/**
 * Asks the provider for the vectors of some texts, within the month's money.
 *
 * @param array    $way     Of embedding_way().
 * @param string[] $texts   Which.
 * @param int      $seconds That it may take.
 * @return string[]|null Vectors as they are kept, in the order of the texts; null where there are none now.
 */
function ask_embeddings( array $way, array $texts, int $seconds ): ?array {
	if ( embedding_pause( $way )['until'] > time() ) {
		return null;
	}
	$month = this_month();
	$nano  = function ( int $tokens ) use ( $way ): int {
		return (int) ceil( $tokens * $way['price'] * 1000 );
	};
	// By estimate; some texts have twice as many tokens.
	$most = $nano( 2 * (int) array_sum( array_map( __NAMESPACE__ . '\\estimate_tokens', $texts ) ) );
	if ( true !== take_money( $most ) ) {
		pause_embeddings( $way, -1 );
		return null;
	}
	$body = array(
		'model' => $way['model'],
		'input' => array_values( $texts ),
	) + ( $way['dimensions'] > 0 ? array( 'dimensions' => $way['dimensions'] ) : array() );

	$reply  = post_to_provider( $way['url'], $way['key'], $body, '/embeddings', $seconds );
	$status = is_wp_error( $reply ) ? 0 : (int) wp_remote_retrieve_response_code( $reply );
	if ( 200 !== $status ) {
		settle_money( -$most, $month );
		pause_embeddings( $way, $status );
		return null;
	}
	$said = json_decode( wp_remote_retrieve_body( $reply ), true );
	$used = absint( $said['usage']['total_tokens'] ?? $said['usage']['prompt_tokens'] ?? 0 );
	if ( $used > 0 ) {
		settle_money( $nano( $used ) - $most, $month );
	}
	$vectors = read_embeddings( $said, count( $texts ) );
	if ( null === $vectors ) {
		pause_embeddings( $way, -2 );
	}
	return $vectors;
}

/**
 * Reads a provider's answer.
 *
 * @param mixed $said  Decoded.
 * @param int   $count How many texts were sent.
 * @return string[]|null As pack_vector() makes them.
 */
function read_embeddings( $said, int $count ): ?array {
	$vectors = array();
	foreach ( is_array( $said['data'] ?? null ) ? $said['data'] : array() as $i => $one ) {
		$numbers = $one['embedding'] ?? null;
		if ( is_array( $numbers ) && $numbers && count( $numbers ) <= 8192 && array_filter( $numbers, 'is_numeric' ) === $numbers && array_filter( $numbers ) ) {
			$vectors[ (int) ( $one['index'] ?? $i ) ] = pack_vector( array_map( 'floatval', array_values( $numbers ) ) );
		}
	}
	ksort( $vectors );
	return array_keys( $vectors ) === range( 0, $count - 1 ) ? $vectors : null;
}

/**
 * A vector as it is kept: its length, and each number as one byte in proportion to the largest. A quarter of the bytes, and too
 * little of the order is lost to be seen.
 *
 * @param float[] $numbers Not all of them 0.
 */
function pack_vector( array $numbers ): string {
	$largest = max( array_map( 'abs', $numbers ) );
	$bytes   = array();
	$sum     = 0;
	foreach ( $numbers as $number ) {
		$byte    = (int) round( $number / $largest * 127 );
		$bytes[] = $byte;
		$sum    += $byte * $byte;
	}
	return round( sqrt( $sum ), 3 ) . ' ' . bin2hex( pack( 'c*', ...$bytes ) );
}

/**
 * Length and numbers of a vector.
 *
 * @param string $kept Of pack_vector().
 * @return array|null length, numbers (from 1); null where it is none.
 */
function unpack_vector( string $kept ): ?array {
	list( $length, $hex ) = array_pad( explode( ' ', $kept, 2 ), 2, '' );
	$bytes                = '' !== $hex && ctype_xdigit( $hex ) && 0 === strlen( $hex ) % 2 ? hex2bin( $hex ) : '';
	return '' === $bytes || (float) $length <= 0 ? null : array( (float) $length, (array) unpack( 'c*', $bytes ) );
}

/** Makes the next vectors, and books the step after, as long as there is something to do and money for it. */
function embed_step(): void {
	global $wpdb;
	$way = answers_here() ? embedding_way() : null;
	if ( null === $way ) {
		return;
	}
	ensure_tables();
	$name = embedding_name( $way );
	for ( $i = 0; $i < EMBED_REQUESTS; $i++ ) {
		$room = min( EMBED_BATCH, MAX_EMBEDDED - count_embedded( $way ) );
		$rows = $room > 0 ? (array) rows( $wpdb->prepare( 'SELECT post_id, n, title, body, hash FROM ' . table( 'passages' ) . ' WHERE vector_of <> %s ORDER BY post_id, n LIMIT %d', $name, $room ) ) : array(); // phpcs:ignore WordPress.DB.PreparedSQL
		if ( ! $rows ) {
			return;
		}
		$texts = array();
		foreach ( $rows as $row ) {
			$texts[] = $row['title'] . "\n" . $row['body'];
		}
		$vectors = ask_embeddings( $way, $texts, EMBED_TIMEOUT );
		if ( null === $vectors ) {
			break;
		}
		foreach ( $rows as $k => $row ) {
			// Only to the text that it was made of: the page may have been saved meanwhile.
			quietly( $wpdb->prepare( 'UPDATE ' . table( 'passages' ) . ' SET vector = %s, vector_of = %s WHERE post_id = %d AND n = %d AND hash = %s', $vectors[ $k ], $name, $row['post_id'], $row['n'], $row['hash'] ) ); // phpcs:ignore WordPress.DB.PreparedSQL
		}
	}
	book_embedding( max( 10, embedding_pause( $way )['until'] - time() ) );
}

/**
 * Books the next step, where none is booked earlier.
 *
 * @param int $seconds From now.
 */
function book_embedding( int $seconds ): void {
	$booked = wp_next_scheduled( HOOK_EMBED );
	if ( null !== embedding_way() && ( ! $booked || $booked > time() + $seconds ) ) {
		unschedule_embedding();
		wp_schedule_single_event( time() + $seconds, HOOK_EMBED );
	}
}

/** Takes the steps off the schedule. */
function unschedule_embedding(): void {
	wp_clear_scheduled_hook( HOOK_EMBED );
}

/**
 * How many passages have a vector.
 *
 * @param array $way Of embedding_way().
 */
function count_embedded( array $way ): int {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT COUNT(*) AS passages FROM ' . table( 'passages' ) . ' WHERE vector_of = %s', embedding_name( $way ) ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	return $rows ? (int) $rows[0]['passages'] : 0;
}

/**
 * A question's vector. One step of a run asks several times for the same one, and so do the steps after it.
 *
 * @param array $way      Of embedding_way().
 */
function vector_of_question( array $way, string $question ): ?string {
	$key  = 'bellhop_asked_' . md5( embedding_name( $way ) . $question );
	$kept = get_transient( $key );
	if ( is_string( $kept ) && '' !== $kept ) {
		return $kept;
	}
	$made = ask_embeddings( $way, array( $question ), EMBED_ASK_TIMEOUT );
	if ( null !== $made ) {
		set_transient( $key, $made[0], EMBED_PAUSE );
	}
	return $made[0] ?? null;
}

/**
 * The passages nearest to a question, the best first.
 *
 * @param string $among    Conditions of in_language() and scope_of_bot().
 * @return string[] Keys of passages, as in 12:0.
 */
function nearest_passages( string $question, string $among ): array {
	global $wpdb;
	$way = embedding_way();
	if ( null === $way || '' === trim( $question ) || 0 === count_embedded( $way ) ) {
		return array();
	}
	$asked = vector_of_question( $way, $question );
	$asked = null === $asked ? null : unpack_vector( $asked );
	if ( null === $asked ) {
		return array();
	}
	list( $length, $numbers ) = $asked;
	$size                     = count( $numbers );
	$alike                    = array();
	for ( $from = 0; $from < MAX_EMBEDDED; $from += 500 ) {
		$rows = (array) rows( $wpdb->prepare( 'SELECT post_id, n, vector FROM ' . table( 'passages' ) . ' WHERE vector_of = %s' . $among . ' ORDER BY post_id, n LIMIT 500 OFFSET %d', embedding_name( $way ), $from ) ); // phpcs:ignore WordPress.DB.PreparedSQL
		foreach ( $rows as $row ) {
			$other = unpack_vector( (string) $row['vector'] );
			if ( null === $other || count( $other[1] ) !== $size ) {
				continue;
			}
			$sum = 0;
			foreach ( $other[1] as $i => $number ) {
				$sum += $number * $numbers[ $i ];
			}
			$similarity = $sum / ( $length * $other[0] );
			if ( $similarity >= MIN_SIMILARITY ) {
				$alike[ $row['post_id'] . ':' . $row['n'] ] = $similarity;
			}
		}
		if ( count( $rows ) < 500 ) {
			break;
		}
	}
	arsort( $alike );
	return array_slice( array_map( 'strval', array_keys( $alike ) ), 0, MAX_CANDIDATES );
}
