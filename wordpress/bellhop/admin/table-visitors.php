<?php
/**
 * The rows of the settings page about what visitors see and what the agent may do for them.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** How the chat looks, what it says, what it offers, and where it is. */
function look_table(): array {
	return array(
		'title'  => __( 'Look', 'bellhop' ),
		'groups' => array(
			'words'   => words_group(),
			'colours' => colours_group(),
			'offers'  => offers_group(),
			'place'   => place_group(),
		),
	);
}

/** What the chat says of itself. */
function words_group(): array {
	return array(
		'title'  => __( 'Words', 'bellhop' ),
		'fields' => array(
			'title'    => field( 'text', __( 'Title', 'bellhop' ), '', array( 'search' => __( 'name, heading', 'bellhop' ) ) ),
			'greeting' => field( 'textarea', __( 'Greeting', 'bellhop' ), '', array( 'search' => __( 'welcome, first message', 'bellhop' ) ) ),
			'prompts'  => field( 'lines', __( 'First questions', 'bellhop' ), __( 'What visitors can ask with one press, one on each line.', 'bellhop' ), array( 'search' => __( 'suggestions, starters, quick replies', 'bellhop' ) ) ),
			'launcher' => field( 'text', __( 'Text on the button', 'bellhop' ), __( 'Empty: only the picture of a speech bubble.', 'bellhop' ), array( 'search' => __( 'launcher, bubble, label', 'bellhop' ) ) ),
			'contact'  => field( 'text', __( 'When the chat can’t help', 'bellhop' ), __( 'An address to write to, as in mailto:help@example.com.', 'bellhop' ), array( 'search' => __( 'contact, e-mail, phone, support', 'bellhop' ) ) ),
			'privacy'  => field(
				'text',
				__( 'Privacy policy', 'bellhop' ),
				__( 'Empty: the page that WordPress knows as your policy.', 'bellhop' ),
				array(
					'dir'    => 'ltr',
					'search' => 'GDPR, DSGVO, RGPD',
				)
			),
			'consent'  => consent_field(),
		),
	);
}

/** Colours, picture and corner. */
function colours_group(): array {
	return array(
		'title'  => __( 'Colours and picture', 'bellhop' ),
		'fields' => array(
			'color'    => field(
				'colour',
				__( 'Colour', 'bellhop' ),
				__( 'As in #005b5b. Text on it always stays readable.', 'bellhop' ),
				array(
					'dir'    => 'ltr',
					'search' => __( 'brand, accent, theme', 'bellhop' ),
				)
			),
			'theme'    => field(
				'radio',
				__( 'Light or dark', 'bellhop' ),
				'',
				array(
					'search'  => __( 'dark mode, night', 'bellhop' ),
					'options' => array(
						'auto'  => __( 'As the visitor’s device', 'bellhop' ),
						'light' => __( 'Light', 'bellhop' ),
						'dark'  => __( 'Dark', 'bellhop' ),
					),
				)
			),
			'avatar'   => field( 'url', __( 'Picture', 'bellhop' ), __( 'Address of a small square picture.', 'bellhop' ), array( 'search' => __( 'avatar, logo, image, photo', 'bellhop' ) ) ),
			'position' => field(
				'radio',
				__( 'Corner', 'bellhop' ),
				'',
				array(
					'search'  => __( 'position, side', 'bellhop' ),
					'options' => array(
						'right' => __( 'Right', 'bellhop' ),
						'left'  => __( 'Left', 'bellhop' ),
					),
				)
			),
			'offset'   => field(
				'text',
				__( 'Distance from the corner', 'bellhop' ),
				__( 'Pixels from the side and from below, as in 20 20.', 'bellhop' ),
				array(
					'dir'    => 'ltr',
					'short'  => true,
					'search' => __( 'margin, spacing, overlap', 'bellhop' ),
				)
			),
		),
	);
}

