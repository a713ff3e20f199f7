// Several tabs of one browser, several calls of one pause, and what the log and the visitor do meanwhile.

import { beforeAll, describe, expect, it } from 'vitest';
import type { PageTool } from '../../tools/types.ts';
import { buy, createSite, decide, echo, request, settle } from './site.ts';

beforeAll(() => import('../../tools/validate.ts'));

function counting(over: Partial<PageTool> = {}) {
  const runs: unknown[] = [];
  const tool = buy({
    approval: 'auto',
    execute: (input) => {
      runs.push(input);
      return `run ${runs.length}`;
    },
    ...over,
  });
  return { runs, tool };
}

describe('several tabs', () => {
  it('refuse nothing that one of them runs, although a full disk takes not even what it has', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    const tool = buy({
      approval: 'auto',
      execute: async () => {
        await clock.sleep(20_000);
        return 'bought';
      },
    });
    const running = site.openPage({ tools: [tool], hasChannel: false });
    const other = site.openPage({ tools: [tool], hasChannel: false, isVisible: false });
    const call = request(site, { name: 'buy' });
    running.runner.update([call]);
    other.runner.update([call]);
    await clock.advance(200);
    expect(disk.peek('test:tool:call_1')).toMatchObject({ state: 'started' });
    disk.quotaBytes = 0;
    await clock.advance(19_000);
    expect(site.posts).toEqual([]);
    disk.quotaBytes = Number.POSITIVE_INFINITY;
    await clock.advance(60_000);
    expect(site.posts.flat().map(({ content }) => content)).toEqual(['bought']);
  });

  it.each([0, 3, 20])('run a call once between them, with a disk of %s ms', async (latencyMs) => {
    const site = createSite();
    site.browser.disk.latencyMs = latencyMs;
    const { runs, tool } = counting();
    const pages = [1, 2, 3].map(() => site.openPage({ tools: [tool] }));
    const call = request(site, { name: 'buy' });
    for (const page of pages) page.runner.update([call]);
    await site.browser.clock.advance(2_000);
    expect(runs).toHaveLength(1);
    expect(site.posts).toHaveLength(1);
    for (const page of pages) expect(page.status('call_1')?.state).toBe('settled');
  });

  it('ask in all of them; the one that is answered runs it, and the others show that it runs', async () => {
    const site = createSite();
    const tool = buy({ execute: () => site.browser.clock.sleep(500) });
    const [a, b] = [site.openPage({ tools: [tool] }), site.openPage({ tools: [tool] })];
    const call = request(site, { name: 'buy' });
    for (const page of [a, b]) page.runner.update([call]);
    await settle(site);
    decide(b, 'call_1', 'once');
    await settle(site);
    expect(a.runner.getSnapshot().questions).toEqual([]);
    expect(a.status('call_1')?.state).toBe('running');
    expect(a.runner.getSnapshot().isRunning).toBe(true);
    await site.browser.clock.advance(600);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(a.status('call_1')?.state).toBe('settled');
  });

  it('ask again what was skipped for a message that never came', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    page.runner.skipQuestions();
    expect(page.runner.getSnapshot().questions).toEqual([]);
    await site.browser.clock.advance(200_000);
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('knows of a call that it has skipped for a message, and that is allowed in another before that has gone', async () => {
    const site = createSite();
    const tool = buy({ execute: () => site.browser.clock.sleep(500) });
    const [a, b] = [site.openPage({ tools: [tool] }), site.openPage({ tools: [tool] })];
    const call = request(site, { name: 'buy' });
    for (const page of [a, b]) page.runner.update([call]);
    await settle(site);
    a.runner.skipQuestions();
    expect(a.runner.getSnapshot().isRunning).toBe(false);
    decide(b, 'call_1', 'once');
    await settle(site);
    expect(a.runner.getSnapshot().isRunning, 'the message waits for it').toBe(true);
    await site.browser.clock.advance(600);
    await settle(site);
    expect(site.posts).toHaveLength(1);
  });

  it('take a refusal in one of them for all', async () => {
    const site = createSite();
    const { runs, tool } = counting({ approval: 'ask' });
    const [a, b] = [site.openPage({ tools: [tool] }), site.openPage({ tools: [tool] })];
    for (const page of [a, b]) page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    decide(a, 'call_1', 'no');
    await settle(site);
    expect(b.runner.getSnapshot().questions).toEqual([]);
    expect(site.posts).toHaveLength(1);
    expect(runs).toEqual([]);
  });

  it('take over from a tab that dies before it began', async () => {
    const site = createSite();
    const { runs, tool } = counting();
    const [a, b] = [site.openPage({ tools: [tool] }), site.openPage({ tools: [tool] })];
    site.browser.disk.latencyMs = 50;
    a.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advanceUntil(
      () => site.browser.disk.peek('test:tool:call_1') !== undefined,
    );
    a.tab.kill();
    b.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(2_000);
    expect(runs).toHaveLength(1);
    expect(site.posts).toHaveLength(1);
  });

  it('notice when the tab that runs a call dies, without being told', async () => {
    const site = createSite();
    const tool = echo({ execute: () => new Promise(() => {}) });
    const a = site.openPage({ tools: [tool] });
    const call = request(site);
    a.runner.update([call]);
    await settle(site);
    const b = site.openPage({ tools: [echo({ execute: () => 'from b' })] });
    b.runner.update([call]);
    await settle(site);
    expect(b.status('call_1')?.state).toBe('running');
    a.tab.kill();
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'from b' });
  });

  it('leave a call to the page that has its tool, however long its visitor thinks', async () => {
    const site = createSite();
    const { runs, tool } = counting({ approval: 'ask' });
    const [without, having] = [site.openPage(), site.openPage({ tools: [tool] })];
    for (const page of [without, having]) page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(120_000);
    expect(site.posts).toEqual([]);
    decide(having, 'call_1', 'once');
    await settle(site);
    expect(runs).toHaveLength(1);
    expect(without.status('call_1')?.state).toBe('settled');
  });

  it('let a visible tab go first', async () => {
    const site = createSite();
    const where: string[] = [];
    const hidden = site.openPage({
      isVisible: false,
      tools: [echo({ execute: () => void where.push('hidden') })],
    });
    const visible = site.openPage({ tools: [echo({ execute: () => void where.push('visible') })] });
    for (const page of [hidden, visible]) page.runner.update([request(site)]);
    await site.browser.clock.advance(1_000);
    expect(where).toEqual(['visible']);
  });

  it('stop in all of them when one is stopped', async () => {
    const site = createSite();
    const tool = echo({ execute: () => new Promise(() => {}) });
    const a = site.openPage({ tools: [tool] });
    const b = site.openPage({ tools: [tool] });
    a.runner.update([request(site)]);
    await settle(site);
    b.runner.update([request(site)]);
    await settle(site);
    const stopped = b.runner.stop();
    await site.browser.clock.advance(3_000);
    await settle(site);
    await stopped;
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'cancelled' });
  });

  it('claim anew what they read long ago: a late tab does not run what has started meanwhile', async () => {
    const site = createSite();
    const { runs, tool } = counting({
      execute: async (input) => {
        runs.push(input);
        await site.browser.clock.sleep(5_000);
      },
    });
    // The hidden one looks, finds the call free, and waits for the visible one before it claims.
    const late = site.openPage({ tools: [tool], isVisible: false, hasChannel: false });
    const first = site.openPage({ tools: [tool], hasChannel: false });
    for (const page of [late, first]) page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(10_000);
    expect(runs).toHaveLength(1);
    expect(site.posts).toHaveLength(1);
  });

  it('work without a channel between them', async () => {
    const site = createSite();
    const { runs, tool } = counting();
    const pages = [1, 2].map(() => site.openPage({ tools: [tool], hasChannel: false }));
    for (const page of pages) page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(2_000);
    expect(runs).toHaveLength(1);
    expect(site.posts).toHaveLength(1);
  });
});

