<?php
/**
 * What the settings page has for a WordPress that answers itself: how it stands, and the fields.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** A section as settings_sections has them. */
function local_section(): array {
	return array(
		'title'  => __( 'Answers from this WordPress', 'bellhop' ),
		'fields' => array(
			'local'     => array( __( 'On or off', 'bellhop' ), 'checkbox', __( 'Show the chat to visitors, and answer them with the AI model', 'bellhop' ) ),
			'model_key' => array( __( 'Key of your AI provider', 'bellhop' ), 'model_key', __( 'Not needed where a provider is connected under Settings → Connectors. Your server alone uses the key: it is never sent to a browser, nor shown here again.', 'bellhop' ) ),
			'model'     => array( __( 'Model', 'bellhop' ), 'text', __( 'For the key. Empty: a small, fast model of its provider.', 'bellhop' ) ),
			'model_url' => array( __( 'Address of the provider', 'bellhop' ), 'url', __( 'For the key. Empty: the provider that the key is known to belong to. After a change, enter the key again.', 'bellhop' ) ),
			'streams'   => array( __( 'How answers arrive', 'bellhop' ), 'streams', '' ),
		),
	);
}

/** Who the agent is, and what it knows. */
function agent_section(): array {
	return array(
		'title'  => has_no_gateway() ? __( 'What the agent knows and says', 'bellhop' ) : __( 'What the agent of this WordPress says', 'bellhop' ),
		'fields' => ( has_no_gateway() ? array( 'knowledge' => knowledge_field() ) : array() ) + array(
			'instructions' => array( __( 'Instructions', 'bellhop' ), 'textarea', __( 'Who the agent is, its tone, and what it should know besides, as in: You are Mara, the concierge of Harbour House. Be cheerful. We are closed in January.', 'bellhop' ) ),
			'keep_days'    => array( __( 'Days that chats are kept', 'bellhop' ), 'number', __( 'After so many days without a word a chat is deleted; after 180 at the latest. Read them under Tools → Chats.', 'bellhop' ) ),
			'embeddings'   => array( __( 'Finding by meaning', 'bellhop' ), 'text', embeddings_help() ),
			'avoid'        => array( __( 'What it must not talk about', 'bellhop' ), 'textarea', '' ),
			'any_subject'  => array( __( 'Other subjects', 'bellhop' ), 'checkbox', __( 'It may also talk about what has nothing to do with your site. Unticked, it keeps to your site, so that nobody uses it as a free AI model', 'bellhop' ) ),
			'languages'    => array( __( 'Languages it answers in', 'bellhop' ), 'text', __( 'As in: English, German. Empty: the visitor’s own.', 'bellhop' ) ),
		),
	);
}

/** What finding by meaning is, and how it stands: whether there is any, how much is done, or what it waits for. */
function embeddings_help(): string {
	$help = __( 'So that “pets” finds a page about dogs: a second, cheap model of your key’s provider compares meanings. Empty: its usual one, where it is known. off: words alone. Else the model’s name, as in text-embedding-3-small.', 'bellhop' );
	$way  = embedding_way();
	if ( null === $way || ! has_tables() ) {
		return $help . ' ' . ( 'off' === settings()['embeddings'] ? '' : __( 'Now words alone decide: with a provider under Settings → Connectors, and with one that is known to have no such model, there is nothing to compare meanings with.', 'bellhop' ) );
	}
	$pause = embedding_pause( $way );
	if ( $pause['until'] > time() ) {
		$why = -1 === $pause['why'] ? __( 'the month’s money doesn’t reach', 'bellhop' ) : ( $pause['why'] > 0 ? 'HTTP ' . $pause['why'] : __( 'no answer that could be read', 'bellhop' ) );
		/* translators: 1: name of an AI model, 2: a cause, as in HTTP 404 */
		return $help . ' ' . sprintf( __( 'Just now words alone decide: %1$s could not be asked (%2$s). It is tried again by itself.', 'bellhop' ), $way['model'], $why );
	}
	/* translators: 1: name of an AI model, 2: a number of short pieces of text */
	return $help . ' ' . sprintf( __( 'Now with %1$s; passages compared: %2$s.', 'bellhop' ), $way['model'], number_format_i18n( count_embedded( $way ) ) );
}

/** The kinds of pages that the agent may know, as a field. */
function knowledge_field(): array {
	return array( __( 'It answers from', 'bellhop' ), 'checkboxes', __( 'Published ones that everybody can open. What has a password, or asks search engines to leave it out, is never read. Answers link to the page.', 'bellhop' ), knowable_types() );
}

