<?php
/**
 * The settings page: Settings → Bellhop.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const PAGE = 'bellhop';

add_action( 'admin_menu', __NAMESPACE__ . '\\add_page' );
add_action( 'admin_init', __NAMESPACE__ . '\\add_fields' );
add_action( 'admin_enqueue_scripts', __NAMESPACE__ . '\\enqueue_page_assets' );
add_action( 'admin_notices', __NAMESPACE__ . '\\print_status_notice' );
add_filter( 'plugin_action_links_' . plugin_basename( FILE ), __NAMESPACE__ . '\\add_settings_link' );

function add_page(): void {
	add_options_page( __( 'Bellhop', 'bellhop' ), __( 'Bellhop', 'bellhop' ), 'manage_options', PAGE, __NAMESPACE__ . '\\print_page' );
}

function page_url(): string {
	return admin_url( 'options-general.php?page=' . PAGE );
}

/**
 * @param string[] $links Of the list of plugins.
 */
function add_settings_link( $links ): array {
	$own = '<a href="' . esc_url( page_url() ) . '">' . esc_html__( 'Settings', 'bellhop' ) . '</a>';
	return array_merge( array( $own ), (array) $links );
}

function add_fields(): void {
	foreach ( settings_sections() as $section => $content ) {
		add_settings_section( 'bellhop_' . $section, $content['title'], '__return_null', PAGE );
		foreach ( $content['fields'] as $name => $field ) {
			$is_single = in_array( $field[1], array( 'text', 'url', 'lines', 'textarea', 'token' ), true );
			add_settings_field(
				'bellhop_' . $name,
				esc_html( $field[0] ),
				__NAMESPACE__ . '\\print_field',
				PAGE,
				'bellhop_' . $section,
				array(
					'name'      => $name,
					'label'     => $field[0],
					'kind'      => $field[1],
					'help'      => $field[2],
					'options'   => $field[3] ?? array(),
					'label_for' => $is_single ? 'bellhop-' . str_replace( '_', '-', $name ) : null,
				)
			);
		}
	}
}

function enqueue_page_assets( string $hook ): void {
	if ( 'settings_page_' . PAGE !== $hook ) {
		return;
	}
	wp_enqueue_style( 'bellhop-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
	wp_enqueue_script( 'bellhop-admin', plugins_url( 'assets/admin.js', FILE ), array(), VERSION, array( 'in_footer' => true ) );
}

function print_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap bellhop-page"><h1>' . esc_html__( 'Bellhop', 'bellhop' ) . '</h1>';
	print_status();
	print_findings();
	echo '<div class="bellhop-columns"><form method="post" action="options.php">';
	settings_fields( 'bellhop' );
	do_settings_sections( PAGE );
	submit_button();
	echo '</form><div class="bellhop-aside">';
	print_preview();
	print_knowledge();
	echo '</div></div></div>';
}

function print_status(): void {
	$state = state();
	$ago   = $state['at'] > 0 ? human_time_diff( $state['at'] ) : '';
	echo '<div class="bellhop-status"><h2>' . esc_html__( 'State', 'bellhop' ) . '</h2>';
	if ( ! is_connected() ) {
		$text = 'revoked' === $state['status'] ? $state['message'] : __( 'Not connected yet: enter the gateway address, the client id and the service token below.', 'bellhop' );
		echo '<p>' . esc_html( $text ) . '</p></div>';
		return;
	}
	if ( '' === $ago ) {
		echo '<p>' . esc_html__( 'This site has not reported to the gateway yet. It does so within the hour.', 'bellhop' ) . '</p>';
	} elseif ( 'active' === $state['status'] ) {
		/* translators: %s: a time, as in "5 minutes" */
		echo '<p>' . esc_html( sprintf( __( 'Connected. Last report to the gateway: %s ago.', 'bellhop' ), $ago ) ) . '</p>';
	} else {
		/* translators: 1: a time, as in "5 minutes", 2: what went wrong */
		echo '<p>' . esc_html( sprintf( __( 'The last report to the gateway, %1$s ago, failed. %2$s', 'bellhop' ), $ago, $state['message'] ) ) . '</p>';
	}
	if ( $state['abilities_left'] > 0 ) {
		/* translators: %d: a number */
		echo '<p>' . esc_html( sprintf( _n( '%d ability had no room in the report: the gateway takes 64 KiB. Those that visitors use are sent first.', '%d abilities had no room in the report: the gateway takes 64 KiB. Those that visitors use are sent first.', $state['abilities_left'], 'bellhop' ), $state['abilities_left'] ) ) . '</p>';
	}
	if ( '' !== $state['session_error'] && $state['session_at'] > time() - DAY_IN_SECONDS ) {
		/* translators: 1: a time, as in "5 minutes", 2: what went wrong */
		echo '<p>' . esc_html( sprintf( __( 'A visitor could not be given a session %1$s ago. %2$s', 'bellhop' ), human_time_diff( $state['session_at'] ), explain_gateway_error( gateway_error( $state['session_error'] ) ) ) ) . '</p>';
	}
	print_action_form( 'test', __( 'Test the connection', 'bellhop' ) );
	echo '</div>';
}

