// The shop's session endpoint: the one piece of server code that a site needs. It asks the gateway's operator
// interface for a session and a token, so that no secret and nothing per visitor stands in a page's HTML.

import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { KnowledgeDocument } from './handbook.ts';

export interface SessionEndpointOptions {
  gatewayUrl: string;
  adminKey: string;
  fetch: typeof fetch;
  documents: KnowledgeDocument[];
}

interface Ticket {
  session_id: string;
  token: string;
  expires_at?: string;
}

const VISITOR_COOKIE = 'fernway_visitor';
const SESSION_COOKIE = 'fernway_session';
const MAX_TOOLS = 64;
const MAX_BODY_CHARS = 256 * 1024;
const OPERATOR_TIMEOUT_MS = 10_000;

export interface SessionEndpoint {
  handle(context: Context): Promise<Response>;
  /** Deletes a conversation of this visitor's for good, at the gateway. */
  remove(context: Context): Promise<Response>;
  /** Passes on what this visitor said of an answer in a conversation of their own. */
  rate(context: Context): Promise<Response>;
  /** The events of this visitor's own conversation, for the page that explains them. */
  listOwnEvents(context: Context): Promise<unknown[] | null>;
}

export function createSessionEndpoint(options: SessionEndpointOptions): SessionEndpoint {
  let collection: Promise<string> | null = null;

  async function operator(path: string, body: unknown, method = 'POST'): Promise<unknown> {
    const response = await options.fetch(new URL(path, options.gatewayUrl), {
      method,
      headers: {
        Authorization: `Bearer ${options.adminKey}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(OPERATOR_TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new OperatorError(response.status, text);
    return text === '' ? null : JSON.parse(text);
  }

  /** Registers the shop's documents once a start; tried again after a failure. */
  function collectionId(): Promise<string> {
    collection ??= operator('/admin/collections', { documents: options.documents })
      .then((reply) => field(reply, 'collection_id'))
      .catch((error: unknown) => {
        collection = null;
        throw error;
      });
    return collection;
  }

  async function createSession(owner: string, tools: unknown[]): Promise<string> {
    // No agent is named: the gateway's default answers. That is a model where a provider's key is set, else the shop's assistant.
    const reply = await operator('/admin/sessions', {
      owner_id: owner,
      client_tools: tools,
      collection_id: await collectionId(),
    });
    return field(reply, 'session_id');
  }

  async function mint(sessionId: string, owner: string): Promise<Ticket> {
    const reply = await operator(`/admin/sessions/${encodeURIComponent(sessionId)}/tokens`, {
      owner_id: owner,
    });
    const expiresAt = (reply as { expires_at?: string }).expires_at;
    return {
      session_id: sessionId,
      token: field(reply, 'token'),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    };
  }

  async function opens({ session_id, token }: Ticket): Promise<boolean> {
    const url = new URL(
      `/v1/sessions/${encodeURIComponent(session_id)}/events?limit=1`,
      options.gatewayUrl,
    );
    const { status } = await options.fetch(url, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(OPERATOR_TIMEOUT_MS),
    });
    return status === 200;
  }

  /** The visitor's session as it was, with the tools of the page that asks; null where the gateway has none. */
  async function resume(
    sessionId: string,
    owner: string,
    tools: unknown[],
  ): Promise<Ticket | null> {
    try {
      const ticket = await mint(sessionId, owner);
      // The gateway compares the owner: a token for somebody else's session opens nothing, and nothing of that
      // session may be changed on the way.
      if (!(await opens(ticket))) return null;
      await operator(
        `/admin/sessions/${encodeURIComponent(sessionId)}`,
        { client_tools: tools, collection_id: await collectionId() },
        'PATCH',
      );
      return ticket;
    } catch (error) {
      if (error instanceof OperatorError && error.status === 404) return null;
      throw error;
    }
  }

  /** Null: it may be answered. */
  function refuseStrangers(context: Context): Response | null {
    context.header('Cache-Control', 'no-store');
    const origin = context.req.header('Origin');
    return origin === undefined || hostOf(origin) === hostOf(context.req.url)
      ? null
      : context.json({ error: 'Call this address from the shop’s own pages.' }, 403);
  }

  return {
    async handle(context) {
      const refusal = refuseStrangers(context);
      if (refusal !== null) return refusal;
      const request = parseRequest(await context.req.text());
      if (request === null) {
        return context.json({ error: 'Send a JSON object: { session_id?, new?, tools? }.' }, 400);
      }
      const owner = visitor(context);
      try {
        const resumed =
          request.sessionId === null || request.isNew
            ? null
            : await resume(request.sessionId, owner, request.tools);
        const ticket = resumed ?? (await mint(await createSession(owner, request.tools), owner));
        setCookie(context, SESSION_COOKIE, ticket.session_id, cookieOptions());
        return context.json(ticket);
      } catch (error) {
        console.error('[shop] no session:', error instanceof Error ? error.message : error);
        return context.json({ error: 'The chat gateway could not be reached.' }, 503);
      }
    },

    async remove(context) {
      const refusal = refuseStrangers(context);
      if (refusal !== null) return refusal;
      const request = parseRequest(await context.req.text());
      const owner = getCookie(context, VISITOR_COOKIE);
      if (!request?.sessionId || owner === undefined) {
        return context.json({ error: 'Send { session_id } of your own conversation.' }, 400);
      }
      try {
        const ticket = await mint(request.sessionId, owner);
        if (!(await opens(ticket))) return context.json({ error: 'It isn’t yours.' }, 404);
        await operator(
          `/admin/sessions/${encodeURIComponent(request.sessionId)}`,
          undefined,
          'DELETE',
        );
      } catch (error) {
        // What is gone already needs no more.
        if (!(error instanceof OperatorError && error.status === 404)) {
          console.error('[shop] not deleted:', error instanceof Error ? error.message : error);
          return context.json({ error: 'The chat gateway could not be reached.' }, 503);
        }
      }
      return context.body(null, 204);
    },

    async rate(context) {
      const refusal = refuseStrangers(context);
      if (refusal !== null) return refusal;
      const request = parseObject(await context.req.text());
      const owner = getCookie(context, VISITOR_COOKIE);
      const { session_id: sessionId, event_id, value, comment } = request ?? {};
      if (typeof sessionId !== 'string' || owner === undefined) {
        return context.json({ error: 'Send { session_id, event_id, value, comment? }.' }, 400);
      }
      try {
        // The gateway compares the owner: an id alone rates nothing of another visitor's.
        const body = { event_id, value, comment, owner_id: owner };
        await operator(`/admin/sessions/${encodeURIComponent(sessionId)}/feedback`, body);
      } catch (error) {
        if (error instanceof OperatorError && [400, 404, 429].includes(error.status)) {
          return context.json({ error: 'The gateway has not taken this.' }, error.status as 400);
        }
        console.error('[shop] not rated:', error instanceof Error ? error.message : error);
        return context.json({ error: 'The chat gateway could not be reached.' }, 503);
      }
      return context.body(null, 204);
    },

    async listOwnEvents(context) {
      const sessionId = getCookie(context, SESSION_COOKIE);
      const owner = getCookie(context, VISITOR_COOKIE);
      if (sessionId === undefined || owner === undefined) return null;
      const { token } = await mint(sessionId, owner);
      const events: unknown[] = [];
      let page: string | null = null;
      do {
        const url = new URL(
          `/v1/sessions/${encodeURIComponent(sessionId)}/events`,
          options.gatewayUrl,
        );
        url.searchParams.set('limit', '100');
        url.searchParams.set('include_thinking', 'true');
        if (page !== null) url.searchParams.set('page', page);
        const response = await options.fetch(url, {
          headers: { Authorization: `Bearer ${token}` },
        });
        if (!response.ok) return null;
        const body = (await response.json()) as { data?: unknown[]; next_page?: string | null };
        events.push(...(body.data ?? []));
        page = body.next_page ?? null;
      } while (page !== null);
      return events;
    },
  };
}

class OperatorError extends Error {
  readonly status: number;
  constructor(status: number, body: string) {
    super(`the gateway answered ${status}: ${body.slice(0, 200)}`);
    this.status = status;
  }
}

/** The visitor's owner id: made when the chat is first opened, kept where scripts can't read it. */
function visitor(context: Context): string {
  const known = getCookie(context, VISITOR_COOKIE);
  if (known !== undefined && /^[\w-]{16,64}$/.test(known)) return known;
  const fresh = randomBytes(18).toString('base64url');
  setCookie(context, VISITOR_COOKIE, fresh, cookieOptions());
  return fresh;
}

/** Null for what is no address: a sandboxed frame's origin reads "null". */
function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

function cookieOptions() {
  return { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 60 * 60 * 24 * 180 } as const;
}

function parseObject(text: string): Record<string, unknown> | null {
  if (text.length > MAX_BODY_CHARS) return null;
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  return body as Record<string, unknown>;
}

function parseRequest(text: string) {
  const body = parseObject(text);
  if (body === null) return null;
  const { session_id, tools } = body;
  return {
    sessionId: typeof session_id === 'string' && session_id !== '' ? session_id : null,
    isNew: body.new === true,
    // The shop lets its agent have whatever its own pages offer.
    tools: Array.isArray(tools) ? tools.slice(0, MAX_TOOLS) : [],
  };
}

function field(reply: unknown, name: string): string {
  const value = (reply as Record<string, unknown> | null)?.[name];
  if (typeof value !== 'string') throw new Error(`the gateway's reply has no ${name}`);
  return value;
}