describe('a pause with several calls', () => {
  const calls = (site: ReturnType<typeof createSite>) => [
    request(site, { toolUseId: 'a' }),
    request(site, { toolUseId: 'b', name: 'buy' }),
    request(site, { toolUseId: 'c', name: 'nowhere' }),
  ];

  it('is answered in one request, when the last of them is done', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo(), buy()] });
    page.runner.update(calls(site));
    await site.browser.clock.advance(11_000);
    expect(page.status('a')?.state).toBe('posting');
    expect(site.posts).toEqual([]);
    decide(page, 'b', 'once');
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.map((result) => result.tool_use_id)).toEqual(['a', 'b', 'c']);
  });

  it('is answered in one request also when two tabs share the work', async () => {
    const site = createSite();
    const slow = echo({ name: 'slow', execute: () => site.browser.clock.sleep(300) });
    const a = site.openPage({ tools: [echo(), slow] });
    const b = site.openPage({ tools: [slow, buy()] });
    const all = [
      request(site, { toolUseId: 'a' }),
      request(site, { toolUseId: 'b', name: 'slow' }),
      request(site, { toolUseId: 'c', name: 'buy' }),
    ];
    for (const page of [a, b]) page.runner.update(all);
    await site.browser.clock.advance(1_000);
    decide(b, 'c', 'once');
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]).toHaveLength(3);
  });

  it('drops a result that the gateway wants no more, and keeps the others', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo()] });
    site.answer = async () =>
      new Map([
        ['a', 'accepted'],
        ['b', 'discarded'],
      ]);
    page.runner.update([request(site, { toolUseId: 'a' }), request(site, { toolUseId: 'b' })]);
    await settle(site);
    expect(page.status('a')?.state).toBe('settled');
    expect(page.status('b')?.state).toBe('discarded');
    await site.browser.clock.advance(120_000);
    expect(site.posts).toHaveLength(1);
  });

  it('tries again later with what could not be delivered', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo()] });
    site.answer = async () => {
      throw new Error('offline');
    };
    page.runner.update([request(site)]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('posting');
    site.answer = async () => new Map([['call_1', 'accepted']]);
    await site.browser.clock.advance(15_000);
    await settle(site);
    expect(site.posts).toHaveLength(2);
    expect(page.status('call_1')?.state).toBe('settled');
  });
});

