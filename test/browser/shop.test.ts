// What visitors of the demo shop do, in real Chromium, with the real gateway and the concierge.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type Customer, openShop, type Shop, silentAfterTools } from './support/shop.ts';
import { until, visitorOf } from './support/visitor.ts';

const PAGES = [
  '/',
  '/products',
  '/products?q=nothing-like-this',
  '/products/morning-mug',
  '/products/reading-lamp',
  '/cart',
  '/checkout',
  '/shipping',
  '/contact',
  '/wire',
  '/tools',
];
const MUGS = JSON.stringify({
  lines: [{ id: 'morning-mug', variant: 'green', quantity: 2 }],
  coupon: null,
});

let browser: Browser;
let shop: Shop;
let shopOfSilence: Shop;

beforeAll(async () => {
  [browser, shop, shopOfSilence] = await Promise.all([
    launchBrowser(),
    openShop(),
    openShop(silentAfterTools),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([shop?.close(), shopOfSilence?.close()]);
});

type Enter = (path?: string, options?: BrowserContextOptions) => Promise<Customer>;

/** Journeys go side by side, each with visitors of its own, since most of their time is the agent's. */
function journey(
  title: string,
  play: (enter: Enter) => Promise<void>,
  ring = {},
  whichShop = () => shop,
): void {
  it.concurrent(title, ring, async () => {
    const customers: Customer[] = [];
    try {
      await play(async (path = '/', options = {}) => {
        const customer = await whichShop().enter(browser, path, options);
        customers.push(customer);
        return customer;
      });
    } finally {
      await Promise.all(customers.map((customer) => customer.leave()));
    }
    // No console error, no refusal by the page's policy, nothing uncaught: whatever the visitor did.
    expect(customers.flatMap((customer) => customer.troubles)).toEqual([]);
  });
}

/** With two green mugs in the cart. */
async function enterWithMugs(enter: Enter, path: string): Promise<Customer> {
  const customer = await enter('/shipping');
  await customer.page.evaluate((cart) => localStorage.setItem('fernway-cart', cart), MUGS);
  await customer.page.goto(path);
  return customer;
}

describe.concurrent('asking', () => {
  journey(
    'answers a starter prompt with the page that says it, and keeps its thinking to itself',
    async (enter) => {
      const { panel, log, open, reads, events } = await enter();
      await open();
      await panel.getByRole('button', { name: 'How long does delivery take?' }).click();
      await reads(/2 to 4 working days/);
      const source = log.getByRole('link', { name: 'Delivery times and costs' });
      await source.waitFor();
      expect(await source.getAttribute('href')).toBe(`${shop.url}/shipping#delivery`);
      expect(await log.getByText(/^Thought/).count()).toBe(0);
      const thought = (await events('agent.message')).flatMap((event) => event.content);
      expect(JSON.stringify(thought)).toMatch(/"thinking_ms":\d+/);
    },
  );

  journey(
    'offers on each page what can be done there',
    async (enter) => {
      const { panel, page, open } = await enter('/products/morning-mug');
      await open();
      await panel.getByRole('button', { name: 'Add one morning mug to my cart' }).waitFor();
      await panel.getByRole('button', { name: 'Close chat' }).click();
      await page.goto('/cart');
      await open();
      await panel.getByRole('button', { name: 'Apply coupon FERN10' }).waitFor();
    },
    OUTER,
  );

  journey(
    'takes what a visitor says of an answer, as far as the gateway, and takes it back',
    async (enter) => {
      const { panel, log, page, open, reads } = await enter();
      await open();
      await panel.getByRole('button', { name: 'How long does delivery take?' }).click();
      await reads(/2 to 4 working days/);
      const posted = async (press: () => Promise<void>) => {
        const [reply] = await Promise.all([
          page.waitForResponse((response) => response.url() === `${shop.url}/session/feedback`),
          press(),
        ]);
        return [reply.status(), reply.request().postDataJSON().value];
      };
      const down = log.getByRole('button', { name: 'Not helpful' });
      expect(await posted(() => down.click())).toEqual([204, 'down']);
      const line = log.getByRole('textbox', { name: 'Tell us more (optional)' });
      await line.fill('Too long to wait.');
      expect(await posted(() => line.press('Enter'))).toEqual([204, 'down']);
      await reads('Thank you');
      expect(await posted(() => down.click())).toEqual([204, null]);
    },
    OUTER,
  );
});

describe.concurrent('tools of the page', () => {
  journey(
    'fills the cart when allowed, goes on from there, and reports when the tool ran',
    async (enter) => {
      const { panel, open, write, answer, reads, cartCount, lastResult } = await enter();
      await open();
      await write('Add two green mugs to my cart');
      await panel.getByRole('checkbox', { name: 'Don’t ask again in this chat' }).check();
      await answer('yes');
      await reads(/Your total is €40\.90/);
      expect(await cartCount()).toBe(2);
      const result = await lastResult();
      expect(result).toMatchObject({ content: expect.stringContaining('"count":2') });
      const { started_at_ms, ended_at_ms } = result.client_timing as Record<string, number>;
      expect(Number.isInteger(started_at_ms) && Number.isInteger(ended_at_ms)).toBe(true);
      expect(ended_at_ms).toBeGreaterThanOrEqual(started_at_ms ?? Number.POSITIVE_INFINITY);
      await write('two more');
      await reads(/Your total is €72\.00/);
      await write('and the blue one?');
      await reads(/Morning mug in blue for €18\.00/);
      await write('what’s in my cart');
      await reads(/4 × Morning mug in green/);
      expect(await cartCount()).toBe(4);
    },
  );

  journey('leaves the cart alone when the visitor says no', async (enter) => {
    const { open, write, answer, reads, cartCount, lastResult } = await enter();
    await open();
    await write('Add a brass pen to my cart');
    await answer('no');
    await reads(/you said no/);
    expect(await cartCount()).toBe(0);
    expect(await lastResult()).toMatchObject({ is_error: true, error_code: 'declined' });
  });

  journey('asks by what will happen to the cart as it is', async (enter) => {
    const { panel, open, write, answer, reads, cartCount } = await enterWithMugs(enter, '/cart');
    await open();
    await write('remove the mugs');
    const removes = panel.getByRole('group', { name: 'Remove Morning mug from your cart?' });
    await removes.getByText(/in your cart now/).waitFor();
    await removes.getByRole('button', { name: 'Keep it' }).waitFor();
    expect(await removes.textContent()).not.toContain('change_quantity');
    await answer('Remove');
    await reads(/empty/);
    expect(await cartCount()).toBe(0);
  });

  journey(
    'says which argument was wrong when a coupon is refused',
    async (enter) => {
      const { open, write, answer, reads, lastResult } = await enterWithMugs(enter, '/cart');
      await open();
      await write('apply coupon NOPE');
      await answer('yes');
      await reads(/There is no coupon NOPE/);
      const { error_code, content } = await lastResult();
      expect(error_code).toBe('not_found');
      const envelope = typeof content === 'string' ? JSON.parse(content) : content;
      expect(envelope.error).toMatchObject({ code: 'not_found', field: 'code', retryable: false });
    },
    OUTER,
  );

  journey(
    'tells the site of a tool that came while it was being asked',
    async (enter) => {
      const { page, open, write, reads } = await enter('/shipping');
      const told: string[] = [];
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/session', async (route) => {
        told.push(route.request().postData() ?? '');
        await held;
        await route.continue();
      });
      await open();
      await write('hello');
      await until('the site is asked', () => told.length === 1);
      await page.evaluate(() => {
        const { bellhop } = window as unknown as {
          bellhop: { get(): { registerTool(tool: object): Promise<void> } };
        };
        return bellhop.get().registerTool({
          name: 'count_snails',
          description: 'Counts the snails.',
          inputSchema: { type: 'object', properties: {} },
          annotations: { readOnlyHint: true },
          execute: () => 'Seven snails.',
        });
      });
      release();
      await reads(/How can I help/);
      await write('Use the tool count_snails');
      await reads('Seven snails.');
      expect(told.at(-1)).toContain('count_snails');
    },
    OUTER,
  );

  journey(
    'stops a tool that takes long',
    async (enter) => {
      const { panel, page, reads, events } = await enter('/tools');
      // Its four seconds last until it is stopped, however long this machine takes to press the button.
      await page.evaluate(() => {
        const real = window.setTimeout;
        const slow = (callback: () => void, ms?: number) => real(callback, ms === 4_000 ? 1e9 : ms);
        window.setTimeout = slow as typeof window.setTimeout;
      });
      await page.getByRole('button', { name: /Works after four seconds/ }).click();
      await panel.getByText('Working…', { exact: true }).waitFor();
      await panel.getByRole('button', { name: 'Stop' }).click();
      await reads('Reply stopped.');
      const idle = (await events('session.status_idle')).at(-1);
      expect(idle?.content).toMatchObject({ stop_reason: 'user_cancelled' });
    },
    {},
    // The assistant answers a result that says "cancelled" in half a second, which a Stop may come too late for.
    () => shopOfSilence,
  );
});