/** What visitors can do in the chat. */
function offers_group(): array {
	return array(
		'title'  => __( 'In the chat', 'bellhop' ),
		'fields' => array(
			'thinking'    => field( 'toggle', __( 'Thoughts', 'bellhop' ), __( 'Show what the agent thinks before it answers', 'bellhop' ), array( 'search' => __( 'reasoning', 'bellhop' ) ) ),
			'attachments' => field( 'toggle', __( 'Files', 'bellhop' ), __( 'Visitors may attach documents', 'bellhop' ), array( 'search' => __( 'upload, attachment', 'bellhop' ) ) ),
			'voice'       => field( 'toggle', __( 'Dictation', 'bellhop' ), __( 'Visitors may speak their messages; most browsers send the sound to their maker’s servers', 'bellhop' ), array( 'search' => __( 'voice, microphone, speech', 'bellhop' ) ) ),
			'sound'       => field( 'toggle', __( 'Sound', 'bellhop' ), __( 'A short chime when an answer comes', 'bellhop' ) ),
			'feedback'    => field( 'toggle', __( 'Thumbs', 'bellhop' ), __( 'Ask below each answer whether it helped', 'bellhop' ), array( 'search' => __( 'rating, feedback', 'bellhop' ) ) ),
			'cards'       => field( 'toggle', __( 'Cards', 'bellhop' ), __( 'The agent may ask with buttons and short forms', 'bellhop' ) ),
		),
	);
}

/** On which pages and for whom. */
function place_group(): array {
	return array(
		'title'  => __( 'Where visitors see it', 'bellhop' ),
		'fields' => array(
			'show'         => field(
				'radio',
				__( 'Pages', 'bellhop' ),
				'',
				array(
					'search'  => __( 'block, shortcode, embed, everywhere', 'bellhop' ),
					'options' => array(
						'everywhere' => __( 'On every page, as a button in the corner', 'bellhop' ),
						'blocks'     => __( 'Only where the Bellhop block or the shortcode [bellhop] stands', 'bellhop' ),
					),
				)
			),
			'hide_on'      => field(
				'lines',
				__( 'Except on', 'bellhop' ),
				__( 'Paths, one on each line, as in /checkout/*.', 'bellhop' ),
				array(
					'dir'    => 'ltr',
					'search' => __( 'exclude, hide, URL', 'bellhop' ),
				)
			),
			'signed_in'    => field( 'toggle', __( 'For whom', 'bellhop' ), __( 'Only visitors who have signed in', 'bellhop' ), array( 'search' => __( 'members, login, users', 'bellhop' ) ) ),
			'sign_in_link' => field( 'toggle', __( 'Everybody else', 'bellhop' ), __( 'Show a link to sign in where the chat would be', 'bellhop' ), array( 'search' => __( 'members, login, users', 'bellhop' ) ) ),
		),
	);
}

/** What the agent may do, and what it tells of a place and its shop. */
function tools_table(): array {
	return array(
		'title'  => __( 'What it may do', 'bellhop' ),
		'groups' => array(
			'tools' => array(
				'title'  => __( 'Tools', 'bellhop' ),
				'fields' => array(
					'tools'      => field(
						'checkboxes',
						__( 'Sources of tools', 'bellhop' ),
						__( 'A tool runs in the visitor’s browser, with the visitor’s own rights, and asks first if it changes something.', 'bellhop' ),
						array(
							'search'  => 'WebMCP, MCP, actions',
							'options' => array(
								'page'      => __( 'Tools that your pages register', 'bellhop' ),
								'webmcp'    => __( 'Tools that your pages offer to any agent (WebMCP)', 'bellhop' ),
								'abilities' => __( 'WordPress abilities, as chosen below', 'bellhop' ),
							),
						)
					),
					'page_tools' => field( 'lines', __( 'Only these tools of pages', 'bellhop' ), __( 'Names, one on each line. Empty: all that the page offers.', 'bellhop' ), array( 'dir' => 'ltr' ) ),
					'abilities'  => abilities_field(),
				),
			),
			'hours' => hours_group(),
		),
	);
}

