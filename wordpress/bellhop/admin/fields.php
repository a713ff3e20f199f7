<?php
/**
 * The fields of the settings page, as data and as HTML.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Sections with their fields: id → [label, kind, help, extra].
 *
 * @return array[]
 */
function settings_sections(): array {
	$connection = connection_section();
	$own        = array(
		'local' => local_section(),
		'agent' => agent_section(),
		'cost'  => cost_section(),
	);
	if ( ! has_no_gateway() ) {
		$connection['knowledge'] = array(
			'title'  => __( 'What the agent knows of your site', 'bellhop' ),
			'fields' => array( 'knowledge' => knowledge_field() ),
		);
	}
	// What this site uses stands first.
	return ( has_no_gateway() ? $own : $connection ) + visitor_sections() + array( 'mail' => mail_section() ) + ( has_no_gateway() ? $connection : $own );
}

/** The section of the gateway. */
function connection_section(): array {
	return array(
		'connection' => array(
			'title'  => __( 'Connection to a gateway', 'bellhop' ),
			'fields' => array(
				'gateway_url' => array( __( 'Gateway address', 'bellhop' ), '' === config_address() ? 'url' : 'address', __( 'Where the gateway is reached, as in https://gateway.example.', 'bellhop' ) ),
				'client_id'   => array( __( 'Client id', 'bellhop' ), 'text', __( 'This site’s name at the gateway, as in client_a1b2c3. Not a secret.', 'bellhop' ) ),
				'token'       => array( __( 'Service token', 'bellhop' ), 'token', '' ),
				'and_test'    => array( '', 'and_test', '' ),
			),
		),
	);
}

