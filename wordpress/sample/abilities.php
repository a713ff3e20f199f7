<?php
/**
 * Plugin Name: Sample abilities
 * Description: What a site's own plugin may offer to visitors: finding a page, leaving a message, and one's own details.
 *
 * @package Bellhop
 */

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		register_post_type(
			'visitor_message',
			array(
				'label'    => 'Messages',
				'show_ui'  => true,
				'supports' => array( 'title', 'editor' ),
			)
		);
	}
);

add_action(
	'wp_abilities_api_categories_init',
	function () {
		wp_register_ability_category(
			'sample',
			array(
				'label'       => 'Sample',
				'description' => 'What this site can do for visitors.',
			)
		);
	}
);

add_action(
	'wp_abilities_api_init',
	function () {
		wp_register_ability(
			'sample/find-page',
			array(
				'label'               => 'Find a page',
				'description'         => 'Finds pages of this site by words. Returns title, address and a few words of each.',
				'category'            => 'sample',
				'input_schema'        => array(
					'type'                 => 'object',
					'properties'           => array(
						'query' => array(
							'type'        => 'string',
							'minLength'   => 2,
							'maxLength'   => 100,
							'description' => 'Words to look for',
						),
					),
					'required'             => array( 'query' ),
					'additionalProperties' => false,
				),
				'output_schema'       => array(
					'type'  => 'array',
					'items' => array( 'type' => 'object' ),
				),
				'permission_callback' => '__return_true',
				'execute_callback'    => function ( $input ) {
					$found = sample_find_pages( $input['query'] );
					return array_map(
						function ( $page ) {
							return array(
								'title'   => get_the_title( $page ),
								'url'     => get_permalink( $page ),
								'excerpt' => wp_trim_words( wp_strip_all_tags( $page->post_content ), 30 ),
							);
						},
						$found
					);
				},
				'meta'                => array(
					'show_in_rest' => true,
					'annotations'  => array( 'readonly' => true ),
				),
			)
		);

		wp_register_ability(
			'sample/leave-message',
			array(
				'label'               => 'Leave a message',
				'description'         => 'Leaves a message for the people of this site. Ask for the text, and for an e-mail address if they should answer.',
				'category'            => 'sample',
				'input_schema'        => array(
					'type'                 => 'object',
					'properties'           => array(
						'message' => array(
							'type'      => 'string',
							'minLength' => 1,
							'maxLength' => 2000,
						),
						'email'   => array(
							'type'   => 'string',
							'format' => 'email',
						),
					),
					'required'             => array( 'message' ),
					'additionalProperties' => false,
				),
				'output_schema'       => array( 'type' => 'string' ),
				'permission_callback' => '__return_true',
				'execute_callback'    => function ( $input ) {
					$from = $input['email'] ?? ( is_user_logged_in() ? wp_get_current_user()->user_email : 'a visitor' );
					$id   = wp_insert_post(
						array(
							'post_type'    => 'visitor_message',
							'post_status'  => 'private',
							'post_title'   => sanitize_text_field( 'From ' . $from ),
							'post_content' => wp_kses_post( $input['message'] ),
						),
						true
					);
					return is_wp_error( $id ) ? $id : 'The message was left. Its number is ' . $id . '.';
				},
				'meta'                => array( 'show_in_rest' => true ),
			)
		);

		wp_register_ability(
			'sample/my-details',
			array(
				'label'               => 'My details',
				'description'         => 'Tells a signed-in visitor the name and e-mail address that this site has of them.',
				'category'            => 'sample',
				'permission_callback' => 'is_user_logged_in',
				'execute_callback'    => function () {
					$user = wp_get_current_user();
					return array(
						'name'  => $user->display_name,
						'email' => $user->user_email,
					);
				},
				'output_schema'       => array( 'type' => 'object' ),
				'meta'                => array(
					'show_in_rest' => true,
					'annotations'  => array( 'readonly' => true ),
				),
			)
		);
	}
);

/**
 * Pages that have any of the words, those with the most of them first.
 *
 * @return WP_Post[]
 */
function sample_find_pages( string $query ): array {
	$words  = array_filter(
		preg_split( '/[^\p{L}\p{N}]+/u', mb_strtolower( $query ) ),
		function ( string $word ): bool {
			return mb_strlen( $word ) > 2 && ! in_array( $word, array( 'the', 'and', 'page', 'pages', 'about', 'for' ), true );
		}
	);
	$scores = array();
	$pages  = array();
	foreach ( get_posts(
		array(
			'post_type'   => 'page',
			'numberposts' => 100,
		)
	) as $page ) {
		$text = mb_strtolower( $page->post_title . ' ' . wp_strip_all_tags( $page->post_content ) );
		foreach ( $words as $word ) {
			$in_title            = false !== mb_strpos( mb_strtolower( $page->post_title ), $word );
			$in_text             = false !== mb_strpos( $text, $word );
			$scores[ $page->ID ] = ( $scores[ $page->ID ] ?? 0 ) + ( $in_title ? 3 : 0 ) + ( $in_text ? 1 : 0 );
		}
		$pages[ $page->ID ] = $page;
	}
	arsort( $scores );
	return array_map(
		function ( int $id ) use ( $pages ) {
			return $pages[ $id ];
		},
		array_slice( array_keys( array_filter( $scores ) ), 0, 5 )
	);
}
