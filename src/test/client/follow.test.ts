// The client's `follow`: a session whose events come by lists and streams that fail in every way, on virtual time.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  type EchoGateway,
  openEchoGateway,
} from '../../../test/doubles/echo-gateway.ts';
import { createVirtualClock, type VirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { follow } from '../../client/follow.ts';
import { GatewayError } from '../../client/gateway-error.ts';
import type { FollowOptions, ListAllOptions, StreamOptions } from '../../client/types.ts';
import { createGatewayClient } from '../../client.ts';
import type { ListQuery, SessionEvent, StreamFrame } from '../../protocol/index.ts';

const event = (id: string, type = 'agent.message'): SessionEvent =>
  ({ id, type, created_at: 0, processed_at: null, content: [] }) as unknown as SessionEvent;

let clock: VirtualClock;
let session: ReturnType<typeof openSession>;
let readers: AbortController[];

/** A gateway with one session. `show` commits an event; streams deliver it unless the test says otherwise. */
function openSession() {
  const log: SessionEvent[] = [];
  const streams = new Set<(frame: StreamFrame | Error | null) => void>();
  const asked: { at: number; what: string }[] = [];
  const state = {
    log,
    asked,
    hasStream: true as boolean | GatewayError,
    isDeaf: false,
    listFailures: [] as GatewayError[],
    isOpen: () => streams.size > 0,
    show(shown: SessionEvent, at = log.length) {
      log.splice(at, 0, shown);
      if (!state.isDeaf) for (const tell of streams) tell({ kind: 'event', event: shown });
    },
    /** Ends every stream: as the gateway does, or by a fault. */
    end(fault: Error | null = null) {
      for (const tell of streams) tell(fault);
    },
    lists: () => asked.filter(({ what }) => what.startsWith('list')).length,
    calls: {
      async *listAll(_id: string, query: ListQuery = {}, { signal }: ListAllOptions = {}) {
        asked.push({ at: clock.monotonic(), what: `list ${query.after_id ?? ''}` });
        const failure = state.listFailures.shift();
        if (failure) throw failure;
        const from =
          query.after_id === undefined ? 0 : log.findIndex(({ id }) => id === query.after_id) + 1;
        for (const one of log.slice(from)) {
          if (signal?.aborted) return;
          yield one;
        }
      },
      async *stream(
        _id: string,
        { signal, onOpen }: StreamOptions = {},
      ): AsyncGenerator<StreamFrame> {
        asked.push({ at: clock.monotonic(), what: 'stream' });
        if (state.hasStream !== true) {
          throw state.hasStream || new GatewayError('not_found', 'none', { status: 404 });
        }
        const queue: (StreamFrame | Error | null)[] = [];
        let wake = () => {};
        const tell = (frame: StreamFrame | Error | null) => {
          queue.push(frame);
          wake();
        };
        streams.add(tell);
        signal?.addEventListener('abort', () => tell(null));
        try {
          onOpen?.();
          for (;;) {
            const next = queue.shift();
            if (next === null) return;
            if (next instanceof Error) throw next;
            if (next !== undefined) yield next;
            else
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
          }
        } finally {
          streams.delete(tell);
        }
      },
    },
  };
  return state;
}

beforeEach(() => {
  clock = createVirtualClock();
  session = openSession();
  readers = [];
});
afterEach(() => {
  for (const reader of readers) reader.abort();
});

/** Reads in the background; `ids` grows, `end` settles with the loop. */
function read(options: FollowOptions = {}) {
  const reader = new AbortController();
  readers.push(reader);
  const ids: string[] = [];
  const parts = { calls: session.calls, clock, random: { next: () => 0.5 } };
  const end = (async () => {
    for await (const { id } of follow(parts, 's', { signal: reader.signal, ...options }))
      ids.push(id);
    return 'over';
  })().catch((error: GatewayError) => error.code);
  return { ids, end, stop: () => reader.abort() };
}

describe('follow', () => {
  it('yields what is there and what comes, each once', async () => {
    session.show(event('a'));
    session.show(event('b'));
    const { ids } = read();
    await clock.advance(100);
    session.show(event('c'));
    await clock.advance(60_000);
    expect(ids).toEqual(['a', 'b', 'c']);
  });

  it('begins behind the event that the caller has', async () => {
    for (const id of ['a', 'b', 'c']) session.show(event(id));
    const { ids } = read({ after: 'b' });
    await clock.advance(5_000);
    expect(ids).toEqual(['c']);
  });

  it('opens the stream before it lists, so that nothing falls between the two', async () => {
    read();
    await clock.advance(100);
    expect(session.asked.map(({ what }) => what)).toEqual(['stream', 'list ']);
  });

  it('goes on at once where the gateway closes the stream', async () => {
    const { ids } = read();
    await clock.advance(100);
    session.show(event('a'));
    await clock.advance(10);
    session.end();
    session.log.push(event('b'));
    await clock.advance(50);
    expect(session.isOpen()).toBe(true);
    expect(ids).toEqual(['a', 'b']);
  });

  it('opens a broken stream again after a growing pause', async () => {
    session.hasStream = new GatewayError('network', 'cut');
    read();
    await clock.advance(30_000);
    const times = session.asked.filter(({ what }) => what === 'stream').map(({ at }) => at);
    const pauses = times.slice(1).map((at, n) => at - (times[n] ?? 0));
    expect(pauses.length).toBeGreaterThan(3);
    expect(pauses.at(-1)).toBeGreaterThan((pauses[0] ?? 0) * 4);
  });

  it('finds by lists an event that the gateway shows late, behind others', async () => {
    const { ids } = read();
    await clock.advance(100);
    session.show(event('b'));
    session.isDeaf = true;
    session.show(event('late'), 0);
    session.isDeaf = false;
    session.show(event('idle', 'session.status_idle'));
    await clock.advance(500);
    expect(ids).toEqual(['b', 'idle', 'late']);
  });

  it('polls where there is no stream: quickly while a run goes on, rarely otherwise', async () => {
    session.hasStream = false;
    const { ids } = read();
    await clock.advance(120_000);
    const quiet = session.lists();
    expect(quiet).toBeLessThan(20);
    session.show(event('a', 'user.message'));
    await clock.advance(30_000);
    const before = session.lists();
    session.show(event('b'));
    await clock.advance(5_000);
    expect(ids).toEqual(['a', 'b']);
    expect(before - quiet).toBeGreaterThanOrEqual(4);
  });

  it('looks again after some minutes whether there is a stream now', async () => {
    session.hasStream = false;
    read();
    await clock.advance(200_000);
    session.hasStream = true;
    expect(session.isOpen()).toBe(false);
    await clock.advance(150_000);
    expect(session.isOpen()).toBe(true);
  });

  it('opens no stream where the caller wants none', async () => {
    read({ transport: 'poll' });
    await clock.advance(600_000);
    expect(session.asked.some(({ what }) => what === 'stream')).toBe(false);
  });

  it('is not held up by a stream that is open and deaf', async () => {
    session.isDeaf = true;
    const { ids } = read();
    await clock.advance(10_000);
    session.show(event('a'));
    await clock.advance(6_000);
    session.show(event('b'));
    await clock.advance(6_000);
    expect(ids).toEqual(['a', 'b']);
  });

  it('asks nothing for as long as a Retry-After says', async () => {
    const slow = new GatewayError('rate_limited', 'slow', { status: 429, retryAfterMs: 40_000 });
    session.hasStream = slow;
    const { ids } = read();
    session.log.push(event('a'));
    await clock.advance(39_900);
    expect(session.asked.map(({ what }) => what)).toEqual(['stream']);
    session.listFailures.push(slow);
    session.hasStream = false;
    await clock.advance(40_000);
    expect(session.lists()).toBe(1);
    await clock.advance(1_000);
    expect(ids).toEqual(['a']);
  });

  it('bears a gateway that is away, and goes on where it was', async () => {
    const { ids } = read();
    await clock.advance(100);
    session.show(event('a'));
    await clock.advance(10);
    session.hasStream = new GatewayError('network', 'away');
    session.listFailures = Array.from({ length: 8 }, () => new GatewayError('network', 'away'));
    session.end(new GatewayError('network', 'away'));
    await clock.advance(20_000);
    session.log.push(event('b'));
    session.hasStream = true;
    await clock.advance(120_000);
    expect(ids).toEqual(['a', 'b']);
  });

  it.each([
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['invalid_request', 400],
  ] as const)('ends with %s, which only the caller can mend', async (code, status) => {
    session.listFailures.push(new GatewayError(code, 'no', { status }));
    const { end } = read();
    await clock.advance(1_000);
    expect(await end).toBe(code);
    expect(session.isOpen()).toBe(false);
  });

  it('says at once that no gateway answers at this address', async () => {
    session.hasStream = false;
    session.listFailures.push(new GatewayError('bad_response', 'HTML', { status: 200 }));
    const { end } = read();
    await clock.advance(1_000);
    expect(await end).toBe('bad_response');
  });

  it('ends without an error where the caller aborts, and leaves no timer and no stream', async () => {
    const { end, stop } = read();
    await clock.advance(100);
    stop();
    await clock.settle();
    expect(await end).toBe('over');
    expect([session.isOpen(), clock.pending()]).toEqual([false, 0]);
  });

  it('ends where the caller leaves the loop', async () => {
    session.show(event('a'));
    const parts = { calls: session.calls, clock, random: { next: () => 0.5 } };
    for await (const { id } of follow(parts, 's', {})) {
      expect(id).toBe('a');
      break;
    }
    expect([session.isOpen(), clock.pending()]).toEqual([false, 0]);
  });

  it('reads no more than the last 20 events again in a long session', async () => {
    for (let n = 0; n < 300; n += 1) session.log.push(event(`e${n}`));
    const { ids } = read();
    await clock.advance(10_000);
    expect(ids).toHaveLength(300);
    expect(session.asked.at(-1)?.what).toBe('list e280');
  });
});

describe('follow, before the real gateway', () => {
  let gateway: EchoGateway;
  beforeEach(async () => {
    gateway = await openEchoGateway();
  });
  afterEach(() => gateway.close());

  it('hears a whole answer, and a later reader goes on behind it', async () => {
    const client = (token: string) =>
      createGatewayClient({
        baseUrl: 'http://gateway.test',
        token,
        fetch: (url, init = {}) => gateway.fetch(String(url), init),
      });
    const { session_id } = await client(ADMIN_KEY).createSession({ system: 'Be kind.' });
    const { token } = await client(ADMIN_KEY).mintToken(session_id);
    const visitor = client(token);
    const say = (text: string) =>
      visitor.send(session_id, [{ type: 'user.message', content: [{ type: 'text', text }] }]);
    const answer = async (after?: string) => {
      const types: string[] = [];
      for await (const { id, type } of visitor.follow(session_id, after ? { after } : {})) {
        types.push(type);
        if (type === 'session.status_idle') return { types, last: id };
      }
      return { types, last: '' };
    };
    await say('Hello');
    const first = await answer();
    expect(first.types).toContain('agent.message');
    await say('And now?');
    const second = await answer(first.last);
    expect(second.types[0]).toBe('user.message');
    expect(second.types.filter((type) => type === 'agent.message')).toHaveLength(1);
  });
});
