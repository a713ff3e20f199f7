<?php
/**
 * Plugin Name: Faults
 * Description: For tests. Abilities that go wrong in every way that PHP and WordPress know, an agent that follows a script, nonces that
 * last a second, and a closed REST API. What is in force stands in wp-content/faults.json.
 *
 * @package Bellhop
 */

defined( 'ABSPATH' ) || exit;

function faults( string $name ) {
	$file = WP_CONTENT_DIR . '/faults.json';
	$all  = is_file( $file ) ? json_decode( (string) file_get_contents( $file ) ) : null;
	return $all->$name ?? null;
}

add_filter(
	'bellhop_new_session',
	function ( array $session ): array {
		$script = faults( 'script' );
		return null === $script ? $session : array(
			'agent'  => 'scripted',
			'script' => $script,
		) + $session;
	}
);
add_filter(
	'nonce_life',
	function ( $seconds ) {
		return faults( 'nonce_life' ) ?? $seconds;
	}
);
add_filter(
	'rest_authentication_errors',
	function ( $result ) {
		if ( ! faults( 'rest_closed' ) || is_user_logged_in() || is_wp_error( $result ) ) {
			return $result;
		}
		return new WP_Error( 'rest_forbidden', 'Only for members.', array( 'status' => 401 ) );
	},
	20
);
add_filter(
	'bellhop_session_limits',
	function ( $limits ) {
		return faults( 'limits' ) ?? $limits;
	}
);
add_filter(
	'bellhop_client_address',
	function ( string $address ): string {
		return faults( 'address' ) ?? $address;
	}
);
add_filter(
	'bellhop_tag_options',
	function ( array $options ): array {
		return (array) ( faults( 'tag' ) ?? array() ) + $options;
	}
);
// In a network the plugin refuses addresses of this machine; the gateway of these tests is there.
add_filter( 'http_request_host_is_external', '__return_true' );
add_filter(
	'http_allowed_safe_ports',
	function ( array $ports, string $host, string $url ): array {
		return array_merge( $ports, array( (int) wp_parse_url( $url, PHP_URL_PORT ) ) );
	},
	10,
	3
);

add_action(
	'wp_abilities_api_categories_init',
	function () {
		wp_register_ability_category(
			'faults',
			array(
				'label'       => 'Faults',
				'description' => 'What can go wrong.',
			)
		);
	}
);

add_action(
	'wp_abilities_api_init',
	function () {
		$faults = array(
			'fatal'          => function () {
				ini_set( 'memory_limit', '64M' );
				return strlen( str_repeat( 'x', 512 * 1024 * 1024 ) );
			},
			'empty-500'      => function () {
				http_response_code( 500 );
				exit;
			},
			'exception'      => function () {
				throw new RuntimeException( 'Something went wrong.' );
			},
			'exit'           => function () {
				exit;
			},
			'stray-output'   => function () {
				echo '<b>Warning</b>: something in plain sight';
				return 'fine';
			},
			'rate-limited'   => function () {
				return new WP_Error( 'slow_down', 'Not so fast.', array( 'status' => 429 ) );
			},
			'limited-within' => function () {
				$error = new WP_Error( 'nested', 'Not so fast.', array( 'status' => 400 ) );
				$error->add_data( array( 'status' => 429 ) );
				$error->add_data( array( 'status' => 400 ) );
				return $error;
			},
			'not-found'      => function () {
				return new WP_Error( 'no_such_order', 'There is no such order.', array( 'status' => 404 ) );
			},
			'forbidden'      => function () {
				return new WP_Error( 'not_yours', 'This is not yours.', array( 'status' => 403 ) );
			},
			'other-error'    => function () {
				return new WP_Error( 'odd', '<p>Something <b>odd</b>.</p>', array( 'status' => 400 ) );
			},
			'wrong-output'   => function () {
				return 'not a number';
			},
			'gateway-time'   => function () {
				http_response_code( 504 );
				exit;
			},
			'bad-gateway'    => function () {
				http_response_code( 502 );
				exit( '<html>Bad Gateway</html>' );
			},
			'fine'           => function () {
				return 'fine';
			},
		);
		foreach ( $faults as $name => $run ) {
			register_fault( $name, $run, array( 'readonly' => true ), 'wrong-output' === $name ? array( 'type' => 'integer' ) : array() );
		}
		register_fault( 'written-fatal', $faults['empty-500'], array() );
		register_fault(
			'a-colour',
			function ( $input ) {
				return $input['colour'];
			},
			array( 'readonly' => true ),
			array(),
			array(
				'type'       => 'object',
				'properties' => array(
					'colour' => array(
						'type'   => 'string',
						'format' => 'hex-color',
					),
				),
			)
		);
		for ( $i = 0; $i < (int) faults( 'many' ); $i++ ) {
			register_fault( sprintf( 'many-%03d', $i ), '__return_true', array(), array(), array(), str_repeat( 'Many words. ', 60 ) );
		}
	}
);

function register_fault( string $name, callable $run, array $annotations, array $output = array(), array $input = array(), string $description = '' ): void {
	if ( faults( 'none' ) ) {
		return;
	}
	wp_register_ability(
		'faults/' . $name,
		array(
			'label'               => $name,
			'description'         => '' === $description ? 'Fault: ' . $name : $description,
			'category'            => 'faults',
			'input_schema'        => $input,
			'output_schema'       => $output,
			'permission_callback' => '__return_true',
			'execute_callback'    => $run,
			'meta'                => array(
				'show_in_rest' => true,
				'annotations'  => $annotations,
			),
		)
	);
}
