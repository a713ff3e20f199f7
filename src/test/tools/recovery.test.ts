// What the next page makes of a call that an earlier one had begun: each row of the table of crash recovery.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageTool } from '../../tools/types.ts';
import {
  buy,
  createSite,
  decide,
  echo,
  envelope,
  type Page,
  request,
  type Site,
  settle,
} from './site.ts';

beforeAll(() => import('../../tools/validate.ts'));

const KEY = 'test:tool:call_1';
const never = () => new Promise(() => {});

/** Begins the call in a page, kills the page, and opens another with the same tool. */
async function reload(first: PageTool, second: PageTool = first, url?: string) {
  const site = createSite();
  const before = site.openPage({ tools: [first] });
  const call = request(site, { name: first.name, input: { id: 'x' } });
  before.runner.update([call]);
  await settle(site);
  if (before.status('call_1')?.state === 'asking') {
    decide(before, 'call_1', 'once');
    await settle(site);
  }
  before.tab.kill();
  const after = site.openPage({ tools: [second], ...(url === undefined ? {} : { url }) });
  after.runner.update([call]);
  await settle(site);
  return { site, after, call };
}

describe('after a reload', () => {
  it('runs what was only claimed', async () => {
    const site = createSite();
    const runs: unknown[] = [];
    site.browser.disk.plant(KEY, {
      v: 1,
      toolUseId: 'call_1',
      owner: 'gone',
      at: site.browser.clock.now(),
      state: 'claimed',
    });
    const execute = (input: unknown) => void runs.push(input);
    const page = site.openPage({ tools: [buy({ approval: 'auto', execute })] });
    page.runner.update([request(site, { name: 'buy', input: { id: 'x' } })]);
    await settle(site);
    expect(runs).toEqual([{ id: 'x' }]);
    expect(page.status('call_1')?.state).toBe('settled');
  });

  it.each([
    ['read-only', { readOnlyHint: true }],
    ['idempotent', { idempotentHint: true }],
  ])('runs a %s tool again', async (_what, annotations) => {
    const again = echo({ approval: 'auto', annotations, execute: () => 'again' });
    const { site } = await reload({ ...again, execute: never }, again);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'again' });
  });

  it('says where the visitor went for a tool that navigates', async () => {
    const go = buy({ navigates: true, execute: never });
    const { site } = await reload(go, echo(), 'https://shop.example/cart');
    const [result] = site.posts[0] ?? [];
    expect(result?.content).toBe('Navigated to https://shop.example/cart');
    expect(result).not.toHaveProperty('is_error');
    expect(result?.client_timing?.ended_at_ms).toBeGreaterThanOrEqual(
      result?.client_timing?.started_at_ms ?? Number.POSITIVE_INFINITY,
    );
  });

  it('does not go there again, even where the tool also calls itself read-only', async () => {
    let goes = 0;
    const go = buy({
      navigates: true,
      annotations: { readOnlyHint: true },
      execute: () => {
        goes += 1;
        return never();
      },
    });
    const { site } = await reload(go, go, 'https://shop.example/elsewhere');
    expect(goes).toBe(1);
    expect(site.posts[0]?.[0]?.content).toBe('Navigated to https://shop.example/elsewhere');
  });

  it('reports an unknown outcome for anything else, and never runs it again', async () => {
    let runs = 0;
    const tool = buy({
      execute: () => {
        runs += 1;
        return never();
      },
    });
    const { site, after } = await reload(tool);
    expect(runs).toBe(1);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({
      code: 'execution_failed',
      message: expect.stringMatching(/outcome unknown/),
      retryable: false,
    });
    expect(after.status('call_1')?.state).toBe('settled');
  });

  it.each([
    ['true', true, { content: 'Done, as checked after the page changed.' }],
    ['a value', { order: 7 }, { content: '{"order":7}' }],
    ['false', false, { is_error: true, error_code: 'cancelled' }],
    ['nothing', undefined, { is_error: true, error_code: 'execution_failed' }],
  ])('asks the tool itself when it can verify, and believes %s', async (_what, answer, result) => {
    const inputs: unknown[] = [];
    const tool = buy({
      execute: never,
      verify: (input) => {
        inputs.push(input);
        return answer;
      },
    });
    const { site } = await reload(tool);
    expect(inputs).toEqual([{ id: 'x' }]);
    expect(site.posts[0]?.[0]).toMatchObject(result);
  });

  it('posts a result that was finished but not posted, once', async () => {
    const site = createSite();
    const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'saved' };
    site.browser.disk.plant(KEY, row(site, 'finished', result));
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(site.posts).toEqual([[result]]);
    expect(site.browser.disk.peek(KEY)).toMatchObject({ state: 'acknowledged' });
  });

  it.each([
    ['finished', false],
    ['posted', true],
  ])(
    'says of a result that was %s by an earlier page whether that one may still arrive',
    async (state, mayHaveLeft) => {
      const site = createSite();
      const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'saved' };
      site.browser.disk.plant(KEY, row(site, state, result));
      const told: unknown[] = [];
      site.answer = async (_, how) => {
        told.push(how?.mayHaveLeft?.('call_1'));
        return new Map([['call_1', 'pending' as const]]);
      };
      const page = site.openPage();
      page.runner.update([request(site, { name: 'buy' })]);
      await settle(site);
      expect(site.posts).toEqual([[result]]);
      // Of its own request whoever posts knows.
      await site.browser.clock.advance(16_000);
      expect(told).toEqual([mayHaveLeft, false]);
    },
  );

  it('is under way until the journal has told what became of it, so that no message goes before it', async () => {
    const site = createSite();
    site.browser.disk.latencyMs = 50;
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    expect(page.runner.getSnapshot().isRunning).toBe(true);
    let told = 0;
    page.runner.subscribe(() => {
      told += 1;
    });
    await site.browser.clock.advance(1_000);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('asking');
    expect(page.runner.getSnapshot().isRunning).toBe(false);
    expect(told).toBeGreaterThan(0);
  });

  it('is under way while nobody knows what became of it, so that no message goes before that is told', async () => {
    const site = createSite();
    const planted = { ...row(site, 'started'), canVerify: true };
    site.browser.disk.plant(KEY, planted);
    // A page without the tool, which waits for it.
    const page = site.openPage();
    page.runner.update([request(site, { name: 'buy' })]);
    for (let ms = 0; ms < 9_000; ms += 500) {
      expect([ms, page.runner.getSnapshot().isRunning]).toEqual([ms, true]);
      await site.browser.clock.advance(500);
    }
    await site.browser.clock.advance(5_000);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
    expect(page.runner.getSnapshot().isRunning).toBe(false);
  });

  it('is under way as soon as it is being claimed', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ approval: 'auto' })] });
    await settle(site);
    site.browser.disk.latencyMs = 200;
    page.runner.update([request(site, { name: 'buy' })]);
    for (let ms = 0; ms < 1_500 && site.posts.length === 0; ms += 50) {
      expect([ms, page.runner.getSnapshot().isRunning]).toEqual([ms, true]);
      await site.browser.clock.advance(50);
    }
    expect(site.posts).toHaveLength(1);
  });

  it('posts nothing more when the log has the result meanwhile', async () => {
    const site = createSite();
    const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'saved' };
    site.browser.disk.plant(KEY, row(site, 'posted', result));
    site.answer = async () => new Map([['call_1', 'pending' as const]]);
    const page = site.openPage();
    page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(1_000);
    page.runner.update([]);
    await site.browser.clock.advance(120_000);
    expect(site.posts).toHaveLength(1);
    expect(site.browser.disk.peek(KEY)).toMatchObject({ state: 'acknowledged' });
  });

  it.each(['acknowledged', 'discarded'])('leaves alone what is %s', async (state) => {
    const site = createSite();
    let runs = 0;
    const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'saved' };
    site.browser.disk.plant(KEY, row(site, state, result));
    const page = site.openPage({
      tools: [
        echo({
          execute: () => {
            runs += 1;
          },
        }),
      ],
    });
    page.runner.update([request(site)]);
    await site.browser.clock.advance(120_000);
    expect(runs).toBe(0);
    expect(site.posts).toEqual([]);
  });

  it('asks again, and no less, when the page went while the question stood', async () => {
    const site = createSite();
    const call = request(site, { name: 'buy' });
    const before = site.openPage({ tools: [buy()] });
    before.runner.update([call]);
    await settle(site);
    before.tab.kill();
    const after = site.openPage({ tools: [buy()] });
    after.runner.update([call]);
    await settle(site);
    expect(after.status('call_1')?.state).toBe('asking');
  });

  it('treats a row that makes no sense as none', async () => {
    for (const planted of [7, null, { v: 2 }, { ...row(createSite(), 'started'), owner: 3 }]) {
      const site = createSite();
      site.browser.disk.plant(KEY, planted);
      const page = site.openPage({ tools: [echo()] });
      page.runner.update([request(site)]);
      await settle(site);
      expect(site.posts).toHaveLength(1);
    }
  });
});

