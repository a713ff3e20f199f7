<?php
/**
 * Questions that the agent had no good answer to: nothing that the site says fits, the visitor said that the answer didn't help, or none
 * could be given. The owner answers them once, and the answer is known from then on. They go with their conversations.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Questions that are listed. */
const LISTED_QUESTIONS    = 100;
const QUESTION_MOST_CHARS = 500;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_question_routes' );

/** The list; and one question, which is answered or put away. */
function register_question_routes(): void {
	register_rest_route(
		'bellhop/v1',
		'/questions',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\\answer_questions',
			'permission_callback' => __NAMESPACE__ . '\\may_read_questions',
		)
	);
	register_rest_route(
		'bellhop/v1',
		'/questions/(?P<id>[\w-]+)',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\\answer_question',
			'permission_callback' => __NAMESPACE__ . '\\may_change_settings',
			'args'                => array(
				'question' => array( 'type' => 'string' ),
				'answer'   => array( 'type' => 'string' ),
			),
		)
	);
}

/** Whether the user of this request may read what visitors ask. */
function may_read_questions(): bool {
	return current_user_can( READ_CHATS );
}

/** Answers with the open questions, and with what answers drew on in the last month. */
function answer_questions(): WP_REST_Response {
	$since = now_ms() - MONTH_IN_SECONDS * 1000;
	return new WP_REST_Response(
		array(
			'questions' => open_questions(),
			'topics'    => topics_between( $since, now_ms() ),
			'cost'      => cost_between( $since, now_ms() ),
		),
		200
	);
}

/**
 * Takes the owner's answer to a question, which is known from then on; or puts the question away where there is none.
 *
 * @param WP_REST_Request $request question, in better words if the owner likes, and answer.
 * @return WP_REST_Response|WP_Error
 */
function answer_question( WP_REST_Request $request ) {
	$id  = (string) $request->get_url_params()['id'];
	$all = array_column( open_questions(), null, 'id' );
	if ( ! isset( $all[ $id ] ) ) {
		return new WP_Error( 'bellhop_no_question', 'There is no open question with this id.', array( 'status' => 404 ) );
	}
	$answer   = trim( text( $request->get_param( 'answer' ) ) );
	$question = trim( text( $request->get_param( 'question' ) ) );
	if ( '' !== $answer ) {
		$pairs = own_answers();
		if ( count( $pairs ) >= MAX_ANSWERS ) {
			/* translators: %d: a number */
			return new WP_Error( 'bellhop_too_many_answers', sprintf( __( 'There are %d answers of your own already. Delete one first.', 'bellhop' ), MAX_ANSWERS ), array( 'status' => 400 ) );
		}
		store_answers( array_merge( $pairs, array( array( '' === $question ? $all[ $id ]['question'] : $question, $answer ) ) ) );
	}
	close_question( $id );
	return answer_questions();
}

/**
 * Notes a question.
 *
 * @param array  $session The conversation's row.
 * @param string $why     nothing (the site says nothing of it), down (the answer didn't help), or failed.
 */
function note_open_question( array $session, string $run_id, string $why ): void {
	global $wpdb;
	$asked = cut( trim( words_of_run( array( 'run_id' => $run_id ) + $session ) ), QUESTION_MOST_CHARS );
	if ( '' === $asked || '' === $run_id ) {
		return;
	}
	quietly( $wpdb->prepare( 'REPLACE INTO ' . table( 'questions' ) . ' (run_id, session_id, asked, why, asked_at) VALUES (%s, %s, %s, %s, %d)', $run_id, $session['session_id'], $asked, $why, now_ms() ) ); // phpcs:ignore WordPress.DB.PreparedSQL
}

/** Notes the question of an answer that didn't help. */
function note_unhelpful_answer( string $session_id, string $event_id ): void {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT run_id FROM ' . table( 'events' ) . ' WHERE session_id = %s AND event_id = %s', $session_id, $event_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( $rows ) {
		note_open_question( array( 'session_id' => $session_id ), (string) $rows[0]['run_id'], 'down' );
	}
}

/**
 * Whether an answer is worth the owner's look: a question of which nothing that was found says a word, and an answer that cites nothing.
 * Greetings and thanks are none.
 *
 * @param array $request Of request_of().
 * @param array $reply   Of read_said().
 */
function is_without_ground( array $request, array $reply ): bool {
	$asked = question_of( array_slice( $request['lines'], -1 ) );
	$stems = stems_of( $asked );
	foreach ( $request['found'] as $passage ) {
		// What was found for the question before may be among them.
		if ( array_intersect( $stems, stems_of( $passage['title'] . ' ' . $passage['body'] ) ) ) {
			return false;
		}
	}
	return ! $reply['calls'] && empty( $request['has_page'] )
		&& ( count( $stems ) >= 4 || ( count( $stems ) >= 2 && preg_match( '/[?？؟;]\s*$/u', trim( $asked ) ) ) );
}

/**
 * The open questions, the newest first.
 *
 * @return array[] id, question, why, at (ISO), session_id.
 */
