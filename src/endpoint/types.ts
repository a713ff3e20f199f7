// What a site tells its session endpoint, and what it gets. Types only.

import type { SessionScript } from '../client/script.ts';
import type { SessionTicket, ToolDefinition } from '../protocol/index.ts';

/** A value that the agent may read about a visitor. */
export type AttributeValue = string | number | boolean | null;

/** Whom the site's own sign-in takes the caller for. */
export interface KnownVisitor {
  /** The account, such as its number. The gateway gets a keyed hash of it. Without one the visitor is a guest. */
  id?: string | number | undefined;
  /** What the agent may know, such as name and plan: up to 40, each up to 500 characters. It reads them as facts. */
  attributes?: Readonly<Record<string, AttributeValue | undefined>> | undefined;
}

/** `null` or `undefined`: a guest, known by a cookie. `false`: this caller may not chat (403). */
export type Visitor = KnownVisitor | string | number | null | undefined | false;

/** What a session is made with, and brought up to when its visitor comes back. */
export interface SessionSettings {
  /** Name or id of an agent; for new sessions. Default: the gateway's choice. */
  agent?: string;
  /** The site's registration at the gateway; for new sessions. With a service token it is the token's own. */
  client_id?: string;
  /** The gateway's project; for new sessions. */
  project_id?: string;
  /** The documents that the agent answers from. */
  collection_id?: string | null;
  /** Instructions for these sessions, besides the agent's. */
  system?: string;
  /** What a scripted agent answers, turn by turn, in place of any other agent; for new sessions. For tests of your page. */
  script?: SessionScript;
}

/** How often is fine; what is above gets a 429 with Retry-After. Each process counts for itself. */
export interface Limits {
  /** Calls of one visitor in a minute. Default 30. */
  perVisitor: number;
  /** Calls from one address in a minute; for guests without a cookie counted apart. Default 120. */
  perAddress: number;
  /** New sessions for one address in an hour. Default 240. */
  newPerAddress: number;
}

export interface CookieOptions {
  /**
   * Default `bellhop_visitor`. By https, for the whole site and without a domain, `__Host-` is put before it: then no other host
   * of the domain can plant it.
   */
  name?: string;
  /** Seconds from the last visit. Default 180 days. */
  maxAgeS?: number;
  /** Default `/`. */
  path?: string;
  /** Default: the host that answers, and no other. */
  domain?: string;
  /** `None` lets pages of other sites frame your chat: the cookie is Secure and Partitioned then. Default `Lax`. */
  sameSite?: 'Lax' | 'Strict' | 'None';
  /** Default: where the request came by https, also to a proxy that says so. */
  secure?: boolean;
}

/**
 * @typeParam Native what the server's framework calls a request, where the handler is given one: Hono's context, Express's
 * `req`.
 */
export interface SessionHandlerOptions<Native = unknown> {
  /** The gateway's address, as this server reaches it. */
  gateway: string;
  /** A site's service token, or the gateway's admin key. Stays on the server. */
  key: string;
  /** Tells who is signed in. Without it every visitor is a guest. */
  visitor?: (request: Request, native: Native | undefined) => Visitor | Promise<Visitor>;
  /**
   * At least 16 characters. Signs the guests' cookie and makes the owners' names at the gateway: with another, every
   * visitor begins anew. Default: `key`, so set one before you change that.
   */
  secret?: string;
  /** Which of the page's tools the agent gets. Default: all. */
  tools?: (
    offered: readonly ToolDefinition[],
    visitor: KnownVisitor,
  ) => readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  /** What sessions are made with, for everybody or by visitor. */
  session?:
    | SessionSettings
    | ((visitor: KnownVisitor) => SessionSettings | Promise<SessionSettings>);
  /** Of the cookie by which guests are known. */
  cookie?: CookieOptions;
  /** `false`: none. */
  limits?: Partial<Limits> | false;
  /**
   * The visitor's address, for the limits. Default: the connection's, where the handler is told of it and no proxy of
   * yours stands there. Headers that name one are anybody's to write: trust only your own proxy's.
   */
  address?: (request: Request, native: Native | undefined) => string | null | undefined;
  /** Origins that are this site's too, such as `https://www.example.com` where a proxy hides that name. */
  origins?: readonly string[];
  /** Seconds for which a token is good. Default: the gateway's, 15 minutes. */
  tokenExpiresInS?: number;
  /** Hears of each failure that a visitor isn't told of. Default: `console.error`. */
  onError?: (error: unknown) => void;
  /** Default: the global one. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What the server knows of a request that a `Request` doesn't hold. */
export interface RequestInfo<Native = unknown> {
  /** Handed to `visitor` and `address` as it is. */
  native?: Native;
  /** The address of the other end of the connection. */
  address?: string | undefined;
}

export interface SessionHandler<Native = unknown> {
  /** Answers the widget's `POST` to `data-session`. Never rejects. */
  (request: Request, info?: RequestInfo<Native>): Promise<Response>;
  /** Answers `data-delete-url`: deletes a conversation of this visitor's for good, and nobody else's. */
  remove(request: Request, info?: RequestInfo<Native>): Promise<Response>;
  /** Answers `data-feedback-url`: passes on what this visitor said of an answer. */
  feedback(request: Request, info?: RequestInfo<Native>): Promise<Response>;
  /**
   * For pages of your own: the gateway's name of the visitor who makes this request (its `owner_id`). Null for a guest
   * who has never opened the chat (or not since an earlier release, whose cookie alone proves nothing), and for who may not chat.
   */
  ownerOf(request: Request, info?: RequestInfo<Native>): Promise<string | null>;
  /** The gateway's name of a signed-in visitor, to export or delete what is kept of that person. */
  ownerOfAccount(id: string | number): Promise<string>;
}

export type { SessionScript, SessionTicket, ToolDefinition };
