// The door of the gateway room: the typed client, its credentials, its back-off.

export * from './backoff.ts';
export * from './credentials.ts';
export * from './delete-endpoint.ts';
export * from './describe-reply.ts';
export * from './gateway-client.ts';
export * from './gateway-error.ts';
export * from './operator-calls.ts';
export * from './session-calls.ts';
export {
  createSessionEndpoint,
  type SessionEndpoint,
  type SessionEndpointOptions,
} from './session-endpoint.ts';
export * from './sse-parser.ts';
export * from './types.ts';
