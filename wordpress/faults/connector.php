<?php
/**
 * Plugin Name: Connector
 * Description: For tests. A provider of models as its plugin would register it with WordPress's AI client (7.0 and up), at the address that
 * the option connector_url names. Its key is the one of Settings → Connectors.
 *
 * @package Bellhop
 */

use WordPress\AiClient\AiClient;
use WordPress\AiClient\Messages\Enums\ModalityEnum;
use WordPress\AiClient\Providers\ApiBasedImplementation\AbstractApiProvider;
use WordPress\AiClient\Providers\Contracts\ModelMetadataDirectoryInterface;
use WordPress\AiClient\Providers\Contracts\ProviderAvailabilityInterface;
use WordPress\AiClient\Providers\DTO\ProviderMetadata;
use WordPress\AiClient\Providers\Enums\ProviderTypeEnum;
use WordPress\AiClient\Providers\Http\DTO\Request;
use WordPress\AiClient\Providers\Http\Enums\HttpMethodEnum;
use WordPress\AiClient\Providers\Http\Enums\RequestAuthenticationMethod;
use WordPress\AiClient\Providers\Models\Contracts\ModelInterface;
use WordPress\AiClient\Providers\Models\DTO\ModelMetadata;
use WordPress\AiClient\Providers\Models\DTO\SupportedOption;
use WordPress\AiClient\Providers\Models\Enums\CapabilityEnum;
use WordPress\AiClient\Providers\Models\Enums\OptionEnum;
use WordPress\AiClient\Providers\OpenAiCompatibleImplementation\AbstractOpenAiCompatibleTextGenerationModel;

defined( 'ABSPATH' ) || exit;

class Connector_Model extends AbstractOpenAiCompatibleTextGenerationModel {
	protected function createRequest( HttpMethodEnum $method, string $path, array $headers = array(), $data = null ): Request {
		return new Request( $method, Connector_Provider::url( $path ), $headers, $data );
	}
}

class Connector_Models implements ModelMetadataDirectoryInterface, ProviderAvailabilityInterface {
	public function listModelMetadata(): array {
		$text    = array( array( ModalityEnum::text() ) );
		$options = array( new SupportedOption( OptionEnum::inputModalities(), $text ), new SupportedOption( OptionEnum::outputModalities(), $text ) );
		foreach ( array( 'systemInstruction', 'maxTokens', 'functionDeclarations' ) as $option ) {
			$options[] = new SupportedOption( OptionEnum::$option() );
		}
		return array( new ModelMetadata( 'connected', 'Connected', array( CapabilityEnum::textGeneration(), CapabilityEnum::chatHistory() ), $options ) );
	}

	public function hasModelMetadata( string $id ): bool {
		return 'connected' === $id;
	}

	public function getModelMetadata( string $id ): ModelMetadata {
		return $this->listModelMetadata()[0];
	}

	public function isConfigured(): bool {
		return true;
	}
}

class Connector_Provider extends AbstractApiProvider {
	protected static function baseUrl(): string {
		return (string) get_option( 'connector_url' );
	}

	protected static function createModel( ModelMetadata $model, ProviderMetadata $provider ): ModelInterface {
		return new Connector_Model( $model, $provider );
	}

	protected static function createProviderMetadata(): ProviderMetadata {
		return new ProviderMetadata( 'sample', 'Sample', ProviderTypeEnum::cloud(), null, RequestAuthenticationMethod::apiKey() );
	}

	protected static function createProviderAvailability(): ProviderAvailabilityInterface {
		return new Connector_Models();
	}

	protected static function createModelMetadataDirectory(): ModelMetadataDirectoryInterface {
		return new Connector_Models();
	}
}

add_action(
	'init',
	function () {
		AiClient::defaultRegistry()->registerProvider( Connector_Provider::class );
	},
	5
);
// WordPress asks no address of this machine by itself.
add_filter( 'http_request_host_is_external', '__return_true' );
add_filter(
	'http_allowed_safe_ports',
	function ( array $ports ): array {
		$ports[] = (int) wp_parse_url( (string) get_option( 'connector_url' ), PHP_URL_PORT );
		return $ports;
	}
);
