// A chat that lies open costs its host a request now and then, and ever fewer: the real widget before a real WordPress, with the
// page's clock turned by hand.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

const STEP_MS = 5_000;
const MINUTE_MS = 60_000;

describe.skipIf(reasonToSkip() !== null)('a chat that is polled', () => {
  let site: LocalSite;
  let browser: Browser;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startLocalSite(), launchBrowser()]);
    await site.settle();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('asks ever more seldom while nothing happens: a dozen times in ten minutes, once a minute after that; and often again when something does', async () => {
    site.provider.scripts.set('', [[{ say: 'At seven.' }], [{ say: 'At noon.' }]]);
    const page = await browser.newPage();
    await page.clock.install();
    /** What the chat has asked this WordPress for, by the page's clock. */
    const asked: number[] = [];
    let clock = 0;
    let pending = 0;
    page.on('request', (request) => {
      if (!request.url().includes('/wp-json/bellhop/')) return;
      pending += 1;
      if (request.method() === 'GET') asked.push(clock);
    });
    const isOver = (request: { url(): string }) => {
      if (request.url().includes('/wp-json/bellhop/')) pending -= 1;
    };
    page.on('requestfinished', isOver);
    page.on('requestfailed', isOver);
    const wait = async (ms: number) => {
      for (const end = clock + ms; clock < end; clock += STEP_MS) {
        await page.clock.runFor(STEP_MS);
        await until('the replies', async () => pending === 0);
        // The chat stores what came, by the browser's own tasks, and plans its next look.
        await page.evaluate(
          () =>
            new Promise<void>((done) => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => done();
              requestIdleCallback(() => port2.postMessage(0));
            }),
        );
      }
    };

    await page.goto(`${site.url}/`);
    await wait(MINUTE_MS);
    expect(asked).toEqual([]);

    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('When is breakfast?');
    await until('the answer', async () => {
      await wait(STEP_MS);
      return visitor.log.getByText('At seven.').isVisible();
    });
    await wait(STEP_MS);

    asked.length = 0;
    await wait(10 * MINUTE_MS);
    expect(asked.length).toBeGreaterThanOrEqual(8);
    expect(asked.length).toBeLessThanOrEqual(16);
    asked.length = 0;
    await wait(10 * MINUTE_MS);
    expect(asked.length).toBeGreaterThanOrEqual(8);
    expect(asked.length).toBeLessThanOrEqual(11);

    const before = clock;
    await visitor.write('And lunch?');
    await until('the answer', async () => {
      await wait(STEP_MS);
      return visitor.log.getByText('At noon.').isVisible();
    });
    expect(clock - before).toBeLessThanOrEqual(MINUTE_MS / 2);
    await page.close();
    expect(site.debugLog()).toBe('');
  });
});
