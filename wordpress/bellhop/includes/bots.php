<?php
/**
 * Chatbots beside the site's own, each with a name, instructions and a place: what is stored of them, and which one a page shows. The
 * settings are those of the site's own, which answers wherever no other does.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WP_Error;

defined( 'ABSPATH' ) || exit;

/** By id. Loaded with every page, which must know whose chat it shows. */
const OPTION_BOTS = 'bellhop_bots';
const MAX_BOTS    = 30;
/** Of whoever isn't signed in, beside WordPress's own roles. */
const GUEST_ROLE = 'guest';

/** What there is of a bot beside its id; each field's type is its default's. */
function default_bot(): array {
	return array(
		'name'            => '',
		'instructions'    => '',
		'greeting'        => '',
		'prompts'         => array(),
		'model'           => '',
		'page_aware'      => true,
		'knowledge'       => 'all',
		'knowledge_types' => array(),
		'knowledge_pages' => array(),
		'tools'           => 'all',
		'tool_names'      => array(),
		'pages'           => array(),
		'types'           => array(),
		'urls'            => array(),
		'roles'           => array(),
	);
}

/** Fields that are one of a few words, the first being the default. */
function bot_choices(): array {
	return array(
		'knowledge' => array( 'all', 'types', 'pages', 'none' ),
		'tools'     => array( 'all', 'some', 'none' ),
	);
}

/**
 * All bots, complete and each field of its own type, in the owner's order.
 *
 * @return array<string, array> By id.
 */
function bots(): array {
	$bots = array();
	foreach ( (array) get_option( OPTION_BOTS, array() ) as $id => $stored ) {
		if ( ! is_bot_id( $id ) || ! is_array( $stored ) ) {
			continue;
		}
		$bot = array( 'id' => $id ) + default_bot();
		foreach ( default_bot() as $name => $value ) {
			if ( isset( $stored[ $name ] ) && gettype( $stored[ $name ] ) === gettype( $value ) ) {
				$bot[ $name ] = $stored[ $name ];
			}
		}
		$bots[ $id ] = $bot;
	}
	return $bots;
}

/**
 * Whether a value may be the id of a bot. `default` is the site's own.
 *
 * @param mixed $id Anything.
 */
function is_bot_id( $id ): bool {
	return is_string( $id ) && 'default' !== $id && (bool) preg_match( '/^[a-z][a-z0-9-]{0,39}$/D', $id );
}

/**
 * A bot by its id; null for the site's own, and for one that is gone.
 *
 * @param string $id As a tag, a block or a session has it.
 */
function find_bot( string $id ): ?array {
	return bots()[ $id ] ?? null;
}

/**
 * A bot as it is stored, out of what somebody gives.
 *
 * @param array $given  Some of its fields, each of its type.
 * @param array $before The bot as it is, or default_bot().
 * @return array|WP_Error
 */
function sanitize_bot( array $given, array $before ) {
	$given += $before;
	$found  = array(
		'name'            => cut( sanitize_text_field( text( $given['name'] ) ), 200 ),
		'instructions'    => cut( sanitize_textarea_field( text( $given['instructions'] ) ), 8000 ),
		'greeting'        => cut( sanitize_textarea_field( text( $given['greeting'] ) ), 2000 ),
		'prompts'         => array_slice( sanitize_lines( $given['prompts'], '/[|]/' ), 0, 20 ),
		'model'           => trim( text( $given['model'] ) ),
		'page_aware'      => ! empty( $given['page_aware'] ),
		'knowledge_types' => array_values( array_unique( preg_grep( '/^[a-z0-9_-]{1,20}$/D', words( $given['knowledge_types'] ) ) ) ),
		'knowledge_pages' => sanitize_page_ids( $given['knowledge_pages'] ),
		'tool_names'      => array_slice( array_values( array_unique( preg_grep( '/^[\w.\/-]{1,128}$/D', words( $given['tool_names'] ) ) ) ), 0, MAX_TOOLS * 2 ),
		'pages'           => sanitize_page_ids( $given['pages'] ),
		'types'           => array_values( array_unique( preg_grep( '/^[a-z0-9_-]{1,20}$/D', words( $given['types'] ) ) ) ),
		'urls'            => array_slice( sanitize_lines( $given['urls'], '/[\s,|]+/' ), 0, 50 ),
		'roles'           => array_values( array_unique( preg_grep( '/^[\w -]{1,60}$/D', words( $given['roles'] ) ) ) ),
	);
	foreach ( bot_choices() as $name => $words ) {
		$found[ $name ] = in_array( $given[ $name ], $words, true ) ? $given[ $name ] : $before[ $name ];
	}
	if ( '' === $found['name'] ) {
		return new WP_Error( 'bellhop_bad_bot', __( 'The chatbot was not stored: it needs a name.', 'bellhop' ), array( 'status' => 400 ) );
	}
	if ( '' !== $found['model'] && ! preg_match( '/^[\w.:\/@-]{1,200}$/D', $found['model'] ) ) {
		return new WP_Error( 'bellhop_bad_bot', __( 'The name of the model was not stored: it is one word, as in gpt-4.1-mini.', 'bellhop' ), array( 'status' => 400 ) );
	}
	return $found;
}

