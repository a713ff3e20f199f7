<?php
/**
 * The table of the settings page: sections, groups of fields, fields. A row says everything about its field; the page's script draws
 * what stands here. A new setting is a default in includes/settings.php, a check in includes/sanitize.php, and a row.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/**
 * Sections by id, in the page's order. Only what counts for this site: with a gateway, or without one.
 *
 * @return array[] title; groups: id → title, fields: name → of field(); words of the owner's language, not escaped.
 */
function settings_table(): array {
	$table = array(
		'start'      => start_table(),
		'knowledge'  => knowledge_table(),
		'look'       => look_table(),
		'bots'       => array(
			'title'  => __( 'Chatbots', 'bellhop' ),
			'groups' => array(),
		),
		'tools'      => tools_table(),
		'limits'     => limits_table(),
		'chats'      => chats_table(),
		'connection' => connection_table(),
	);
	if ( ! has_no_gateway() ) {
		// The gateway counts.
		unset( $table['limits'] );
	}
	return $table;
}

/**
 * One field.
 *
 * @param string $type  text, url, number, textarea, lines, colour, toggle, radio, checkboxes, hours, streams, secret, or gateway: a part of its form.
 * @param array  $more  search: other words that somebody may look for; options: value → label, or value → [label, help]; dir: ltr for
 *                      what isn't written in a language; short: a few signs; rows, max, placeholder; facts: [kind, sentence] that stand below it.
 */
function field( string $type, string $label, string $help = '', array $more = array() ): array {
	return array(
		'type'  => $type,
		'label' => $label,
		'help'  => $help,
	) + $more;
}

/**
 * The fields of the table.
 *
 * @return array[] By name.
 */
function fields_by_name(): array {
	$fields = array();
	foreach ( settings_table() as $section ) {
		foreach ( $section['groups'] as $group ) {
			$fields += $group['fields'];
		}
	}
	return $fields;
}

/** The first thing that an owner sees: a key and a switch. */
function start_table(): array {
	$fields = array();
	if ( has_no_gateway() ) {
		if ( 'core' !== model_source() ) {
			$fields['model_key'] = model_key_field();
		}
		if ( '' !== model_source() ) {
			$fields['local'] = field( 'toggle', __( 'Show the chat to visitors', 'bellhop' ), __( 'They are answered by the AI model. Off, nobody sees the chat; everything else stays as it is.', 'bellhop' ), array( 'search' => __( 'on, off, activate, hide, publish', 'bellhop' ) ) );
		}
	}
	return array(
		'title'  => __( 'Start', 'bellhop' ),
		'groups' => array( 'start' => array( 'fields' => $fields ) ),
	);
}

/** The key of a provider, which is stored and never shown. */
function model_key_field(): array {
	return field(
		'secret',
		__( 'Key of your AI provider', 'bellhop' ),
		__( 'Of OpenAI, Anthropic, Google or OpenRouter. Your server alone uses it: it is never sent to a browser, nor shown here again, and it is stored encrypted. To keep it out of the database, define BELLHOP_MODEL_KEY in wp-config.php, or in the server’s environment.', 'bellhop' ),
		array(
			'search' => 'API key, OpenAI, Anthropic, Claude, Gemini, OpenRouter, ChatGPT, BELLHOP_MODEL_KEY',
			'stored' => null !== stored_model_key(),
			'fixed'  => '' !== configured_model_key() ? __( 'Set in wp-config.php, or in the server’s environment, as BELLHOP_MODEL_KEY.', 'bellhop' ) : '',
		)
	);
}

/** What the agent knows and how it speaks. */
function knowledge_table(): array {
	$groups = array(
		'pages' => array(
			'title'  => __( 'Your pages', 'bellhop' ),
			'fields' => array( 'knowledge' => field( 'checkboxes', __( 'It answers from', 'bellhop' ), __( 'Published ones that everybody can open. What has a password, or asks search engines to leave it out, is never read. Answers link to the page.', 'bellhop' ), array( 'options' => knowable_types() ) ) ),
		),
	);
	if ( has_no_gateway() ) {
		$groups['pages']['fields']['embeddings'] = field(
			'text',
			__( 'Finding by meaning', 'bellhop' ),
			embeddings_help(),
			array(
				'dir'    => 'ltr',
				'search' => 'embeddings, vector, text-embedding-3-small',
			)
		);
		$groups['agent']                         = agent_group();
	}
	return array(
		'title'  => __( 'Knowledge', 'bellhop' ),
		'groups' => $groups,
	);
}

