// A gateway that means harm changes what a call is after it was first seen under its id: between two pages, or between
// two copies of the log. What runs is what the visitor was shown, or nothing. And what older versions stored.

import { beforeAll, describe, expect, it } from 'vitest';
import type { CallRequest, PageTool } from '../../tools/types.ts';
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

/** A shop: a search that changes nothing and takes long, and an order that must be asked for each time. */
function shop(over: { search?: Partial<PageTool>; order?: Partial<PageTool> } = {}) {
  const ran: unknown[] = [];
  const order = buy({
    name: 'place_order',
    approval: 'always',
    annotations: { destructiveHint: true },
    execute: (input) => {
      ran.push(input);
      return 'ordered';
    },
    ...over.order,
  });
  const search = echo({ name: 'search', execute: never, ...over.search });
  return { ran, order, tools: [search, order] };
}

const searching = (site: Site, over: Partial<CallRequest> = {}) =>
  request(site, { name: 'search', input: { q: 'mug' }, ...over });
const ordering = (site: Site, total = 9999, over: Partial<CallRequest> = {}) =>
  request(site, { name: 'place_order', input: { total }, ...over });

/** Ends the page while `call` is claimed, but not begun. */
async function claimOnly(site: Site, page: Page, call: CallRequest): Promise<void> {
  const { disk } = site.browser;
  const mend = disk.fail({
    failure: 'closed',
    operations: ['update'],
    key: (key) => JSON.stringify(disk.peek(key) ?? '').includes('"claimed"'),
  });
  page.runner.update([call]);
  await settle(site);
  if (page.status('call_1')?.state === 'asking') decide(page, 'call_1', 'once');
  await settle(site);
  expect(disk.peek(KEY)).toMatchObject({ state: 'claimed' });
  page.tab.kill();
  mend();
}

