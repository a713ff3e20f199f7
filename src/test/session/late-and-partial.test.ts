// What a page does not know yet, or no longer: lists that go on, tabs that come back, edges, a log that is only stored.

import { describe, expect, it } from 'vitest';
import type { StreamFrame } from '../../protocol/index.ts';
import { createLister, type ListerPorts } from '../../session/lister.ts';
import { say } from './events.ts';
import { brief, createContext, createHandStream, createWorld, fill, live } from './world.ts';

const QUIET: Pick<ListerPorts, 'onListed' | 'backoff' | 'allowed'> = {
  onListed: () => {},
  backoff: { fail: () => null, waitMs: () => 0 },
  allowed: async () => {},
};

describe('the log', () => {
  it('[LG7] a row that turned up in a silence longer than W is found, however far back it stands', async () => {
    const world = createWorld();
    const context = createContext(world.browser.openTab().platform);
    const rows = Array.from({ length: 60 }, (_, index) => say(`row ${index}`));
    const lister = createLister({
      ...QUIET,
      gateway: {
        list: async () => ({ data: rows.toReversed(), next_page: null }),
        listAll: async function* (_, query) {
          const at = rows.findIndex(({ id }) => id === query?.after_id);
          yield* rows.slice(at + 1);
        },
      },
      context,
    });
    await lister.refresh();
    await world.advance(61_000);
    await lister.refresh();
    // Committed within its time, and nobody looks until that is over.
    rows.push(...Array.from({ length: 30 }, (_, index) => say(`later ${index}`)));
    await lister.refresh();
    const late = say('late');
    rows.splice(62, 0, late);
    await world.advance(90_000);
    await lister.refresh();
    expect(context.facts.log.log().listed).toContain(late);
  });

  it('[RN6] a pause in the middle of a list that goes on is not shown as waiting now', async () => {
    const world = createWorld({
      script: (t) => (t === 'go' ? [{ kind: 'call', names: ['x'] }] : brief()),
    });
    const tab = world.open();
    await live(world, tab);
    fill(world, 30);
    await world.advance(100_000);
    tab.tab.page.hide();
    await world.advance(100_000);
    tab.tab.freeze();
    // on the phone the visitor goes on: the same conversation
    const listed = world.gateway.rows().length;
    // a list begins 21 before the last settled event, and is handed over 100 events at a time
    fill(world, 100 - 21 + 0 - 3);
    const id = world.gateway.write('go'); // running, tool_use, idle follow it
    await world.advance(1_000);
    void listed;
    void id;
    world.gateway.write('never mind'); // resolves the pause
    await world.advance(5_000);
    fill(world, 50);
    const states: string[] = [];
    tab.session.subscribe(() => {
      const { run } = tab.snapshot();
      states.push(run.state === 'paused' ? `paused ${run.calls.map((c) => c.name)}` : run.state);
    });
    tab.tab.thaw();
    tab.tab.page.show();
    await world.advance(20_000);
    expect(states.filter((state) => state.startsWith('paused x'))).toEqual([]);
  });

  it('[SY10] a look that waited for a Retry-After as the reader stopped spoils none of the next ones', async () => {
    const world = createWorld();
    const { clock } = world.browser;
    const context = createContext(world.browser.openTab().platform);
    let lists = 0;
    let refuses = false;
    const lister = createLister({
      ...QUIET,
      gateway: {
        list: async () => {
          lists += 1;
          await clock.sleep(100);
          return { data: [], next_page: null };
        },
        listAll: async function* () {
          lists += 1;
          await clock.sleep(100);
          yield* [];
        },
      },
      context,
      // Where the reader’s period ends while it waits.
      allowed: async () => {
        if (refuses) throw new DOMException('aborted', 'AbortError');
      },
    });
    refuses = true;
    const first = lister.refresh();
    const second = lister.refresh().catch(() => 'rejected');
    await world.advance(1_000);
    await first;
    expect(await second).toBe('rejected');
    refuses = false;
    const third = lister.refresh();
    const fourth = lister.refresh().catch(() => 'rejected');
    await world.advance(1_000);
    await third;
    expect(await fourth).not.toBe('rejected');
    expect(lists).toBe(3);
  });

  it('[SY10] a page that was offline during a Retry-After goes on afterwards', async () => {
    const world = createWorld();
    const tab = world.open({ session: { options: { transport: 'poll' } } });
    await world.advance(2_000);
    world.faults.set('list', ['http_429']);
    // two looks at once, the second one waits; then the page is hidden
    const l1 = tab.session.check('nothing'); // no row: nothing
    await l1;
    void tab.session.postResults([{ type: 'tool_result', tool_use_id: 'a' }]);
    void tab.session.postResults([{ type: 'tool_result', tool_use_id: 'b' }]);
    await world.until(() => world.network.asked.some(({ status }) => status === 429));
    await world.advance(100);
    tab.tab.page.goOffline();
    await world.advance(10_000);
    tab.tab.page.goOnline();
    await world.advance(120_000);
    const id = await tab.send('hi');
    await world.advance(90_000);
    const both = Promise.all([tab.session.check(id ?? ''), tab.session.check(id ?? '')]).then(
      () => 'fine',
      (error: unknown) => String(error),
    );
    await world.advance(5_000);
    expect(await both).toBe('fine');
  });

  it('[TB10] a tab that comes back from the cache and leads takes nobody back in time', async () => {
    const world = createWorld({ script: () => [{ kind: 'call', names: ['x'] }] });
    const idle = (): string =>
      world.gateway.append('session.status_idle', { stop_reason: 'end_turn', context_tokens: 1 });
    fill(world, 215);
    const a = world.open();
    await live(world, a);
    await world.advance(70_000);
    await Promise.all([a.session.loadOlder(), world.advance(1_000)]);
    await Promise.all([a.session.loadOlder(), world.advance(1_000)]);
    fill(world, 30);
    idle();
    await world.advance(70_000);
    a.tab.freeze();
    fill(world, 230);
    idle();
    const b = world.open();
    await live(world, b);
    await world.advance(5_000);
    await b.send('in b');
    await world.until(() => b.snapshot().run.state === 'paused');
    await world.advance(70_000);
    // Its tool is at work for this call; the visitor goes back in the other tab.
    b.tab.page.hide();
    await world.advance(1_000);
    const states = new Set<string>();
    b.session.subscribe(() => states.add(b.snapshot().run.state));
    a.tab.thaw();
    await world.advance(10_000);
    expect([...states]).toEqual(['paused']);
  });
});

