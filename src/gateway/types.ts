// The typed client as the other rooms and npm users see it.

import type {
  AnalyticsQuery,
  AnalyticsReport,
  EventPage,
  Heartbeat,
  HeartbeatReply,
  ListQuery,
  SendInput,
  SessionEvent,
  Site,
  SitePatch,
  StreamFrame,
} from '../protocol/index.ts';

export interface CallOptions {
  signal?: AbortSignal;
}

export interface SendOptions extends CallOptions {
  /** Lets the request outlive the page; only for small bodies. */
  keepalive?: boolean;
  /** Milliseconds after which the outcome counts as unknown. Default 30,000. */
  timeoutMs?: number;
}

export interface StreamOptions extends CallOptions {
  includeThinking?: boolean;
  /** Asks for previews of agent messages. */
  previews?: boolean;
  /** Called once, when the head of an event stream has arrived. */
  onOpen?: () => void;
}

export interface ListAllOptions extends CallOptions {
  /** Awaited before each page but the first. */
  beforeNext?: () => Promise<void>;
}

export interface SessionEvents {
  list(sessionId: string, query?: ListQuery, options?: CallOptions): Promise<EventPage>;
  /** Yields the events of every page, following `next_page` to the end; stops on a repeated cursor. */
  listAll(
    sessionId: string,
    query?: ListQuery,
    options?: ListAllOptions,
  ): AsyncGenerator<SessionEvent>;
  /**
   * One POST, never repeated here: before a retry the caller must look into the list. Resolves to the persisted events.
   * If the token was refused and has been renewed, it rejects with `unauthenticated`, not applied and retryable.
   */
  send(sessionId: string, events: SendInput, options?: SendOptions): Promise<SessionEvent[]>;
  /** One connection. Ends when the gateway closes it; throws GatewayError if it can't be opened or is cut. */
  stream(sessionId: string, options?: StreamOptions): AsyncGenerator<StreamFrame>;
}

export interface GatewayClient extends SessionEvents {
  readonly baseUrl: string;
  sites: {
    update(siteId: string, patch: SitePatch, options?: CallOptions): Promise<Site>;
    heartbeat(clientId: string, beat: Heartbeat, options?: CallOptions): Promise<HeartbeatReply>;
  };
  analytics(query: AnalyticsQuery, options?: CallOptions): Promise<AnalyticsReport>;
}

/** Gives the bearer token, which never leaves memory and the header. */
export interface Credentials {
  /** The token for the next request; gets one if there is none. Rejects with GatewayError. */
  token(): Promise<string>;
  /**
   * Tells that the gateway refused `rejected`. Resolves to another token: at once if there is one meanwhile, else
   * after one refresh, which all callers share. A refused token is never handed out again.
   */
  refresh(rejected: string): Promise<string>;
  /** Tells that the gateway refused this token too: it isn't handed out again. Gets no other. */
  reject?(rejected: string): void;
}

/** One request as the owner's view shows it. Never holds the token. */
export interface GatewayTrace {
  method: string;
  /** Path and query. */
  path: string;
  /** HTTP status; 0 where no reply came. */
  status: number;
  /** Milliseconds until the head of the reply. */
  latencyMs: number;
  requestId: string | null;
}

export type GatewayErrorCode =
  | 'invalid_request' // 400
  | 'unauthenticated' // 401; retryable if it refused a POST and the token has been renewed since
  | 'forbidden' // 403
  | 'content_policy' // 403 content_policy_violation
  | 'site_not_active' // 403 of a heartbeat
  | 'not_found' // 404
  | 'revoked' // 404 site_authorization_revoked
  | 'conflict' // 409
  | 'too_large' // 413
  | 'rate_limited' // 429
  | 'insufficient_credits' // status undocumented; known by its type or message
  | 'server_error' // 500
  | 'unavailable' // 503
  | 'network' // no reply, a cut body, or an edge's reply without CORS headers
  | 'timeout'
  | 'bad_response' // a reply that isn't the gateway's: no JSON, or of another shape
  | 'aborted'
  | 'no_session'; // the site's session endpoint gave none

/** Of a failed POST: `not_applied` only if the gateway itself said so (or on a 401), else `unknown`. */
export type SendOutcome = 'not_applied' | 'unknown';
