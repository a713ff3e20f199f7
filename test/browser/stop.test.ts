// Stop in real Chromium, against the reference gateway: by mouse, key and finger, however soon it is pressed. And what
// the visitor sees of a result that the gateway doesn't take.

import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import type { Step, WireEvent } from './support/test-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

const LONG: Step[] = [{ wait_ms: 600_000 }, { say: 'Too late.' }];
const TOOL: Step[] = [{ call: [{ name: 'get_stock', input: {} }] }, { say: 'Four pieces.' }];
const SETUP = `<script>
(window.bellhop ||= []).push((chat) => {
  chat.configure({ settleMs: 1000 });
  chat.registerTool({
    name: 'get_stock',
    title: 'Get stock',
    description: 'Counts pieces.',
    annotations: { readOnlyHint: true },
    execute: () => ({ pieces: 4 }),
  });
});
</script>`;
const DELAYS_MS = [0, 60, 150, 300, 450];

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function begin(script: Step[][], options: Parameters<Browser['newContext']>[0] = {}) {
  world = await createWorld(await startReferenceGateway({ script }));
  world.put('/', pageHtml(world, {}, '', SETUP));
  context = await browser.newContext(options);
  page = await context.newPage();
  visitor = visitorOf(page);
  await page.goto(`${world.site}/`);
}
afterEach(async () => {
  await context.close();
  await world.close();
});

const listed = (type: string): Promise<WireEvent[]> =>
  world.gateway
    .events(world.sessionId())
    .then((events) => events.filter((event) => event.type === type));
const button = (name: string): Locator => visitor.panel.getByRole('button', { name, exact: true });
const stopped = (): Locator => visitor.log.getByText('Reply stopped.');

/** The gateway's word on a POST of these events, before it hears of them. */
async function onPost(type: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route(`${world.gateway.url}/**`, (route) =>
    route.request().method() === 'POST' && route.request().postData()?.includes(`"${type}"`)
      ? answer(route)
      : route.fallback(),
  );
}

const refuse = (status: number) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'access-control-allow-origin': '*' },
    json: {
      error: { message: 'no', type: 'invalid_request_error', code: status, request_id: 'r' },
    },
  });

const WAYS: [string, (button: Locator) => Promise<void>, { tags?: string[] }][] = [
  ['a mouse', (it) => it.click(), {}],
  ['Enter', (it) => it.press('Enter'), OUTER],
  ['Space', (it) => it.press('Space'), OUTER],
  ['a finger', (it) => it.tap(), OUTER],
];
describe.each(WAYS)('Stop by %s', (_, press, ring) => {
  beforeEach(() =>
    begin(
      DELAYS_MS.map(() => LONG),
      { hasTouch: true },
    ),
  );

  it(
    'stops the run that the message begins, or gives the message back, whenever it is pressed',
    ring,
    async () => {
      await visitor.open();
      let runs = 0;
      for (const delayMs of DELAYS_MS) {
        await visitor.write(`after ${delayMs}`);
        await button('Stop').waitFor();
        await page.waitForTimeout(delayMs);
        await press(button('Stop'));
        // In one of the two ways it is over, and nothing runs.
        await button('Send').waitFor();
        const isBack = (await visitor.composer.inputValue()) !== '';
        if (isBack) await visitor.composer.fill('');
        else runs += 1;
        await until('each run is stopped', async () => (await stopped().count()) === runs);
      }
      expect(await visitor.log.getByText('Too late.').count()).toBe(0);
      expect(await listed('user.message')).toHaveLength(runs);
      expect(await listed('user.interrupt')).toHaveLength(runs);
    },
  );
});

describe('Stop', () => {
  it('reads as stopping while the message is still on its way, and stops its run then', async () => {
    await begin([LONG]);
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let isOnItsWay = false;
    await onPost('user.message', async (route) => {
      isOnItsWay = true;
      await held;
      await route.continue();
    });
    await visitor.open();
    await visitor.write('go');
    // Before that it is given back.
    await until('the message is on its way', () => isOnItsWay);
    await button('Stop').click();
    await button('Stopping…').waitFor();
    await visitor.log.getByText('Stopping…').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/stopping.png` });
    goOn();
    await stopped().waitFor();
    expect(await listed('user.interrupt')).toHaveLength(1);
  });

  it('gives a message back that can’t leave', async () => {
    await begin([LONG]);
    world.answerTickets({ status: 503, body: 'later' });
    await visitor.open();
    await visitor.write('never mind');
    await button('Stop').click();
    await until(
      'the text is back',
      async () => (await visitor.composer.inputValue()) === 'never mind',
    );
    expect(await visitor.log.getByText('never mind').count()).toBe(0);
    expect(await button('Send').count()).toBe(1);
  });

  it('is not what the second click of a double click on Send does', async () => {
    await begin([LONG]);
    await visitor.open();
    await visitor.composer.fill('go');
    await button('Send').dblclick();
    await button('Stop').waitFor();
    await until('it is sent', async () => (await listed('user.message')).length === 1);
    await until('it runs', async () => (await listed('session.status_running')).length === 1);
    expect(await button('Stop').count()).toBe(1);
    expect(await listed('user.interrupt')).toEqual([]);
    await button('Stop').click();
    await stopped().waitFor();
  });
});

describe('a result', () => {
  it('that the gateway doesn’t take is told, can be told again, and stops nothing else', async () => {
    await begin([TOOL, [{ say: 'Something else.' }]]);
    await onPost('user.tool_result', refuse(400));
    await visitor.open();
    await visitor.write('How many?');
    await visitor.log.getByText('The result couldn’t be sent').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/unposted.png` });
    await page.unroute(`${world.gateway.url}/**`);
    await button('Retry').click();
    await visitor.log.getByText('Four pieces.').waitFor();
    const [result, ...more] = await listed('user.tool_result');
    expect(more).toEqual([]);
    expect(result?.content).toMatchObject([{ content: '{"pieces":4}' }]);
  });

  it('that the gateway doesn’t take holds up no message', async () => {
    await begin([TOOL, [{ say: 'Something else.' }]]);
    await onPost('user.tool_result', refuse(400));
    await visitor.open();
    await visitor.write('How many?');
    await visitor.log.getByText('The result couldn’t be sent').waitFor();
    await visitor.write('Then something else');
    await visitor.log.getByText('Something else.').waitFor();
  });

  it('that is refused is told to the agent as a failure, and the run goes on', async () => {
    await begin([TOOL]);
    let isFirst = true;
    await onPost('user.tool_result', (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return refuse(413)(route);
    });
    await visitor.open();
    await visitor.write('How many?');
    await visitor.log.getByText('Four pieces.').waitFor();
    const [result] = await listed('user.tool_result');
    expect(result?.content).toMatchObject([{ is_error: true, error_code: 'execution_failed' }]);
  });
});
