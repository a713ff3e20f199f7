<?php
/**
 * Tools → Chats over REST, at bellhop/v1/chats: for the page itself and for programs of people who may read chats. Who may do what
 * stands beside each route; what is wrong with a request is told in words.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

/** Chats that one bulk action changes, or one export holds. */
const MAX_BULK = 100;

add_action( 'rest_api_init', __NAMESPACE__ . '\\register_chats_routes' );

/** Registers the routes. */
function register_chats_routes(): void {
	foreach ( chats_routes() as list( $path, $method, $callback, $capability, $args ) ) {
		register_rest_route(
			'bellhop/v1',
			'/chats' . str_replace( '{chat}', '/(?P<chat>ses_[\w.:-]{1,190})', $path ),
			array(
				'methods'             => $method,
				'callback'            => function ( WP_REST_Request $request ) use ( $callback ) {
					ensure_tables();
					return call_user_func( __NAMESPACE__ . '\\' . $callback, $request );
				},
				'permission_callback' => function () use ( $capability ) {
					return may_with_chats( $capability );
				},
				'args'                => $args,
			)
		);
	}
}

/**
 * The routes.
 *
 * @return array[] Path, method, callback, capability, arguments of each.
 */
function chats_routes(): array {
	$note   = array( 'text' => written_schema( MAX_NOTE_CHARACTERS ) );
	$reply  = array(
		'id'    => array(
			'type'    => 'string',
			'pattern' => '^(reply_\w{1,60})?$',
			'default' => '',
		),
		'title' => written_schema( MAX_TITLE_CHARACTERS ),
		'text'  => written_schema( MAX_REPLY_CHARACTERS ),
	);
	$status = array(
		'status' => array(
			'type'     => 'string',
			'required' => true,
			'enum'     => array( 'open', 'done' ),
		),
	);
	$pair   = array(
		'question' => written_schema( QUESTION_CHARACTERS ),
		'answer'   => written_schema( OWN_ANSWER_CHARACTERS ),
	);
	return array(
		array( '', 'GET', 'answer_chats', READ_CHATS, chats_query_schema() ),
		array( '/bulk', 'POST', 'answer_bulk', ANSWER_CHATS, bulk_schema( array( 'done', 'open', 'delete' ) ) ),
		array( '/export', 'POST', 'answer_chats_export', READ_CHATS, bulk_schema() ),
		array( '/replies', 'GET', 'answer_replies', ANSWER_CHATS, array() ),
		array( '/replies', 'POST', 'answer_save_reply', ANSWER_CHATS, $reply ),
		array( '/replies/(?P<id>reply_\w{1,60})', 'DELETE', 'answer_delete_reply', ANSWER_CHATS, array() ),
		array( '/answers', 'POST', 'answer_teach', 'manage_options', $pair ),
		array( '{chat}', 'GET', 'answer_chat', READ_CHATS, array( 'after' => number_schema( 0, PHP_INT_MAX, 0 ) ) ),
		array( '{chat}', 'DELETE', 'answer_delete_chat', 'manage_options', array() ),
		array( '{chat}/takeover', 'POST', 'answer_takeover', ANSWER_CHATS, array() ),
		array( '{chat}/messages', 'POST', 'answer_say', ANSWER_CHATS, array( 'text' => written_schema( MAX_PERSON_CHARACTERS ) ) ),
		array( '{chat}/handback', 'POST', 'answer_handback', ANSWER_CHATS, array() ),
		array( '{chat}/status', 'POST', 'answer_status', ANSWER_CHATS, $status ),
		array( '{chat}/notes', 'POST', 'answer_note', ANSWER_CHATS, $note ),
		array( '{chat}/notes/(?P<note>note_\w{1,60})', 'DELETE', 'answer_delete_note', ANSWER_CHATS, array() ),
		array( '{chat}/mail', 'POST', 'answer_mail_chat', READ_CHATS, array() ),
	);
}

/** What a list may be asked for. */
function chats_query_schema(): array {
	$choice = function ( array $values, string $first ): array {
		return array(
			'type'    => 'string',
			'enum'    => $values,
			'default' => $first,
		);
	};
	$words  = array(
		'type'              => 'string',
		'maxLength'         => 200,
		'default'           => '',
		'sanitize_callback' => 'sanitize_text_field',
	);
	$day    = array(
		'type'    => 'string',
		'pattern' => '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$',
		'default' => '',
	);
	return array(
		'search'   => $words,
		'status'   => $choice( array( 'any', 'open', 'done' ), 'any' ),
		'show'     => $choice( array_merge( array_keys( SHOWN_CHATS ), array( 'down' ) ), 'all' ),
		'after'    => $day,
		'before'   => $day,
		'path'     => $words,
		'page'     => number_schema( 1, 100000, 1 ),
		'per_page' => number_schema( 1, MAX_BULK, CONVERSATIONS_A_PAGE ),
	);
}

