<?php
/**
 * The request to the model with a key of this plugin's own, over WordPress's HTTP functions, in the protocol of chat completions,
 * which every well-known provider speaks. The key goes to the address that it was given for, and to no other.
 *
 * @package Bellhop
 */

namespace Bellhop;

defined( 'ABSPATH' ) || exit;

/** Apart from the settings, so that no form prints it: `key`, sealed, and `address`, the provider it was given for. */
const OPTION_MODEL_KEY = 'bellhop_model_key';

/**
 * By how a key begins: address and a model to begin with. The last one takes every other. Makers retire models after a year or two:
 * look at these with every release.
 */
const MODEL_PROVIDERS = array(
	'sk-ant-' => array( 'https://api.anthropic.com/v1', 'claude-haiku-5-5' ),
	'sk-or-'  => array( 'https://openrouter.ai/api/v1', 'openrouter/auto' ),
	'AIza'    => array( 'https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-3.5-flash-lite' ),
	''        => array( 'https://api.openai.com/v1', 'gpt-6-luna' ),
);

/** Those of them that make vectors (embeddings.php), by address: model, numbers of a vector, US dollars for a million tokens as of PRICES_OF. */
const EMBEDDING_MODELS = array(
	'https://api.openai.com/v1'    => array( 'text-embedding-3-small', 512, 0.02 ),
	'https://openrouter.ai/api/v1' => array( 'openai/text-embedding-3-small', 512, 0.02 ),
	'https://generativelanguage.googleapis.com/v1beta/openai' => array( 'gemini-embedding-001', 768, 0.15 ),
);
add_filter( 'sanitize_option_' . OPTION_MODEL_KEY, __NAMESPACE__ . '\\bind_model_key', 20 );
add_action( 'add_option_' . OPTION_MODEL_KEY, __NAMESPACE__ . '\\keep_model_key_apart', 10, 0 );

/** How a sealed key begins. */
const SEALED = 'sealed:';

/** The key for the provider of the settings; '' where there is none, or it was given for another. */
function model_key(): string {
	$configured = configured_model_key();
	if ( '' !== $configured ) {
		// Whoever may change the settings, as the owner of one site of a network may, could else send it to a server of their own.
		$meant = defined( 'BELLHOP_MODEL_URL' ) ? text( BELLHOP_MODEL_URL ) : '';
		return settings()['model_url'] === $meant ? $configured : '';
	}
	$stored = stored_model_key();
	return null !== $stored && settings()['model_url'] === $stored['address'] ? $stored['key'] : '';
}

/** The key of wp-config.php or of the server's environment, both as BELLHOP_MODEL_KEY; it goes before a stored one. '' for none. */
function configured_model_key(): string {
	$key = defined( 'BELLHOP_MODEL_KEY' ) ? BELLHOP_MODEL_KEY : getenv( 'BELLHOP_MODEL_KEY' );
	return is_bound_key(
		array(
			'key'     => $key,
			'address' => '',
		)
	) ? $key : '';
}

/** The key of the database with the address that it was given for; null where there is none, or other salts have sealed it. */
function stored_model_key(): ?array {
	$stored = get_option( OPTION_MODEL_KEY );
	if ( ! is_bound_key( $stored ) ) {
		return null;
	}
	$stored['key'] = unseal_key( $stored['key'] );
	return is_bound_key( $stored ) ? $stored : null;
}

/**
 * A key as the database has it: encrypted with the site's salts, which stand in wp-config.php, so that a copy of the database alone, a
 * backup or an export, gives it to nobody.
 *
 * @param string $key In the clear, or sealed already.
 */
function seal_key( string $key ): string {
	if ( 0 === strpos( $key, SEALED ) ) {
		return $key;
	}
	$nonce = random_bytes( SODIUM_CRYPTO_SECRETBOX_NONCEBYTES );
	return SEALED . sodium_bin2base64( $nonce . sodium_crypto_secretbox( $key, $nonce, sealing_key() ), SODIUM_BASE64_VARIANT_ORIGINAL );
}

/**
 * The key in the clear.
 *
 * @param string $stored Of seal_key(), or in the clear, as earlier releases stored it.
 * @return string '' where other salts have sealed it.
 */
function unseal_key( string $stored ): string {
	if ( 0 !== strpos( $stored, SEALED ) ) {
		return $stored;
	}
	$bytes = bytes_of_base64( substr( $stored, strlen( SEALED ) ) );
	$size  = SODIUM_CRYPTO_SECRETBOX_NONCEBYTES;
	if ( strlen( $bytes ) <= $size + SODIUM_CRYPTO_SECRETBOX_MACBYTES ) {
		return '';
	}
	$key = sodium_crypto_secretbox_open( substr( $bytes, $size ), substr( $bytes, 0, $size ), sealing_key() );
	return false === $key ? '' : $key;
}

/** What seals: 32 bytes of the site's salts. */
function sealing_key(): string {
	return hash( 'sha256', 'bellhop_model_key|' . wp_salt( 'secure_auth' ), true );
}

