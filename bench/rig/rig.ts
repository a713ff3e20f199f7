// Sets up what each benchmark of the whole widget needs: the gateway, a site, Bellhop's built files, and visitors in
// browser contexts of their own.

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { type Visitor, visitorOf } from '../../test/browser/support/visitor.ts';
import { createWorld, pageHtml, type World } from '../../test/browser/support/world.ts';
import { type BenchGateway, startBenchGateway, waitUntil } from './gateway.ts';
import { putPlainPages } from './plain-page.ts';
import { installProbe } from './probe.ts';

export interface Rig {
  browser: Browser;
  gateway: BenchGateway;
  world: World;
  /** A new visitor on the page at `path`, with a probe in it. */
  visit(path: string): Promise<Guest>;
  close(): Promise<void>;
}

export interface Guest extends Visitor {
  context: BrowserContext;
  cdp: CDPSession;
  /** Opens the panel, says something and waits until the stream is open. Returns the session's id. */
  begin(): Promise<string>;
  close(): Promise<void>;
}

export async function createRig(browser: Browser): Promise<Rig> {
  const gateway = await startBenchGateway();
  const world = await createWorld(gateway);
  world.put('/', pageHtml(world, {}, SHOP));
  world.put('/without', page(SHOP));
  world.put('/empty', page(''));
  putPlainPages(world);
  return {
    browser,
    gateway,
    world,
    async visit(path) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.addInitScript(installProbe);
      const cdp = await context.newCDPSession(page);
      // Measure processor time, so that other programs on the machine don't count.
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.goto(`${world.site}${path}`);
      const visitor = visitorOf(page);
      return {
        ...visitor,
        context,
        cdp,
        async begin() {
          await visitor.open();
          await visitor.write('Good day');
          await visitor.log.getByText('Good day!').waitFor();
          const id = world.sessionId();
          await waitUntil('an open stream', () => gateway.listeners(id) > 0);
          // Wait until the lists that follow a run are over.
          await page.waitForTimeout(2500);
          return id;
        },
        close: () => context.close(),
      };
    },
    close: () => world.close(),
  };
}

/** A page of a shop with scripts and layout of its own. */
export const SHOP = Array.from(
  { length: 60 },
  (_, index) => `<section><h2>Lamp ${index}</h2><p>A lamp that gives light.</p></section>`,
).join('');

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head>
<body><main><h1>Shop</h1>${body}</main></body></html>`;
}

export interface Spent {
  /** Milliseconds of the main thread's tasks, and of what was done in them. */
  taskMs: number;
  scriptMs: number;
  layoutMs: number;
}

/** What the page's main thread has spent until now. */
export async function spentBy(cdp: CDPSession): Promise<Spent> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number =>
    1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
  return {
    taskMs: of('TaskDuration'),
    scriptMs: of('ScriptDuration'),
    layoutMs: of('LayoutDuration') + of('RecalcStyleDuration'),
  };
}

/** How far the page's clock is ahead of this process's, milliseconds: both tell Unix time, not quite the same. */
export async function clockOffset(page: Page): Promise<number> {
  let best = { tripMs: Number.POSITIVE_INFINITY, offset: 0 };
  for (let attempt = 0; attempt < 20; attempt++) {
    const before = performance.timeOrigin + performance.now();
    const there = await page.evaluate(() => performance.timeOrigin + performance.now());
    const after = performance.timeOrigin + performance.now();
    if (after - before < best.tripMs) {
      best = { tripMs: after - before, offset: there - (before + after) / 2 };
    }
  }
  return best.offset;
}