describe('the journal', () => {
  it('has the start on disk before the handler runs, and each step after it', async () => {
    const site = createSite();
    const { disk } = site.browser;
    let atStart: unknown;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            atStart = disk.peek(KEY);
            return 'bought';
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(atStart).toMatchObject({ state: 'started', effect: 'once' });
    const states = disk.writes
      .filter(({ key }) => key === KEY)
      .map(({ value }) => (value as { state: string }).state);
    expect(states).toEqual(['claimed', 'started', 'finished', 'posted', 'acknowledged']);
  });

  it('runs nothing that must not run twice when the disk is full', async () => {
    const site = createSite();
    site.browser.disk.fail({ failure: 'quota', operations: ['update'] });
    let runs = 0;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            runs += 1;
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    await site.browser.clock.advance(21_000);
    expect(runs).toBe(0);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'unavailable' });
  });

  it('runs nothing that another tab has refused, although its refusal found no room on the disk', async () => {
    const site = createSite();
    const mend = site.browser.disk.fail({ failure: 'quota', operations: ['update'] });
    let runs = 0;
    const tool = buy({
      approval: 'auto',
      execute: () => {
        runs += 1;
      },
    });
    const [a, b] = [site.openPage({ tools: [tool] }), site.openPage({ tools: [tool] })];
    const call = request(site, { name: 'buy' });
    // The gateway can't be reached for a while.
    site.answer = async () => new Map();
    a.runner.update([call]);
    await site.browser.clock.advance(12_000);
    mend();
    b.runner.update([call]);
    await site.browser.clock.advance(100);
    expect(runs).toBe(0);
    site.answer = async () => new Map([['call_1', 'accepted']]);
    await site.browser.clock.advance(60_000);
    expect(runs).toBe(0);
    for (const page of [a, b]) expect(page.status('call_1')?.state).toBe('settled');
  });

  it('runs nothing that another tab has refused and can tell nobody of, once there is room again', async () => {
    const site = createSite();
    const mend = site.browser.disk.fail({ failure: 'quota', operations: ['update'] });
    let runs = 0;
    const tool = buy({
      approval: 'auto',
      execute: () => {
        runs += 1;
      },
    });
    const a = site.openPage({ tools: [tool], hasChannel: false });
    const b = site.openPage({
      tools: [tool],
      hasChannel: false,
      refresh: async () => b.runner.update(site.posts.length > 0 ? [] : [call]),
    });
    const call = request(site, { name: 'buy' });
    a.runner.update([call]);
    await site.browser.clock.advance(5_500);
    b.runner.update([call]);
    await site.browser.clock.advance(4_800);
    expect(site.posts).toMatchObject([[{ error_code: 'unavailable' }]]);
    mend();
    await site.browser.clock.advance(60_000);
    expect(runs).toBe(0);
    expect(site.posts).toHaveLength(1);
  });

  it('runs what it had to wait for, also where the log can’t be read again', async () => {
    const site = createSite();
    const mend = site.browser.disk.fail({ failure: 'quota', operations: ['update'] });
    const look = vi.fn(() => Promise.reject(new Error('offline')));
    const page = site.openPage({ tools: [buy({ approval: 'auto' })], refresh: look });
    page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(5_000);
    mend();
    await site.browser.clock.advance(2_000);
    expect(look).toHaveBeenCalledTimes(1);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('does not go on with a refusal of its own once another tab has run the call', async () => {
    const site = createSite();
    const mend = site.browser.disk.fail({ failure: 'quota', operations: ['update'] });
    const tool = buy({ approval: 'auto' });
    const [a, b] = ['a', 'b'].map(() => site.openPage({ tools: [tool], hasChannel: false }));
    const call = request(site, { name: 'buy' });
    let goOn = (): void => {};
    site.answer = async (results, how) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const still = (await how?.isStill?.('call_1')) ?? true;
      return new Map(results.map((result) => [result.tool_use_id, still ? 'accepted' : 'pending']));
    };
    a?.runner.update([call]);
    await site.browser.clock.advance(10_100);
    expect(site.posts).toHaveLength(1);
    mend();
    b?.runner.update([call]);
    await settle(site);
    goOn();
    await settle(site);
    expect(a?.status('call_1')?.state).not.toBe('settled');
    goOn();
    await settle(site);
    expect(site.posts.at(-1)?.[0]).toMatchObject({ content: 'bought' });
    expect(b?.status('call_1')?.state).toBe('settled');
  });

  it('waits for a disk that fails for a moment, rather than refuse', async () => {
    const site = createSite();
    const mend = site.browser.disk.fail({ failure: 'closed' });
    const page = site.openPage({ tools: [buy({ approval: 'auto' })] });
    page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(5_000);
    expect(site.posts).toEqual([]);
    mend();
    await site.browser.clock.advance(2_000);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('takes nothing for untouched because the disk can’t be read: another tab may be at it', async () => {
    const site = createSite();
    const call = request(site, { name: 'buy' });
    let runs = 0;
    const tool = buy({
      approval: 'auto',
      execute: async () => {
        runs += 1;
        await site.browser.clock.sleep(5_000);
        return 'bought';
      },
    });
    const first = site.openPage({ tools: [tool] });
    first.runner.update([call]);
    await settle(site);
    const mend = site.browser.disk.fail({ failure: 'closed' });
    const second = site.openPage({ tools: [tool] });
    second.runner.update([call]);
    await site.browser.clock.advance(2_000);
    mend();
    await site.browser.clock.advance(10_000);
    expect(runs).toBe(1);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it.each([{ ms: 3_000 }, { ms: 60_000 }])(
    'says of no call that it was not begun where a disk that fails for $ms ms can’t tell whether another tab has done it',
    async ({ ms }) => {
      const site = createSite();
      const call = request(site, { name: 'buy' });
      const [a, b] = [1, 2].map(() => site.openPage({ tools: [buy()], hasChannel: false }));
      if (a === undefined || b === undefined) throw new Error('two pages were opened');
      site.answer = async () => new Map();
      for (const page of [a, b]) page.runner.update([call]);
      await settle(site);
      decide(b, 'call_1', 'once');
      await settle(site);
      expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
      const mend = site.browser.disk.fail({ failure: 'closed' });
      void a.runner.stop();
      await site.browser.clock.advance(ms);
      mend();
      await site.browser.clock.advance(100_000);
      const codes = new Set(site.posts.flat().map(({ error_code: code }) => code));
      expect([...codes]).toEqual(ms > 40_000 ? [undefined, 'execution_failed'] : [undefined]);
    },
  );

  it('refuses nothing because the disk fails as the visitor allows it: another tab may run it', async () => {
    const site = createSite();
    const call = request(site, { name: 'buy' });
    const [a, b] = [1, 2].map(() => site.openPage({ tools: [buy()], hasChannel: false }));
    if (a === undefined || b === undefined) throw new Error('two pages were opened');
    for (const page of [a, b]) page.runner.update([call]);
    await settle(site);
    const mend = site.browser.disk.fail({ failure: 'closed' });
    decide(a, 'call_1', 'once');
    await site.browser.clock.advance(15_000);
    expect(site.posts).toEqual([]);
    mend();
    decide(b, 'call_1', 'once');
    await site.browser.clock.advance(5_000);
    await settle(site);
    const contents = new Set(site.posts.flat().map(({ content }) => content));
    expect([...contents]).toEqual(['bought']);
  });

  it('says that nobody knows where the disk stays unreadable', async () => {
    const site = createSite();
    site.browser.disk.fail({ failure: 'closed' });
    let runs = 0;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            runs += 1;
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(40_000);
    await settle(site);
    expect(runs).toBe(0);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
    expect(envelope(site.posts[0]?.[0])).toMatchObject({ retryable: false });
  });

  it('waits for a disk that is slow to open, and posts what an earlier page had done', async () => {
    const site = createSite();
    let runs = 0;
    const tool = buy({
      approval: 'auto',
      execute: () => {
        runs += 1;
        return 'bought';
      },
    });
    const call = request(site, { name: 'buy' });
    site.answer = () => new Promise(() => {});
    const first = site.openPage({ tools: [tool] });
    first.runner.update([call]);
    await settle(site);
    expect(runs).toBe(1);
    first.tab.kill();
    site.answer = createSite().answer;
    const next = site.openPage({ tools: [tool], opensAfterMs: 15_000 });
    next.runner.update([call]);
    await site.browser.clock.advance(14_000);
    expect(site.posts).toHaveLength(1);
    // Until then it may be under way: no message goes before it.
    expect(next.runner.getSnapshot().isRunning).toBe(true);
    await site.browser.clock.advance(80_000);
    expect(runs).toBe(1);
    expect(site.posts).toHaveLength(2);
    expect(site.posts[1]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('says that nobody knows, not that nothing was done, where a slow disk does not open', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ approval: 'auto' })], opensAfterMs: 3_600_000 });
    page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(29_000);
    expect(site.posts).toEqual([]);
    await site.browser.clock.advance(10_000);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
  });

  it('runs a tool that may run twice while a slow disk opens', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo()], opensAfterMs: 3_600_000 });
    page.runner.update([request(site)]);
    await site.browser.clock.advance(4_000);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]?.is_error).toBeUndefined();
  });

  it('says nothing of a stopped call before a slow disk can be read, and that nobody knows if it never can', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [echo()], opensAfterMs: 3_600_000 });
    page.runner.update([request(site)]);
    void page.runner.stop();
    await site.browser.clock.advance(25_000);
    expect(site.posts).toEqual([]);
    await site.browser.clock.advance(10_000);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
  });

  it('ends with a wrong input to a tool that may run twice, although a slow disk never opens', async () => {
    const site = createSite();
    const inputSchema = { type: 'object', required: ['q'], properties: { q: { type: 'string' } } };
    const page = site.openPage({ tools: [echo({ inputSchema })], opensAfterMs: 3_600_000 });
    page.runner.update([request(site)]);
    await site.browser.clock.advance(60_000);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ is_error: true });
  });

  it('refuses what must not run twice once a slow disk is refused in the end', async () => {
    const site = createSite();
    const page = site.openPage({
      tools: [buy({ approval: 'auto' })],
      opensAfterMs: 10_000,
      isDurable: false,
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await site.browser.clock.advance(9_000);
    expect(site.posts).toEqual([]);
    await site.browser.clock.advance(5_000);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'unavailable' });
  });

  it('says nothing of another device’s call because the disk can’t be read', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ approval: 'auto' })], opensAfterMs: 60_000 });
    page.runner.update([request(site, { name: 'buy', isOurs: false })]);
    await site.browser.clock.advance(40_000);
    expect(page.status('call_1')).toEqual({ state: 'elsewhere' });
    expect(page.runner.getSnapshot().isRunning).toBe(false);
    // What the disk has shows that it is ours.
    await site.browser.clock.advance(25_000);
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it.each([
    ['of a later version', { v: 2, toolUseId: 'call_1', phase: 'begun' }],
    ['that is damaged', { v: 1, toolUseId: 'call_1', owner: 5 }],
    ['without its result', { v: 1, toolUseId: 'call_1', owner: 'x', at: 1, state: 'finished' }],
  ])('takes a row %s for a call that may have run', async (_, stored) => {
    const site = createSite();
    site.browser.disk.plant(KEY, stored);
    let runs = 0;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            runs += 1;
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(runs).toBe(0);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
  });

  it('still posts a result that the disk had no room for', async () => {
    const site = createSite();
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            site.browser.disk.fail({ failure: 'quota', operations: ['update'] });
            return 'bought';
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('answers `unavailable` where the disk fills up between the claim and the start', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    let runs = 0;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            runs += 1;
          },
        }),
      ],
    });
    disk.fail({
      failure: 'quota',
      operations: ['update'],
      key: (key) => key === KEY && JSON.stringify(disk.peek(KEY) ?? '').includes('"claimed"'),
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    await clock.advance(300_000);
    expect(runs).toBe(0);
    expect(site.posts.flat()[0]).toMatchObject({ error_code: 'unavailable' });
  });

  it('has room made on a full disk before it does without', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    disk.plant('test:log', 'x'.repeat(10_000));
    disk.quotaBytes = disk.bytes();
    const tab = site.browser.openTab();
    const page = site.openPage({
      tab,
      tools: [buy({ approval: 'auto' })],
      evict: () => tab.platform.storage.delMany(['test:log']),
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await clock.advance(5_000);
    expect(site.posts.flat()).toMatchObject([{ content: 'bought' }]);
    expect(disk.peek(KEY)).toMatchObject({ state: 'acknowledged' });
  });

  it('knows a result again that is stored while it is on its way', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    const answers: boolean[] = [];
    // The session looks at the log before it posts.
    site.answer = async (results, how) => {
      await clock.sleep(1_500);
      const still = (await how?.isStill?.('call_1')) ?? true;
      answers.push(still);
      return new Map(results.map((r) => [r.tool_use_id, still ? 'accepted' : 'pending']));
    };
    let mend = (): void => {};
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            mend = disk.fail({ failure: 'closed', operations: ['update'] });
            return 'bought';
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    mend();
    await clock.advance(5_000);
    expect(answers).toEqual([true]);
    expect(page.status('call_1')?.state).toBe('settled');
  });

  it('keeps no result that the gateway has', async () => {
    const site = createSite();
    const { disk } = site.browser;
    const page = site.openPage({ tools: [echo({ execute: () => 'a street and a number' })] });
    page.runner.update([request(site)]);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    page.runner.update([]);
    expect(disk.peek(KEY)).toMatchObject({ state: 'acknowledged' });
    expect(JSON.stringify(disk.entries())).not.toContain('street');
    expect(page.status('call_1')).toMatchObject({ state: 'settled', outcome: { isError: false } });
    expect(JSON.stringify(page.status('call_1'))).not.toContain('street');
  });

  it('keeps what a call that is waited for has begun, whatever year the clock is set to', async () => {
    const site = createSite();
    const { disk, clock } = site.browser;
    const page = site.openPage({
      tools: [buy({ approval: 'auto', timeoutMs: 600_000, execute: never }), echo()],
    });
    const buying = request(site, { name: 'buy' });
    page.runner.update([buying]);
    await settle(site);
    expect(disk.peek(KEY)).toMatchObject({ state: 'started' });
    page.tab.clock.jump(50 * 365 * 24 * 3_600_000);
    page.runner.update([buying, request(site, { toolUseId: 'call_2' })]);
    await settle(site);
    page.runner.update([buying]);
    await clock.advance(120_000);
    expect(disk.peek('test:tool:call_2')).toMatchObject({ state: 'acknowledged' });
    expect(disk.peek(KEY)).toMatchObject({ state: 'started' });
  });

  it('forgets settled calls of the day before', async () => {
    const site = createSite();
    const { clock, disk } = site.browser;
    disk.plant('test:tool:old', { ...row(site, 'discarded'), toolUseId: 'old' });
    disk.plant('test:tool:open', { ...row(site, 'finished'), toolUseId: 'open' });
    await clock.advance(25 * 3_600_000);
    const page = site.openPage({ tools: [echo()] });
    page.runner.update([request(site)]);
    await settle(site);
    expect(disk.peek('test:tool:old')).toBeUndefined();
    expect(disk.peek('test:tool:open')).toBeDefined();
    expect(disk.peek(KEY)).toBeDefined();
  });
});