/** The site's abilities, to be chosen from. */
function abilities_field(): array {
	$label  = __( 'Abilities for visitors', 'bellhop' );
	$chosen = settings()['abilities'];
	$there  = has_abilities() ? runnable_abilities() : array();
	if ( ! has_abilities() ) {
		return field( 'checkboxes', $label, __( 'Abilities came with WordPress 6.9. This site has an earlier version.', 'bellhop' ), array( 'options' => array() ) );
	}
	if ( ! $there && ! $chosen ) {
		return field( 'checkboxes', $label, __( 'No plugin of this site offers an ability that can be run from a page.', 'bellhop' ), array( 'options' => array() ) );
	}
	$options = array();
	foreach ( $there as $name => $ability ) {
		$options[ $name ] = array( wp_strip_all_tags( $ability->get_label() ), wp_strip_all_tags( $ability->get_description() ) . ' ' . ability_in_a_sentence( $ability ) );
	}
	foreach ( array_diff( $chosen, array_keys( $there ) ) as $name ) {
		$options[ $name ] = array( $name, __( 'Not there now: its plugin may be switched off.', 'bellhop' ) );
	}
	return field(
		'checkboxes',
		$label,
		__( 'Each ability still decides itself, at each call, whether this visitor may run it. Offer only what you would put on a public page.', 'bellhop' ),
		array(
			'options' => $options,
			'names'   => true,
		)
	);
}

/**
 * What an ability means for visitors, in a sentence.
 *
 * @param \WP_Ability $ability Any of this site.
 */
function ability_in_a_sentence( \WP_Ability $ability ): string {
	$notes = (array) $ability->get_meta_item( 'annotations' );
	if ( ! empty( $notes['readonly'] ) ) {
		return __( 'Looks something up for the visitor; nothing is changed, so the chat doesn’t ask first.', 'bellhop' );
	}
	if ( ! empty( $notes['destructive'] ) ) {
		return __( 'May delete or overwrite something in the visitor’s name. The chat shows what is sent and asks the visitor first, each time.', 'bellhop' );
	}
	return __( 'Does something in the visitor’s name. The chat shows what is sent and asks the visitor first.', 'bellhop' );
}

/** What the abilities that come with the plugin tell of a place and its shop. */
function hours_group(): array {
	$fields = array(
		'address'  => field( 'textarea', __( 'Where you are', 'bellhop' ), __( 'Where visitors find you. Tick “Opening hours and address” above, and the agent tells it.', 'bellhop' ), array( 'search' => __( 'location, street, directions', 'bellhop' ) ) ),
		'hours'    => hours_field(),
		'holidays' => field(
			'lines',
			__( 'Holidays', 'bellhop' ),
			__( 'One on each line, as in 2026-12-24 Christmas Eve, or 2026-12-24 to 2027-01-06 Winter break. With hours where it is open then: 2026-12-31 9:00-14:00.', 'bellhop' ),
			array( 'search' => __( 'closed, vacation', 'bellhop' ) )
		),
	);
	if ( has_shop() ) {
		$fields['discounts'] = field( 'textarea', __( 'Coupons and discounts', 'bellhop' ), __( 'What the agent may tell of them, as in: WELCOME10 takes 10% off a first order. Tick “Coupons and discounts” above.', 'bellhop' ) );
	}
	return array(
		'title'  => __( 'Opening hours and address', 'bellhop' ),
		'fields' => $fields,
	);
}

/** The hours of a week, from the day on which the site's week begins. */
function hours_field(): array {
	global $wp_locale;
	$days = array();
	for ( $i = 0; $i < 7; $i++ ) {
		$day    = ( (int) get_option( 'start_of_week' ) + $i ) % 7;
		$days[] = array( $day, $wp_locale->get_weekday( $day ) );
	}
	/* translators: %s: a time zone, as in Europe/Berlin */
	$help = sprintf( __( 'As in 9:00-18:00, or 9:00-12:00, 13:00-18:00. Empty: closed. In the time zone of this site: %s.', 'bellhop' ), wp_timezone_string() );
	if ( settings()['hours'] ) {
		$help .= ' ' . __( 'The agent would say now:', 'bellhop' ) . ' ' . hours_now( current_datetime() );
	}
	return field(
		'hours',
		__( 'Opening hours', 'bellhop' ),
		$help,
		array(
			'search'      => __( 'times, schedule, open, closed', 'bellhop' ),
			'days'        => $days,
			'placeholder' => __( 'closed', 'bellhop' ),
		)
	);
}