/** What the test has just found, for who has asked for it. */
function print_findings(): void {
	$findings = get_transient( findings_key() );
	if ( ! is_array( $findings ) ) {
		return;
	}
	delete_transient( findings_key() );
	$worst = 'success';
	foreach ( $findings as $finding ) {
		$worst = false === $finding['ok'] ? 'error' : ( null === $finding['ok'] && 'error' !== $worst ? 'warning' : $worst );
	}
	echo '<div class="notice notice-' . esc_attr( $worst ) . '" role="status"><ul class="bellhop-findings">';
	foreach ( $findings as $finding ) {
		$mark = null === $finding['ok'] ? '!' : ( $finding['ok'] ? '✓' : '✗' );
		echo '<li><span aria-hidden="true">' . esc_html( $mark ) . '</span> ' . esc_html( $finding['text'] ) . '</li>';
	}
	echo '</ul></div>';
}

function findings_key(): string {
	return 'bellhop_findings_' . get_current_user_id();
}

function print_preview(): void {
	echo '<h2>' . esc_html__( 'Preview', 'bellhop' ) . '</h2>';
	printf(
		'<iframe class="bellhop-preview" title="%1$s" src="%2$s" data-src="%2$s"></iframe>',
		esc_attr__( 'Preview of the chat button', 'bellhop' ),
		esc_url( wp_nonce_url( admin_url( 'admin-post.php?action=bellhop_preview' ), 'bellhop_preview' ) )
	);
	echo '<p class="description">' . esc_html__( 'With what stands in the form, saved or not.', 'bellhop' ) . '</p>';
}

function print_knowledge(): void {
	if ( ! is_connected() ) {
		return;
	}
	$record = last_record();
	$bound  = $record['kb_collection_id'] ?? null;
	echo '<h2>' . esc_html__( 'Knowledge base', 'bellhop' ) . '</h2>';
	if ( null === $record ) {
		echo '<p>' . esc_html__( 'Not read from the gateway yet.', 'bellhop' ) . '</p>';
	} elseif ( null === $bound ) {
		echo '<p>' . esc_html__( 'No collection: the agent answers from what it knows by itself.', 'bellhop' ) . '</p>';
	} else {
		/* translators: %s: id of a collection */
		echo '<p>' . wp_kses( sprintf( __( 'The agent answers from the collection %s.', 'bellhop' ), '<code>' . esc_html( $bound ) . '</code>' ), array( 'code' => array() ) ) . '</p>';
	}
	if ( null !== $record ) {
		/* translators: %s: a time, as in "5 minutes" */
		echo '<p class="description">' . esc_html( sprintf( __( 'As it was at the gateway %s ago.', 'bellhop' ), human_time_diff( $record['seen_at'] ) ) ) . '</p>';
	}
	print_action_form( 'read_record', __( 'Read again', 'bellhop' ) );
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="bellhop_bind">';
	wp_nonce_field( 'bellhop_bind' );
	// What the owner saw: another owner may bind something else in the meantime.
	printf( '<input type="hidden" name="expected" value="%1$s"><input type="hidden" name="is_seen" value="%2$s">', esc_attr( (string) $bound ), null === $record ? '' : '1' );
	printf(
		'<p><label for="bellhop-collection">%1$s</label><br><input type="text" id="bellhop-collection" name="collection" class="regular-text" value="%2$s"></p>',
		esc_html__( 'Collection’s id; empty for none', 'bellhop' ),
		esc_attr( (string) $bound )
	);
	if ( get_transient( 'bellhop_conflict_' . get_current_user_id() ) ) {
		echo '<p><label><input type="checkbox" name="replace" value="1"> ' . esc_html__( 'Replace whatever is bound now', 'bellhop' ) . '</label></p>';
	}
	submit_button( __( 'Set collection', 'bellhop' ), 'secondary', 'submit', false );
	echo '</form>';
}

function print_action_form( string $action, string $label ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="' . esc_attr( 'bellhop_' . $action ) . '">';
	wp_nonce_field( 'bellhop_' . $action );
	submit_button( $label, 'secondary', 'submit', false );
	echo '</form>';
}

/** On the pages where owners look: a registration that is suspended or has ended. */
function print_status_notice(): void {
	$screen = get_current_screen();
	$status = state()['status'];
	$is_far = null === $screen || ! in_array( $screen->id, array( 'dashboard', 'plugins' ), true );
	if ( $is_far || ! current_user_can( 'manage_options' ) || ! in_array( $status, array( 'revoked', 'suspended', 'bad_token' ), true ) ) {
		return;
	}
	printf(
		'<div class="notice notice-warning"><p><strong>%1$s</strong> %2$s <a href="%3$s">%4$s</a></p></div>',
		esc_html__( 'Bellhop:', 'bellhop' ),
		esc_html( state()['message'] ),
		esc_url( page_url() ),
		esc_html__( 'Settings', 'bellhop' )
	);
}
