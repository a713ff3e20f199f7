<?php
/**
 * Plugin Name: Kill
 * Description: For tests. The PHP process that comes to a named point is killed there, as a host kills one: SIGKILL, no shutdown, no
 * goodbye. Once for each file wp-content/kill-at-POINT that is put there.
 *
 * @package Bellhop
 */

defined( 'ABSPATH' ) || exit;

/** Kills this process, if this is the point and nobody was killed there yet. */
function kill_at( string $point ): void {
	// Of several processes that come here at a time one takes the file away.
	if ( @unlink( WP_CONTENT_DIR . '/kill-at-' . $point ) ) {
		posix_kill( getmypid(), 9 );
	}
}

/** Whether this request is one of these, by method and the end of its address. */
function kill_in( string $method, string $end ): bool {
	return $method === $_SERVER['REQUEST_METHOD'] && (bool) preg_match( '#' . $end . '$#', (string) strtok( $_SERVER['REQUEST_URI'], '?' ) );
}

// Queued, and the process that was to carry the run out dies on the way to it.
add_action(
	'shutdown',
	function (): void {
		if ( kill_in( 'POST', '/events' ) && function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
			kill_at( 'queued' );
		}
	},
	999
);
add_filter(
	'rest_pre_dispatch',
	function ( $result ) {
		if ( kill_in( 'POST', '/runs' ) ) {
			kill_at( 'queued' );
		}
		return $result;
	}
);
// Taken, and the request to the model isn't sent yet. Whoever waits for an answer can be killed from outside by its id.
add_filter(
	'bellhop_model_request',
	function ( $body ) {
		file_put_contents( WP_CONTENT_DIR . '/carries', getmypid() );
		kill_at( 'asking' );
		return $body;
	}
);
// Some of the answer is there.
add_action(
	'requests-request.progress',
	function (): void {
		kill_at( 'streaming' );
	},
	99
);
// All of it is, and nothing of it is stored.
add_filter(
	'http_response',
	function ( $reply, $options, $url ) {
		if ( strpos( $url, '/chat/completions' ) ) {
			kill_at( 'answered' );
		}
		return $reply;
	},
	10,
	3
);
// In the middle of a transaction: everything is written and nothing is committed.
add_filter(
	'query',
	function ( $query ) {
		static $holds = '';
		if ( preg_match( '/^INSERT INTO \S*bellhop_events .*?\'(agent\.message|user\.message)\'/s', $query, $match ) ) {
			$holds = 'agent.message' === $match[1] ? 'storing' : 'posting';
		}
		if ( 'COMMIT' === $query && '' !== $holds ) {
			kill_at( $holds );
			$holds = '';
		}
		return $query;
	}
);
// Stored, and whoever sent it never hears of that.
add_filter(
	'rest_post_dispatch',
	function ( $response ) {
		if ( kill_in( 'POST', '/events' ) ) {
			kill_at( 'posted' );
		}
		return $response;
	}
);