/**
 * A number in an argument.
 *
 * @param int $least   And no less.
 * @param int $most    And no more.
 * @param int $first   Where none is given.
 */
function number_schema( int $least, int $most, int $first ): array {
	return array(
		'type'    => 'integer',
		'minimum' => $least,
		'maximum' => $most,
		'default' => $first,
	);
}

/**
 * A text that somebody has written, and that isn't empty.
 *
 * @param int $most Characters.
 */
function written_schema( int $most ): array {
	return array(
		'type'              => 'string',
		'required'          => true,
		'validate_callback' => function ( $value, $request, $name ) use ( $most ) {
			$length = is_string( $value ) ? mb_strlen( trim( $value ) ) : 0;
			/* translators: 1: the name of a field, 2: a number */
			return $length > 0 && $length <= $most ? true : new WP_Error( 'rest_invalid_param', sprintf( __( '%1$s must have 1 to %2$s characters.', 'bellhop' ), $name, number_format_i18n( $most ) ) );
		},
		// As it was written, tags and all: whoever shows it escapes it.
		'sanitize_callback' => function ( $value ): string {
			return trim( str_replace( "\r\n", "\n", wp_check_invalid_utf8( (string) $value, true ) ) );
		},
	);
}

/**
 * Several chats, and what is to become of them.
 *
 * @param string[] $actions One of these; none where there is only one.
 */
function bulk_schema( array $actions = array() ): array {
	$ids = array(
		'type'     => 'array',
		'required' => true,
		'minItems' => 1,
		'maxItems' => MAX_BULK,
		'items'    => array(
			'type'    => 'string',
			'pattern' => '^ses_[A-Za-z0-9_.:-]{1,190}$',
		),
	);
	return array( 'ids' => $ids ) + ( $actions ? array(
		'action' => array(
			'type'     => 'string',
			'required' => true,
			'enum'     => $actions,
		),
	) : array() );
}

/**
 * Whether who asks may do this.
 *
 * @param string $capability Of the plugin or WordPress.
 * @return true|WP_Error
 */
function may_with_chats( string $capability ) {
	if ( current_user_can( READ_CHATS ) && current_user_can( $capability ) ) { // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
		return true;
	}
	$words = array(
		READ_CHATS       => __( 'You may not read chats.', 'bellhop' ),
		ANSWER_CHATS     => __( 'You may read chats, and not answer in them.', 'bellhop' ),
		'manage_options' => __( 'Only who may change the site’s settings may do this.', 'bellhop' ),
	);
	$lacks = current_user_can( READ_CHATS ) ? $capability : READ_CHATS; // phpcs:ignore WordPress.WP.Capabilities.Undetermined -- the plugin's own.
	return new WP_Error( 'bellhop_forbidden', $words[ $lacks ], array( 'status' => rest_authorization_required_code() ) );
}

/** Nobody has this chat any more. */
function chat_is_gone(): WP_Error {
	return new WP_Error( 'bellhop_no_chat', __( 'This chat is no longer here.', 'bellhop' ), array( 'status' => 404 ) );
}

/** The database said nothing. */
function database_failed(): WP_Error {
	return new WP_Error( 'bellhop_database', __( 'The database did not answer. Try again in a minute.', 'bellhop' ), array( 'status' => 503 ) );
}

/**
 * A refusal of a write, in the words of this page: the write path speaks the interface's.
 *
 * @param mixed $result Of write_session().
 * @return mixed
 */
function in_own_words( $result ) {
	if ( ! is_wp_error( $result ) || 0 === strpos( (string) $result->get_error_code(), 'bellhop_' ) ) {
		return $result;
	}
	return 404 === (int) ( ( (array) $result->get_error_data() )['status'] ?? 0 ) ? chat_is_gone() : database_failed();
}

/**
 * Answers with a page of chats.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_chats( WP_REST_Request $request ) {
	$asked = array_intersect_key( $request->get_params(), ANY_CHAT );
	$found = find_chats( $asked );
	if ( null === $found ) {
		return database_failed();
	}
	return array(
		'chats' => array_map( __NAMESPACE__ . '\\chat_summary', $found['conversations'] ),
		'total' => $found['total'],
		'pages' => (int) ceil( $found['total'] / $asked['per_page'] ),
	);
}

/**
 * What a list tells of a chat.
 *
 * @param array $session A row of find_chats().
 */
