// WordPress in maintenance, as during an update: it answers everybody with a 503 that names ten minutes, and is back in seconds. What
// a visitor wrote goes out soon after. So it does at once when they press or look, as [SY18] of the session says.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { reasonToSkip } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('a site in maintenance', () => {
  let browser: Browser;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    await site.settle();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  afterEach(async () => {
    rmSync(maintenance(), { force: true });
    expect(site.debugLog()).toBe('');
  });

  const maintenance = (): string => join(site.dir, '.maintenance');

  /** A visitor who has written while the site is in maintenance; their message waits. */
  async function whoWaits(): Promise<{ page: Page; visitor: ReturnType<typeof visitorOf> }> {
    site.provider.scripts.set('', [[{ say: 'Hello.' }], [{ say: 'We are back.' }]]);
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Hello.').waitFor();
    writeFileSync(maintenance(), '<?php $upgrading = time();');
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/session`, { method: 'POST' });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '600']);
    await visitor.write('Still there?');
    await visitor.panel.getByText('Reconnecting…').first().waitFor();
    return { page, visitor };
  }

  it('is found to be back long before the ten minutes are over that it names', async () => {
    const { page, visitor } = await whoWaits();
    rmSync(maintenance());
    // A tenth of what it has named.
    await visitor.log.getByText('We are back.').waitFor({ timeout: 60_000 });
    await page.close();
  });

  const ACTS: [string, (page: Page, visitor: ReturnType<typeof visitorOf>) => Promise<unknown>][] =
    [
      [
        'presses “Try now”',
        (_, visitor) => visitor.panel.getByRole('button', { name: 'Try now' }).first().click(),
      ],
      [
        'comes back to the tab',
        async (page) => {
          for (const state of ['hidden', 'visible']) {
            await page.evaluate((to) => {
              Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
              document.dispatchEvent(new Event('visibilitychange'));
            }, state);
          }
        },
      ],
    ];

  it.each(ACTS)('is asked at once when the visitor %s', async (_what, act) => {
    const { page, visitor } = await whoWaits();
    // A pause of ten seconds or more, the five of them that bind ([SY18]) over: it doesn't end by itself within two seconds.
    const left = visitor.panel.getByText(/(Reconnecting…|right now\.).*\b\d+\ss/).first();
    const seconds = async (): Promise<number> =>
      Number(/(\d+)\ss/.exec((await left.textContent()) ?? '')?.[1]);
    await expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
    const shown = await seconds();
    await expect.poll(seconds, { timeout: 60_000 }).toBeLessThan(shown - 5);
    expect(await seconds()).toBeGreaterThan(2);
    rmSync(maintenance());
    const asked = page.waitForResponse((response) => response.url().includes('bellhop'), {
      timeout: 2_000,
    });
    await act(page, visitor);
    expect((await asked).status()).toBeLessThan(300);
    await visitor.log.getByText('We are back.').waitFor();
    await page.close();
  });
});
