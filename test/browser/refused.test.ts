// Messages that don't go out: refused by the gateway, or stopped until somebody tops up the credits. In real Chromium,
// with the built files and the reference gateway.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type ReferenceGateway, startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, shoot, type World } from './support/world.ts';

let browser: Browser;
let gateway: ReferenceGateway;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  gateway = await startReferenceGateway({
    script: [[{ say: 'The first answer.' }], [{ say: 'The second answer.' }]],
  });
  world = await createWorld(gateway);
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
  world.put('/', pageHtml(world));
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('Hello');
  await reads('The first answer.');
});
afterEach(async () => {
  await context.close();
  await world.close();
});

const reads = (words: string | RegExp) => visitor.log.getByText(words).first().waitFor();
const press = (name: string) => visitor.panel.getByRole('button', { name, exact: true }).click();
const messages = async (): Promise<number> =>
  (await gateway.events(world.sessionId())).filter(({ type }) => type === 'user.message').length;

/** The page is hidden, or looked at again. */
const look = (state: 'hidden' | 'visible') =>
  page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

/** Each POST of a message meets this, in the gateway's own words. */
async function refuse(status: number, type: string): Promise<void> {
  const body = { error: { message: 'no', type, code: status, request_id: 'r' } };
  await context.route(`${world.gateway.url}/**`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } })
      : route.fallback(),
  );
}

describe('a message that has found no credits', () => {
  beforeEach(async () => {
    await gateway.setCredits(0);
    await visitor.write('And then?');
    await reads('Not sent');
    await visitor.panel.getByText('Chat is paused.').waitFor();
  });

  it('goes out when the visitor presses the banner’s button, once there are some', async () => {
    await shoot(page, 'no-credits');
    await press('Try again');
    await reads('Not sent');
    await gateway.setCredits(null);
    await press('Try again');
    await reads('The second answer.');
    expect(await visitor.panel.getByText('Chat is paused.').count()).toBe(0);
    expect(await messages()).toBe(2);
  });

  it('goes out by itself when the visitor comes back to the page', async () => {
    await look('hidden');
    await gateway.setCredits(null);
    await look('visible');
    await reads('The second answer.');
    expect(await messages()).toBe(2);
  });

  it('goes out by itself on the next page', OUTER, async () => {
    await gateway.setCredits(null);
    await page.reload();
    await reads('The second answer.');
    expect(await messages()).toBe(2);
  });

  it('can be taken back into the composer', async () => {
    await press('Edit');
    await until(
      'the text is in the composer',
      async () => (await visitor.composer.inputValue()) === 'And then?',
    );
    await visitor.panel.getByText('Chat is paused.').waitFor({ state: 'detached' });
    expect(await visitor.log.getByText('And then?').count()).toBe(0);
  });
});

/** Status, type, and what the visitor reads. */
type Refusal = [number, string, string];
const REFUSALS: Refusal[] = [
  [403, 'permission_error', 'You don’t have access to this chat'],
  [404, 'not_found_error', 'This conversation can’t go on here.'],
  [422, 'invalid_request_error', 'Not sent · Something went wrong.'],
];

describe.each([
  { refusals: REFUSALS.slice(0, 1), ring: {} },
  { refusals: REFUSALS.slice(1), ring: OUTER },
])('a message that the gateway refuses', ({ refusals, ring }) => {
  it.each(refusals)(
    'with a %i says that it isn’t sent, and gives its text back',
    ring,
    async (status, type, words) => {
      await refuse(status, type);
      await visitor.write('And then?');
      await reads(/^Not sent/);
      await visitor.panel.getByText(words).first().waitFor();
      await shoot(page, `refused-${status}`);
      await press('Edit');
      await until(
        'the text is in the composer',
        async () => (await visitor.composer.inputValue()) === 'And then?',
      );
      expect(await messages()).toBe(1);
    },
  );
});
