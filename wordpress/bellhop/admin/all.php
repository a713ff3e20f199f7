<?php
/**
 * What wp-admin has of this plugin. Requests over REST load it when they are about a page of wp-admin.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/scripts.php';
require_once __DIR__ . '/diagnosis.php';
require_once __DIR__ . '/table.php';
require_once __DIR__ . '/table-visitors.php';
require_once __DIR__ . '/table-users.php';
require_once __DIR__ . '/table-bots.php';
require_once __DIR__ . '/page-state.php';
require_once __DIR__ . '/acts.php';
require_once __DIR__ . '/local.php';
require_once __DIR__ . '/conversations.php';
require_once __DIR__ . '/desk-conversations.php';
require_once __DIR__ . '/status.php';
require_once __DIR__ . '/site-health.php';
require_once __DIR__ . '/knowledge.php';
require_once __DIR__ . '/known-pages.php';
require_once __DIR__ . '/answers.php';
require_once __DIR__ . '/page.php';
require_once __DIR__ . '/actions.php';
require_once __DIR__ . '/connect.php';
require_once __DIR__ . '/preview.php';
