<?php
/**
 * A person of the site takes a conversation over, writes in it and hands it back, as a gateway's desk does it. On the wire each of
 * these is a run with one agent.message, whose text says what happened to a client that knows nothing of people;
 * `extra_content.gateway.person` says it to one that does. Meanwhile the agent is silent: what the visitor writes is stored and waits.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;
use WP_User;

defined( 'ABSPATH' ) || exit;

const MAX_PERSON_CHARACTERS = 4000;
const NO_USAGE              = array(
	'input_tokens'                => 0,
	'output_tokens'               => 0,
	'cache_read_input_tokens'     => 0,
	'cache_creation_input_tokens' => 0,
	'credits_nano'                => 0,
);

add_action( 'deleted_user', __NAMESPACE__ . '\\hand_back_all' );
add_action( 'remove_user_from_blog', __NAMESPACE__ . '\\hand_back_all' );

/**
 * Whether a person answers in the agent's place.
 *
 * @param array $session A row.
 */
function has_person( array $session ): bool {
	return (int) ( $session['held_by'] ?? 0 ) > 0;
}

/** The name of a person of the site, as visitors and colleagues read it. */
function person_name( int $user_id ): string {
	$user = get_userdata( $user_id );
	$name = $user instanceof WP_User ? (string) $user->display_name : '';
	/**
	 * The name under which a person answers visitors.
	 *
	 * @param string $name    The one that is shown publicly, of their profile.
	 * @param int    $user_id Whose.
	 */
	$name = cut( sanitize_text_field( (string) apply_filters( 'bellhop_person_name', $name, $user_id ) ), 100 );
	return '' === $name ? __( 'A former colleague', 'bellhop' ) : $name;
}

/**
 * Gives the conversation to a person, also where another had it. The answer that is being written is stopped and dropped, and what the
 * page was asked for is asked no more.
 *
 * @return true|WP_Error
 */
function take_over( string $session_id, int $user_id ) {
	return write_session(
		$session_id,
		function ( object $write ) use ( $user_id ) {
			if ( (int) $write->session['held_by'] === $user_id ) {
				return true;
			}
			$write->session['held_by'] = $user_id;
			$stopped                   = stop_agent( $write );
			if ( is_wp_error( $stopped ) ) {
				return $stopped;
			}
			$write->session['wanted_at'] = 0;
			$write->session['done_at']   = 0;
			$name                        = person_name( $user_id );
			append_act( $write, $name . ' has joined the conversation.', $name, 'joined' );
			return true;
		}
	);
}

/**
 * Ends whatever the agent is at. The visitor has pressed no Stop, so the end says nothing of one.
 *
 * @param object $write Of write_session; its session is held by a person already, so no run follows.
 * @return true|WP_Error
 */
function stop_agent( object $write ) {
	$state = $write->session['run_state'];
	if ( in_array( $state, array( 'waiting', 'running' ), true ) ) {
		return settle( $write, idle( 'end_turn' ) );
	}
	if ( 'paused' === $state ) {
		$cancelled = cancel_calls( $write, 'A person has taken over.', true );
		if ( is_wp_error( $cancelled ) ) {
			return $cancelled;
		}
	}
	if ( '' !== $state ) {
		// What is queued has said nothing yet: its message waits for the person.
		end_run( $write );
	}
	return true;
}

/**
 * Says something to the visitor. Messages that waited count as answered by it.
 *
 * @param string $text       Not empty.
 * @return array|WP_Error The event; 409 where the person doesn't have the conversation.
 */
function say_as_person( string $session_id, int $user_id, string $text ) {
	return write_session(
		$session_id,
		function ( object $write ) use ( $user_id, $text ) {
			if ( (int) $write->session['held_by'] !== $user_id ) {
				return not_yours( $write->session );
			}
			$said                        = append_act( $write, $text, person_name( $user_id ), 'said' );
			$write->session['wanted_at'] = 0;
			$write->session['done_at']   = 0;
			return take_messages( $write, $said ) ? $said : new WP_Error( 'database' );
		}
	);
}

/**
 * Messages that waited for a person are answered by what they have said or done; the agent reads them before it.
 *
 * @param object $write Of write_session().
 * @param array  $said  The person's message, as a row.
 */