/** Who the agent is. */
function agent_group(): array {
	return array(
		'title'  => __( 'How it speaks', 'bellhop' ),
		'fields' => array(
			'instructions' => field(
				'textarea',
				__( 'Instructions', 'bellhop' ),
				__( 'Who the agent is, its tone, and what it should know besides, as in: You are Mara, the concierge of Harbour House. Be cheerful. We are closed in January.', 'bellhop' ),
				array(
					'rows'   => 6,
					'search' => __( 'prompt, persona, tone, name', 'bellhop' ),
				)
			),
			'avoid'        => field( 'textarea', __( 'What it must not talk about', 'bellhop' ), '', array( 'search' => __( 'forbidden, refuse, subjects', 'bellhop' ) ) ),
			'any_subject'  => field( 'toggle', __( 'Other subjects', 'bellhop' ), __( 'It may also talk about what has nothing to do with your site. Off, it keeps to your site, so that nobody uses it as a free AI model.', 'bellhop' ) ),
			'page_aware'   => page_aware_field(),
			'languages'    => field( 'text', __( 'Languages it answers in', 'bellhop' ), __( 'As in: English, German. Empty: the visitor’s own.', 'bellhop' ), array( 'search' => __( 'translation, multilingual', 'bellhop' ) ) ),
		),
	);
}

/** What answers may cost, and how many there may be. */
function limits_table(): array {
	return array(
		'title'  => __( 'Limits and costs', 'bellhop' ),
		'groups' => array(
			'money'    => array(
				'title'  => __( 'What answers may cost', 'bellhop' ),
				'fields' => array(
					'month_money' => money_field( __( 'Most in a month, in US dollars', 'bellhop' ), __( 'Nothing is asked of the provider beyond this. Empty: no limit. The sum follows from the tokens and the prices below; the provider’s own bill counts.', 'bellhop' ), __( 'budget, spending, bill, price', 'bellhop' ) ),
					'month_text'  => field( 'textarea', __( 'What visitors read when it is reached', 'bellhop' ), __( 'Empty: that the chat can’t answer any more this month.', 'bellhop' ) ),
					'price_in'    => money_field( __( 'Price of a million tokens read', 'bellhop' ), price_help( UNKNOWN_PRICE[0] ) ),
					'price_out'   => money_field( __( 'Price of a million tokens written', 'bellhop' ), price_help( UNKNOWN_PRICE[1] ) ),
				),
			),
			'messages' => array(
				'title'  => __( 'How much visitors may write', 'bellhop' ),
				'fields' => array(
					'visitor_messages' => field( 'number', __( 'Messages of one visitor in a day', 'bellhop' ), '', array( 'search' => __( 'spam, abuse, limit', 'bellhop' ) ) ),
					'role_messages'    => role_messages_field(),
					'site_messages'    => field( 'number', __( 'Messages of all visitors in a day', 'bellhop' ), __( 'What is sent beyond these numbers is not answered before the next day.', 'bellhop' ), array( 'search' => __( 'spam, abuse, limit', 'bellhop' ) ) ),
				),
			),
			'refused'  => refused_group(),
		),
	);
}

/**
 * A field for an amount of money.
 *
 * @param string $search Other words.
 */
function money_field( string $label, string $help, string $search = '' ): array {
	return field(
		'text',
		$label,
		$help,
		array(
			'dir'    => 'ltr',
			'short'  => true,
			'search' => $search,
		)
	);
}

/** What becomes of conversations. */
function chats_table(): array {
	$kept = array();
	$mail = array(
		/* translators: %s: an e-mail address */
		'mail_to' => field( 'text', __( 'Address', 'bellhop' ), sprintf( __( 'Where messages from visitors go, and what you choose below. Several with commas. Empty: %s.', 'bellhop' ), (string) get_option( 'admin_email' ) ), array( 'search' => __( 'e-mail, notification, recipient', 'bellhop' ) ) ),
	);
	if ( has_no_gateway() ) {
		$kept['keep_days'] = field( 'number', __( 'Days that chats are kept', 'bellhop' ), __( 'After so many days without a word a chat is deleted; after 180 at the latest.', 'bellhop' ), array( 'search' => __( 'retention, delete, privacy, GDPR', 'bellhop' ) ) );
		$mail['digest']    = field(
			'radio',
			__( 'Chats by e-mail', 'bellhop' ),
			digest_help(),
			array(
				'search'  => __( 'digest, summary, report, notification', 'bellhop' ),
				'options' => array(
					'off'    => __( 'None', 'bellhop' ),
					'chats'  => __( 'Each chat, half an hour after its last word', 'bellhop' ),
					'daily'  => __( 'Once a day, what visitors asked', 'bellhop' ),
					'weekly' => __( 'Once a week, what visitors asked', 'bellhop' ),
				),
			)
		);
	}
	$kept['history'] = field(
		'radio',
		__( 'Kept in the visitor’s browser', 'bellhop' ),
		'',
		array(
			'search'  => __( 'retention, delete, privacy, GDPR', 'bellhop' ),
			'options' => array(
				'local'   => __( 'Until the visitor clears it', 'bellhop' ),
				'session' => __( 'Until the browser is closed', 'bellhop' ),
				'none'    => __( 'Not at all', 'bellhop' ),
			),
		)
	);
	return array(
		'title'  => __( 'Chats', 'bellhop' ),
		'groups' => array(
			'kept' => array(
				'title'  => __( 'How long they are kept', 'bellhop' ),
				'fields' => $kept,
			),
			'mail' => array(
				'title'  => __( 'E-mail to you', 'bellhop' ),
				'fields' => $mail,
			),
		),
	);
}