describe('what the log says', () => {
  it('aborts a handler whose call is gone, and posts nothing', async () => {
    const site = createSite();
    const signals: AbortSignal[] = [];
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: async (_, { signal }) => {
            signals.push(signal);
            await site.browser.clock.sleep(1_000);
            return 'bought';
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    page.runner.update([]);
    await site.browser.clock.advance(5_000);
    expect(signals[0]?.aborted).toBe(true);
    expect(site.posts).toEqual([]);
    expect(page.status('call_1')).toBeUndefined();
    await site.browser.clock.advance(60_000);
    expect(site.browser.disk.peek('test:tool:call_1')).toMatchObject({ state: 'discarded' });
  });

  it('may be that a call is gone for a moment: what its handler said is posted all the same', async () => {
    const site = createSite();
    const { clock } = site.browser;
    let runs = 0;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: async () => {
            runs += 1;
            await clock.sleep(1_500);
            return 'bought';
          },
        }),
      ],
    });
    const call = request(site, { name: 'buy' });
    page.runner.update([call]);
    await clock.advance(500);
    page.runner.update([]);
    await clock.advance(100);
    page.runner.update([call]);
    await clock.advance(900_000);
    expect(runs).toBe(1);
    expect(site.posts.flat()).toMatchObject([{ content: 'bought' }]);
  });

  it('may be that a call is gone just before its handler begins: that nothing was done is certain', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    const { runs, tool } = counting();
    const tab = site.browser.openTab();
    const { storage } = tab.platform;
    const update = storage.update.bind(storage);
    // The disk says late that it has written.
    storage.update = async (key, change) => {
      const after = await update(key, change);
      await clock.sleep(50);
      return after;
    };
    const page = site.openPage({ tab, tools: [tool] });
    const call = request(site, { name: 'buy' });
    page.runner.update([call]);
    const isStarted = () => JSON.stringify(disk.peek('test:tool:call_1') ?? '').includes('started');
    for (let ms = 0; ms < 1_000 && !isStarted(); ms += 1) await clock.advance(1);
    page.runner.update([]);
    await clock.advance(1_000);
    page.runner.update([call]);
    await clock.advance(1_000);
    expect(runs).toEqual([]);
    expect(site.posts.flat()).toMatchObject([{ error_code: 'cancelled' }]);
  });

  it('may be that a call is gone for a moment before its result is on its way', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ approval: 'auto' }), buy({ name: 'slow' })] });
    const calls = [
      request(site, { toolUseId: 'a', name: 'buy' }),
      request(site, { toolUseId: 'b', name: 'slow' }),
    ];
    page.runner.update(calls);
    await settle(site);
    expect(page.status('a')?.state).toBe('posting');
    page.runner.update([]);
    await settle(site);
    page.runner.update(calls);
    await settle(site);
    decide(page, 'b', 'once');
    await site.browser.clock.advance(300_000);
    expect(site.posts.flat().map(({ tool_use_id }) => tool_use_id)).toEqual(['a', 'b']);
  });

  it('may be said as often as one likes', async () => {
    const site = createSite();
    const { runs, tool } = counting();
    const page = site.openPage({ tools: [tool] });
    for (let i = 0; i < 5; i += 1) {
      page.runner.update([request(site, { name: 'buy' })]);
      await site.browser.clock.advance(1);
    }
    await settle(site);
    expect(runs).toHaveLength(1);
    expect(site.posts).toHaveLength(1);
  });

  it('is told on only when it is news, so that a listener may say it again', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    const pending = [request(site, { name: 'buy' })];
    let changes = 0;
    page.runner.subscribe(() => {
      changes += 1;
      if (changes < 1_000) page.runner.update(pending);
    });
    page.runner.update(pending);
    await settle(site);
    expect(changes).toBeLessThan(10);
  });

  it('keeps what was settled for the card', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site)]);
    await settle(site);
    page.runner.update([]);
    expect(page.status('call_1')).toMatchObject({ state: 'settled' });
    expect(page.runner.getSnapshot().isRunning).toBe(false);
  });
});