/**
 * Ids of pages.
 *
 * @param mixed $given A list.
 * @return int[]
 */
function sanitize_page_ids( $given ): array {
	return array_slice( array_values( array_unique( array_filter( array_map( 'absint', is_array( $given ) ? array_filter( $given, 'is_scalar' ) : array() ) ) ) ), 0, 200 );
}

/**
 * Stores a bot, a new one at the end.
 *
 * @param string $id    Its id; '' for one that is made of its name.
 * @param array  $given Some of its fields.
 * @return array|WP_Error The bot.
 */
function store_bot( string $id, array $given ) {
	$bots  = bots();
	$found = sanitize_bot( $given, $bots[ $id ] ?? default_bot() );
	if ( is_wp_error( $found ) ) {
		return $found;
	}
	$id = '' === $id ? new_bot_id( $found['name'], $bots ) : $id;
	if ( ! is_bot_id( $id ) ) {
		return new WP_Error( 'bellhop_bad_bot', __( 'The chatbot was not stored: its id begins with a letter and has a-z, 0-9 and - only. “default” is the site’s own.', 'bellhop' ), array( 'status' => 400 ) );
	}
	if ( ! isset( $bots[ $id ] ) && count( $bots ) >= MAX_BOTS ) {
		/* translators: %d: a number */
		return new WP_Error( 'bellhop_bad_bot', sprintf( __( 'The chatbot was not stored: a site has %d at most.', 'bellhop' ), MAX_BOTS ), array( 'status' => 400 ) );
	}
	$bots[ $id ] = array( 'id' => $id ) + $found;
	store_bots( $bots );
	return $bots[ $id ];
}

/**
 * Stores all bots as they are given, in their order.
 *
 * @param array<string, array> $bots By id, each of sanitize_bot().
 */
function store_bots( array $bots ): void {
	foreach ( $bots as $id => $bot ) {
		unset( $bots[ $id ]['id'] );
	}
	update_option( OPTION_BOTS, $bots, true );
}

/**
 * Takes a bot away. Its conversations stay, and go on with the site's own.
 *
 * @return bool Whether there was one.
 */
function delete_bot( string $id ): bool {
	$bots = bots();
	if ( ! isset( $bots[ $id ] ) ) {
		return false;
	}
	unset( $bots[ $id ] );
	store_bots( $bots );
	return true;
}

/**
 * An id made of a name.
 *
 * @param array<string, array> $bots Those that there are.
 */
function new_bot_id( string $name, array $bots ): string {
	$plain = trim( substr( (string) preg_replace( '/[^a-z0-9]+/', '-', strtolower( remove_accents( $name ) ) ), 0, 30 ), '-' );
	$plain = is_bot_id( $plain ) ? $plain : trim( 'bot-' . $plain, '-' );
	$id    = $plain;
	for ( $i = 2; isset( $bots[ $id ] ); $i++ ) {
		$id = $plain . '-' . $i;
	}
	return $id;
}

/**
 * The roles of the present visitor.
 *
 * @return string[] `guest` alone where nobody is signed in.
 */
function visitor_roles(): array {
	return is_user_logged_in() ? array_values( (array) wp_get_current_user()->roles ) : array( GUEST_ROLE );
}

/**
 * Whether the present visitor may chat with a bot.
 *
 * @param array $bot Which.
 */
function is_bot_for_visitor( array $bot ): bool {
	return ! $bot['roles'] || (bool) array_intersect( $bot['roles'], visitor_roles() );
}

/** The bot of the page that is being made: of its panel, else the first that has its place here; null for the site's own. */
function page_bot(): ?array {
	$panel = panel_options();
	if ( isset( $panel['bot'] ) ) {
		return find_bot( $panel['bot'] );
	}
	return bot_in_place();
}

/** The first bot that has its place on this page and is for this visitor. */
function bot_in_place(): ?array {
	if ( ! did_action( 'wp' ) || is_admin() ) {
		return null;
	}
	foreach ( bots() as $bot ) {
		if ( has_place_here( $bot ) && is_bot_for_visitor( $bot ) ) {
			return $bot;
		}
	}
	return null;
}