describe.concurrent('walking through the shop', () => {
  journey(
    'opens the cart for a coupon that was asked for elsewhere, and applies it there',
    async (enter) => {
      const { page, panel, open, write, answer, reads } = await enterWithMugs(enter, '/contact');
      await open();
      await write('apply coupon FERN10');
      await page.waitForURL('**/cart');
      await answer('yes');
      await reads(/FERN10 is applied/);
      await page.getByText('Coupon FERN10 takes 10 % off').waitFor();
      expect(await panel.isVisible()).toBe(true);
    },
  );

  journey(
    'takes the visitor to a page and says where it arrived',
    async (enter) => {
      const { page, open, write, reads, lastResult } = await enterWithMugs(enter, '/');
      await open();
      await write('take me to checkout');
      await page.waitForURL('**/checkout');
      await reads(/Here's the checkout/);
      expect(await lastResult()).toMatchObject({ content: `Navigated to ${shop.url}/checkout` });
      await page.getByText('2 × Morning mug, Green').waitFor();
    },
    OUTER,
  );

  journey(
    'fills in the contact form and leaves the sending to the visitor',
    async (enter) => {
      const { page, open, write, answer, reads } = await enter();
      await open();
      await write('fill the contact form: my parcel hasn’t come');
      await page.waitForURL('**/contact');
      await answer('yes');
      await reads(/send it yourself/);
      expect(await page.getByLabel('Message', { exact: true }).first().inputValue()).toMatch(
        /my parcel hasn.t come/,
      );
      expect(await page.locator('[data-form-note]').textContent()).toBe('');
    },
    OUTER,
  );

  journey(
    'shows on the next page the answer to what was asked on the last',
    async (enter) => {
      const { log, panel, open, write, walkTo, reads, events } = await enter();
      await open();
      await write('What can you do here?');
      await panel.getByRole('button', { name: 'Stop' }).waitFor();
      await walkTo('/shipping');
      await reads(/products from this site's own pages/);
      expect(await log.getByText('What can you do here?').count()).toBe(1);
      expect(await events('user.message')).toHaveLength(1);
    },
    OUTER,
  );

  journey(
    'asks again on the next page what a tool was asking on the last',
    async (enter) => {
      const { panel, open, write, walkTo, answer, reads } = await enter();
      await open();
      await write('Add a wool blanket to my cart');
      const choice = panel.getByRole('group', { name: /Which Wool blanket/ });
      await choice.waitFor();
      await walkTo('/contact');
      await answer('terracotta');
      await answer('yes');
      await reads(/Added Wool blanket in terracotta/);
    },
    OUTER,
  );

  journey(
    'never drags a visitor back who has walked on from where a tool went',
    async (enter) => {
      const { page, open, write, walkTo, reads } = await enter();
      await open();
      await write('show me the reading lamp');
      await page.waitForURL('**/products/reading-lamp');
      await walkTo('/contact');
      await reads(/Here is Reading lamp/);
      expect(new URL(page.url()).pathname).toBe('/contact');
    },
    OUTER,
  );

  journey(
    'keeps the panel as the visitor left it',
    async (enter) => {
      const { page, panel, open, write, walkTo, reads, launcher } = await enter();
      await open();
      await write('what is in my cart?');
      await reads('Your cart is empty.');
      await page.reload();
      await panel.waitFor();
      await panel.getByRole('button', { name: 'Close chat' }).click();
      await walkTo('/products');
      await launcher.waitFor();
      await page.waitForLoadState('networkidle');
      expect(await panel.isVisible()).toBe(false);
      await open();
      await reads('Your cart is empty.');
    },
    OUTER,
  );

  journey('shows two tabs the same conversation and the same cart', async (enter) => {
    const first = await enter();
    await first.open();
    await first.write('add a brass pen to my cart');
    await first.answer('yes');
    await first.reads(/Your total is/);
    const second = await first.context.newPage();
    await second.goto('/products');
    const other = visitorOf(second);
    await other.open();
    await other.log.getByText(/Your total is/).waitFor();
    await other.write('what’s in my cart');
    await first.reads('what’s in my cart');
    await first.reads(/1 × Brass pen/);
    await second.goto('/products/canvas-tote');
    await second.getByRole('button', { name: 'Add to cart' }).click();
    await until('the other tab counts two', async () => (await first.cartCount()) === 2);
  });
});

describe.concurrent('on a phone', () => {
  journey('asks in the thread, and goes on with the answer', async (enter) => {
    const { panel, open, write, answer, reads } = await enter('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await open();
    await write('add a teapot to my cart');
    await panel.getByRole('group', { name: /Which Rainy day teapot/ }).waitFor();
    await answer('blue');
    await answer('yes');
    await reads(/Rainy day teapot in blue/);
  });
});

describe.concurrent('the cart page', () => {
  journey(
    'keeps the focus where the visitor changes a quantity, and says what is wrong',
    async (enter) => {
      const { page } = await enterWithMugs(enter, '/cart');
      const quantity = page.getByRole('spinbutton', { name: 'Quantity of Morning mug, Green' });
      await quantity.focus();
      await page.keyboard.press('ArrowUp');
      await page.getByText('€54.00').first().waitFor();
      expect(await quantity.evaluate((input) => input === document.activeElement)).toBe(true);
      await quantity.fill('99');
      await quantity.press('Enter');
      await page
        .getByRole('alert')
        .getByText(/whole number from 0 to 20/)
        .waitFor();
      expect(await quantity.inputValue()).toBe('3');
      await page.getByRole('button', { name: 'Remove Morning mug, Green' }).click();
      await page.getByText('It is empty so far.').waitFor();
    },
  );
});

describe.concurrent('the page behind the scenes', () => {
  journey('lists what happened, in order, while it happens', async (enter) => {
    const { page, open, write, reads, events } = await enter('/wire');
    await open();
    await write('what is in my cart?');
    await reads(/Your cart is empty/);
    const rows = page.locator('[data-wire] code');
    await page.getByText('The cycle ended: end_turn').waitFor();
    const types = (await rows.allTextContents()).map((text) => text.split(' ')[0]);
    expect(types).toEqual((await events()).map((event) => event.type));
    expect(types).toContain('user.tool_result');
    await page.getByText(/It ran for \d+ ms in this browser/).waitFor();
    await page.getByText('As JSON').first().click();
    expect(await page.locator('[data-wire] pre').first().textContent()).toContain('"user.message"');
  });
});

describe.concurrent('the page of tools that fail', () => {
  const cases: [string, RegExp, string | undefined][] = [
    ['Works at once', /All good/, undefined],
    ['Answers with far too much', /x{20}/, undefined],
    ['Asks before it runs', /you said no/, 'declined'],
    ['Gets input that breaks its schema', /accept/, 'invalid_input'],
    ['Can’t find what was asked for', /no order 4711/, 'not_found'],
    ['Is forbidden', /not allowed/, 'permission_denied'],
    ['Was called too often', /too many tries/, 'rate_limited'],
    ['Throws an error', /drawer is stuck/, 'execution_failed'],
    ['Takes longer than its two seconds', /too long/, 'timeout'],
    ['Loses the network', /can't be reached/, 'unavailable'],
    ['Meets a site that has crashed', /serious problem/, 'wp_fatal_error'],
    ['Is not on this page', /doesn't offer that/, 'tool_unavailable'],
  ];

  /** One visitor tries one after the other; several visitors at once, since some take long. */
  const lanes: [string, typeof cases, object][] = [
    ['what works or is refused', cases.slice(0, 4), OUTER],
    ['what the tool itself says', cases.slice(4, 8), OUTER],
    ['what breaks', cases.slice(8, 11), OUTER],
    ['what is not there', cases.slice(11), OUTER],
  ];
  for (const [group, mine, ring] of lanes) {
    const title = `ends each in the words of its code, and tells the agent: ${group}`;
    journey(
      title,
      async (enter) => {
        const { page, answer, reads, lastResult, troubles } = await enter('/tools');
        for (const [title, words, code] of mine) {
          await page.getByRole('button', { name: `Try it: ${title}` }).click();
          if (code === 'declined') await answer('no');
          await reads(words);
          // The page itself tells how it ended before the gateway has heard of it.
          await until(`"${title}" to end with ${code}`, async () => {
            return (await lastResult()).error_code === code;
          });
        }
        // The browser itself notes the connection that was broken on purpose.
        const noted = troubles.findIndex((line) => line.includes('ERR_EMPTY_RESPONSE'));
        if (noted >= 0) troubles.splice(noted, 1);
      },
      ring,
    );
  }
});

describe('every page', () => {
  for (const [scheme, ring] of [
    ['light', {}],
    ['dark', OUTER],
  ] as const) {
    journey(
      `has nothing that axe objects to (${scheme})`,
      async (enter) => {
        const axe = await readFile(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
        const { page } = await enterWithMugs(enter, '/');
        await page.emulateMedia({ colorScheme: scheme });
        const found: string[] = [];
        for (const path of PAGES) {
          await page.goto(path);
          await page.locator('bellhop-host').waitFor({ state: 'attached' });
          // Through the debugger, since the page's policy allows no foreign script.
          await page.evaluate(axe);
          found.push(
            ...(await page.evaluate(async (path) => {
              const { axe } = window as unknown as {
                axe: {
                  run(
                    options: unknown,
                  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
                };
              };
              const { violations } = await axe.run({
                runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
              });
              return violations.map(
                (one) => `${path} ${one.id}: ${one.nodes[0]?.html.slice(0, 120)}`,
              );
            }, path)),
          );
        }
        expect(found).toEqual([]);
      },
      ring,
    );
  }

  journey(
    'fits a view of 320 px without scrolling sideways',
    async (enter) => {
      const { page } = await enterWithMugs(enter, '/');
      await page.setViewportSize({ width: 320, height: 640 });
      const wide: string[] = [];
      for (const path of PAGES) {
        await page.goto(path);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > 320) wide.push(`${path}: ${width}`);
      }
      expect(wide).toEqual([]);
    },
    OUTER,
  );
});
