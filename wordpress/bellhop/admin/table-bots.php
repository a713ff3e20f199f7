<?php
/**
 * What the settings page shows of chatbots: the fields of one, and those that there are.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Pages that can be chosen by name; others by their ids. */
const BOT_PAGES = 500;

/** All that the page needs: bots, the groups of one's fields, the pages to choose from, and what a new one has. */
function bots_state(): array {
	return array(
		'list'   => array_values( bots() ),
		'groups' => listed_table(
			array(
				'bots' => array(
					'title'  => '',
					'groups' => bot_groups(),
				),
			)
		)[0]['groups'],
		'pages'  => pages_by_name(),
	);
}

/** Published pages, posts and what else can be known, the newest first. */
function pages_by_name(): array {
	$pages = array();
	$types = array_diff( array_keys( knowable_types() ), array( 'attachment' ) );
	$posts = get_posts(
		array(
			'post_type'   => $types,
			'post_status' => 'publish',
			'numberposts' => BOT_PAGES,
			'orderby'     => 'modified',
		)
	);
	foreach ( $posts as $post ) {
		$title   = wp_specialchars_decode( get_the_title( $post ), ENT_QUOTES );
		$pages[] = array(
			'value' => (string) $post->ID,
			'label' => ( '' === $title ? __( '(no title)', 'bellhop' ) : $title ) . ' (' . $post->ID . ')',
		);
	}
	return $pages;
}

/** The fields of a chatbot. With a gateway its agent answers, so what it is told and knows is chosen there. */
function bot_groups(): array {
	$groups = array(
		'words' => array(
			'title'  => __( 'Words', 'bellhop' ),
			'fields' => array(
				'name'     => field( 'text', __( 'Name', 'bellhop' ), __( 'Stands above its chat.', 'bellhop' ) ),
				'greeting' => field( 'textarea', __( 'Greeting', 'bellhop' ), __( 'Empty: the site’s own.', 'bellhop' ) ),
				'prompts'  => field( 'lines', __( 'First questions', 'bellhop' ), __( 'What visitors can ask with one press, one on each line. Empty: the site’s own.', 'bellhop' ) ),
			),
		),
	);
	if ( has_no_gateway() ) {
		$groups['words']['fields'] += array(
			'instructions' => field( 'textarea', __( 'Instructions', 'bellhop' ), __( 'In place of the site’s own. Empty: those. What it must not talk about, languages and limits are the site’s.', 'bellhop' ), array( 'rows' => 6 ) ),
			'model'        => field( 'text', __( 'Model', 'bellhop' ), __( 'Empty: the site’s own. Of the same provider; its list price counts for the month’s money.', 'bellhop' ), array( 'dir' => 'ltr' ) ),
			'page_aware'   => page_aware_field(),
		);
	}
	$groups['place'] = array(
		'title'  => __( 'Where visitors see it', 'bellhop' ),
		'fields' => array(
			'pages' => field( 'pages', __( 'On these pages', 'bellhop' ), __( 'Type the beginning of a title. It also stands wherever a block or a shortcode names it.', 'bellhop' ) ),
			'types' => field( 'checkboxes', __( 'On each of', 'bellhop' ), '', array( 'options' => array_diff_key( knowable_types(), array( 'attachment' => 0 ) ) ) ),
			'urls'  => field( 'lines', __( 'At these addresses', 'bellhop' ), __( 'Paths, one on each line, as in /shop/*.', 'bellhop' ), array( 'dir' => 'ltr' ) ),
			'roles' => field( 'checkboxes', __( 'Only for', 'bellhop' ), __( 'None ticked: for everybody.', 'bellhop' ), array( 'options' => array( GUEST_ROLE => __( 'Visitors who haven’t signed in', 'bellhop' ) ) + array_map( 'translate_user_role', wp_roles()->get_names() ) ) ),
		),
	);
	if ( has_no_gateway() ) {
		$groups['knowledge'] = array(
			'title'  => __( 'Knowledge', 'bellhop' ),
			'fields' => array(
				'knowledge'       => field(
					'radio',
					__( 'It answers from', 'bellhop' ),
					'',
					array(
						'options' => array(
							'all'   => __( 'All that the site’s own chatbot knows', 'bellhop' ),
							'types' => __( 'These kinds of it', 'bellhop' ),
							'pages' => __( 'These pages of it', 'bellhop' ),
							'none'  => __( 'Nothing but its instructions', 'bellhop' ),
						),
					)
				),
				'knowledge_types' => field( 'checkboxes', __( 'Kinds', 'bellhop' ), '', array( 'options' => knowable_types() ) ),
				'knowledge_pages' => field( 'pages', __( 'Pages', 'bellhop' ) ),
			),
		);
	}
	$groups['tools'] = array(
		'title'  => __( 'What it may do', 'bellhop' ),
		'fields' => array(
			'tools'      => field(
				'radio',
				__( 'Tools', 'bellhop' ),
				'',
				array(
					'options' => array(
						'all'  => __( 'All that the site allows', 'bellhop' ),
						'some' => __( 'These of them', 'bellhop' ),
						'none' => __( 'None', 'bellhop' ),
					),
				)
			),
			'tool_names' => field( 'lines', __( 'Names', 'bellhop' ), __( 'Of abilities, as in bellhop/leave-message, and of tools of your pages, one on each line.', 'bellhop' ), array( 'dir' => 'ltr' ) ),
		),
	);
	return $groups;
}
