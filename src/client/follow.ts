// Follows a session: yields each of its events once, from stream and lists together, for as long as the caller reads. Heals
// by itself and stores nothing: a caller that starts anew says which event it had last.
//
// A stream delivers only what comes after its opening, and a gateway may show an event later than the one behind it. So the
// list is asked after the stream has opened, from 20 events before the last one that a list has shown; see SPEC.md of session/.

import type { Signal } from '../platform/globals.ts';
import type { Clock, Random } from '../platform/types.ts';
import type { SessionEvent } from '../protocol/index.ts';
import { createBackoff } from './backoff.ts';
import { createBell } from './bell.ts';
import { GatewayError } from './gateway-error.ts';
import type { FollowOptions, SessionEvents } from './types.ts';

export interface FollowParts {
  calls: Pick<SessionEvents, 'listAll' | 'stream'>;
  clock: Clock;
  random: Pick<Random, 'next'>;
}

const OVERLAP = 20;
const MAX_SEEN = 5_000;
/** After the stream has opened, for what was committed before and shown since. */
const AFTER_OPEN_MS = 2_000;
/** With a stream that has delivered, lists only make sure. */
const TRUSTED_MS = 60_000;
/** With one that has not yet, or whose events a list had to bring. */
const DOUBTED_MS = 5_000;
const POLL_RUNNING = { min: 1_000, max: 5_000 };
const POLL_IDLE = { min: 2_000, max: 15_000 };
/** A stream that isn't there is looked for again after this long. */
const NO_STREAM_MS = 300_000;
/** A stream that opens and says nothing for this long holds up no list. */
const OPEN_LIMIT_MS = 5_000;