/** E-mail to the owner. With a gateway only what visitors send off themselves: conversations are there. */
function mail_section(): array {
	$fields = array(
		/* translators: %s: an e-mail address */
		'mail_to' => array( __( 'Address', 'bellhop' ), 'text', sprintf( __( 'Where messages from visitors go, and what you choose below. Several with commas. Empty: %s.', 'bellhop' ), (string) get_option( 'admin_email' ) ) ),
	);
	if ( has_no_gateway() ) {
		$fields['digest'] = array(
			__( 'Chats by e-mail', 'bellhop' ),
			'radio',
			digest_help(),
			array(
				'off'    => __( 'None', 'bellhop' ),
				'chats'  => __( 'Each chat, half an hour after its last word', 'bellhop' ),
				'daily'  => __( 'Once a day, what visitors asked', 'bellhop' ),
				'weekly' => __( 'Once a week, what visitors asked', 'bellhop' ),
			),
		);
	}
	return array(
		'title'  => __( 'E-mail to you', 'bellhop' ),
		'fields' => $fields,
	);
}

/** What stands below the choice: that nothing comes for nothing, and whether the last one failed. */
function digest_help(): string {
	$help = __( 'None is sent where nobody has written.', 'bellhop' );
	if ( '' !== wanted_digest() && digest_state()['failures'] > 0 ) {
		$help .= ' ' . __( 'The last one could not be sent: this WordPress could not send e-mail. It is tried again each hour.', 'bellhop' );
	}
	return $help;
}

/** What answers may cost, as a section of its own. */
function cost_section(): array {
	return array(
		'title'  => __( 'What answers may cost', 'bellhop' ),
		'fields' => array(
			'month_money'      => array( __( 'Most in a month, in US dollars', 'bellhop' ), 'text', __( 'Nothing is asked of the provider beyond this. Empty: no limit. The sum follows from the tokens and the prices below; the provider’s own bill counts.', 'bellhop' ) ),
			'month_text'       => array( __( 'What visitors read when it is reached', 'bellhop' ), 'textarea', __( 'Empty: that the chat can’t answer any more this month.', 'bellhop' ) ),
			'visitor_messages' => array( __( 'Messages of one visitor in a day', 'bellhop' ), 'number', '' ),
			'site_messages'    => array( __( 'Messages of all visitors in a day', 'bellhop' ), 'number', __( 'What is sent beyond these numbers is not answered before the next day.', 'bellhop' ) ),
			'price_in'         => array( __( 'Price of a million tokens read', 'bellhop' ), 'text', price_help( UNKNOWN_PRICE[0] ) ),
			'price_out'        => array( __( 'Price of a million tokens written', 'bellhop' ), 'text', price_help( UNKNOWN_PRICE[1] ) ),
		),
	);
}

/**
 * What an empty price stands for.
 *
 * @param float $unknown US dollars for a model that isn't known.
 */
function price_help( float $unknown ): string {
	/* translators: 1: a date, 2: a price in US dollars */
	return sprintf( __( 'In US dollars. Empty: what was known of the model on %1$s; for one that isn’t known, %2$s.', 'bellhop' ), wp_date( get_option( 'date_format' ), strtotime( PRICES_OF ) ), number_format_i18n( $unknown ) );
}

/**
 * Prints the field of the key. The stored key is never part of the page.
 *
 * @param string $help Plain text below the field.
 */
function print_model_key_field( string $help ): void {
	if ( '' !== configured_model_key() ) {
		echo '<p>' . esc_html__( 'Set in wp-config.php, or in the server’s environment, as BELLHOP_MODEL_KEY.', 'bellhop' ) . '</p>';
		return;
	}
	printf(
		'<input type="password" id="bellhop-model-key" name="%1$s" value="" class="regular-text" autocomplete="off" spellcheck="false" placeholder="%2$s" aria-describedby="bellhop-model-key-help">',
		esc_attr( OPTION_MODEL_KEY ),
		esc_attr( '' === model_key() ? '' : __( 'Stored. Leave empty to keep it.', 'bellhop' ) )
	);
	if ( null !== stored_model_key() ) {
		echo ' <label class="bellhop-forget"><input type="checkbox" name="bellhop_forget_key" value="1"> ' . esc_html__( 'Forget it', 'bellhop' ) . '</label>';
	}
	echo '<p class="description" id="bellhop-model-key-help">' . esc_html( $help ) . '</p>';
}