describe('a tool that navigates', () => {
  const go = (page: () => Page): PageTool =>
    buy({
      approval: 'auto',
      navigates: true,
      execute: () => {
        page().tab.page.pagehide();
      },
    });

  it('leaves the word to the page that it goes to', async () => {
    const site = createSite();
    const call = request(site, { name: 'buy' });
    const before: Page = site.openPage({ tools: [go(() => before)] });
    before.runner.update([call]);
    await settle(site);
    expect(site.posts).toEqual([]);
    before.tab.kill();
    const after = site.openPage({ url: 'https://shop.example/checkout' });
    after.runner.update([call]);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({
      content: 'Navigated to https://shop.example/checkout',
    });
  });

  it('reports for itself when the page stays', async () => {
    const site = createSite();
    const page = site.openPage({
      tools: [buy({ approval: 'auto', navigates: true, execute: () => 'stayed' })],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(site.posts).toEqual([]);
    await site.browser.clock.advance(1_000);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'stayed' });
    page.runner.close();
    expect(page.tab.page.listenerCount()).toBe(0);
  });

  it.each([
    ['as its handler ran', 0],
    ['after its handler was done', 500],
  ])('leaves the word to a slow next page where a navigation began %s', async (_, afterMs) => {
    const site = createSite();
    const { clock } = site.browser;
    const call = request(site, { name: 'buy' });
    const before: Page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          navigates: true,
          execute: () => {
            if (afterMs === 0) before.tab.page.leave();
            else clock.setTimeout(() => before.tab.page.leave(), afterMs);
          },
        }),
      ],
    });
    before.runner.update([call]);
    await settle(site);
    await clock.advance(10_000);
    expect(site.posts).toEqual([]);
    before.tab.kill();
    const after = site.openPage({ url: 'https://shop.example/slow' });
    after.runner.update([call]);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({
      content: 'Navigated to https://shop.example/slow',
    });
  });

  it('reports for itself where the navigation was a download', async () => {
    const site = createSite();
    const page: Page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          navigates: true,
          execute: () => {
            page.tab.page.leave();
            return 'downloading';
          },
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    await site.browser.clock.advance(15_000);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'downloading' });
  });

  it('reports at once when the address changed without a load', async () => {
    const site = createSite();
    const page: Page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          navigates: true,
          execute: () => page.tab.page.setUrl('https://shop.example/#/cart'),
        }),
      ],
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({
      content: 'Navigated to https://shop.example/#/cart',
    });
  });

  it('is not settled by a page that was there before, although its first call comes later', async () => {
    const site = createSite();
    const call = request(site, { name: 'buy' });
    const before = site.openPage({
      tools: [buy({ approval: 'auto', navigates: true, execute: never })],
    });
    const tab = site.browser.openTab({ url: 'https://shop.example/other' });
    await site.browser.clock.advance(10);
    before.runner.update([call]);
    await settle(site);
    before.tab.kill();
    // What a page loads for tools it loads when they are first called for.
    const other = site.openPage({ tab });
    other.runner.update([call]);
    await site.browser.clock.advance(1_000);
    expect(site.posts).toEqual([]);
    await site.browser.clock.advance(20_000);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
  });

  it('is not settled by another tab before the new page has had its time', async () => {
    const site = createSite();
    const call = request(site, { name: 'buy' });
    const other = site.openPage();
    const before = site.openPage({
      tools: [buy({ approval: 'auto', navigates: true, execute: never })],
    });
    await site.browser.clock.advance(10);
    for (const page of [before, other]) page.runner.update([call]);
    await settle(site);
    before.tab.kill();
    await site.browser.clock.advance(1_000);
    expect(site.posts).toEqual([]);
    const after = site.openPage({ url: 'https://shop.example/new' });
    after.runner.update([call]);
    await settle(site);
    await site.browser.clock.advance(20_000);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]?.content).toBe('Navigated to https://shop.example/new');
  });
});

