// Each known attack of a hostile page, markup or gateway, on the build: none may get through.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { ATTACKS } from '../security/attacks/index.ts';
import { launchBrowser, PATIENCE_MS } from './support/browser.ts';
import { DIST } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe('an attack', OUTER, () => {
  it.each(ATTACKS)('achieves nothing: $name', { timeout: 2 * PATIENCE_MS }, async (attack) => {
    const on = { dist: DIST, browser, patienceSeconds: PATIENCE_MS / 1_000 };
    expect((await attack.play(on)).through).toEqual([]);
  });
});
