// WordPress in maintenance, as during an update: it answers everybody with a 503 that names ten minutes, and is back in seconds. What
// a visitor wrote goes out soon after. (What a press and a look do to that stands in the session's own tests, [SY18].)

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('is found to be back long before the ten minutes are over that it names', async () => {
    site.provider.scripts.set('', [[{ say: 'Hello.' }], [{ say: 'We are back.' }]]);
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hi');
    await visitor.log.getByText('Hello.').waitFor();
    const file = join(site.dir, '.maintenance');
    writeFileSync(file, '<?php $upgrading = time();');
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/session`, { method: 'POST' });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '600']);
    await visitor.write('Still there?');
    await visitor.panel.getByText('Reconnecting…').first().waitFor();
    rmSync(file);
    // A tenth of what it has named.
    await visitor.log.getByText('We are back.').waitFor({ timeout: 60_000 });
    await page.close();
    expect(site.debugLog()).toBe('');
  });
});
