// The provider's own client on the record's own fetch, and a session's events by it: each once, also where the stream breaks. The
// stream has no replay, so what came meanwhile is read from the list.

import Anthropic from '@anthropic-ai/sdk';
import type { SessionReader } from './managed-agents-reader.ts';
import type { SessionState } from './managed-agents-session.ts';
import type { TalkRequest } from './protocol.ts';

/** How often the stream of one answer is opened again after it broke. */
const MAX_REOPENED = 3;
const PAGE = 100;
/** How far back a session is read for what was missed. */
const MAX_PAGES = 10;
/** How long a session may take to hear that it is interrupted. */
const INTERRUPT_MS = 5000;
/** What the client says of a request. Anything else could come from the environment of the gateway, and is for its operator's own. */
const HEADERS = ['accept', 'content-type', 'anthropic-version', 'anthropic-beta', 'user-agent'];

export type SessionEvents = AsyncGenerator<unknown, undefined>;

export function connect({ url, fetch, heard }: TalkRequest): Anthropic {
  return new Anthropic({
    baseURL: url,
    // Without one it would look for the operator's. The record's headers have the key.
    apiKey: 'of the record',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async (to, init = {}) => {
      const own = new Headers(init.headers);
      const headers = HEADERS.flatMap((name): [string, string][] => {
        const value = own.get(name);
        return value === null ? [] : [[name, value]];
      });
      const address = to instanceof Request ? to.url : to;
      const reply = await fetch(address, { ...(init as RequestInit), headers });
      return alive(reply, heard);
    },
  });
}

/** An agent that works for minutes says nothing; its stream's heartbeats say that it is there. */
function alive(reply: Response, heard: () => void): Response {
  const { body, status, statusText, headers } = reply;
  if (body === null) return reply;
  const told = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      heard();
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(told), { status, statusText, headers });
}

/** Says `caught_up` where the list has been read and the stream goes on. Ends where the stream has broken too often. */
export async function* eventsOf(
  client: Anthropic,
  { session, seen }: SessionState,
  reader: SessionReader,
  { signal }: TalkRequest,
  isNew: boolean,
): SessionEvents {
  const { events } = client.beta.sessions;
  for (let i = 0; i <= MAX_REOPENED; i += 1) {
    const live = await events.stream(session, { event_deltas: ['agent.message'] }, { signal });
    try {
      if (!isNew || i > 0) yield* await missed(client, session, reader.seen ?? seen, signal);
      yield 'caught_up';
      yield* live;
    } catch (error) {
      signal.throwIfAborted();
      if (i === MAX_REOPENED) throw error;
    } finally {
      live.controller.abort();
    }
    signal.throwIfAborted();
  }
}

/** Oldest first. */
async function missed(
  client: Anthropic,
  session: string,
  seen: string | null,
  signal: AbortSignal,
): Promise<unknown[]> {
  const found: unknown[] = [];
  let pages = 0;
  const first = await client.beta.sessions.events.list(
    session,
    { order: 'desc', limit: PAGE },
    { signal },
  );
  for await (const page of first.iterPages()) {
    for (const event of page.data) {
      if (seen !== null && event.id === seen) return found.reverse();
      found.push(event);
    }
    pages += 1;
    if (pages === MAX_PAGES) break;
  }
  return found.reverse();
}

/** Nobody waits for it. */
export function interrupt(client: Anthropic, session: string): void {
  const signal = AbortSignal.timeout(INTERRUPT_MS);
  client.beta.sessions.events
    .send(session, { events: [{ type: 'user.interrupt' }] }, { signal })
    .catch(() => {});
}