describe("another device's call", () => {
  it('waits to be run here, and then still asks', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy', isOurs: false })]);
    await site.browser.clock.advance(60_000);
    expect(page.status('call_1')?.state).toBe('elsewhere');
    page.runner.runHere('call_1');
    await settle(site);
    expect(page.status('call_1')?.state).toBe('asking');
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('runs by itself once it turns out that this browser began it', async () => {
    // The run's events can be here before the reply that says which message is ours.
    const site = createSite();
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site, { isOurs: false })]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('elsewhere');
    page.runner.update([request(site, { isOurs: true })]);
    await settle(site);
    expect(site.posts[0]?.[0]).not.toHaveProperty('is_error');
  });

  it('has its 10 s of waiting for the tool from when it was run here', async () => {
    const site = createSite();
    const page = site.openPage();
    page.runner.update([request(site, { isOurs: false })]);
    await site.browser.clock.advance(60_000);
    page.runner.runHere('call_1');
    await site.browser.clock.advance(5_000);
    page.registry.register(echo());
    await settle(site);
    expect(site.posts[0]?.[0]).not.toHaveProperty('is_error');
  });
});

describe('ten minutes later', () => {
  it('is also where the clock was set back since', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ approval: 'auto' })] });
    const firstSeenAt = site.browser.clock.now() + 3_600_000;
    page.runner.update([request(site, { name: 'buy', firstSeenAt })]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('asking');
  });

  const old = (site: ReturnType<typeof createSite>, name: string) =>
    request(site, { name, firstSeenAt: site.browser.clock.now() - 601_000 });

  it('a tool that changes something runs only when the visitor says so now', async () => {
    const site = createSite();
    const { runs, tool } = counting();
    const page = site.openPage({ tools: [tool] });
    page.runner.update([old(site, 'buy')]);
    await settle(site);
    expect(runs).toEqual([]);
    expect(page.runner.getSnapshot().questions).toMatchObject([{ offersConversation: false }]);
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(runs).toHaveLength(1);
  });

  it('a tool that only reads still runs by itself', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([old(site, 'echo')]);
    await settle(site);
    expect(site.posts).toHaveLength(1);
  });
});