/** Sections of what visitors see, and what the agent may do for them. */
function visitor_sections(): array {
	return array(
		'place' => array(
			'title'  => __( 'Where visitors see it', 'bellhop' ),
			'fields' => array(
				'show'         => array(
					__( 'Pages', 'bellhop' ),
					'radio',
					'',
					array(
						'everywhere' => __( 'On every page, as a button in the corner', 'bellhop' ),
						'blocks'     => __( 'Only where the Bellhop block or the shortcode [bellhop] stands', 'bellhop' ),
					),
				),
				'signed_in'    => array( __( 'For whom', 'bellhop' ), 'checkbox', __( 'Only visitors who have signed in', 'bellhop' ) ),
				'sign_in_link' => array( __( 'Everybody else', 'bellhop' ), 'checkbox', __( 'Show a link to sign in where the chat would be', 'bellhop' ) ),
				'hide_on'      => array( __( 'Except on', 'bellhop' ), 'lines', __( 'Paths, one on each line, as in /checkout/*.', 'bellhop' ) ),
			),
		),
		'look'  => array(
			'title'  => __( 'Look and words', 'bellhop' ),
			'fields' => array(
				'title'       => array( __( 'Title', 'bellhop' ), 'text', '' ),
				'greeting'    => array( __( 'Greeting', 'bellhop' ), 'textarea', '' ),
				'prompts'     => array( __( 'First questions', 'bellhop' ), 'lines', __( 'What visitors can ask with one press, one on each line.', 'bellhop' ) ),
				'avatar'      => array( __( 'Picture', 'bellhop' ), 'url', __( 'Address of a small square picture.', 'bellhop' ) ),
				'color'       => array( __( 'Colour', 'bellhop' ), 'colour', __( 'As in #005b5b. Text on it always stays readable.', 'bellhop' ) ),
				'theme'       => array(
					__( 'Light or dark', 'bellhop' ),
					'radio',
					'',
					array(
						'auto'  => __( 'As the visitor’s device', 'bellhop' ),
						'light' => __( 'Light', 'bellhop' ),
						'dark'  => __( 'Dark', 'bellhop' ),
					),
				),
				'position'    => array(
					__( 'Corner', 'bellhop' ),
					'radio',
					'',
					array(
						'right' => __( 'Right', 'bellhop' ),
						'left'  => __( 'Left', 'bellhop' ),
					),
				),
				'offset'      => array( __( 'Distance from the corner', 'bellhop' ), 'text', __( 'Pixels from the side and from below, as in 20 20.', 'bellhop' ) ),
				'launcher'    => array( __( 'Text on the button', 'bellhop' ), 'text', __( 'Empty: only the picture of a speech bubble.', 'bellhop' ) ),
				'contact'     => array( __( 'When the chat can’t help', 'bellhop' ), 'text', __( 'An address to write to, as in mailto:help@example.com.', 'bellhop' ) ),
				'privacy'     => array( __( 'Privacy policy', 'bellhop' ), 'text', __( 'Empty: the page that WordPress knows as your policy.', 'bellhop' ) ),
				'thinking'    => array( __( 'Thoughts', 'bellhop' ), 'checkbox', __( 'Show what the agent thinks before it answers', 'bellhop' ) ),
				'attachments' => array( __( 'Files', 'bellhop' ), 'checkbox', __( 'Visitors may attach documents', 'bellhop' ) ),
				'voice'       => array( __( 'Dictation', 'bellhop' ), 'checkbox', __( 'Visitors may speak their messages; most browsers send the sound to their maker’s servers', 'bellhop' ) ),
				'sound'       => array( __( 'Sound', 'bellhop' ), 'checkbox', __( 'A short chime when an answer comes', 'bellhop' ) ),
				'feedback'    => array( __( 'Thumbs', 'bellhop' ), 'checkbox', __( 'Ask below each answer whether it helped', 'bellhop' ) ),
				'cards'       => array( __( 'Cards', 'bellhop' ), 'checkbox', __( 'The agent may ask with buttons and short forms', 'bellhop' ) ),
				'history'     => array(
					__( 'Kept in the visitor’s browser', 'bellhop' ),
					'radio',
					'',
					array(
						'local'   => __( 'Until the visitor clears it', 'bellhop' ),
						'session' => __( 'Until the browser is closed', 'bellhop' ),
						'none'    => __( 'Not at all', 'bellhop' ),
					),
				),
			),
		),
		'tools' => array(
			'title'  => __( 'What the agent may do', 'bellhop' ),
			'fields' => array(
				'tools'      => array(
					__( 'Sources of tools', 'bellhop' ),
					'checkboxes',
					__( 'A tool runs in the visitor’s browser, with the visitor’s own rights, and asks first if it changes something.', 'bellhop' ),
					array(
						'page'      => __( 'Tools that your pages register', 'bellhop' ),
						'webmcp'    => __( 'Tools that your pages offer to any agent (WebMCP)', 'bellhop' ),
						'abilities' => __( 'WordPress abilities, as chosen below', 'bellhop' ),
					),
				),
				'page_tools' => array( __( 'Only these tools of pages', 'bellhop' ), 'lines', __( 'Names, one on each line. Empty: all that the page offers.', 'bellhop' ) ),
				'abilities'  => array( __( 'Abilities for visitors', 'bellhop' ), 'abilities', '' ),
			),
		),
		'hours' => hours_section(),
	);
}

/** What the abilities that come with the plugin tell of a place and its shop. */
function hours_section(): array {
	$fields = array(
		'address'  => array( __( 'Where you are', 'bellhop' ), 'textarea', __( 'Where visitors find you. Tick “Opening hours and address” above, and the agent tells it.', 'bellhop' ) ),
		'hours'    => array( __( 'Opening hours', 'bellhop' ), 'hours', '' ),
		'holidays' => array( __( 'Holidays', 'bellhop' ), 'lines', __( 'One on each line, as in 2026-12-24 Christmas Eve, or 2026-12-24 to 2027-01-06 Winter break. With hours where it is open then: 2026-12-31 9:00-14:00.', 'bellhop' ) ),
	);
	if ( has_shop() ) {
		$fields['discounts'] = array( __( 'Coupons and discounts', 'bellhop' ), 'textarea', __( 'What the agent may tell of them, as in: WELCOME10 takes 10% off a first order. Tick “Coupons and discounts” above.', 'bellhop' ) );
	}
	return array(
		'title'  => __( 'Opening hours and address', 'bellhop' ),
		'fields' => $fields,
	);
}

