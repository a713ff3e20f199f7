<?php
/**
 * The chat inside a page instead of in its corner: a block and the shortcode [bellhop]. One a page.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const PANEL_ID          = 'bellhop-panel';
const PANEL_HEIGHT      = 560;
const PANEL_HEIGHT_MIN  = 240;
const PANEL_HEIGHT_MOST = 1200;
/** What a block or a shortcode may say otherwise than the settings. */
const PANEL_WORDS = array(
	'bot'      => '',
	'title'    => '',
	'greeting' => '',
	'prompts'  => '',
	'color'    => '',
	'theme'    => '',
);

add_action( 'init', __NAMESPACE__ . '\\register_panel' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\tell_editor' );

/** Registers the block, the shortcode, and a pattern that holds the block. */
function register_panel(): void {
	register_block_type( DIR . '/blocks/panel', array( 'render_callback' => __NAMESPACE__ . '\\render_block_panel' ) );
	wp_set_script_translations( 'bellhop-panel-editor-script', 'bellhop', DIR . '/languages' );
	add_shortcode( 'bellhop', __NAMESPACE__ . '\\render_shortcode' );
	register_block_pattern(
		'bellhop/ask-us',
		array(
			'title'       => __( 'Ask us: a heading and the chat', 'bellhop' ),
			'description' => __( 'A section for a contact page, or for a template of the site.', 'bellhop' ),
			'categories'  => array( 'contact', 'call-to-action' ),
			'keywords'    => array( 'chat', 'contact', 'bellhop' ),
			'content'     => '<!-- wp:group {"layout":{"type":"constrained"}} --><div class="wp-block-group"><!-- wp:heading --><h2 class="wp-block-heading">' . esc_html__( 'Ask us', 'bellhop' ) . '</h2><!-- /wp:heading --><!-- wp:paragraph --><p>' . esc_html__( 'You get an answer at once, at any hour.', 'bellhop' ) . '</p><!-- /wp:paragraph --><!-- wp:bellhop/panel /--></div><!-- /wp:group -->',
		)
	);
}

/** An owner who places a panel that visitors won't see should know. */
function tell_editor(): void {
	$settings = settings();
	$preview  = array(
		'action'   => 'bellhop_preview_panel',
		'_wpnonce' => wp_create_nonce( 'bellhop_preview_panel' ),
	);
	$state    = array(
		'isConnected' => has_chat(),
		'title'       => $settings['title'],
		'color'       => $settings['color'],
		'bots'        => array_column( bots(), 'name', 'id' ),
		'preview'     => add_query_arg( $preview, admin_url( 'admin-post.php' ) ),
	);
	wp_add_inline_script( 'bellhop-panel-editor-script', 'window.bellhopPanel=' . wp_json_encode( $state, JSON_HEX_TAG | JSON_UNESCAPED_SLASHES ) . ';', 'before' );
}

/**
 * The block's HTML.
 *
 * @param array $attributes Of the block.
 */
function render_block_panel( $attributes ): string {
	return render_panel( (array) $attributes, 'get_block_wrapper_attributes' );
}

/**
 * The shortcode's HTML.
 *
 * @param mixed $attributes Of the shortcode; '' for none.
 */
function render_shortcode( $attributes ): string {
	return render_panel(
		shortcode_atts( array( 'height' => PANEL_HEIGHT ) + PANEL_WORDS, (array) $attributes, 'bellhop' ),
		function ( array $extra ): string {
			return 'class="wp-block-bellhop-panel" id="' . esc_attr( $extra['id'] ) . '" style="' . esc_attr( $extra['style'] ) . '"';
		}
	);
}

/**
 * The place in the page that the chat fills.
 *
 * @param array    $attributes height in pixels, and PANEL_WORDS.
 * @param callable $wrap       Makes the element's attributes.
 */
function render_panel( array $attributes, callable $wrap ): string {
	// In a feed or the editor's preview nothing would run; and a second panel would be a second place for one chat.
	if ( is_feed() || has_inline_panel() || ! has_chat() || ( ! may_chat() && ! invites_to_sign_in() ) || ( defined( 'REST_REQUEST' ) && REST_REQUEST ) ) {
		return '';
	}
	$bot = find_bot( text( $attributes['bot'] ?? null ) );
	if ( null !== $bot && ! is_bot_for_visitor( $bot ) ) {
		return '';
	}
	has_inline_panel( true );
	if ( ! may_chat() ) {
		return '<p>' . sign_in_line() . '</p>';
	}
	panel_options( $attributes );
	if ( wp_script_is( HANDLE, 'enqueued' ) ) {
		// The head of the page didn't know yet of this panel.
		wp_add_inline_script( HANDLE, page_config_script(), 'before' );
	}
	enqueue_script();
	$height  = min( PANEL_HEIGHT_MOST, max( PANEL_HEIGHT_MIN, absint( $attributes['height'] ?? PANEL_HEIGHT ) ) );
	$element = $wrap(
		array(
			'id'    => PANEL_ID,
			'style' => 'height:' . $height . 'px',
		)
	);
	return '<div ' . $element . '><noscript>' . esc_html__( 'This chat needs JavaScript.', 'bellhop' ) . '</noscript></div>';
}

/**
 * Whether this page has one.
 *
 * @param bool $now One has just been put there.
 */
function has_inline_panel( bool $now = false ): bool {
	static $has = false;
	$has        = $has || $now;
	return $has;
}

/**
 * What the page's block or shortcode says otherwise than the settings.
 *
 * @param array|null $attributes Of the panel that has just been put there.
 * @return string[] By name of PANEL_WORDS; only what was said.
 */
function panel_options( ?array $attributes = null ): array {
	static $options = array();
	if ( null !== $attributes ) {
		$options = array_filter( array_intersect_key( array_filter( $attributes, 'is_string' ), PANEL_WORDS ), 'strlen' );
	}
	return $options;
}

/**
 * The same as the tag has it. What isn't understood counts as not said.
 *
 * @return array<string, string>
 */
function panel_tag(): array {
	$said = panel_options();
	$tag  = array();
	if ( isset( $said['title'] ) ) {
		$tag['title'] = cut( sanitize_text_field( $said['title'] ), 200 );
	}
	if ( isset( $said['greeting'] ) ) {
		$tag['greeting'] = cut( sanitize_textarea_field( $said['greeting'] ), 2000 );
	}
	if ( isset( $said['prompts'] ) ) {
		$tag['prompts'] = implode( '|', array_slice( sanitize_lines( $said['prompts'], '/[|]/' ), 0, 20 ) );
	}
	if ( preg_match( COLOR_LOOK, $said['color'] ?? '' ) ) {
		$tag['color'] = $said['color'];
	}
	if ( in_array( $said['theme'] ?? '', array( 'light', 'dark' ), true ) ) {
		$tag['theme'] = $said['theme'];
	}
	return $tag;
}
