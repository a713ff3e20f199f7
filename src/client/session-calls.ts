// The calls of one session, which are all that a widget needs. Each makes one request; the session and tools rooms
// decide whether and when to repeat it.

import type { Clock } from '../platform/types.ts';
import {
  type EventPage,
  type ListQuery,
  MAX_PAGE_SIZE,
  parseEventPage,
  type SessionEvent,
  type StreamFrame,
} from '../protocol/index.ts';
import type { Advice } from './advice.ts';
import { readFrames } from './event-stream.ts';
import { GatewayError } from './gateway-error.ts';
import { createHttp } from './http.ts';
import type {
  CallOptions,
  Credentials,
  GatewayClient,
  GatewayTrace,
  ListAllOptions,
  SessionEvents,
  StreamOptions,
} from './types.ts';

export interface GatewayClientOptions {
  /** An absolute http(s) address, perhaps with a path, which is kept. */
  baseUrl: string;
  credentials: Credentials;
  fetch: typeof fetch;
  clock: Clock;
  /** Called when something malformed has arrived and was dropped; once for each reason. */
  onWarning?: (reason: string) => void;
  /** Called after each request, without its token. */
  onTrace?: (trace: GatewayTrace) => void;
  /** Called after a reply of the documented shape. */
  onAnswer?: () => void;
  /** Called after a request for JSON failed; `request` is its method and address. */
  onFailure?: (error: GatewayError, request: string) => void;
}

/** The calls that a widget makes. */
export type SessionCalls = SessionEvents & Pick<GatewayClient, 'baseUrl'>;

const MAX_REMEMBERED_WARNINGS = 200;

/**
 * @param advice for the messages of errors.
 * @throws TypeError if `baseUrl` is no http(s) address.
 */
export function createSessionCalls(options: GatewayClientOptions, advice?: Advice) {
  const baseUrl = checkBaseUrl(options.baseUrl);
  const http = createHttp({ ...options, baseUrl }, advice);
  // Warn once: lists overlap and are polled, so the same malformed event arrives many times.
  const warned = new Set<string>();
  const onDropped = (reason: string) => {
    if (warned.has(reason) || warned.size >= MAX_REMEMBERED_WARNINGS) return;
    warned.add(reason);
    options.onWarning?.(reason);
  };
  let arePreviewsRefused = false;
  let hasIntents: boolean | undefined;
  const onHead = (headers: Headers): void => {
    hasIntents = headers.get('bellhop-intents') === '1';
  };

  const calls: SessionCalls = {
    baseUrl,

    // `async`, so that a bad id rejects like every other failure and never throws.
    list: async (sessionId, query = {}, { signal } = {}) =>
      http.json(
        { method: 'GET', path: eventsPath(sessionId), query: listParams(query), signal, onHead },
        (body) => parseEventPage(body, onDropped),
      ),

    listAll: (sessionId, query = {}, options = {}) =>
      readPages((next, callOptions) => calls.list(sessionId, next, callOptions), {
        query,
        options,
        onDropped,
      }),

    send: async (sessionId, events, { signal, keepalive, timeoutMs } = {}) =>
      http.json(
        {
          method: 'POST',
          path: eventsPath(sessionId),
          body: { events },
          signal,
          keepalive,
          isOnce: true,
          timeoutMs,
          onHead,
        },
        (body): SessionEvent[] | null => parseEventPage(body, onDropped)?.data ?? null,
      ),

    hasIntents: () => hasIntents,

    async *stream(sessionId, streamOptions = {}): AsyncGenerator<StreamFrame> {
      const reply = await openStream(sessionId, streamOptions);
      yield* readFrames(reply, onDropped, streamOptions);
    },
  };
  return { calls, http };

  async function openStream(
    sessionId: string,
    { signal, includeThinking, previews }: StreamOptions,
  ) {
    const path = `/v1beta1/sessions/${segment(sessionId)}/events/stream`;
    const open = (withPreviews: boolean) => {
      const query = new URLSearchParams();
      if (includeThinking) query.set('include_thinking', 'true');
      if (withPreviews) query.append('event_deltas[]', 'agent.message');
      return http.open({ method: 'GET', path, query, accept: 'text/event-stream', signal });
    };
    if (!previews || arePreviewsRefused) return open(false);
    try {
      return await open(true);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 400) throw error;
      // Not every gateway has previews: try again without them. If the 400 meant something else, it comes again.
      const reply = await open(false);
      arePreviewsRefused = true;
      return reply;
    }
  }
}

/** Yields the events of every page that `list` brings, to the end; stops where a cursor comes again, and says so. */
export async function* readPages(
  list: (query: ListQuery, options: CallOptions) => Promise<EventPage>,
  {
    query,
    options: { beforeNext, ...callOptions },
    onDropped,
  }: { query: ListQuery; options: ListAllOptions; onDropped: (reason: string) => void },
): AsyncGenerator<SessionEvent> {
  const seen = new Set<string>();
  let next: ListQuery = { limit: MAX_PAGE_SIZE, ...query };
  for (;;) {
    const { data, next_page } = await list(next, callOptions);
    yield* data;
    if (next_page === null) return;
    if (seen.has(next_page)) {
      onDropped('the list hands out the same page again; reading stops there');
      return;
    }
    seen.add(next_page);
    await beforeNext?.();
    // The cursor replaces `after_id`: the gateway refuses both together.
    const { after_id: _, ...rest } = next;
    next = { ...rest, page: next_page };
  }
}

function checkBaseUrl(baseUrl: string): string {
  // Refuse a query or a fragment: the paths that are appended would become part of it.
  if (!/^https?:\/\/[^/?#][^?#]*$/i.test(baseUrl)) {
    throw new TypeError(
      `baseUrl must be an absolute http(s) address without query, not "${baseUrl}"`,
    );
  }
  let base = baseUrl;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return base;
}

function eventsPath(sessionId: string): string {
  return `/v1/sessions/${segment(sessionId)}/events`;
}

/** Encodes one path segment. Refuses "." and "..", which would change the address even when encoded. */
export function segment(id: string): string {
  if (id === '' || id === '.' || id === '..') {
    throw new GatewayError('invalid_request', `"${id}" is not an id.`, { outcome: 'not_applied' });
  }
  return encodeURIComponent(id);
}

function listParams({
  limit,
  order,
  page,
  after_id,
  include_thinking,
}: ListQuery): URLSearchParams {
  return params({ limit, order, page, after_id, include_thinking: include_thinking || undefined });
}

export function params(
  values: Record<string, string | number | boolean | undefined>,
): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query;
}