/**
 * Prints a field.
 *
 * @param array $field name, kind, help, options.
 */
function print_field( array $field ): void {
	$name  = $field['name'];
	$id    = 'bellhop-' . str_replace( '_', '-', $name );
	$html  = OPTION_SETTINGS . '[' . $name . ']';
	$value = settings()[ $name ] ?? '';
	$help  = '' === $field['help'] ? '' : $id . '-help';
	if ( in_array( $field['kind'], array( 'token', 'address', 'abilities', 'hours', 'model_key', 'streams' ), true ) ) {
		print_connected_field( $field['kind'], $html, $field['help'] );
		return;
	}
	switch ( $field['kind'] ) {
		case 'and_test':
			submit_button( __( 'Save and test the connection', 'bellhop' ), 'secondary', 'bellhop_and_test', false );
			return;
		case 'radio':
		case 'checkboxes':
			print_choices( $field, $html, $value );
			break;
		case 'checkbox':
			printf(
				'<label><input type="checkbox" id="%1$s" name="%2$s" value="1" %3$s> %4$s</label>',
				esc_attr( $id ),
				esc_attr( $html ),
				checked( $value, true, false ),
				esc_html( $field['help'] )
			);
			return;
		case 'lines':
		case 'textarea':
			$content = is_array( $value ) ? implode( "\n", $value ) : $value;
			printf(
				'<textarea id="%1$s" name="%2$s" rows="3" class="large-text" aria-describedby="%3$s">%4$s</textarea>',
				esc_attr( $id ),
				esc_attr( $html ),
				esc_attr( $help ),
				esc_textarea( $content )
			);
			break;
		case 'colour':
			printf(
				'<input type="text" id="%1$s" name="%2$s" value="%3$s" class="regular-text" spellcheck="false" aria-describedby="%4$s"> <input type="color" class="bellhop-swatch" aria-label="%5$s" hidden>',
				esc_attr( $id ),
				esc_attr( $html ),
				esc_attr( (string) $value ),
				esc_attr( $help ),
				esc_attr__( 'Choose a colour', 'bellhop' )
			);
			break;
		default:
			printf(
				'<input type="%1$s" id="%2$s" name="%3$s" value="%4$s" class="regular-text" aria-describedby="%5$s" dir="%6$s">',
				esc_attr( $field['kind'] ),
				esc_attr( $id ),
				esc_attr( $html ),
				esc_attr( (string) $value ),
				esc_attr( $help ),
				esc_attr( in_array( $name, array( 'gateway_url', 'client_id', 'offset', 'model', 'model_url', 'embeddings', 'month_money', 'price_in', 'price_out' ), true ) ? 'ltr' : 'auto' )
			);
	}
	if ( '' !== $help ) {
		printf( '<p class="description" id="%1$s">%2$s</p>', esc_attr( $help ), esc_html( $field['help'] ) );
	}
}

/**
 * Prints several options of which one or more can be chosen.
 *
 * @param array  $field As print_field's; of kind radio or checkboxes.
 * @param string $html  The name that the form sends.
 * @param mixed  $value What is stored: a word, or a list of words.
 */
function print_choices( array $field, string $html, $value ): void {
	$is_single = 'radio' === $field['kind'];
	echo '<fieldset><legend class="screen-reader-text">' . esc_html( $field['label'] ) . '</legend>';
	foreach ( $field['options'] as $option => $label ) {
		printf(
			'<label><input type="%1$s" name="%2$s" value="%3$s" %4$s> %5$s</label><br>',
			esc_attr( $is_single ? 'radio' : 'checkbox' ),
			esc_attr( $is_single ? $html : $html . '[]' ),
			esc_attr( $option ),
			checked( in_array( $option, (array) $value, true ), true, false ),
			esc_html( $label )
		);
	}
	echo '</fieldset>';
}
