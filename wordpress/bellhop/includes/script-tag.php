<?php
/**
 * The script tag on the site's pages. The same for every visitor, so that a cached page is safe: no nonce, no session.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const HANDLE = 'bellhop';
/** Words of those who combine, delay, defer and rewrite scripts, that ask them to leave this one alone. */
const HANDS_OFF = array(
	// Cloudflare's Rocket Loader reads it only before src.
	'data-cfasync'       => 'false',
	// WP Rocket.
	'nowprocket'         => true,
	'data-no-minify'     => '1',
	// LiteSpeed.
	'data-no-optimize'   => '1',
	'data-no-defer'      => '1',
	// Autoptimize and SpeedyCache.
	'data-noptimize'     => '1',
	// Jetpack Boost.
	'data-jetpack-boost' => 'ignore',
);

/**
 * An optimiser may hold the settings back until after the script, which it has put into the page without its attributes: then
 * that script has started a chat that knows nothing and shows nothing. It is taken away, and the script runs once more.
 */
const RUN_AGAIN = '(function(w,d,h,c,s){h=w.bellhop;if(h&&h.get&&(c=h.get())&&!d.querySelector("bellhop-host")){c.destroy();'
	. 's=d.createElement("script");s.src=w.bellhopConfig.base+"/bellhop.js";d.head.appendChild(s)}})(window,document);';

add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\\enqueue_everywhere' );
add_filter( 'wp_script_attributes', __NAMESPACE__ . '\\add_attributes' );
add_filter( 'wp_inline_script_attributes', __NAMESPACE__ . '\\add_inline_attributes' );

add_action( 'wp_footer', __NAMESPACE__ . '\\print_sign_in_line' );

/** Whether a visitor who may not chat is told how: the owner wants it, and there is somebody to answer. */
function invites_to_sign_in(): bool {
	return settings()['sign_in_link'] && has_chat() && ! may_chat();
}

/** In the corner of every page, in place of the button. */
function print_sign_in_line(): void {
	$settings = settings();
	if ( 'everywhere' === $settings['show'] && invites_to_sign_in() && ! has_inline_panel() ) {
		$side = 'left' === $settings['position'] ? 'left' : 'right';
		$look = 'z-index:99999;bottom:20px;margin:0;padding:10px 16px;border-radius:20px;background:#fff;color:#1e1e1e;border:1px solid #8c8f94;font-size:16px';
		echo wp_kses( '<div style="position:fixed;' . $side . ':20px;' . $look . '">' . sign_in_line() . '</div>', 'post' );
	}
}

/** A kind line for whoever has to sign in first, back to this page. */
function sign_in_line(): string {
	$page = isset( $_SERVER['REQUEST_URI'] ) ? sanitize_url( wp_unslash( $_SERVER['REQUEST_URI'] ) ) : '/';
	return '<a class="bellhop-sign-in" href="' . esc_url( wp_login_url( $page ) ) . '">' . esc_html__( 'Sign in to use the chat.', 'bellhop' ) . '</a>';
}

/** Puts the chat on every page, where the owner wants it there. */
function enqueue_everywhere(): void {
	if ( 'everywhere' === settings()['show'] || null !== bot_in_place() ) {
		enqueue_script();
	}
}

/** Once a page, by whoever comes first. */
function enqueue_script(): void {
	$is_amp = function_exists( 'amp_is_request' ) && amp_is_request();
	if ( ! has_chat() || ! may_chat() || $is_amp || wp_script_is( HANDLE, 'enqueued' ) ) {
		return;
	}
	wp_enqueue_script(
		HANDLE,
		plugins_url( 'widget/bellhop.js', FILE ),
		array(),
		widget_version(),
		array(
			'strategy'  => 'async',
			'in_footer' => true,
		)
	);
	// Where an optimiser folds all scripts into one, the tag and what it says are lost; this stays.
	wp_add_inline_script( HANDLE, page_config_script(), 'before' );
}

/** The options as a script of the page says them. */
function page_config_script(): string {
	return 'window.bellhopConfig=' . wp_json_encode( page_config(), JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE ) . ';' . RUN_AGAIN;
}

/** Without reading the token, which isn't loaded with every page. */
function is_connected_for_pages(): bool {
	$settings = settings();
	return '' !== $settings['gateway_url'] && '' !== $settings['client_id'];
}

/** Whether there is somebody to answer: a gateway, or this WordPress. */
function has_chat(): bool {
	return is_connected_for_pages() || answers_here();
}

/** Whether the visitor of this request may chat. Caches keep pages for guests apart from those for people who have signed in. */
function may_chat(): bool {
	return ! settings()['signed_in'] || is_user_logged_in();
}

