// One visitor's story from the first question to the last, in real Chromium, against two gateways that share nothing
// but the interface: the reference gateway (with and without its stream) and a minimal one.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { stored } from './support/stored.ts';
import type { Step, TestGateway, WireEvent } from './support/test-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import {
  createWorld,
  pageHtml,
  recordConsole,
  recordRequests,
  type World,
} from './support/world.ts';

const SCRIPT: Step[][] = [
  [
    { think: 'The returns page says it.', ms: 200 },
    {
      say: 'You can return it within **30 days**.',
      citations: [
        {
          type: 'knowledge_base',
          document_uri: 'https://shop.example/returns',
          document_title: 'Returns',
        },
        {
          type: 'knowledge_base',
          document_uri: 'https://shop.example/returns',
          document_title: 'Returns, again',
        },
      ],
    },
  ],
  [
    { call: [{ name: 'add_to_cart', input: { product: 'mug', quantity: 2 } }] },
    { say: 'Two mugs are in your cart.' },
  ],
  [{ wait_ms: 60_000 }, { say: 'Too late.' }],
];

const TOOLS = `<script>
(window.bellhop ||= []).push((chat) => {
  chat.configure({ settleMs: 1000 });
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      required: ['product', 'quantity'],
    },
    execute({ product, quantity }) {
      document.querySelector('#cart').textContent = quantity + ' × ' + product;
      return { items: quantity };
    },
  });
});
</script>`;

interface Kind {
  name: string;
  attributes?: Record<string, string>;
  start: () => Promise<TestGateway>;
  /** `npm test` plays the others. */
  ring?: object;
}

const GATEWAYS: Kind[] = [
  { name: 'the reference gateway', start: () => startReferenceGateway({ script: SCRIPT }) },
  {
    name: 'the reference gateway, polled',
    attributes: { 'data-transport': 'poll' },
    start: () => startReferenceGateway({ script: SCRIPT }),
    ring: OUTER,
  },
  {
    name: 'a gateway that has no stream',
    start: () => startReferenceGateway({ script: SCRIPT, hasStream: false }),
    ring: OUTER,
  },
  { name: 'another gateway, of the interface alone', start: () => startOtherGateway(SCRIPT) },
];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

for (const { name, attributes = {}, start, ring = {} } of GATEWAYS) {
  describe(`with ${name}`, ring, () => {
    let world: World;
    let context: BrowserContext;
    let page: Page;
    let visitor: Visitor;
    let lines: { type: string; text: string }[];

    beforeEach(async () => {
      world = await createWorld(await start());
      world.put('/', pageHtml(world, attributes, '<p id="cart">empty</p>', TOOLS));
      context = await browser.newContext();
      page = await context.newPage();
      lines = recordConsole(page);
      visitor = visitorOf(page);
      await page.goto(`${world.site}/`);
    });

    afterEach(async () => {
      await context.close();
      await world.close();
      // Whatever happened, nothing may have been thrown into the page.
      expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
    });

    const listed = (type: string): Promise<WireEvent[]> =>
      world.gateway
        .events(world.sessionId())
        .then((events) => events.filter((event) => event.type === type));

    it('answers a question with its thinking and its source, once each', async () => {
      await visitor.open();
      await visitor.write('How long can I return it?');
      await visitor.log.getByText('30 days').waitFor();
      expect(await visitor.log.locator('strong').textContent()).toBe('30 days');
      const sources = visitor.log.getByRole('link', { name: 'Returns' });
      await sources.waitFor();
      expect(await sources.count()).toBe(1);
      expect(await sources.getAttribute('href')).toBe('https://shop.example/returns');
      const thought = visitor.log.getByText(/^Thought$/);
      await thought.click();
      expect(await visitor.log.getByText('The returns page says it.').isVisible()).toBe(true);
      expect(await listed('user.message')).toHaveLength(1);
    });

    // Each of these speaks to the reference gateway in every change.
    const longer = name === 'the reference gateway' ? ring : OUTER;
    it(
      'runs the page’s tool when the visitor allows it, and reports the result with its timing',
      longer,
      async () => {
        await visitor.open();
        await visitor.write('first');
        await visitor.log.getByText('30 days').waitFor();
        await visitor.write('Two mugs, please');
        await visitor.yes.waitFor();
        expect(await page.locator('#cart').textContent()).toBe('empty');
        await visitor.answer('yes');
        await visitor.log.getByText('Two mugs are in your cart.').waitFor();
        expect(await page.locator('#cart').textContent()).toBe('2 × mug');
        const [result, ...more] = await listed('user.tool_result');
        expect(more).toEqual([]);
        const [block] = (result?.content ?? []) as Record<string, unknown>[];
        expect(block).toMatchObject({ type: 'tool_result', content: '{"items":2}' });
        const timing = block?.client_timing as { started_at_ms: number; ended_at_ms: number };
        expect(Number.isInteger(timing.started_at_ms)).toBe(true);
        expect(timing.ended_at_ms).toBeGreaterThanOrEqual(timing.started_at_ms);
        expect(world.tickets[0]?.tools?.map((tool) => tool.name)).toEqual(['add_to_cart']);
      },
    );

    it('tells the agent that the visitor declined, and goes on', OUTER, async () => {
      await visitor.open();
      await visitor.write('first');
      await visitor.log.getByText('30 days').waitFor();
      await visitor.write('Two mugs, please');
      await visitor.answer('no');
      await visitor.log.getByText('Two mugs are in your cart.').waitFor();
      expect(await page.locator('#cart').textContent()).toBe('empty');
      const [result] = await listed('user.tool_result');
      expect(result?.content).toMatchObject([{ is_error: true, error_code: 'declined' }]);
    });

    it('stops a run when the visitor says so', OUTER, async () => {
      await visitor.open();
      await visitor.write('first');
      await visitor.log.getByText('30 days').waitFor();
      await visitor.write('second');
      await visitor.answer('yes');
      await visitor.log.getByText('Two mugs are in your cart.').waitFor();
      await visitor.write('something long');
      await visitor.panel.getByRole('button', { name: 'Stop' }).waitFor();
      // The second click of a double click on Send is no Stop.
      await page.waitForTimeout(700);
      await visitor.panel.getByRole('button', { name: 'Stop' }).click();
      await visitor.log.getByText('Reply stopped.').waitFor();
      const idle = (await listed('session.status_idle')).at(-1);
      expect(JSON.stringify(idle?.content)).toContain('user_cancelled');
      expect(await listed('user.interrupt')).toHaveLength(1);
    });
  });
}