describe('the visitor', () => {
  it('allows a tool for the conversation, across a reload, and for nothing else', async () => {
    const site = createSite();
    const { runs, tool } = counting({ approval: 'ask' });
    const page = site.openPage({ tools: [tool] });
    page.runner.update([request(site, { name: 'buy', toolUseId: 'a' })]);
    await settle(site);
    decide(page, 'a', 'conversation');
    await settle(site);
    page.tab.kill();
    const next = site.openPage({ tools: [tool, buy({ name: 'sell' })] });
    next.runner.update([
      request(site, { name: 'buy', toolUseId: 'b' }),
      request(site, { name: 'sell', toolUseId: 'c' }),
    ]);
    await settle(site);
    expect(runs).toHaveLength(2);
    expect(next.runner.getSnapshot().questions.map(({ name }) => name)).toEqual(['sell']);
  });

  it('is asked again when the tool is not the one that was allowed', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy', toolUseId: 'a' })]);
    await settle(site);
    decide(page, 'a', 'conversation');
    await settle(site);
    page.registry.register(buy({ description: 'Buys ten of them.' }));
    page.runner.update([request(site, { name: 'buy', toolUseId: 'b' })]);
    await settle(site);
    expect(page.status('b')?.state).toBe('asking');
  });

  it('is asked again in the next conversation', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy', toolUseId: 'a' })]);
    await settle(site);
    decide(page, 'a', 'conversation');
    await settle(site);
    page.runner.close();
    await settle(site);
    const next = site.openPage({ tools: [buy()] });
    next.runner.update([request(site, { name: 'buy', toolUseId: 'b' })]);
    await settle(site);
    expect(next.status('b')?.state).toBe('asking');
  });

  it('answers all open questions about a tool by allowing it for the conversation', async () => {
    const site = createSite();
    const { runs, tool } = counting({ approval: 'ask' });
    const page = site.openPage({ tools: [tool] });
    page.runner.update([
      request(site, { name: 'buy', toolUseId: 'a', input: { n: 1 } }),
      request(site, { name: 'buy', toolUseId: 'b', input: { n: 2 } }),
    ]);
    await settle(site);
    decide(page, 'a', 'conversation');
    await settle(site);
    expect(runs).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it.each([
    ['approval: always', { approval: 'always' as const }],
    ['a consequential tool', { annotations: { consequentialHint: true } }],
    [
      'a consequential tool that says auto',
      { approval: 'auto' as const, annotations: { consequentialHint: true } },
    ],
  ])('is asked each time for %s, and offered no conversation', async (_what, over) => {
    const site = createSite();
    const page = site.openPage({ tools: [buy(over)] });
    for (const toolUseId of ['a', 'b']) {
      page.runner.update([request(site, { name: 'buy', toolUseId })]);
      await settle(site);
      expect(page.runner.getSnapshot().questions).toMatchObject([{ offersConversation: false }]);
      decide(page, toolUseId, 'conversation');
      await settle(site);
      expect(page.status(toolUseId)?.state).toBe('settled');
    }
  });

  it('is asked anew when the tool changes while the question stands', async () => {
    const site = createSite();
    const { runs, tool } = counting({ approval: 'ask' });
    const page = site.openPage({ tools: [tool] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    const [before] = page.runner.getSnapshot().questions;
    page.registry.register({ ...tool, description: 'Buys everything.' });
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(runs).toEqual([]);
    const [after] = page.runner.getSnapshot().questions;
    expect(after?.description).toBe('Buys everything.');
    expect(after?.binding).not.toBe(before?.binding);
  });

  it('skips a question by writing something else; the gateway cancels it', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    page.runner.skipQuestions();
    await site.browser.clock.advance(60_000);
    expect(page.runner.getSnapshot()).toMatchObject({ questions: [], isRunning: false });
    expect(site.posts).toEqual([]);
  });

  it('ends a handler that asks the visitor, when they write something else, and says so to the agent', async () => {
    const site = createSite();
    const choose: PageTool = {
      name: 'choose',
      description: 'Asks the visitor to choose.',
      annotations: { readOnlyHint: true },
      timeoutMs: 120_000,
      asksVisitor: true,
      execute: (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const page = site.openPage({ tools: [choose, echo({ execute: () => new Promise(() => {}) })] });
    page.runner.update([
      request(site, { toolUseId: 'a', name: 'choose' }),
      request(site, { toolUseId: 'b' }),
    ]);
    await settle(site);
    expect(page.status('a')).toMatchObject({ state: 'running', isAsking: true });
    page.runner.skipQuestions();
    await settle(site);
    expect(page.status('a')).toMatchObject({ outcome: { code: 'cancelled' } });
    expect(page.status('b')).toMatchObject({ state: 'running', isAsking: false });
  });

  it('says that a tool which asks, and may change things, was skipped: nobody has answered it', async () => {
    const site = createSite();
    const waiting = (name: string, ends: boolean): PageTool => ({
      name,
      description: 'Asks the visitor for a date, and books it.',
      approval: 'auto',
      timeoutMs: 120_000,
      asksVisitor: true,
      execute: (_, { signal }) =>
        new Promise((_, reject) => {
          if (ends) signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const page = site.openPage({ tools: [waiting('book', true), waiting('deaf', false)] });
    page.runner.update([
      request(site, { toolUseId: 'a', name: 'book' }),
      request(site, { toolUseId: 'b', name: 'deaf' }),
    ]);
    await settle(site);
    page.runner.skipQuestions();
    await site.browser.clock.advance(5_000);
    expect(page.status('a')).toMatchObject({
      outcome: { code: 'cancelled', message: 'The visitor wrote something else instead.' },
    });
    // One that goes on waiting may still be answered on the page: nobody can say that it does nothing.
    expect(page.status('b')).toMatchObject({ outcome: { code: 'execution_failed' } });
  });

  it('skips a question with a result where another call has already run', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo(), buy()] });
    page.runner.update([
      request(site, { toolUseId: 'a' }),
      request(site, { toolUseId: 'b', name: 'buy' }),
    ]);
    await settle(site);
    expect(page.runner.getSnapshot().isRunning).toBe(true);
    page.runner.skipQuestions();
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]).toMatchObject([
      { tool_use_id: 'a' },
      { tool_use_id: 'b', error_code: 'cancelled' },
    ]);
  });
});

describe('closing', () => {
  it('leaves no timer behind', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    site.answer = async () => new Map();
    const page = site.openPage({
      tools: [
        buy(),
        echo({
          execute: () => {
            disk.fail({ failure: 'quota', operations: ['update'] });
            return 'done';
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    page.runner.skipQuestions();
    page.runner.update([request(site, { toolUseId: 'call_2' })]);
    await settle(site);
    page.runner.update([]);
    await settle(site);
    page.runner.close();
    page.tab.platform.storage.close();
    await clock.advance(5_000);
    expect(clock.pending()).toBe(0);
  });

  it('leaves no timer, lock or listener behind', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([
      request(site, { toolUseId: 'a', name: 'buy' }),
      request(site, { toolUseId: 'b', name: 'nowhere' }),
    ]);
    await settle(site);
    page.runner.close();
    page.runner.close();
    await settle(site);
    expect(site.browser.clock.pending()).toBe(0);
    expect(site.browser.locks.held()).toEqual([]);
    expect(page.tab.page.listenerCount()).toBe(0);
    expect(site.posts).toEqual([]);
  });
});