function chat_summary( array $session ): array {
	$holder = (int) $session['held_by'];
	return array(
		'id'         => $session['session_id'],
		'visitor'    => visitor_name( $session['owner_id'] ),
		'first'      => short_line( $session['first'], 160 ),
		'messages'   => $session['messages'],
		'created_at' => (int) floor( $session['created_at'] / 1000 ),
		'last_at'    => (int) floor( $session['last_event_at'] / 1000 ),
		'last_seq'   => (int) $session['last_seq'],
		'state'      => chat_state( $session ),
		'is_done'    => (int) $session['done_at'] > 0,
		'holder'     => 0 === $holder ? null : array(
			'name'  => person_name( $holder ),
			'is_me' => get_current_user_id() === $holder,
		),
		'page'       => page_summary( (string) $session['page'] ),
		'country'    => (string) $session['country'],
		'language'   => (string) $session['lang'],
		'up'         => $session['up'],
		'down'       => $session['down'],
		'tokens'     => $session['tokens'],
		'cost'       => $session['cost'] / 1000000000,
	);
}

/**
 * The page from which a visitor wrote last.
 *
 * @param string $path Of page_of_visit().
 * @return array|null path, url, title; null where it isn't known.
 */
function page_summary( string $path ): ?array {
	if ( '' === $path ) {
		return null;
	}
	$home = wp_parse_url( home_url() );
	$url  = $home['scheme'] . '://' . $home['host'] . ( isset( $home['port'] ) ? ':' . $home['port'] : '' ) . $path;
	$id   = url_to_postid( $url );
	return array(
		'path'  => rawurldecode( $path ),
		'url'   => esc_url_raw( $url, array( 'http', 'https' ) ),
		'title' => $id > 0 ? wp_strip_all_tags( html_entity_decode( get_the_title( $id ), ENT_QUOTES ) ) : '',
	);
}

/**
 * Answers with one chat: all of it, or what came after an event.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_chat( WP_REST_Request $request ) {
	global $wpdb;
	$id = $request->get_param( 'chat' );
	// Whoever watches a chat carries on what nobody else does, as its visitor's polls do.
	$run = rows( $wpdb->prepare( 'SELECT session_id, run_state, run_at, run_lease FROM ' . table( 'sessions' ) . ' WHERE session_id = %s', $id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( $run && answers_here() ) {
		tend_run( $run[0] );
	}
	$chat = find_chat( $id );
	if ( null === $chat ) {
		return null === $run ? database_failed() : chat_is_gone();
	}
	$lines = conversation_lines( $id, (int) $request->get_param( 'after' ) );
	$notes = notes_of( $id );
	$said  = rows( $wpdb->prepare( 'SELECT event_id, value, comment FROM ' . table( 'feedback' ) . ' WHERE session_id = %s', $id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	if ( null === $lines || null === $notes || null === $said ) {
		return database_failed();
	}
	$mine = get_current_user_id();
	foreach ( $notes as $i => $note ) {
		$notes[ $i ]['may_delete'] = $note['user_id'] === $mine || current_user_can( 'manage_options' );
		unset( $notes[ $i ]['user_id'] );
	}
	return chat_summary( $chat ) + array(
		'lines' => $lines,
		'notes' => $notes,
		// Of all answers: a visitor may say what they think of an old one.
		'said'  => $said,
	);
}

/**
 * Answers with the chat after a change, or with what kept it from being changed.
 *
 * @param mixed $result  Of the change.
 * @return array|WP_Error
 */
function chat_after( WP_REST_Request $request, $result ) {
	delete_transient( 'bellhop_waiting_chats' );
	$result = in_own_words( $result );
	return is_wp_error( $result ) ? $result : answer_chat( $request );
}

/**
 * Gives the chat to who asks.
 *
 * @return array|WP_Error
 */
function answer_takeover( WP_REST_Request $request ) {
	$request->set_param( 'after', 0 );
	return chat_after( $request, answers_here() ? take_over( $request->get_param( 'chat' ), get_current_user_id() ) : nobody_would_read() );
}

/** With a gateway, or with the chat switched off, no visitor comes here. */
function nobody_would_read(): WP_Error {
	return new WP_Error( 'bellhop_not_answering', __( 'No visitor would read it: this WordPress doesn’t answer visitors now.', 'bellhop' ), array( 'status' => 409 ) );
}

/**
 * Says something to the visitor.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_say( WP_REST_Request $request ) {
	return chat_after( $request, answers_here() ? say_as_person( $request->get_param( 'chat' ), get_current_user_id(), $request->get_param( 'text' ) ) : nobody_would_read() );
}

/**
 * Gives the chat back to the agent.
 *
 * @return array|WP_Error
 */