/**
 * Whether the page that is being made is one of a bot's places: a page, a kind of content, or an address.
 *
 * @param array $bot Which.
 */
function has_place_here( array $bot ): bool {
	$id = is_singular() || is_home() ? (int) get_queried_object_id() : 0;
	if ( $id > 0 && in_array( $id, $bot['pages'], true ) ) {
		return true;
	}
	if ( $bot['types'] && ( is_singular( $bot['types'] ) || is_post_type_archive( $bot['types'] ) ) ) {
		return true;
	}
	$path = isset( $_SERVER['REQUEST_URI'] ) ? rawurldecode( (string) wp_parse_url( sanitize_url( wp_unslash( $_SERVER['REQUEST_URI'] ) ), PHP_URL_PATH ) ) : '/';
	foreach ( $bot['urls'] as $pattern ) {
		if ( matches_address( $pattern, $path ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Whether a path fits a pattern, as the chat's own `data-hide-on` has it: `*` stands for anything. A slash at the end counts for nothing.
 *
 * @param string $pattern As in /shop/*.
 * @param string $path    Of an address.
 */
function matches_address( string $pattern, string $path ): bool {
	foreach ( array( $path, untrailingslashit( $path ), trailingslashit( $path ) ) as $rest ) {
		$parts = explode( '*', $pattern );
		$last  = (string) array_pop( $parts );
		foreach ( $parts as $i => $part ) {
			$at   = '' === $part ? 0 : strpos( $rest, $part );
			$rest = false === $at || ( 0 === $i && $at > 0 ) ? null : substr( $rest, $at + strlen( $part ) );
			if ( null === $rest ) {
				continue 2;
			}
		}
		if ( $parts ? '' === $last || substr( $rest, -strlen( $last ) ) === $last : $rest === $last ) {
			return true;
		}
	}
	return false;
}

/**
 * What a page's tag says for a bot, where that isn't what the settings say.
 *
 * @param array $bot Which.
 * @return array<string, string> Of tag_options().
 */
function bot_tag( array $bot ): array {
	return array(
		// Conversations are kept by this name: each bot has its own.
		'name'    => $bot['id'],
		'session' => own_path( add_query_arg( 'bot', $bot['id'], rest_url( 'bellhop/v1/session' ) ) ),
		'title'   => $bot['name'],
		// Where it stands is chosen for it.
		'hide-on' => '',
	) + ( '' === $bot['greeting'] ? array() : array( 'greeting' => $bot['greeting'] ) )
		+ ( $bot['prompts'] ? array( 'prompts' => implode( '|', $bot['prompts'] ) ) : array() );
}

/**
 * The tools that a bot's agent gets, of those that the site allows.
 *
 * @param array[]    $tools Of allowed_tools().
 * @param array|null $bot   Null for the site's own.
 * @return array[]
 */
function tools_of_bot( array $tools, ?array $bot ): array {
	if ( null === $bot || 'all' === $bot['tools'] ) {
		return $tools;
	}
	// An owner names an ability as WordPress does, with a slash.
	$named = 'none' === $bot['tools'] ? array() : array_merge( $bot['tool_names'], array_map( __NAMESPACE__ . '\\tool_name', $bot['tool_names'] ) );
	$own   = card_tools();
	return array_values(
		array_filter(
			$tools,
			function ( array $tool ) use ( $named, $own ): bool {
				// The chat's own cards do nothing but show and ask.
				return in_array( $tool['name'], $named, true ) || in_array( $tool['name'], $own, true );
			}
		)
	);
}

/**
 * The bot of a request for a session: the one with which the conversation was begun, else the one that the page names.
 *
 * @param string $named   By the page; it may be gone.
 * @param string $owner   Of owner_id(), or '' for somebody new.
 * @param string $session The conversation that is taken up again, or ''.
 * @return string Its id, '' for the site's own.
 */
function bot_of_request( string $named, string $owner, string $session ): string {
	$kept = '' === $owner ? null : bot_of_conversation( $owner, $session );
	return $kept ?? ( null === find_bot( $named ) ? '' : $named );
}

/** Why the present visitor can't chat with a bot; null where they can. */
function refuse_bot( string $id ): ?WP_Error {
	$bot = find_bot( $id );
	return null === $bot || is_bot_for_visitor( $bot ) ? null : new WP_Error( 'bellhop_not_for_you', __( 'This chat is for other visitors of this site.', 'bellhop' ), array( 'status' => 403 ) );
}