/** Changes with the script's bytes. Written by the build. */
function widget_version(): string {
	return (string) ( widget_manifest()['version'] ?? VERSION );
}

/** What the build has put into widget/: version, chunks. */
function widget_manifest(): array {
	static $manifest = null;
	if ( null === $manifest ) {
		$file     = DIR . '/widget/manifest.php';
		$manifest = is_readable( $file ) ? (array) require $file : array();
	}
	return $manifest;
}

/**
 * What the tag says, by the names of its attributes without `data-`. Nothing of one visitor stands here.
 *
 * @return array<string, string>
 */
function tag_options(): array {
	$settings = settings();
	$ajax     = admin_url( 'admin-ajax.php', 'relative' );
	$is_local = answers_here();
	$options  = array(
		'gateway'     => $is_local ? interface_address() : $settings['gateway_url'],
		'transport'   => $is_local && 0 === stream_slots() ? 'poll' : '',
		'session'     => own_path( rest_url( 'bellhop/v1/session' ) ),
		'doors'       => door_list(),
		'title'       => $settings['title'],
		'avatar'      => $settings['avatar'],
		'greeting'    => $settings['greeting'],
		'prompts'     => implode( '|', $settings['prompts'] ),
		'color'       => $settings['color'],
		'theme'       => 'auto' === $settings['theme'] ? '' : $settings['theme'],
		'position'    => 'right' === $settings['position'] ? '' : $settings['position'],
		'offset'      => $settings['offset'],
		'launcher'    => $settings['launcher'],
		'contact'     => $settings['contact'],
		'privacy'     => '' === $settings['privacy'] ? get_privacy_policy_url() : $settings['privacy'],
		'consent'     => $settings['consent'],
		'history'     => 'local' === $settings['history'] ? '' : $settings['history'],
		'thinking'    => $settings['thinking'] ? '' : 'off',
		'attachments' => $settings['attachments'] ? 'on' : '',
		'voice'       => $settings['voice'] ? 'on' : '',
		'sound'       => $settings['sound'] ? 'on' : '',
		'tools'       => $settings['tools'] ? implode( ' ', $settings['tools'] ) : 'none',
		'cards'       => implode( ' ', card_kinds() ),
		'hide-on'     => implode( ' ', $settings['hide_on'] ),
		'target'      => has_inline_panel() ? '#' . PANEL_ID : '',
	);
	$bot      = page_bot();
	$options  = panel_tag() + ( null === $bot ? array() : bot_tag( $bot ) ) + $options;
	$options += feedback_tag( $ajax );
	if ( in_array( 'abilities', $settings['tools'], true ) && has_abilities() ) {
		$options['abilities'] = own_path( rest_url( 'bellhop/v1/abilities' ) );
	}
	/**
	 * The script tag's `data-` attributes, without that prefix. They are printed into pages that caches keep: nothing of one visitor.
	 *
	 * @param array<string, string> $options Attributes.
	 */
	return array_filter( array_map( 'strval', (array) apply_filters( 'bellhop_tag_options', $options ) ), 'strlen' );
}

/** An address without its host: a site answers under several names, and a page must ask the one that it came from. */
function own_path( string $url ): string {
	$parts = wp_parse_url( $url );
	return ( $parts['path'] ?? '/' ) . ( isset( $parts['query'] ) ? '?' . $parts['query'] : '' );
}

/** The same for window.bellhopConfig: camelCase, and where the chunks are. */
function page_config(): array {
	$config = array( 'base' => untrailingslashit( plugins_url( 'widget', FILE ) ) );
	foreach ( tag_options() as $name => $value ) {
		$config[ lcfirst( str_replace( '-', '', ucwords( $name, '-' ) ) ) ] = $value;
	}
	return $config;
}

/**
 * Adds the options to the chat's script tag.
 *
 * @param array $attributes Of any script with a src.
 */
function add_attributes( $attributes ): array {
	$attributes = (array) $attributes;
	if ( HANDLE . '-js' !== ( $attributes['id'] ?? '' ) ) {
		return $attributes;
	}
	$data = array();
	foreach ( tag_options() as $name => $value ) {
		$data[ 'data-' . $name ] = $value;
	}
	return HANDS_OFF + $attributes + $data;
}

/**
 * Keeps optimisers' hands off the script that holds the options.
 *
 * @param array $attributes Of any inline script.
 */
function add_inline_attributes( $attributes ): array {
	$attributes = (array) $attributes;
	return HANDLE . '-js-before' === ( $attributes['id'] ?? '' ) ? HANDS_OFF + $attributes : $attributes;
}