/** Whether visitors are answered here, and if not, what is missing: one button leads from each state to the next. */
function print_local_state(): void {
	echo '<div class="card bellhop-card"><h2>' . esc_html__( 'The chat on your site', 'bellhop' ) . '</h2>';
	if ( answers_here() ) {
		print_local_numbers();
	} elseif ( '' !== model_source() ) {
		print_state( 'info', __( 'Off: visitors don’t see the chat. An AI model is connected, so everything is ready.', 'bellhop' ) );
		print_switch_form( true, __( 'Show the chat to visitors', 'bellhop' ) );
	} else {
		print_state( 'warning', __( 'Off: visitors don’t see the chat. It needs an AI model that answers.', 'bellhop' ) );
		if ( has_connectors() ) {
			echo '<p>' . esc_html__( 'Connect a provider to this WordPress, once for all plugins:', 'bellhop' ) . '</p>';
			echo '<p><a class="button" href="' . esc_url( admin_url( 'options-connectors.php' ) ) . '">' . esc_html__( 'Connect a provider', 'bellhop' ) . '</a></p>';
			echo '<p>' . esc_html__( 'Or paste a key of OpenAI, Anthropic, Google or OpenRouter here:', 'bellhop' ) . '</p>';
		} else {
			echo '<p>' . esc_html__( 'Paste a key of OpenAI, Anthropic, Google or OpenRouter here:', 'bellhop' ) . '</p>';
		}
		print_switch_form( true, __( 'Save the key and show the chat', 'bellhop' ) );
	}
	echo '</div>';
}

/** The chat is on: what it has done, and how to take it off. */
function print_local_numbers(): void {
	if ( isset( $_GET['settings-updated'] ) ) { // phpcs:ignore WordPress.Security.NonceVerification.Recommended -- nothing is changed by it.
		check_rest_access();
	}
	if ( '' !== words_of_trouble() ) {
		print_state( 'error', words_of_trouble() );
	} else {
		print_state( 'success', __( 'On: visitors who open the chat are answered by this WordPress.', 'bellhop' ) );
	}
	ensure_tables();
	list( $messages, $tokens ) = used_today();
	/* translators: 1: a number of messages, 2: a number of tokens, the unit in which providers of models charge */
	echo '<p>' . esc_html( sprintf( __( 'Today: messages %1$s, tokens about %2$s.', 'bellhop' ), number_format_i18n( $messages ), number_format_i18n( $tokens ) ) ) . '<br>';
	echo esc_html( money_of_month() ) . '</p>';
	if ( is_price_guessed() ) {
		/* translators: 1: name of an AI model, 2 and 3: prices in US dollars */
		print_state( 'warning', sprintf( __( 'What the model %1$s costs is not known here. It counts as a dear one, at $%2$s and $%3$s for a million tokens read and written. Enter its prices below, so that the month’s limit is right.', 'bellhop' ), model_name(), number_format_i18n( UNKNOWN_PRICE[0] ), number_format_i18n( UNKNOWN_PRICE[1] ) ) );
	}
	print_known_numbers();
	echo '<p><a href="' . esc_url( knowledge_url() ) . '">' . esc_html__( 'See what was read of each page, and what not', 'bellhop' ) . '</a></p>';
	echo '<p><a class="button" href="' . esc_url( home_url( '/' ) ) . '">' . esc_html__( 'Try the chat on your site', 'bellhop' ) . '</a></p>';
	print_action_form( 'test_chat', __( 'Test the chat', 'bellhop' ) );
	echo '<p><a href="' . esc_url( chats_url() ) . '">' . esc_html__( 'Read what visitors have asked', 'bellhop' ) . '</a></p>';
	print_switch_form( false, __( 'Take the chat off the site', 'bellhop' ) );
}

/**
 * Prints the button that shows the chat to visitors, or takes it away.
 *
 * @param bool   $turns_on What the button does.
 * @param string $label    Its words.
 */
function print_switch_form( bool $turns_on, string $label ): void {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '"><input type="hidden" name="action" value="bellhop_switch"><input type="hidden" name="on" value="' . esc_attr( $turns_on ? '1' : '' ) . '">';
	wp_nonce_field( 'bellhop_switch' );
	if ( $turns_on && '' === model_source() ) {
		echo '<p><label for="bellhop-first-key">' . esc_html__( 'Key', 'bellhop' ) . '</label><br><input type="password" id="bellhop-first-key" name="key" value="" class="regular-text" autocomplete="off" spellcheck="false" required></p>';
	}
	submit_button( $label, $turns_on ? 'primary' : 'button-link-delete', 'submit', false, array( 'id' => 'bellhop-act-switch' ) );
	echo '</form>';
}
