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

require_once __DIR__ . '/includes/interface-table.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/sanitize.php';
require_once __DIR__ . '/includes/sanitize-token.php';
require_once __DIR__ . '/includes/settings-api.php';
require_once __DIR__ . '/includes/transfer.php';
require_once __DIR__ . '/includes/network-defaults.php';
require_once __DIR__ . '/includes/settings-page-api.php';
require_once __DIR__ . '/includes/pasted-settings.php';
require_once __DIR__ . '/includes/capabilities.php';
require_once __DIR__ . '/includes/gateway.php';
require_once __DIR__ . '/includes/gateway-causes.php';
require_once __DIR__ . '/includes/rate-limit.php';
require_once __DIR__ . '/includes/visitor.php';
require_once __DIR__ . '/includes/json-schema.php';
require_once __DIR__ . '/includes/abilities.php';
require_once __DIR__ . '/includes/mail.php';
require_once __DIR__ . '/includes/mail-abilities.php';
require_once __DIR__ . '/includes/opening-hours.php';
require_once __DIR__ . '/includes/shop-abilities.php';
require_once __DIR__ . '/includes/shop-cart.php';
require_once __DIR__ . '/includes/shop-summaries.php';
require_once __DIR__ . '/includes/ability-summaries.php';
require_once __DIR__ . '/includes/ability-pack.php';
require_once __DIR__ . '/includes/tools.php';
require_once __DIR__ . '/includes/hooks.php';
require_once __DIR__ . '/includes/consent.php';
require_once __DIR__ . '/includes/consent-list.php';
require_once __DIR__ . '/includes/bots.php';
require_once __DIR__ . '/includes/bots-api.php';
require_once __DIR__ . '/includes/session.php';
require_once __DIR__ . '/includes/own-page.php';
require_once __DIR__ . '/includes/session-limits.php';
require_once __DIR__ . '/includes/proof-of-work.php';
require_once __DIR__ . '/includes/endpoints.php';
require_once __DIR__ . '/includes/doors.php';
require_once __DIR__ . '/includes/feedback.php';
require_once __DIR__ . '/includes/script-tag.php';
require_once __DIR__ . '/includes/optimisers.php';
require_once __DIR__ . '/includes/inline-panel.php';
require_once __DIR__ . '/includes/site-info.php';
require_once __DIR__ . '/includes/site-record.php';
require_once __DIR__ . '/includes/rest-access.php';
require_once __DIR__ . '/includes/heartbeat.php';
require_once __DIR__ . '/local/refusals.php';
require_once __DIR__ . '/local/tables.php';
require_once __DIR__ . '/local/ids.php';
require_once __DIR__ . '/local/log.php';
require_once __DIR__ . '/local/limits.php';
require_once __DIR__ . '/local/role-limits.php';
require_once __DIR__ . '/local/refused.php';
require_once __DIR__ . '/local/day-trouble.php';
require_once __DIR__ . '/local/prices.php';
require_once __DIR__ . '/local/sessions.php';
require_once __DIR__ . '/local/result-blocks.php';
require_once __DIR__ . '/local/parse-send.php';
require_once __DIR__ . '/local/intents.php';
require_once __DIR__ . '/local/visits.php';
require_once __DIR__ . '/local/send.php';
require_once __DIR__ . '/local/takeover.php';
require_once __DIR__ . '/local/form-leads.php';
require_once __DIR__ . '/local/list.php';
require_once __DIR__ . '/local/run-state.php';
require_once __DIR__ . '/local/runs.php';
require_once __DIR__ . '/local/words.php';
require_once __DIR__ . '/local/languages.php';
require_once __DIR__ . '/local/pages.php';
require_once __DIR__ . '/local/read-page.php';
require_once __DIR__ . '/local/visited-page.php';
require_once __DIR__ . '/local/documents.php';
require_once __DIR__ . '/local/knowledge.php';
require_once __DIR__ . '/local/answers.php';
require_once __DIR__ . '/local/embeddings.php';
require_once __DIR__ . '/local/find.php';
require_once __DIR__ . '/includes/sent-pages.php';
require_once __DIR__ . '/includes/send-pages.php';
require_once __DIR__ . '/includes/sending.php';
require_once __DIR__ . '/local/history.php';
require_once __DIR__ . '/local/window.php';
require_once __DIR__ . '/local/summary.php';
require_once __DIR__ . '/local/think-tags.php';
require_once __DIR__ . '/local/model-trouble.php';
require_once __DIR__ . '/local/model.php';
require_once __DIR__ . '/local/model-core.php';
require_once __DIR__ . '/local/chat-stream.php';
require_once __DIR__ . '/local/previews.php';
require_once __DIR__ . '/local/model-key.php';
require_once __DIR__ . '/local/proposals.php';
require_once __DIR__ . '/local/feedback.php';
require_once __DIR__ . '/local/conversations.php';
require_once __DIR__ . '/local/find-chats.php';
require_once __DIR__ . '/local/notes.php';
require_once __DIR__ . '/local/chats-api.php';
require_once __DIR__ . '/includes/gateway-privacy.php';
require_once __DIR__ . '/local/privacy.php';
require_once __DIR__ . '/local/open-questions.php';
require_once __DIR__ . '/local/digest.php';
require_once __DIR__ . '/local/places.php';
require_once __DIR__ . '/local/worker.php';
require_once __DIR__ . '/local/token.php';
require_once __DIR__ . '/local/interface.php';
require_once __DIR__ . '/local/early-list.php';
require_once __DIR__ . '/local/stream.php';
require_once __DIR__ . '/local/addresses.php';
require_once __DIR__ . '/includes/keep-chunks.php';

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