describe('an edge', () => {
  it('[SY10] nobody asks before the Retry-After of an edge is over, which has its own words for 429', async () => {
    const world = createWorld();
    const { clock } = world.browser;
    const inner = world.network.fetchFor(7);
    let refusedAt = 0;
    const asked: string[] = [];
    const tab = world.open({
      fetch: (async (input: string, init: RequestInit = {}) => {
        asked.push(
          `${Math.round(clock.monotonic())} ${init.method ?? 'GET'} ${String(input).slice(-30)}`,
        );
        if (init.method !== 'POST' || refusedAt !== 0) return inner(input, init);
        await clock.sleep(30);
        refusedAt = clock.monotonic();
        asked.length = 0;
        const headers: Record<string, string> = {
          'content-type': 'text/html',
          'retry-after': '20',
        };
        return {
          ok: false,
          status: 429,
          headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
          text: async () => '<html>Too many requests</html>',
        };
      }) as unknown as typeof fetch,
    });
    await live(world, tab);
    await world.advance(5_000);
    await tab.send('hi');
    await world.advance(20_000);
    const within = asked.filter((line) => Number(line.split(' ')[0]) < refusedAt + 20_000);
    expect(within).toEqual([]);
  });
});

describe('a reply', () => {
  it('[LG8] stands behind all that was known as its request began, also where the last of that is listed far before', async () => {
    const world = createWorld({
      lateness: (type) => (type === 'user.message' ? 20_000 : 0),
      script: () => [],
    });
    world.gateway.append('session.status_running', [], {}, 8_000);
    fill(world, 30);
    const stream = createHandStream();
    const tab = world.open({ wrap: stream.wrap });
    await live(world, tab);
    await world.advance(7_400 - world.browser.clock.monotonic());
    world.browser.disk.latencyMs = 100;
    const before = world.count('list');
    void tab.send('hello');
    await world.until(() => world.count('list') > before);
    await world.advance(60);
    // Between the look and the request the stream brings a row that came late.
    const [late] = world.gateway.rows();
    stream.push({ kind: 'event', event: late?.event } as StreamFrame);
    await world.until(() => world.count('message') === 1);
    await world.advance(5_000);
    expect(tab.shown().at(-1)).toBe('me: hello [sent]');
    expect(tab.shown().filter((line) => line.startsWith('me:'))).toHaveLength(1);
  });
});
