// What a destroyed chat leaves in the memory of its page: the page lives on, for hours where it is a single-page site,
// and may begin another chat. With the built script in Chromium, counted by the browser itself.

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let cdp: CDPSession;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  world = await createWorld(
    await startReferenceGateway({ script: Array(9).fill([{ say: 'An answer.' }]) }),
  );
  context = await browser.newContext();
  page = await context.newPage();
  cdp = await context.newCDPSession(page);
  visitor = visitorOf(page);
});
afterEach(async () => {
  await context.close();
  await world.close();
});

/** As a page does that begins a chat when it wants one. */
const begin = async (): Promise<void> => {
  await page.evaluate(
    ({ cdn, gateway }) => {
      const script = document.createElement('script');
      script.src = `${cdn}/bellhop.js`;
      script.dataset.gateway = gateway;
      script.dataset.session = '/session';
      script.dataset.history = 'none';
      script.onload = () => script.remove();
      document.head.append(script);
    },
    { cdn: world.cdn, gateway: world.gateway.url },
  );
  await visitor.launcher.waitFor();
};
const live = async (): Promise<void> => {
  await begin();
  await visitor.openByScript();
  await visitor.write('Hello');
  await visitor.log.getByText('An answer.').last().waitFor();
  await page.evaluate('bellhop.get().destroy()');
  expect(await page.locator('bellhop-host').count()).toBe(0);
};

interface Left {
  nodes: number;
  listeners: number;
}
/** After collections: the first only finds what finalizers then let go. */
async function count(): Promise<Left> {
  for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners: listeners } = await cdp.send('Memory.getDOMCounters');
  return { nodes, listeners };
}

/** Nodes that the library which sanitises keeps for itself, once for a page: a form, a template, and a document for them. */
const SANITISERS_NODES = 4;
describe('a chat that is destroyed', OUTER, () => {
  it('gives its page back all nodes and listeners, also the chats that follow it', async () => {
    world.put('/', '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>');
    await page.goto(`${world.site}/`);
    const own = await count();
    const left: Left[] = [];
    for (let life = 0; life < 4; life++) {
      await live();
      // Some seconds after an answer the last timers of the conversation end.
      left.push(
        await until('the page to have its nodes back', async () => {
          const seen = await count();
          return seen.nodes <= own.nodes + SANITISERS_NODES ? seen : null;
        }),
      );
    }
    // Each script hears of the page's state as long as the page lives; nothing else is added by a further life.
    const listeners = left.map((seen) => seen.listeners);
    expect(listeners.slice(1)).toEqual(listeners.slice(0, -1).map((before) => before + 1));
  });
});