describe('under the id of a call that an earlier page had begun', () => {
  it.each([
    ['claimed', 'cancelled'],
    ['started', 'execution_failed'],
  ])('another one runs nothing, where the first was %s', async (state, code) => {
    const site = createSite();
    const { ran, tools } = shop();
    const first = site.openPage({ tools });
    if (state === 'claimed') await claimOnly(site, first, searching(site));
    else first.runner.update([searching(site)]);
    await settle(site);
    expect(site.browser.disk.peek(KEY)).toMatchObject({ state });
    first.tab.kill();
    const warnings: string[] = [];
    const next = site.openPage({ tools, onWarning: (reason) => warnings.push(reason) });
    next.runner.update([ordering(site)]);
    await settle(site);
    expect(ran).toEqual([]);
    expect(next.runner.getSnapshot().questions).toEqual([]);
    expect(site.posts).toHaveLength(1);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({ code, retryable: false });
    expect(warnings.join()).toMatch(/call_1.*place_order/);
  });

  it('the same one with another input runs nothing either, although its first form was allowed', async () => {
    const site = createSite();
    const { ran, tools } = shop();
    await claimOnly(site, site.openPage({ tools }), ordering(site, 1));
    const next = site.openPage({ tools });
    next.runner.update([ordering(site, 9999)]);
    await settle(site);
    expect(ran).toEqual([]);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'cancelled' });
  });

  it('the very same goes on without a question, whatever the order of its fields', async () => {
    const site = createSite();
    const { ran, tools } = shop();
    const first = { ...ordering(site), input: { total: 1, to: { zip: '1', city: 'a' } } };
    await claimOnly(site, site.openPage({ tools }), first);
    const next = site.openPage({ tools });
    next.runner.update([{ ...first, input: { to: { city: 'a', zip: '1' }, total: 1 } }]);
    await settle(site);
    expect(ran).toEqual([{ total: 1, to: { zip: '1', city: 'a' } }]);
  });

  it.each([
    ['description', { description: 'Orders for good.' }],
    ['schema', { inputSchema: { properties: { total: { type: 'number' } } } }],
    ['annotations', { annotations: {} }],
  ])('the same one is asked for again where the tool has another %s by now', async (_, order) => {
    const site = createSite();
    const { ran, tools } = shop();
    await claimOnly(site, site.openPage({ tools }), ordering(site));
    const next = site.openPage({ tools: [{ ...buy(), ...tools[1], ...order } as PageTool] });
    next.runner.update([ordering(site)]);
    await settle(site);
    expect(ran).toEqual([]);
    decide(next, 'call_1', 'once');
    await settle(site);
    expect(ran).toEqual([{ total: 9999 }]);
  });

  it('a tool that may no longer be run twice isn’t', async () => {
    const site = createSite();
    const { ran, tools, order } = shop({
      order: { approval: 'auto', annotations: { idempotentHint: true }, execute: never },
    });
    const first = site.openPage({ tools });
    first.runner.update([ordering(site)]);
    await settle(site);
    first.tab.kill();
    const execute = (input: unknown) => void ran.push(input);
    const next = site.openPage({ tools: [{ ...order, annotations: {}, execute }] });
    next.runner.update([ordering(site)]);
    await settle(site);
    expect(ran).toEqual([]);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({ code: 'execution_failed' });
  });

  it.each([
    ['another call', 'place_order', { total: 9999 }, {}],
    ['another input', 'place_order', { total: 2 }, {}],
    ['another tool of that name', 'place_order', { total: 1 }, { description: 'Checks nothing.' }],
  ])('no tool is asked whether %s took effect', async (_, name, input, over) => {
    const site = createSite();
    const asked: unknown[] = [];
    const verify = (what: unknown) => asked.push(what) > 0;
    const { order } = shop({ order: { approval: 'auto', execute: never, verify } });
    const first = site.openPage({ tools: [order] });
    first.runner.update([ordering(site, 1)]);
    await settle(site);
    first.tab.kill();
    const next = site.openPage({ tools: [{ ...order, ...over }] });
    const total = 'description' in over ? 1 : input.total;
    next.runner.update([request(site, { name, input: { total } })]);
    await settle(site);
    expect(asked).toEqual([]);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
  });

  it.each(['finished', 'posted'])(
    'no result of it is posted for another, where it was %s',
    async (state) => {
      const site = createSite();
      const { tools } = shop({ search: { execute: () => 'what was found' } });
      const first = site.openPage({ tools });
      site.answer = () => new Promise(() => {});
      if (state === 'finished') {
        const other = request(site, { toolUseId: 'call_2', name: 'nowhere' });
        first.runner.update([searching(site), other]);
      } else first.runner.update([searching(site)]);
      await settle(site);
      expect(site.browser.disk.peek(KEY)).toMatchObject({ state });
      first.tab.kill();
      site.posts.length = 0;
      let mayHaveLeft: unknown;
      site.answer = (results, how) => {
        mayHaveLeft = how?.mayHaveLeft?.('call_1');
        return createSite().answer(results);
      };
      const next = site.openPage({ tools });
      next.runner.update([ordering(site)]);
      await settle(site);
      // What was posted before may still arrive.
      expect(mayHaveLeft).toBe(state === 'posted');
      expect(site.posts).toHaveLength(1);
      expect(JSON.stringify(site.posts)).not.toContain('what was found');
      expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
    },
  );

  it('nothing runs that the log names anew once it was answered', async () => {
    const site = createSite();
    const { ran, tools } = shop({ search: { execute: () => 'found' } });
    const page = site.openPage({ tools });
    page.runner.update([searching(site)]);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    // Another pause lists the same id: gone for a moment, or not.
    for (const calls of [[], [ordering(site)], [], [searching(site)]]) {
      page.runner.update(calls);
      await site.browser.clock.advance(100_000);
    }
    expect(ran).toEqual([]);
    expect(site.posts).toHaveLength(1);
  });

  it('another conversation’s call is asked for like any other', async () => {
    const site = createSite();
    const { ran, tools } = shop();
    await claimOnly(site, site.openPage({ tools }), ordering(site));
    const other = site.openPage({ tools, namespace: 'other' });
    other.runner.update([ordering(site)]);
    await settle(site);
    expect(ran).toEqual([]);
    expect(other.status('call_1')?.state).toBe('asking');
  });
});