/** Whatever way it was stored, a form's too: not in what WordPress loads for every page, and what caches of objects hold in one piece. */
function keep_model_key_apart(): void {
	wp_set_option_autoload( OPTION_MODEL_KEY, false );
}

/**
 * Whether a value is a key with its address.
 *
 * @param mixed $value Anything.
 */
function is_bound_key( $value ): bool {
	return is_array( $value ) && is_string( $value['address'] ?? null ) && (bool) preg_match( '/^[\x21-\x7e]{8,4096}$/D', text( $value['key'] ?? null ) );
}

/**
 * What is stored for a key that somebody gives, by whatever way.
 *
 * @param mixed $given A key, or one with its address ('' is the provider that the key tells by itself).
 * @return array|string '' for none.
 */
function bind_model_key( $given ) {
	$bound = is_bound_key( $given ) ? $given : array(
		'key'     => trim( text( $given ) ),
		'address' => settings()['model_url'],
	);
	return is_bound_key( $bound ) ? array(
		'key'     => seal_key( $bound['key'] ),
		'address' => $bound['address'],
	) : '';
}

/** Address and first model of the provider that a key belongs to. */
function provider_of_key( string $key ): array {
	foreach ( MODEL_PROVIDERS as $beginning => $provider ) {
		if ( '' === $beginning || 0 === strpos( $key, $beginning ) ) {
			return $provider;
		}
	}
	return MODEL_PROVIDERS[''];
}

/** OpenAI's models that may be asked not to think, and those among them that can't. In chat completions they call tools only so, and a visitor waits less. */
const MAY_SKIP_THOUGHT  = '/^gpt-(?:5\.[1-9]|6)/';
const MUST_THINK_OPENAI = '/astra|pro|codex|chat|^gpt-6\.1-sol/';
/** Models that think before they answer without being asked to; thoughts count among the tokens of an answer. */
const THINKS_BY_ITSELF = '/(?:^|\/)claude-(?:(?:opus|sonnet|haiku)-[5-9]|fable|mythos)/';
/** Room for their thoughts. */
const THOUGHT_TOKENS = 2500;

/**
 * Tokens that an answer may have at most, with the thoughts before it.
 *
 * @param string $model Who answers, as its usage names it.
 */
function max_answer_tokens( string $model ): int {
	return MAX_ANSWER_TOKENS + ( preg_match( THINKS_BY_ITSELF, $model ) ? THOUGHT_TOKENS : 0 );
}

/**
 * The model that a key is used with.
 *
 * @param string $own Of a chatbot, or '' for the settings'.
 */
function model_name( string $own = '' ): string {
	$name = '' === $own ? settings()['model'] : $own;
	return '' === $name ? provider_of_key( model_key() )[1] : $name;
}

/**
 * Asks the provider of the owner's key, over the chat completions that they all speak.
 *
 * @param array $request Of ask_model.
 * @return array error, or what read_said reads.
 */
function ask_with_key( array $request ): array {
	$key     = model_key();
	$address = settings()['model_url'];
	$url     = '' === $address ? provider_of_key( $key )[0] : $address;
	// OpenAI's newer models refuse the name that everybody else knows.
	$most  = false === strpos( $url, '//api.openai.com/' ) ? 'max_tokens' : 'max_completion_tokens';
	$body  = array(
		'model'    => model_name( $request['model'] ?? '' ),
		'messages' => chat_messages( $request ),
		$most      => $request['max_tokens'],
	);
	$tools = chat_tools( $request['tools'], $request['names'] );
	if ( $tools ) {
		$body['tools'] = $tools;
	}
	if ( 'max_tokens' !== $most && preg_match( MAY_SKIP_THOUGHT, $body['model'] ) && ! preg_match( MUST_THINK_OPENAI, $body['model'] ) ) {
		$body['reasoning_effort'] = 'none';
	}
	$preview = get_transient( 'bellhop_no_pieces' ) === $url ? null : $request['preview'] ?? null;
	if ( null !== $preview ) {
		$body['stream']         = true;
		$body['stream_options'] = array( 'include_usage' => true );
	}
	/**
	 * The body of a request to the model.
	 *
	 * @param array  $body       In the protocol of chat completions.
	 * @param string $session_id Whose it is.
	 */
	$body     = (array) apply_filters( 'bellhop_model_request', $body, $request['session_id'] );
	$unfollow = follow_reply( $preview );
	$reply    = post_to_provider( $url, $key, $body );
	$unfollow();
	if ( is_wp_error( $reply ) ) {
		return failed_request( 0, $reply->get_error_message() );
	}
	$status = (int) wp_remote_retrieve_response_code( $reply );
	$text   = wp_remote_retrieve_body( $reply );
	if ( null !== $preview && in_array( $status, array( 400, 422 ), true ) && preg_match( '/\bstream/i', $text ) ) {
		// This provider answers in one piece only: so it is asked from now on.
		set_transient( 'bellhop_no_pieces', $url, DAY_IN_SECONDS );
		return ask_with_key( array( 'preview' => null ) + $request );
	}
	if ( 200 !== $status ) {
		return failed_request( $status, $text );
	}
	$is_in_pieces = 0 === strpos( (string) wp_remote_retrieve_header( $reply, 'content-type' ), 'text/event-stream' );
	return $is_in_pieces ? read_chat_stream( $text ) : read_chat_reply( json_decode( $text ) );
}