function take_messages( object $write, array $said ): bool {
	global $wpdb;
	$taken = $wpdb->prepare(
		'UPDATE ' . table( 'events' ) . " SET run_id = %s, read_seq = %d, processed_at = %d WHERE session_id = %s AND run_id IS NULL AND processed_at IS NULL AND type IN ('user.message', 'system.message')", // phpcs:ignore WordPress.DB.PreparedSQL
		$said['run_id'],
		$said['seq'],
		$write->now,
		$write->session['session_id']
	);
	return false !== quietly( $taken );
}

/**
 * The agent goes on, at once where the visitor waits for an answer. Any colleague may hand back.
 *
 * @param bool $answers    Whether it answers what waits; not where the conversation is called done.
 * @return true|WP_Error 409 where nobody has it.
 */
function hand_back( string $session_id, bool $answers = true ) {
	$done = write_session(
		$session_id,
		function ( object $write ) use ( $answers ) {
			if ( ! has_person( $write->session ) ) {
				return new WP_Error( 'bellhop_not_held', __( 'Nobody has this chat: the agent answers in it.', 'bellhop' ), array( 'status' => 409 ) );
			}
			$name = person_name( (int) $write->session['held_by'] );
			$left = append_act( $write, $name . ' has left the conversation.', $name, 'left' );

			$write->session['held_by']   = 0;
			$write->session['wanted_at'] = 0;
			if ( ! $answers && ! take_messages( $write, $left ) ) {
				return new WP_Error( 'database' );
			}
			$waiting = $answers && does_execute( $write->session ) ? rows_of_waiting( $write->session['session_id'] ) : array();
			if ( null === $waiting ) {
				return new WP_Error( 'database' );
			}
			if ( $waiting ) {
				queue_run( $write, fresh_id( 'run' ) );
			}
			return true;
		}
	);
	if ( true === $done ) {
		start_run_if_queued( $session_id );
	}
	return $done;
}

/**
 * A person's account goes: the agent has their conversations again.
 *
 * @param int $user_id Whose.
 */
function hand_back_all( $user_id ): void {
	global $wpdb;
	if ( ! has_tables() ) {
		return;
	}
	$held = rows( $wpdb->prepare( 'SELECT session_id FROM ' . table( 'sessions' ) . ' WHERE held_by = %d', (int) $user_id ) ); // phpcs:ignore WordPress.DB.PreparedSQL
	foreach ( (array) $held as $row ) {
		hand_back( $row['session_id'] );
	}
}

/**
 * Adds what a person does, as a run of its own.
 *
 * @param object $write Of write_session; no run is on.
 * @param string $text  What is said, or in English what happened, for clients that don't know of people.
 * @param string $name  Of person_name().
 * @param string $act   joined, said or left.
 * @return array The message's row.
 */
function append_act( object $write, string $text, string $name, string $act ): array {
	$ours = array(
		'run_id'       => fresh_id( 'run' ),
		'is_processed' => true,
	);
	append_event(
		$write,
		$ours + array(
			'type'    => 'session.status_running',
			'content' => array(),
		)
	);
	$said = append_event(
		$write,
		$ours + array(
			'type'      => 'agent.message',
			'is_notice' => 'said' !== $act,
			'content'   => array(
				array(
					'type'          => 'text',
					'text'          => $text,
					'extra_content' => array( 'gateway' => array( 'person' => compact( 'name', 'act' ) ) ),
				),
			),
		)
	);
	append_event(
		$write,
		$ours + array(
			'type'    => 'session.status_idle',
			'usage'   => NO_USAGE,
			'content' => array(
				'stop_reason'    => 'end_turn',
				'context_tokens' => 0,
			),
		)
	);
	return $said;
}

/**
 * Who of the site's people says a message, and what they did: name and act; null for the agent's own.
 *
 * @param array $content Of an agent.message.
 */
function person_of( array $content ): ?object {
	foreach ( $content as $block ) {
		$person = is_object( $block ) ? ( $block->extra_content->gateway->person ?? null ) : null;
		if ( is_object( $person ) && isset( $person->name, $person->act ) ) {
			return $person;
		}
	}
	return null;
}

/**
 * The refusal where somebody writes in a chat that isn't theirs.
 *
 * @param array $session A row.
 */
function not_yours( array $session ): WP_Error {
	$text = has_person( $session )
		/* translators: %s: a person's name */
		? sprintf( __( '%s has this chat now. Take it over first.', 'bellhop' ), person_name( (int) $session['held_by'] ) )
		: __( 'The agent has this chat. Take it over first.', 'bellhop' );
	return new WP_Error( 'bellhop_not_yours', $text, array( 'status' => 409 ) );
}
