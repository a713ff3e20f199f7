// The typed client's face: what the other rooms (and npm users) see of it.

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
  /** Let the request outlive the page; only for small bodies. */
  keepalive?: boolean;
  /** Milliseconds until the outcome counts as unknown. Default 30,000. */
  timeoutMs?: number;
}

export interface StreamOptions extends CallOptions {
  includeThinking?: boolean;
  /** Ask for previews of agent messages. */
  previews?: boolean;
  /** Called once when the response head has arrived and is an event stream. */
  onOpen?: () => void;
}

export interface ListAllOptions extends CallOptions {
  /** Waited for before each page but the first. */
  beforeNext?: () => Promise<void>;
}

export interface SessionEvents {
  list(sessionId: string, query?: ListQuery, options?: CallOptions): Promise<EventPage>;
  /** Every page from here to the end, following `next_page`; stops on a repeated cursor. */
  listAll(
    sessionId: string,
    query?: ListQuery,
    options?: ListAllOptions,
  ): AsyncGenerator<SessionEvent>;
  /**
   * One POST, never repeated here: before a retry the caller must look into the list. Resolves to the persisted events.
   * Where its token was refused and another is there, it rejects with `unauthenticated`, not applied and retryable.
   */
  send(sessionId: string, events: SendInput, options?: SendOptions): Promise<SessionEvent[]>;
  /** One connection. Ends when the gateway rotates; throws GatewayError where it can't be opened. */
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

/** Where the bearer token comes from. The token itself never leaves memory and the header. */
export interface Credentials {
  /** The token for the next request; asks for one where there is none. Rejects with GatewayError. */
  token(): Promise<string>;
  /**
   * The gateway refused `rejected`. Resolves to another token: at once if it has changed meanwhile,
   * else after one shared refresh. A refused token is never handed out again.
   */
  refresh(rejected: string): Promise<string>;
  /** The gateway refused this one too: don't hand it out again. Asks for nothing. */
  reject?(rejected: string): void;
}

/** One request as the owner's view shows it. Never holds the token. */
export interface GatewayTrace {
  method: string;
  /** Path and query. */
  path: string;
  /** HTTP status; 0 where no reply came. */
  status: number;
  /** Until the head of the reply. */
  latencyMs: number;
  requestId: string | null;
}

export type GatewayErrorCode =
  | 'invalid_request' // 400
  | 'unauthenticated' // 401; retryable where a POST was refused and the token has been renewed since
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

/** What is certain of a POST that failed: `not_applied` by the gateway's own word, else `unknown`. */
export type SendOutcome = 'not_applied' | 'unknown';