/**
 * One request to the provider.
 *
 * @param array  $body    In the protocol of chat completions.
 * @param string $path    Below its address.
 * @param int    $seconds That it may take.
 * @return array|\WP_Error
 */
function post_to_provider( string $url, string $key, array $body, string $path = '/chat/completions', int $seconds = MODEL_TIMEOUT ) {
	return wp_remote_post(
		$url . $path,
		array(
			'timeout'             => $seconds,
			'redirection'         => 0,
			// In a network a site's owner must not reach what only the server can see.
			'reject_unsafe_urls'  => is_multisite(),
			'limit_response_size' => 2 * MB_IN_BYTES,
			'user-agent'          => 'Bellhop-WordPress/' . VERSION,
			'headers'             => array(
				'Authorization' => 'Bearer ' . $key,
				'Content-Type'  => 'application/json',
			),
			'body'                => to_json( $body ),
		)
	);
}

/**
 * Reads a provider's answer.
 *
 * @param mixed $reply Decoded, as objects.
 * @return array error, or what read_said reads.
 */
function read_chat_reply( $reply ): array {
	$choice  = is_object( $reply ) && is_array( $reply->choices ?? null ) ? ( $reply->choices[0] ?? null ) : null;
	$message = is_object( $choice ) ? ( $choice->message ?? null ) : null;
	if ( ! is_object( $message ) ) {
		return array( 'error' => 'upstream_error' );
	}
	$said = array(
		'text'    => text( $message->content ?? null ),
		'thought' => $message->reasoning_content ?? $message->reasoning ?? null,
		'calls'   => read_chat_calls( $message->tool_calls ?? null ),
		'stop'    => 'length' === ( $choice->finish_reason ?? '' ) ? 'max_tokens' : 'end_turn',
		'model'   => cut( text( $reply->model ?? null ), 100 ),
	);
	return $said + read_chat_usage( is_object( $reply->usage ?? null ) ? $reply->usage : (object) array() );
}

/**
 * The calls of tools in an answer.
 *
 * @param mixed $given Of a message.
 * @return array[]
 */
function read_chat_calls( $given ): array {
	$calls = array();
	foreach ( is_array( $given ) ? $given : array() as $call ) {
		$calls[] = array(
			'name'  => text( $call->function->name ?? null ),
			'input' => json_decode( text( $call->function->arguments ?? null ) ),
		);
	}
	return $calls;
}

/** The tokens that a provider counted. */
function read_chat_usage( object $usage ): array {
	return array(
		'input_tokens'     => absint( $usage->prompt_tokens ?? 0 ),
		'output_tokens'    => absint( $usage->completion_tokens ?? 0 ),
		'reasoning_tokens' => absint( $usage->completion_tokens_details->reasoning_tokens ?? 0 ),
	);
}

/**
 * The conversation in the words of chat completions.
 *
 * @param array $request Of ask_model.
 * @return array[]
 */
function chat_messages( array $request ): array {
	$messages = array(
		array(
			'role'    => 'system',
			'content' => $request['system'],
		),
	);
	foreach ( $request['lines'] as $line ) {
		if ( 'result' === $line['role'] ) {
			$messages[] = array(
				'role'         => 'tool',
				'tool_call_id' => $line['id'],
				'content'      => $line['text'],
			);
			continue;
		}
		$message = array(
			'role'    => 'agent' === $line['role'] ? 'assistant' : 'user',
			'content' => $line['text'],
		);
		foreach ( $line['calls'] ?? array() as $call ) {
			$message['tool_calls'][] = array(
				'id'       => $call['id'],
				'type'     => 'function',
				'function' => array(
					'name'      => $request['names'][ $call['name'] ] ?? $call['name'],
					'arguments' => (string) wp_json_encode( $call['input'] ),
				),
			);
		}
		$messages[] = $message;
	}
	return $messages;
}

/**
 * The tools in the words of chat completions.
 *
 * @param object[] $tools Of the session.
 * @param string[] $names Of model_names.
 * @return array[]
 */
function chat_tools( array $tools, array $names ): array {
	$declared = array();
	foreach ( $tools as $tool ) {
		$schema       = clone (object) ( $tool->input_schema ?? array() );
		$schema->type = 'object';
		$declared[]   = array(
			'type'     => 'function',
			'function' => array(
				'name'        => $names[ $tool->name ],
				'description' => (string) ( $tool->description ?? '' ),
				'parameters'  => $schema,
			),
		);
	}
	return $declared;
}