describe('the back-forward cache', () => {
  it('drops the late result of a page whose call another page has settled', async () => {
    const site = createSite();
    const { clock } = site.browser;
    const call = request(site, { name: 'buy' });
    const tool = buy({
      approval: 'auto',
      execute: async () => {
        await clock.sleep(5_000);
        return 'late';
      },
    });
    const first = site.openPage({ tools: [tool] });
    first.runner.update([call]);
    await settle(site);
    first.tab.freeze();
    const second = site.openPage({ tools: [tool] });
    second.runner.update([call]);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    first.tab.thaw();
    await clock.advance(10_000);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    expect(first.status('call_1')).toMatchObject({ state: 'settled', outcome: { isError: true } });
  });

  it.each([
    ['another page has told that nothing happened', true],
    ['nobody has looked', false],
  ])('cuts a call with verify off as its page comes back: %s', async (_, isAsked) => {
    const site = createSite();
    const { clock } = site.browser;
    const call = request(site, { name: 'buy' });
    let bought = 0;
    const tool = buy({
      approval: 'auto',
      verify: () => bought > 0,
      execute: async (_input, { signal }) => {
        await clock.sleep(500);
        signal.throwIfAborted();
        bought += 1;
      },
    });
    const first = site.openPage({ tools: [tool] });
    first.runner.update([call]);
    await settle(site);
    first.tab.freeze();
    await clock.advance(100);
    if (isAsked) {
      site.openPage({ tools: [tool] }).runner.update([call]);
      await settle(site);
      expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'cancelled' });
    }
    first.tab.thaw();
    await clock.advance(10_000);
    await settle(site);
    expect(bought).toBe(0);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'cancelled' });
  });

  it('leaves no channel open, since a browser throws away a page that is spoken to', async () => {
    const site = createSite();
    const tab = site.browser.openTab();
    const { openChannel } = tab.platform;
    let open = 0;
    tab.platform = {
      ...tab.platform,
      openChannel(name) {
        const channel = openChannel?.(name);
        if (channel === undefined) throw new Error('no channel');
        open += 1;
        return {
          ...channel,
          close() {
            open -= 1;
            channel.close();
          },
        };
      },
    };
    const page = site.openPage({ tab, tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(open).toBe(1);
    tab.freeze();
    expect(open).toBe(0);
    const second = site.openPage({ tools: [buy()] });
    second.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    decide(second, 'call_1', 'once');
    await settle(site);
    tab.thaw();
    await settle(site);
    expect(open).toBe(1);
    expect(page.status('call_1')).toMatchObject({ state: 'settled' });
    page.runner.close();
    expect(open).toBe(0);
  });

  it('goes on where it was when nobody else looked', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    page.tab.freeze();
    page.tab.thaw();
    await settle(site);
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });
});

function row(site: Site, state: string, result?: object) {
  return {
    v: 1,
    toolUseId: 'call_1',
    owner: 'gone',
    at: site.browser.clock.now(),
    state,
    ...(state === 'started' ? { startedAt: 0, effect: 'once', canVerify: false } : {}),
    result: result ?? { type: 'tool_result', tool_use_id: 'open', content: 'x' },
  };
}