/** Where answers come from, and the way to it. The page draws the group of the gateway as one form: its three are good only together. */
function connection_table(): array {
	$groups = array();
	if ( has_no_gateway() ) {
		$groups['model'] = array(
			'title'  => __( 'The AI model', 'bellhop' ),
			'fields' => array(
				'model'     => field(
					'text',
					__( 'Model', 'bellhop' ),
					__( 'For the key. Empty: a small, fast model of its provider.', 'bellhop' ),
					array(
						'dir'    => 'ltr',
						'search' => 'gpt, claude, gemini, LLM',
					)
				),
				'model_url' => field( 'url', __( 'Address of the provider', 'bellhop' ), __( 'For the key. Empty: the provider that the key is known to belong to. After a change, enter the key again.', 'bellhop' ), array( 'search' => 'base URL, endpoint, Azure, Ollama, proxy' ) ),
				'streams'   => streams_field(),
			),
		);
	}
	$groups['gateway'] = array(
		'title'  => __( 'Gateway', 'bellhop' ),
		'fields' => array(
			'gateway_url' => field( 'gateway', __( 'Gateway address', 'bellhop' ), '' === config_address() ? __( 'Where the gateway is reached, as in https://gateway.example.', 'bellhop' ) : __( 'Set in wp-config.php as BELLHOP_GATEWAY_URL.', 'bellhop' ) ),
			'client_id'   => field( 'gateway', __( 'Client id', 'bellhop' ), __( 'This site’s name at the gateway, as in client_a1b2c3. Not a secret.', 'bellhop' ) ),
			'token'       => token_field(),
		),
	);
	return array(
		'title'  => __( 'Connection', 'bellhop' ),
		'groups' => $groups,
	);
}

/** The site's password at the gateway, which is stored and never shown. */
function token_field(): array {
	$help = __( 'This site’s password at the gateway, one long word. Often it is shown only once, when the site is registered; a lost one is replaced by a new one. Your server alone uses it: it is never sent to a browser, nor shown here again. It is sent to the gateway address that it was entered with, and to no other. To keep it out of the database, define BELLHOP_SERVICE_TOKEN and BELLHOP_GATEWAY_URL in wp-config.php.', 'bellhop' );
	return field(
		'gateway',
		__( 'Service token', 'bellhop' ),
		is_token_in_config() ? __( 'Set in wp-config.php as BELLHOP_SERVICE_TOKEN.', 'bellhop' ) : $help,
		array(
			'search'      => 'BELLHOP_SERVICE_TOKEN',
			'stored'      => null !== stored_token(),
			'placeholder' => '' !== service_token() ? __( 'Stored. Leave empty to keep it.', 'bellhop' ) : '',
		)
	);
}

/** Whether answers are sent to the browser as they come, to how many at a time, and what the self-test has found. */
function streams_field(): array {
	return field(
		'streams',
		__( 'How answers arrive', 'bellhop' ),
		__( 'Each of these chats occupies one of your server’s PHP processes while it is open; a small host has five to ten of them. Further chats ask every few seconds.', 'bellhop' ),
		array(
			'search'  => 'streaming, SSE, live',
			'max'     => MAX_STREAMS,
			'options' => array(
				'0' => __( 'The chat asks every few seconds. This works on every host.', 'bellhop' ),
				'1' => __( 'At once, where your server lets it through, for so many open chats at a time:', 'bellhop' ),
			),
			'count'   => __( 'How many open chats at a time', 'bellhop' ),
			'facts'   => array( streams_in_words( settings()['streams'] ) ),
		)
	);
}