/** @throws GatewayError where only the caller can help: a refused token, no such session, an unknown `after`. */
export async function* follow(
  parts: FollowParts,
  sessionId: string,
  options: FollowOptions,
): AsyncGenerator<SessionEvent> {
  const { signal } = options;
  const ended = new AbortController();
  const news = createBell(parts.clock);
  const queue: SessionEvent[] = [];
  const stop = () => {
    ended.abort();
    news.ring();
  };
  if (signal?.aborted) return;
  signal?.addEventListener('abort', stop);
  let failure: unknown;
  const take = (event: SessionEvent) => {
    queue.push(event);
    news.ring();
  };
  const pump = readOn(parts, sessionId, options, ended.signal, take).catch((error: unknown) => {
    failure = error;
    news.ring();
  });
  try {
    for (;;) {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
      if (ended.signal.aborted) return;
      if (failure !== undefined) throw failure;
      await news.wait();
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
    await pump;
  }
}

async function readOn(
  { calls, clock, random }: FollowParts,
  sessionId: string,
  { after, includeThinking = false, transport = 'auto' }: FollowOptions,
  signal: Signal & AbortSignal,
  take: (event: SessionEvent) => void,
): Promise<void> {
  const seen = new Set<string>();
  /** The last events that a list has shown, oldest first. */
  const listed: string[] = [];
  const bell = createBell(clock);
  signal.addEventListener('abort', bell.ring);
  const lists = createBackoff(clock, random);
  const streams = createBackoff(clock, random);

  let isRunning = false;
  let isOpen = false;
  /** Whether the stream has delivered what came. */
  let isTrusted = false;
  let hasAnswered = false;
  let pollMs = 0;
  /** Monotonic times: of the next stream; of the next list; before which nothing is asked. */
  let streamAt = transport === 'poll' ? Number.POSITIVE_INFINITY : 0;
  let listAt = 0;
  let holdUntil = 0;

  /** @returns whether it is new */
  function accept(event: SessionEvent): boolean {
    if (seen.has(event.id)) return false;
    seen.add(event.id);
    for (const oldest of seen) {
      if (seen.size <= MAX_SEEN) break;
      seen.delete(oldest);
    }
    isRunning = event.type !== 'session.status_idle' && event.type !== 'session.error';
    pollMs = 0;
    take(event);
    return true;
  }

  function hold(error: unknown): void {
    const { retryAfterMs = 0 } = error instanceof GatewayError ? error : {};
    holdUntil = Math.max(holdUntil, clock.monotonic() + retryAfterMs);
  }

  async function stream(): Promise<void> {
    let hasDelivered = false;
    try {
      const onOpen = () => {
        isOpen = true;
        listAt = 0;
        bell.ring();
      };
      for await (const frame of calls.stream(sessionId, { signal, includeThinking, onOpen })) {
        hasDelivered = true;
        if (frame.kind !== 'event' || !accept(frame.event)) continue;
        isTrusted = true;
        // What came meanwhile and isn't on the stream.
        if (!isRunning) listAt = clock.monotonic();
        bell.ring();
      }
    } catch (error) {
      hold(error);
      const { status = 0, code = 'network' } = error instanceof GatewayError ? error : {};
      const isThere = ![400, 404, 405, 501].includes(status) && code !== 'bad_response';
      if (!isThere) streamAt = clock.monotonic() + NO_STREAM_MS;
    }
    isOpen = false;
    isTrusted = false;
    if (hasDelivered) streams.reset();
    // The gateway closes streams at will. One that brought something is opened again at once.
    const pauseMs = hasDelivered ? 0 : streams.next();
    streamAt = Math.max(streamAt, clock.monotonic() + pauseMs);
    listAt = 0;
    bell.ring();
  }

  async function list(): Promise<void> {
    const isOlder = isOpen;
    const from = listed.length < OVERLAP ? after : listed[0];
    const query = {
      include_thinking: includeThinking,
      ...(from === undefined ? {} : { after_id: from }),
    };
    let hasNews = false;
    for await (const event of calls.listAll(sessionId, query, { signal })) {
      hasNews = accept(event) || hasNews;
      if (!listed.includes(event.id)) listed.push(event.id);
      if (listed.length > OVERLAP) listed.shift();
    }
    // The stream was open before this list was asked, and has not brought what the list did.
    if (isOlder && hasNews) isTrusted = false;
    hasAnswered = true;
    lists.reset();
  }

  function nextListIn(): number {
    if (isOpen) return isTrusted ? TRUSTED_MS : DOUBTED_MS;
    const { min, max } = isRunning ? POLL_RUNNING : POLL_IDLE;
    pollMs = Math.min(max, Math.max(min, pollMs * 1.5));
    return pollMs;
  }

  let running: Promise<void> | null = null;
  let isFirstListOfStream = false;
  for (;;) {
    await waitUntil(holdUntil);
    if (signal.aborted) break;
    if (running === null && clock.monotonic() >= streamAt) {
      isFirstListOfStream = true;
      running = stream().finally(() => {
        running = null;
      });
      const limit = clock.monotonic() + OPEN_LIMIT_MS;
      while (running !== null && !isOpen && clock.monotonic() < limit && !signal.aborted) {
        await bell.wait(limit - clock.monotonic());
      }
      await waitUntil(holdUntil);
    }
    if (signal.aborted) break;
    const startedAt = clock.monotonic();
    listAt = Number.POSITIVE_INFINITY;
    try {
      await list();
      const again = isFirstListOfStream && isOpen ? AFTER_OPEN_MS : nextListIn();
      listAt = Math.min(listAt, startedAt + again);
      isFirstListOfStream = false;
    } catch (error) {
      if (signal.aborted) break;
      if (!isPassing(error, hasAnswered)) throw error;
      hold(error);
      listAt = clock.monotonic() + lists.next();
    }
    // Until the next list is due, or the next stream; the bell says that either has changed.
    for (;;) {
      const dueAt = running === null ? Math.min(listAt, streamAt) : listAt;
      const leftMs = dueAt - clock.monotonic();
      if (leftMs <= 0 || signal.aborted) break;
      await bell.wait(leftMs);
    }
  }
  await running;

  async function waitUntil(at: number): Promise<void> {
    while (clock.monotonic() < at && !signal.aborted) await bell.wait(at - clock.monotonic());
  }
}

/** A reply that isn't the gateway's may pass, if the gateway has answered before; else its address is wrong. */
function isPassing(error: unknown, hasAnswered: boolean): boolean {
  if (!(error instanceof GatewayError) || error.code === 'aborted') return false;
  return error.isRetryable && (hasAnswered || error.code !== 'bad_response');
}
