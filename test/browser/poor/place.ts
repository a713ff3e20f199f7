// What these tests share: one visitor of a site whose browser, network or page is in a poor state, with a gateway that plays
// a script, and what is known in the end: what the gateway has, what stands in the chat, and what the page has thrown.

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  createFaultProxy,
  type FaultProxyOptions,
  type Heard,
} from '../../simulation/real-time/fault-proxy.ts';
import { launchBrowser } from '../support/browser.ts';
import { startReferenceGateway } from '../support/reference-gateway.ts';
import type { Step, TestGateway } from '../support/test-gateway.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, pageHtml, recordConsole, type World } from '../support/world.ts';

/** A tool that changes something, so that it asks before it runs; how often it ran outlives the page. */
export const CART = `<script>
(window.bellhop ||= []).push((chat) => {
  chat.configure({ settleMs: 3000 });
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a lamp into the cart.',
    execute: () => {
      localStorage.ran = Number(localStorage.ran ?? 0) + 1;
      return { pieces: 1 };
    },
  });
});
</script>`;

export const CALL: Step = { call: [{ name: 'add_to_cart', input: { lamp: 1 } }] };

/** Three turns, the second with the tool. */
export const STORY: Step[][] = [
  [{ say: 'The first answer.' }],
  [CALL, { say: 'It lies in the cart.' }],
  [{ say: 'The third answer.' }],
];

export interface Place {
  world: World;
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  visitor: Visitor;
  /** Goes to the page; `head` stands before the script. */
  visit(head?: string, attributes?: Record<string, string>): Promise<void>;
  /** Waits until the log shows these words. */
  reads(words: string): Promise<void>;
  /** How often the log shows these words, hidden copies for screen readers left out. */
  times(words: string): Promise<number>;
  /** How many events of this type the gateway has. */
  has(type: string): Promise<number>;
  /** Errors that nothing has caught. */
  thrown(): string[];
  /** Another tab of the same visitor, which the place speaks of from now on. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export interface PlaceOptions {
  script: Step[][];
  /** Another door to the gateway. */
  through?: (gateway: TestGateway) => Promise<TestGateway>;
}

/** Call it once in a file: it opens a place in the file's one browser, and closes it behind the test. */
export function usePlaces(): (options: PlaceOptions) => Promise<Place> {
  let browser: Browser | undefined;
  const open: Place[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const place of open.splice(0)) await place.close();
  });
  return async (options) => {
    if (browser === undefined) throw new Error('A place opens in a test, or before each.');
    const place = await createPlace(browser, options);
    open.push(place);
    return place;
  };
}

/** The way to a gateway through a proxy that does to each request what `choose` says. */
export function createFaultyWay(options: Pick<FaultProxyOptions, 'random' | 'choose'>) {
  let heard: readonly Heard[] = [];
  return {
    heard: () => heard,
    async through(gateway: TestGateway): Promise<TestGateway> {
      const proxy = await createFaultProxy({
        ...options,
        port: Number(new URL(gateway.url).port),
      });
      heard = proxy.heard;
      const close = async (): Promise<void> => {
        await proxy.close();
        await gateway.close();
      };
      return { ...gateway, url: proxy.url, close };
    },
  };
}

export async function createPlace(
  browser: Pick<Browser, 'newContext'>,
  options: PlaceOptions,
): Promise<Place> {
  const { script, through = async (gateway: TestGateway) => gateway } = options;
  const world = await createWorld(await through(await startReferenceGateway({ script })));
  const context = await browser.newContext();
  const console: ReturnType<typeof recordConsole>[] = [];

  async function open(): Promise<Pick<Place, 'page' | 'cdp' | 'visitor'>> {
    const page = await context.newPage();
    console.push(recordConsole(page));
    return { page, cdp: await context.newCDPSession(page), visitor: visitorOf(page) };
  }

  const place: Place = {
    world,
    context,
    ...(await open()),
    async visit(head = CART, attributes = {}) {
      world.put('/', pageHtml(world, attributes, '', head));
      await place.page.goto(`${world.site}/`);
      await place.visitor.launcher.waitFor();
    },
    async reads(words) {
      await place.visitor.log.getByText(words).first().waitFor();
    },
    async times(words) {
      return (await place.visitor.log.innerText()).split(words).length - 1;
    },
    async has(type) {
      const events = await world.gateway.events(world.sessionId());
      return events.filter((event) => event.type === type).length;
    },
    thrown: () =>
      console
        .flat()
        .filter(({ type }) => type === 'uncaught')
        .map(({ text }) => text),
    async renew() {
      Object.assign(place, await open());
    },
    async close() {
      await context.close();
      await world.close();
    },
  };
  return place;
}
