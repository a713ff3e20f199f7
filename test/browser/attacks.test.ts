// Each known attack of a hostile page, markup or gateway, on the build: none may get through.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import type { Attack } from '../security/attacks/attack.ts';
import { ATTACKS, ON_THE_LAUNCHER } from '../security/attacks/index.ts';
import { launchBrowser, PATIENCE_MS } from './support/browser.ts';
import { DIST } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const LONGER = ATTACKS.filter((attack) => !ON_THE_LAUNCHER.includes(attack));

describe('an attack', { timeout: 2 * PATIENCE_MS }, () => {
  const play = async (attack: Attack): Promise<void> => {
    const on = { dist: DIST, browser, patienceSeconds: PATIENCE_MS / 1_000 };
    expect((await attack.play(on)).through).toEqual([]);
  };
  it.each(ON_THE_LAUNCHER)('on the launcher achieves nothing: $name', play);
  it.each(LONGER)('achieves nothing: $name', OUTER, play);
});
