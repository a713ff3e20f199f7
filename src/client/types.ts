// The typed client as the other rooms and npm users see it.

import type { Signal } from '../platform/globals.ts';
import type {
  AnalyticsQuery,
  AnalyticsReport,
  EventPage,
  Heartbeat,
  HeartbeatReply,
  ListQuery,
  SendInput,
  SessionEvent,
  SessionTicket,
  Site,
  SitePatch,
  StreamFrame,
  ToolDefinition,
} from '../protocol/index.ts';
import type { SessionScript } from './script.ts';

export interface RepeatOptions {
  /**
   * How often a call is tried; default 3, 1 repeats nothing. `list`, `listAll` and `analytics` are tried again where no reply came
   * (or not all of it) and after HTTP 429, 502, 503 and 504, with growing pauses of about a second, and after the gateway's
   * Retry-After where it asks for at most 30 seconds. So is `send`, but only to a gateway that takes names for what is sent: each
   * event then has an `intent_id`, the caller's own or a random one, and is stored once however often it arrives. To any other
   * gateway `send` is one POST. A client that has heard nothing of the gateway yet asks for a list of one event before its first
   * send, to know which of the two it is.
   */
  tries?: number;
}

export interface CallOptions {
  signal?: Signal;
}

export interface SendOptions extends CallOptions {
  /** Lets the request outlive the page; only for small bodies. */
  keepalive?: boolean;
  /** Milliseconds after which the outcome counts as unknown. Default 30,000. */
  timeoutMs?: number;
}

export interface StreamOptions extends CallOptions {
  /** Thoughts come too. */
  includeThinking?: boolean;
  /** Asks for previews of agent messages. */
  previews?: boolean;
  /** Called once, when the head of an event stream has arrived. */
  onOpen?: () => void;
  /** Called whenever something of it arrives, a keep-alive too. */
  onHeard?: () => void;
}

export interface FollowOptions extends CallOptions {
  /** The id of the last event that the caller has; those behind it come. Default: all from the beginning. */
  after?: string;
  /** Thoughts come too. */
  includeThinking?: boolean;
  /** `poll`: never opens a stream. Default `auto`. */
  transport?: 'auto' | 'poll';
}

export interface ListAllOptions extends CallOptions {
  /** Awaited before each page but the first. */
  beforeNext?: () => Promise<void>;
}

export interface SessionEvents {
  /** One page of the log. */
  list(sessionId: string, query?: ListQuery, options?: CallOptions): Promise<EventPage>;
  /** Yields the events of every page, following `next_page` to the end; stops on a repeated cursor. */
  listAll(
    sessionId: string,
    query?: ListQuery,
    options?: ListAllOptions,
  ): AsyncGenerator<SessionEvent>;
  /**
   * Sends events. Resolves to the persisted events. `bellhop/client` repeats it where that is safe (`tries`). Elsewhere it is one
   * POST: before sending again the caller must look into the list; and if the token was refused and has been renewed, it rejects
   * with `unauthenticated`, not applied and retryable.
   */
  send(sessionId: string, events: SendInput, options?: SendOptions): Promise<SessionEvent[]>;
  /**
   * Whether the gateway has said, on the latest reply of a list or a POST, that it takes names for what is sent: an event that
   * is sent again under its `intent_id` is stored once. Undefined before the first such reply. Absent: it never says so.
   */
  hasIntents?(): boolean | undefined;
  /** One connection. Ends when the gateway closes it; throws GatewayError if it can't be opened or is cut. */
  stream(sessionId: string, options?: StreamOptions): AsyncGenerator<StreamFrame>;
}

export interface GatewayClient extends SessionEvents, OperatorCalls {
  /** The gateway's address, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * Yields each event once, those that are there and then those that come, until the caller leaves the loop or aborts the
   * signal. It streams, lists and polls by itself, opens again what the gateway or the network has closed, and waits for as
   * long as a Retry-After says. Throws GatewayError only where the caller must act: a refused token, no such session.
   * An event comes as it was when it was first seen; its `processed_at` may be set later.
   */
  follow(sessionId: string, options?: FollowOptions): AsyncGenerator<SessionEvent>;
  sites: {
    update(siteId: string, patch: SitePatch, options?: CallOptions): Promise<Site>;
    heartbeat(clientId: string, beat: Heartbeat, options?: CallOptions): Promise<HeartbeatReply>;
  };
  /** Usage in buckets of time, with an account token. */
  analytics(query: AnalyticsQuery, options?: CallOptions): Promise<AnalyticsReport>;
}

/** What of a session can be changed later. */
export interface SessionPatch {
  /** The tools that the visitor's page offers: at most 128, with different names. */
  client_tools?: readonly ToolDefinition[];
  /** The collection of documents that the agent answers from; null: none. */
  collection_id?: string | null;
  /** Instructions for this session alone, besides the agent's own. The visitor doesn't see them. Null: none. */
  system?: string | null;
  /** Tokens that the agent may read at once; null: as the gateway is set. */
  context_window?: number | null;
}

export interface NewSession extends SessionPatch {
  /** Whose session it is, in words of the site's own. Only a token for the same owner opens it. */
  owner_id?: string;
  /** Name or id of an agent. Default: the site's, the project's, or the gateway's own. */
  agent?: string;
  /** The site's registration, for its agent and its share of the numbers. With a service token it is the token's own. */
  client_id?: string;
  /** Default: the key's own project, or `default`. */
  project_id?: string;
  /** What a scripted agent answers, turn by turn, in place of any other agent: for tests and demonstrations. */
  script?: SessionScript;
}

export interface TokenRequest {
  /** Default: the session's own. */
  owner_id?: string;
  /** Default: `session_events`. */
  scopes?: readonly string[];
  /** Seconds, at most 86,400. Default 900. */
  expires_in_s?: number;
}

export interface FeedbackInput {
  event_id: string;
  /** Null takes it back. */
  value: 'up' | 'down' | null;
  comment?: string | null;
  /** Whose session it must be. */
  owner_id?: string;
}

/** All reject with GatewayError. They need the admin key or a service token, and so belong on a server. */
export interface OperatorCalls {
  /** A new session, for a visitor whom you name by `owner_id`. */
  createSession(session?: NewSession, options?: CallOptions): Promise<{ session_id: string }>;
  /** Changes what is named and leaves the rest. */
  updateSession(sessionId: string, patch: SessionPatch, options?: CallOptions): Promise<void>;
  /** A token that opens this session in a browser. `expires_at` in Unix milliseconds. */
  mintToken(
    sessionId: string,
    request?: TokenRequest,
    options?: CallOptions,
  ): Promise<SessionTicket>;
  /** For good. A session that is gone already is no error. */
  deleteSession(sessionId: string, options?: CallOptions): Promise<void>;
  /** Stores what a visitor said of an answer, in place of what was said before. */
  giveFeedback(sessionId: string, feedback: FeedbackInput, options?: CallOptions): Promise<void>;
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
  | 'timeout' // no reply in time
  | 'bad_response' // a reply that isn't the gateway's: no JSON, or of another shape
  | 'aborted' // the caller's own signal
  | 'no_session'; // the site's session endpoint gave none

/** Of a failed POST: `not_applied` only if the gateway itself said so (or on a 401), else `unknown`. */
export type SendOutcome = 'not_applied' | 'unknown';