const listsOf = (requests: readonly string[]) =>
  requests.filter((line) => /GET .*\/events\?/.test(line));
/** Longer than the pauses between the lists after an answer. */
const QUIET_MS = 3_000;

describe.each([
  ['the reference gateway', startReferenceGateway, {}],
  ['another gateway, of the interface alone', startOtherGateway, OUTER],
] as const)('after a long talk with %s', (_name, start, ring) => {
  it('a reload shows the transcript at once and asks once, from where it was', ring, async () => {
    const script: Step[][] = Array.from({ length: 8 }, (_, n) => [{ say: `Answer ${n}.` }]);
    const gateway = await (start === startOtherGateway
      ? startOtherGateway(script)
      : startReferenceGateway({ script }));
    const world = await createWorld(gateway);
    const context = await browser.newContext();
    try {
      world.put('/', pageHtml(world, {}, '', TOOLS));
      const requests = recordRequests(context);
      const page = await context.newPage();
      const visitor = visitorOf(page);
      await page.goto(`${world.site}/`);
      await visitor.open();
      for (let n = 0; n < 8; n++) {
        await visitor.write(`Question ${n}`);
        await visitor.log.getByText(`Answer ${n}.`).waitFor();
      }
      await visitor.panel.getByRole('button', { name: 'Close chat' }).click();
      // A list follows the answer two seconds later, and what it brings is stored.
      await until('the answer to be stored', async () =>
        (await stored(page)).includes('Answer 7.'),
      );
      // What came last is listed again until it is settled, a second after the last news.
      let lists = listsOf(requests).length;
      let since = Date.now();
      await until('nothing more to be listed', () => {
        if (listsOf(requests).length > lists) since = Date.now();
        lists = listsOf(requests).length;
        return Date.now() - since > QUIET_MS;
      });

      // What shows before the gateway has said a word was there at once.
      let answer = () => {};
      const isAnswering = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route(`${gateway.url}/**`, async (route) => {
        await isAnswering;
        await route.continue();
      });
      await page.reload();
      requests.length = 0;
      await visitor.open();
      await visitor.log.getByText('Answer 7.').waitFor();
      answer();
      const asked = () => listsOf(requests);
      await until('the gateway to be asked', () => asked().length > 0);
      // Time for a second one, which there must not be.
      await page.waitForTimeout(1500);
      expect(asked()).toHaveLength(1);
      expect(asked()[0]).toContain('after_id=');
      expect(await visitor.log.getByText('Answer 7.').count()).toBe(1);
    } finally {
      await context.close();
      await world.close();
    }
  });
});
