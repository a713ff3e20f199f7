<?php
/**
 * "Paste settings from the gateway's desk": a text is read, what would change is shown, and one press stores it. Until then nothing
 * has changed.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_bellhop_paste', __NAMESPACE__ . '\\act_paste' );
add_action( 'admin_post_bellhop_take_pasted', __NAMESPACE__ . '\\act_take_pasted' );
add_action( 'admin_post_bellhop_drop_pasted', __NAMESPACE__ . '\\act_drop_pasted' );

/** Where an owner's pasted text waits: `text`, and `changes` and `left_out` where it could be read. */
function pasted_key(): string {
	return 'bellhop_pasted_' . get_current_user_id();
}

/** Prints the card. Folded away while nothing was pasted. */
function print_paste_card(): void {
	$pasted = get_transient( pasted_key() );
	$pasted = is_array( $pasted ) ? $pasted : array();
	echo '<div class="card bellhop-card" id="bellhop-paste"><details' . esc_attr( $pasted ? ' open' : '' ) . '><summary>' . esc_html__( 'Paste settings from the gateway’s desk', 'bellhop' ) . '</summary>';
	if ( isset( $pasted['changes'] ) ) {
		print_pasted_changes( $pasted['changes'], (array) $pasted['left_out'] );
	} else {
		print_paste_form( text( $pasted['text'] ?? '' ) );
	}
	echo '</details></div>';
}

/**
 * Prints the field.
 *
 * @param string $typed What could not be read, to be mended.
 */
function print_paste_form( string $typed ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="bellhop_paste">';
	wp_nonce_field( 'bellhop_paste' );
	echo '<p><label for="bellhop-pasted">' . esc_html__( 'What you have copied', 'bellhop' ) . '</label><br>';
	printf( '<textarea id="bellhop-pasted" name="pasted" rows="5" class="large-text code" dir="ltr" spellcheck="false" required aria-describedby="bellhop-pasted-help">%s</textarea></p>', esc_textarea( $typed ) );
	echo '<p class="description" id="bellhop-pasted-help">' . esc_html__( 'The lines for WordPress that begin with “wp bellhop”, or the script tag. You see first what would change.', 'bellhop' ) . '</p>';
	submit_button( __( 'Show what would change', 'bellhop' ), 'secondary', 'submit', false, array( 'id' => 'bellhop-act-paste' ) );
	echo '</form>';
}

/**
 * Prints what would change, and the two ways on.
 *
 * @param array    $changes  Settings by name.
 * @param string[] $left_out Attributes.
 */
function print_pasted_changes( array $changes, array $left_out ): void {
	$now = settings();
	if ( $changes ) {
		echo '<table class="widefat striped bellhop-changes"><thead><tr><th scope="col">' . esc_html__( 'Setting', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'Now', 'bellhop' ) . '</th><th scope="col">' . esc_html__( 'Then', 'bellhop' ) . '</th></tr></thead><tbody>';
		foreach ( $changes as $name => $value ) {
			printf(
				'<tr><th scope="row">%1$s</th><td>%2$s</td><td><strong>%3$s</strong></td></tr>',
				esc_html( label_of_setting( $name ) ),
				esc_html( setting_in_words( $name, $now[ $name ] ) ),
				esc_html( setting_in_words( $name, $value ) )
			);
		}
		echo '</tbody></table>';
	} else {
		print_state( 'info', __( 'Nothing would change: your settings already say all of this.', 'bellhop' ) );
	}
	if ( $left_out ) {
		/* translators: %s: names of attributes, as in data-gateway */
		echo '<p class="description">' . esc_html( sprintf( __( 'Left out, since this plugin sets them itself or has no use for them: %s.', 'bellhop' ), implode( ', ', $left_out ) ) ) . '</p>';
	}
	echo '<div class="bellhop-actions">';
	if ( $changes ) {
		print_action_form( 'take_pasted', __( 'Save these settings', 'bellhop' ), 'primary' );
	}
	print_action_form( 'drop_pasted', $changes ? __( 'Change nothing', 'bellhop' ) : __( 'Paste something else', 'bellhop' ) );
	echo '</div>';
}

/**
 * The name that a setting has on this page.
 *
 * @param string $name Of default_settings().
 */
function label_of_setting( string $name ): string {
	foreach ( settings_sections() as $section ) {
		$label = $section['fields'][ $name ][0] ?? '';
		if ( '' !== $label ) {
			return $label;
		}
	}
	return $name;
}

/**
 * A setting's value in words.
 *
 * @param string $name  Which setting.
 * @param mixed  $value Its value.
 */
function setting_in_words( string $name, $value ): string {
	if ( is_bool( $value ) ) {
		return $value ? __( 'on', 'bellhop' ) : __( 'off', 'bellhop' );
	}
	if ( is_string( $value ) && isset( choices()[ $name ] ) ) {
		foreach ( settings_sections() as $section ) {
			$value = $section['fields'][ $name ][3][ $value ] ?? $value;
		}
	}
	$words = is_array( $value ) ? implode( ' · ', array_map( 'strval', $value ) ) : (string) $value;
	return '' === trim( $words ) ? __( '(empty)', 'bellhop' ) : cut( $words, 300 );
}

/** Reads what was pasted, and shows what would change, or what is wrong. */
function act_paste(): void {
	require_owner( 'bellhop_paste' );
	// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- require_owner has verified it; a tag must stay one, it is read field by field, and printed escaped.
	$pasted = cut( isset( $_POST['pasted'] ) && is_string( $_POST['pasted'] ) ? wp_check_invalid_utf8( wp_unslash( $_POST['pasted'] ) ) : '', MAX_PASTED + 1 );
	$read   = read_pasted_settings( $pasted );
	$waits  = array( 'text' => $pasted ) + ( is_wp_error( $read ) ? array() : $read );
	set_transient( pasted_key(), $waits, HOUR_IN_SECONDS );
	go_back( is_wp_error( $read ) ? array( finding( false, $read->get_error_message() ) ) : array() );
}

/** Stores what was shown, by the form's own checks. */
function act_take_pasted(): void {
	require_owner( 'bellhop_take_pasted' );
	$waits   = get_transient( pasted_key() );
	$changes = is_array( $waits ) && is_array( $waits['changes'] ?? null ) ? $waits['changes'] : array();
	$changed = $changes ? change_settings( $changes ) : pasted_error( __( 'What you had pasted was kept for an hour. Paste it again.', 'bellhop' ) );
	if ( is_wp_error( $changed ) ) {
		go_back( array( finding( false, $changed->get_error_message() ) ) );
	}
	delete_transient( pasted_key() );
	/* translators: %d: a number */
	go_back( array( finding( true, sprintf( _n( '%d setting was saved.', '%d settings were saved.', count( $changes ), 'bellhop' ), count( $changes ) ) ) ) );
}

/** Forgets what was pasted. */
function act_drop_pasted(): void {
	require_owner( 'bellhop_drop_pasted' );
	delete_transient( pasted_key() );
	go_back( array() );
}
