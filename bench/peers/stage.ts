// Puts every contestant on a page of its own, all on the same three origins (the page, the files, the backend), and plays a
// visitor there: opening, typing, and an answer that the benchmark writes.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { createWorld, DIST, type World } from '../../test/browser/support/world.ts';
import { type BenchGateway, startBenchGateway, waitUntil } from '../rig/gateway.ts';
import { installProbe } from '../rig/probe.ts';
import { clockOffset, SHOP } from '../rig/rig.ts';
import { type Backend, GREETING, startBackend } from './backend.ts';
import { CONTESTANTS, type Contestant } from './contestants.ts';
import { installEye } from './eye.ts';
import { type Files, serveFiles } from './files.ts';
import type { Talk } from './protocols.ts';

const PATIENCE_MS = 60_000;
const QUIET_MS = 700;

export interface Stage {
  browser: Browser;
  gateway: BenchGateway;
  backend: Backend;
  files: Files;
  world: World;
  /** A visitor of that contestant's page, before it is loaded. */
  invite(contestant: Contestant, options?: { history?: number }): Promise<Guest>;
  close(): Promise<void>;
}

export interface Guest {
  contestant: Contestant;
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  /** Address of the contestant's page, for this visitor. */
  address: string;
  /** Loads an empty page of the same site, so that the next page is made by the same process. */
  arrive(): Promise<void>;
  load(): Promise<void>;
  /** Resolves once no request has begun or ended for a while. */
  quiet(): Promise<void>;
  /** Presses the button, as soon as it stands there; milliseconds until the field can be typed into. */
  open(): Promise<number>;
  write(text: string): Promise<void>;
  /** Opens, says something and waits for the greeting. */
  begin(): Promise<void>;
  /** An answer that is still being written, in a conversation that has begun. */
  answer(): Promise<Talk>;
  /** When the last piece was given to the socket, on this page's clock. */
  lastSentAt(): number;
  /** Resolves once the page shows these words. */
  shows(words: string): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(browser: Browser): Promise<Stage> {
  const [gateway, backend, files] = await Promise.all([
    startBenchGateway(),
    startBackend(),
    serveFiles(DIST),
  ]);
  const world = await createWorld(gateway);
  world.put('/empty', pageOf(''));

  let visitors = 0;

  async function invite(contestant: Contestant, { history = 0 } = {}): Promise<Guest> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.addInitScript(installProbe);
    await page.addInitScript(installEye);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const { protocol } = contestant;
    const visitor = protocol === null ? '' : backend.admit(protocol, history);
    // An address of its own for each visitor, so that a trace tells their pages apart.
    visitors += 1;
    const path = `/${contestant.id}/${visitors}`;
    const addresses = {
      files: files.url,
      backend: `${backend.url}/${visitor}`,
      gateway: gateway.url,
    };
    world.put(path, pageOf(`${SHOP}${contestant.embed(addresses)}`));
    const { button, field } = contestant;
    let offset = 0;
    let lastRequestAt = performance.now();
    for (const event of ['request', 'requestfinished', 'requestfailed'] as const) {
      page.on(event as 'request', () => {
        lastRequestAt = performance.now();
      });
    }

    const shows = (words: string): Promise<void> =>
      until(`“${words}” in ${contestant.name}`, () =>
        page.evaluate((words) => window.eye.shows(words), words),
      );
    const guest: Guest = {
      contestant,
      context,
      page,
      cdp,
      address: `${world.site}${path}${history > 0 ? '?history' : ''}`,
      shows,
      arrive: () => page.goto(`${world.site}/empty`).then(() => {}),
      async load() {
        await page.goto(guest.address);
        await guest.quiet();
      },
      // Not `networkidle`: a chat that holds a request open would never get there.
      async quiet() {
        while (performance.now() - lastRequestAt < QUIET_MS) await page.waitForTimeout(50);
      },
      async open() {
        await until(`the button of ${contestant.name}`, () =>
          page.evaluate((button) => window.eye.find(button) !== null, button),
        );
        return page.evaluate(([button, field]) => window.eye.press(button, field), [
          button,
          field,
        ] as const);
      },
      async write(text) {
        const input = page.locator(field).first();
        await input.click();
        await input.pressSequentially(text);
        await input.press('Enter');
      },
      async begin() {
        await guest.open();
        await guest.write('Good day');
        await shows(GREETING);
        if (protocol === null) {
          const id = world.sessionId();
          await waitUntil('an open stream', () => gateway.listeners(id) > 0);
        }
        // The work that follows a first answer: lists, sounds, measuring.
        await page.waitForTimeout(2500);
        offset = await clockOffset(page);
      },
      async answer() {
        if (protocol !== null) {
          const talk = backend.expect(visitor);
          await guest.write('Go on');
          return talk;
        }
        const message = await gateway.beginMessage(world.sessionId());
        return { add: message.add, end: () => void message.end() };
      },
      lastSentAt: () => (protocol === null ? gateway.lastSentAt() : backend.lastSentAt()) + offset,
      close: () => context.close(),
    };
    return guest;
  }

  return {
    browser,
    gateway,
    backend,
    files,
    world,
    invite,
    close: async () => {
      await Promise.all([world.close(), backend.close(), files.close()]);
    },
  };
}

/** All, or those that are named. */
export const chosen = (ids: readonly string[] | null): readonly Contestant[] =>
  CONTESTANTS.filter(({ id }) => ids === null || ids.includes(id));

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const isOver = new AbortController();
  // A page that is busy for minutes answers nothing meanwhile.
  const late = sleep(PATIENCE_MS, null, { signal: isOver.signal }).then(() => {
    throw new Error(`Waited ${PATIENCE_MS / 1000} s for this: ${what}`);
  });
  const seen = (async () => {
    while (!isOver.signal.aborted && !(await look())) await sleep(100);
  })();
  try {
    await Promise.race([seen, late]);
  } finally {
    isOver.abort();
    // Whichever comes second, when the page is closed.
    seen.catch(() => {});
    late.catch(() => {});
  }
}

function pageOf(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
<body><main><h1>Shop</h1></main>${body}</body></html>`;
}