describe('a call that changes while a page has it', () => {
  it('is refused while its card stands, and no answer to that card runs anything', async () => {
    const site = createSite();
    const { ran, tools } = shop();
    const warnings: string[] = [];
    const page = site.openPage({ tools, onWarning: (reason) => warnings.push(reason) });
    page.runner.update([ordering(site, 1)]);
    await settle(site);
    const [question] = page.runner.getSnapshot().questions;
    page.runner.update([ordering(site, 9999)]);
    page.runner.answer('call_1', question?.binding ?? '', 'once');
    await settle(site);
    page.runner.update([ordering(site, 1)]);
    await settle(site);
    expect(ran).toEqual([]);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'cancelled' });
    expect(warnings).toHaveLength(1);
  });

  it('is refused between the visitor’s word and the start, and runs in neither form', async () => {
    const site = createSite();
    const { ran, tools } = shop();
    const page = site.openPage({ tools });
    page.runner.update([ordering(site, 1)]);
    await settle(site);
    site.browser.disk.latencyMs = 200;
    decide(page, 'call_1', 'once');
    await site.browser.clock.advance(100);
    page.runner.update([ordering(site, 9999)]);
    await site.browser.clock.advance(5_000);
    expect(ran).toEqual([]);
    expect(site.posts.flat()).toMatchObject([{ error_code: 'cancelled' }]);
  });

  it('runs as it was first seen or not at all, also where it changes before its tool was found', async () => {
    const site = createSite();
    const { ran, tools } = shop({ order: { approval: 'auto' } });
    const page = site.openPage({});
    page.runner.update([searching(site)]);
    await settle(site);
    page.runner.update([ordering(site)]);
    for (const tool of tools) page.registry.register(tool);
    await settle(site);
    expect(ran).toEqual([]);
    expect(site.posts.flat()).toMatchObject([{ error_code: 'cancelled' }]);
  });

  it('is stopped while its handler runs, and no outcome of that is told as the other call’s', async () => {
    const site = createSite();
    let stopped = false;
    const { ran, tools } = shop({
      search: {
        execute: (_, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              stopped = true;
              resolve('what was found');
            });
          }),
      },
    });
    const page = site.openPage({ tools });
    page.runner.update([searching(site)]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('running');
    page.runner.update([ordering(site)]);
    await settle(site);
    expect([stopped, ran]).toEqual([true, []]);
    expect(site.posts).toHaveLength(1);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({
      code: 'execution_failed',
      retryable: false,
    });
  });

  it('keeps its result to itself where that waits to be posted', async () => {
    const site = createSite();
    const { tools } = shop({ search: { execute: () => 'what was found' } });
    const page = site.openPage({ tools });
    const other = ordering(site, 1, { toolUseId: 'call_2' });
    page.runner.update([searching(site), other]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('posting');
    page.runner.update([ordering(site), other]);
    await settle(site);
    decide(page, 'call_2', 'no');
    await settle(site);
    expect(JSON.stringify(site.posts)).not.toContain('what was found');
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'execution_failed' });
  });
});

describe('what an older version stored', () => {
  const old = (site: Site, state: string, more: object = {}) => {
    const at = site.browser.clock.now();
    const row = { v: 1, toolUseId: 'call_1', owner: 'gone', at, state, ...more };
    site.browser.disk.plant(KEY, row);
  };

  it('counts as no word of the visitor’s', async () => {
    const site = createSite();
    const { ran, tools } = shop();
    old(site, 'claimed');
    const page = site.openPage({ tools });
    page.runner.update([ordering(site)]);
    await settle(site);
    expect(ran).toEqual([]);
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(ran).toEqual([{ total: 9999 }]);
  });

  it.each([
    ['anything', 'once', false],
    ['what could verify', 'once', true],
    ['what it took for repeatable', 'repeatable', false],
  ])('is run no second time: %s', async (_, effect, canVerify) => {
    const site = createSite();
    const asked: unknown[] = [];
    const verify = (what: unknown) => asked.push(what) > 0;
    const { ran, tools } = shop({ order: { approval: 'auto', verify } });
    old(site, 'started', { startedAt: 0, effect, canVerify });
    const page = site.openPage({ tools });
    page.runner.update([ordering(site)]);
    await settle(site);
    expect([ran, asked]).toEqual([[], []]);
    expect(envelope(site.posts[0]?.[0]).message).toMatch(/outcome unknown/);
  });

  it('is run again where that is harmless, and its results are posted', async () => {
    const site = createSite();
    const { tools } = shop({ search: { execute: () => 'found' } });
    old(site, 'started', { startedAt: 0, effect: 'repeatable', canVerify: false });
    const page = site.openPage({ tools });
    page.runner.update([searching(site)]);
    await settle(site);
    expect(site.posts.flat()).toMatchObject([{ content: 'found' }]);
  });

  it('allows no tool for the conversation', async () => {
    const site = createSite();
    const { tools } = shop({ order: { approval: 'ask' } });
    const page = site.openPage({ tools });
    page.runner.update([ordering(site)]);
    await settle(site);
    decide(page, 'call_1', 'conversation');
    await settle(site);
    const stored = site.browser.disk.peek('test:approvals') as { tools: string[] };
    // All of the tool, so that no other can pass for it.
    expect(stored.tools.join()).toContain('Buys the product.');
    site.browser.disk.plant('test:approvals', { ...stored, v: 1 });
    const next = site.openPage({ tools });
    next.runner.update([ordering(site, 1, { toolUseId: 'call_2' })]);
    await settle(site);
    expect(next.status('call_2')?.state).toBe('asking');
  });
});

it('a question is told from every other by all that it shows', async () => {
  const site = createSite();
  const { tools } = shop();
  const page = site.openPage({ tools });
  page.runner.update([ordering(site)]);
  await settle(site);
  const [question] = page.runner.getSnapshot().questions;
  for (const part of ['call_1', 'place_order', 'Buys the product.', '9999']) {
    expect(question?.binding).toContain(part);
  }
});