function open_questions(): array {
	global $wpdb;
	$found = array();
	$rows  = has_tables() ? rows( $wpdb->prepare( 'SELECT run_id, session_id, asked, why, asked_at FROM ' . table( 'questions' ) . ' ORDER BY asked_at DESC LIMIT %d', LISTED_QUESTIONS ) ) : array(); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( (array) $rows as $row ) {
		$found[] = array(
			'id'         => $row['run_id'],
			'question'   => $row['asked'],
			'why'        => $row['why'],
			'at'         => gmdate( 'Y-m-d\TH:i:s\Z', intdiv( (int) $row['asked_at'], 1000 ) ),
			'session_id' => $row['session_id'],
			'chat'       => chats_url( array( 'chat' => $row['session_id'] ) ),
		);
	}
	return $found;
}

/**
 * Puts a question away, and all that were asked in the same words.
 *
 * @param string $id Of a run.
 */
function close_question( string $id ): void {
	global $wpdb;
	$rows = rows( $wpdb->prepare( 'SELECT asked FROM ' . table( 'questions' ) . ' WHERE run_id = %s', $id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( $rows ) {
		quietly( $wpdb->prepare( 'DELETE FROM ' . table( 'questions' ) . ' WHERE asked = %s', $rows[0]['asked'] ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	}
}

/**
 * What visitors asked about, as far as it shows: the pages on which answers drew, the most used first.
 *
 * @param int $after Unix milliseconds.
 * @param int $until Unix milliseconds.
 * @return array[] title, url, answers.
 */
function topics_between( int $after, int $until ): array {
	global $wpdb;
	$topics = array();
	$rows   = has_tables() ? rows( $wpdb->prepare( 'SELECT content FROM ' . table( 'events' ) . " WHERE type = 'agent.message' AND created_at > %d AND created_at <= %d AND content LIKE %s ORDER BY created_at DESC LIMIT 2000", $after, $until, '%' . $wpdb->esc_like( '"citations"' ) . '%' ) ) : array(); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( (array) $rows as $row ) {
		foreach ( (array) json_decode( (string) $row['content'], true ) as $block ) {
			foreach ( (array) ( $block['citations'] ?? array() ) as $cited ) {
				$url            = text( $cited['document_uri'] ?? null );
				$topics[ $url ] = array(
					'title'   => text( $cited['document_title'] ?? null ),
					'url'     => $url,
					'answers' => 1 + ( $topics[ $url ]['answers'] ?? 0 ),
				);
			}
		}
	}
	usort(
		$topics,
		function ( array $a, array $b ): int {
			return $b['answers'] <=> $a['answers'];
		}
	);
	return array_slice( $topics, 0, 10 );
}

/**
 * What answers have cost, and what a chat has on average, in US dollars by the prices of the settings.
 *
 * @param int $after Unix milliseconds.
 * @param int $until Unix milliseconds.
 * @return array chats, cost, per_chat.
 */
function cost_between( int $after, int $until ): array {
	global $wpdb;
	$nano  = 0;
	$chats = array();
	$rows  = has_tables() ? rows( $wpdb->prepare( 'SELECT session_id, content FROM ' . table( 'events' ) . " WHERE type = 'session.turn_usage' AND created_at > %d AND created_at <= %d", $after, $until ) ) : array(); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( (array) $rows as $row ) {
		$usage                       = (array) json_decode( (string) $row['content'], true );
		$nano                       += (int) ( $usage[0]['credits_nano'] ?? 0 );
		$chats[ $row['session_id'] ] = true;
	}
	return array(
		'chats'    => count( $chats ),
		'cost'     => $nano / 1000000000,
		'per_chat' => $chats ? $nano / 1000000000 / count( $chats ) : 0,
	);
}

/**
 * The same for the summary that goes by e-mail: open questions, subjects, cost.
 *
 * @param int $after Unix milliseconds.
 * @param int $until Unix milliseconds.
 * @return string[] Paragraphs, '' for nothing to tell.
 */
function questions_in_words( int $after, int $until ): array {
	$open = array();
	foreach ( open_questions() as $question ) {
		$at = 1000 * (int) strtotime( $question['at'] );
		if ( $at > $after && $at <= $until && count( $open ) < 10 ) {
			$open[] = '• ' . short_line( $question['question'], 120 );
		}
	}
	$topics = array();
	foreach ( array_slice( topics_between( $after, $until ), 0, 5 ) as $topic ) {
		$topics[] = '• ' . $topic['title'] . ' (' . number_format_i18n( $topic['answers'] ) . ')';
	}
	$cost = cost_between( $after, $until );
	return array(
		$open ? __( 'Questions without a good answer. You can answer them once under Settings → Bellhop → Knowledge:', 'bellhop' ) . "\n" . implode( "\n", $open ) : '',
		$topics ? __( 'Pages that answers drew on most:', 'bellhop' ) . "\n" . implode( "\n", $topics ) : '',
		/* translators: %s: an amount of US dollars */
		$cost['chats'] > 0 && $cost['cost'] > 0 ? sprintf( __( 'A chat has cost about $%s on average.', 'bellhop' ), number_format_i18n( $cost['per_chat'], 4 ) ) : '',
	);
}
