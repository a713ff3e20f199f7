<?php
/**
 * Plugin Name:       Bellhop
 * Description:       A chat with your site's AI agent. It answers visitors, and runs what your site can do for them.
 * Version:           0.1.0
 * Requires at least: 6.5
 * Requires PHP:      7.4
 * Author:            The Bellhop project
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Update URI:        false
 * Text Domain:       bellhop
 * Domain Path:       /languages
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

const VERSION = '0.1.0';
const FILE    = __FILE__;
const DIR     = __DIR__;

/** The plugin's files, in the order in which they build on each other: each one's constants and hooks are there for the next. */
const PARTS = array(
	'includes/interface-table',
	'includes/settings',
	'includes/sanitize',
	'includes/sanitize-token',
	'includes/settings-api',
	'includes/transfer',
	'includes/network-defaults',
	'includes/settings-page-api',
	'includes/pasted-settings',
	'includes/capabilities',
	'includes/gateway',
	'includes/gateway-causes',
	'includes/rate-limit',
	'includes/visitor',
	'includes/json-schema',
	'includes/abilities',
	'includes/mail',
	'includes/mail-abilities',
	'includes/opening-hours',
	'includes/shop-abilities',
	'includes/shop-cart',
	'includes/shop-summaries',
	'includes/ability-summaries',
	'includes/ability-pack',
	'includes/tools',
	'includes/hooks',
	'includes/consent',
	'includes/consent-list',
	'includes/bots',
	'includes/bots-api',
	'includes/session',
	'includes/own-page',
	'includes/session-limits',
	'includes/proof-of-work',
	'includes/endpoints',
	'includes/doors',
	'includes/feedback',
	'includes/script-tag',
	'includes/optimisers',
	'includes/inline-panel',
	'includes/site-info',
	'includes/site-record',
	'includes/rest-access',
	'includes/heartbeat',
	'local/refusals',
	'local/tables',
	'local/ids',
	'local/log',
	'local/limits',
	'local/role-limits',
	'local/refused',
	'local/day-trouble',
	'local/prices',
	'local/sessions',
	'local/result-blocks',
	'local/parse-send',
	'local/intents',
	'local/visits',
	'local/send',
	'local/takeover',
	'local/form-leads',
	'local/list',
	'local/run-state',
	'local/runs',
	'local/words',
	'local/languages',
	'local/pages',
	'local/read-page',
	'local/visited-page',
	'local/documents',
	'local/knowledge',
	'local/answers',
	'local/embeddings',
	'local/find',
	'includes/sent-pages',
	'includes/send-pages',
	'includes/sending',
	'local/history',
	'local/window',
	'local/summary',
	'local/think-tags',
	'local/model-trouble',
	'local/model',
	'local/model-core',
	'local/chat-stream',
	'local/previews',
	'local/model-key',
	'local/proposals',
	'local/feedback',
	'local/conversations',
	'local/find-chats',
	'local/notes',
	'local/chats-api',
	'includes/gateway-privacy',
	'local/privacy',
	'local/open-questions',
	'local/digest',
	'local/places',
	'local/worker',
	'local/token',
	'local/interface',
	'local/early-list',
	'local/stream',
	'local/addresses',
	'includes/keep-chunks',
);
foreach ( PARTS as $bellhop_part ) {
	require_once __DIR__ . "/{$bellhop_part}.php";
}
unset( $bellhop_part );

if ( is_admin() ) {
	require_once __DIR__ . '/admin/all.php';
}

if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/includes/cli.php';
	require_once __DIR__ . '/includes/cli-bots.php';
	require_once __DIR__ . '/includes/cli-transfer.php';
}

add_action(
	'init',
	function () {
		load_plugin_textdomain( 'bellhop', false, dirname( plugin_basename( FILE ) ) . '/languages' );
	}
);

register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_heartbeat' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_round' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_embedding' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_sending' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\\unschedule_digest' );