function answer_handback( WP_REST_Request $request ) {
	return chat_after( $request, hand_back( $request->get_param( 'chat' ) ) );
}

/**
 * Calls the chat done, or open again.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_status( WP_REST_Request $request ) {
	return chat_after( $request, call_done( $request->get_param( 'chat' ), 'done' === $request->get_param( 'status' ) ) );
}

/**
 * Adds a note.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_note( WP_REST_Request $request ) {
	return chat_after( $request, add_note( $request->get_param( 'chat' ), get_current_user_id(), $request->get_param( 'text' ) ) );
}

/**
 * Deletes a note: one's own, or anybody's for who may change the settings.
 *
 * @return array|WP_Error
 */
function answer_delete_note( WP_REST_Request $request ) {
	$chat = $request->get_param( 'chat' );
	foreach ( (array) notes_of( $chat ) as $note ) {
		if ( $note['id'] !== $request->get_param( 'note' ) ) {
			continue;
		}
		if ( get_current_user_id() !== $note['user_id'] && ! current_user_can( 'manage_options' ) ) {
			return new WP_Error( 'bellhop_forbidden', __( 'This note is somebody else’s.', 'bellhop' ), array( 'status' => 403 ) );
		}
		delete_note( $chat, $note['id'] );
	}
	return answer_chat( $request );
}

/**
 * Deletes a chat for good.
 *
 * @return array|WP_Error
 */
function answer_delete_chat( WP_REST_Request $request ) {
	$id = $request->get_param( 'chat' );
	if ( null === find_chat( $id ) ) {
		return chat_is_gone();
	}
	delete_session( $id );
	delete_transient( 'bellhop_waiting_chats' );
	return array( 'deleted' => true );
}

/**
 * Sends a chat to the owner by e-mail.
 *
 * @return array|WP_Error
 */
function answer_mail_chat( WP_REST_Request $request ) {
	$id = $request->get_param( 'chat' );
	if ( null === find_chat( $id ) ) {
		return chat_is_gone();
	}
	if ( ! mail_conversation( $id ) ) {
		return new WP_Error( 'bellhop_mail', __( 'This WordPress could not send the e-mail. Ask your host, or set up a plugin for sending e-mail.', 'bellhop' ), array( 'status' => 500 ) );
	}
	return array( 'sent_to' => mail_address() );
}

/**
 * Changes several chats. What is gone meanwhile is skipped.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_bulk( WP_REST_Request $request ) {
	$action = $request->get_param( 'action' );
	$may    = 'delete' === $action ? may_with_chats( 'manage_options' ) : true;
	if ( is_wp_error( $may ) ) {
		return $may;
	}
	$count = 0;
	foreach ( array_unique( $request->get_param( 'ids' ) ) as $id ) {
		if ( null === find_chat( $id ) ) {
			continue;
		}
		if ( 'delete' === $action ) {
			delete_session( $id );
		} elseif ( is_wp_error( call_done( $id, 'done' === $action ) ) ) {
			continue;
		}
		++$count;
	}
	delete_transient( 'bellhop_waiting_chats' );
	return array( 'changed' => $count );
}

/**
 * Answers with whole chats, for a file.
 *
 * @param WP_REST_Request $request Checked by the schema.
 */
function answer_chats_export( WP_REST_Request $request ): array {
	$found = array_filter( array_unique( $request->get_param( 'ids' ) ), __NAMESPACE__ . '\\find_chat' );
	return array_map( __NAMESPACE__ . '\\conversation_export', array_values( $found ) );
}

/** Answers with the saved replies. */
function answer_replies(): array {
	return saved_replies();
}

/**
 * Saves a reply.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array[]|WP_Error
 */
function answer_save_reply( WP_REST_Request $request ) {
	return save_reply( $request->get_param( 'id' ), sanitize_text_field( $request->get_param( 'title' ) ), $request->get_param( 'text' ) );
}

/** Deletes a saved reply. */
function answer_delete_reply( WP_REST_Request $request ): array {
	return delete_reply( $request->get_param( 'id' ) );
}

/**
 * Teaches the agent an answer. For who may change the settings, where all such answers stand: it is told to every visitor.
 *
 * @param WP_REST_Request $request Checked by the schema.
 * @return array|WP_Error
 */
function answer_teach( WP_REST_Request $request ) {
	$is_new = teach_answer( $request->get_param( 'question' ), $request->get_param( 'answer' ) );
	return null === $is_new
		? new WP_Error( 'bellhop_too_many', __( 'There are as many answers of your own as there can be. Delete one under “What the agent knows” first.', 'bellhop' ), array( 'status' => 409 ) )
		: array( 'is_new' => $is_new );
}
