<?php
/**
 * The request to the model by way of WordPress's AI client (7.0 and up) and the provider that the owner has connected there.
 *
 * @package Bellhop
 */

namespace Bellhop;

use WordPress\AiClient\AiClient;
use WordPress\AiClient\Messages\DTO\Message;
use WordPress\AiClient\Messages\DTO\MessagePart;
use WordPress\AiClient\Messages\Enums\MessageRoleEnum;
use WordPress\AiClient\Providers\Http\DTO\RequestOptions;
use WordPress\AiClient\Tools\DTO\FunctionCall;
use WordPress\AiClient\Tools\DTO\FunctionDeclaration;
use WordPress\AiClient\Tools\DTO\FunctionResponse;

defined( 'ABSPATH' ) || exit;

/** Whether this WordPress has connectors at all. */
function has_connectors(): bool {
	return function_exists( 'wp_ai_client_prompt' ) && function_exists( 'wp_get_connectors' ) && wp_supports_ai();
}

/**
 * Whether one of the connected providers can answer. Tells it from what is stored, and asks no provider: it is asked on every page.
 */
function has_connector(): bool {
	if ( ! has_connectors() ) {
		return false;
	}
	foreach ( wp_get_connectors() as $id => $connector ) {
		if ( 'ai_provider' !== ( $connector['type'] ?? '' ) || ! AiClient::defaultRegistry()->hasProvider( (string) $id ) ) {
			continue;
		}
		$auth = $connector['authentication'] ?? array();
		if ( 'none' === ( $auth['method'] ?? '' ) || is_connector_set( $auth ) ) {
			return true;
		}
	}
	return false;
}

/**
 * Whether a connector has a key, wherever it is kept.
 *
 * @param array $auth Of a connector.
 */
function is_connector_set( array $auth ): bool {
	$constant = (string) ( $auth['constant_name'] ?? '' );
	$variable = (string) ( $auth['env_var_name'] ?? '' );
	$setting  = (string) ( $auth['setting_name'] ?? '' );
	return ( '' !== $variable && '' !== (string) getenv( $variable ) )
		|| ( '' !== $constant && defined( $constant ) && '' !== (string) constant( $constant ) )
		|| ( '' !== $setting && ! empty( get_option( $setting ) ) );
}

/**
 * Asks by WordPress's own AI client.
 *
 * @param array $request Of ask_model.
 * @return array error, or what read_said reads.
 */
function ask_core( array $request ): array {
	$prompt = wp_ai_client_prompt( core_messages( $request['lines'], $request['names'] ) )
		->using_system_instruction( $request['system'] )
		->using_max_tokens( $request['max_tokens'] )
		->using_request_options( RequestOptions::fromArray( array( RequestOptions::KEY_TIMEOUT => (float) MODEL_TIMEOUT ) ) );
	if ( '' !== ( $request['model'] ?? '' ) ) {
		// A wish: where no connected provider has it, another of them answers.
		$prompt = $prompt->using_model_preference( $request['model'] );
	}
	$tools = core_tools( $request['tools'], $request['names'] );
	if ( $tools ) {
		$prompt = $prompt->using_function_declarations( ...$tools );
	}
	/**
	 * The prompt of WordPress's AI client, as for a preferred model: `$prompt->using_model_preference( … )`.
	 *
	 * @param \WP_AI_Client_Prompt_Builder $prompt     What will be sent.
	 * @param string                       $session_id Whose it is.
	 */
	$result = apply_filters( 'bellhop_core_prompt', $prompt, $request['session_id'] )->generate_text_result();
	if ( is_wp_error( $result ) ) {
		$data   = (array) $result->get_error_data();
		$status = 'prompt_network_error' === $result->get_error_code() ? 0 : (int) ( $data['status'] ?? 500 );
		return failed_request( $status, $result->get_error_message() );
	}
	$candidates = $result->getCandidates();
	$usage      = $result->getTokenUsage();
	$said       = array(
		'stop'             => $candidates[0]->getFinishReason()->isLength() ? 'max_tokens' : 'end_turn',
		'model'            => $result->getModelMetadata()->getId(),
		'input_tokens'     => max( 0, $usage->getPromptTokens() ),
		'output_tokens'    => max( 0, $usage->getCompletionTokens() ),
		'reasoning_tokens' => max( 0, (int) ( method_exists( $usage, 'getThoughtTokens' ) ? $usage->getThoughtTokens() : 0 ) ),
	);
	return $said + core_parts( $candidates[0]->getMessage()->getParts() );
}

/**
 * What an answer of WordPress's AI client says: text, thought, calls.
 *
 * @param MessagePart[] $parts Of an answer.
 */
function core_parts( array $parts ): array {
	$said = array(
		'text'    => '',
		'thought' => null,
		'calls'   => array(),
	);
	foreach ( $parts as $part ) {
		$call = $part->getFunctionCall();
		if ( null !== $call ) {
			$said['calls'][] = array(
				'name'  => (string) $call->getName(),
				'input' => $call->getArgs(),
			);
		} elseif ( null !== $part->getText() ) {
			$where          = $part->getChannel()->isThought() ? 'thought' : 'text';
			$said[ $where ] = $said[ $where ] . $part->getText();
		}
	}
	return $said;
}

/**
 * The conversation in the words of WordPress's AI client.
 *
 * @param array[]  $lines Of read_history.
 * @param string[] $names Of model_names.
 * @return Message[]
 */
function core_messages( array $lines, array $names ): array {
	$messages = array();
	foreach ( $lines as $line ) {
		$parts = array();
		if ( 'result' === $line['role'] ) {
			$parts[] = new MessagePart( new FunctionResponse( $line['id'], $names[ $line['name'] ] ?? $line['name'], $line['text'] ) );
		} elseif ( '' !== $line['text'] ) {
			$parts[] = new MessagePart( $line['text'] );
		}
		foreach ( $line['calls'] ?? array() as $call ) {
			$parts[] = new MessagePart( new FunctionCall( $call['id'], $names[ $call['name'] ] ?? $call['name'], (array) json_decode( (string) wp_json_encode( $call['input'] ), true ) ) );
		}
		if ( $parts ) {
			$messages[] = new Message( 'agent' === $line['role'] ? MessageRoleEnum::model() : MessageRoleEnum::user(), $parts );
		}
	}
	return $messages;
}

/**
 * The tools in the words of WordPress's AI client.
 *
 * @param object[] $tools Of the session.
 * @param string[] $names Of model_names.
 * @return FunctionDeclaration[]
 */
function core_tools( array $tools, array $names ): array {
	$declared = array();
	foreach ( $tools as $tool ) {
		$schema = (array) ( $tool->input_schema ?? array() );
		// Only what stands deeper may be objects: an empty `properties` must not become a list on its way.
		$declared[] = new FunctionDeclaration( $names[ $tool->name ], (string) ( $tool->description ?? '' ), array( 'type' => 'object' ) + $schema );
	}
	return $declared;
}
