// The built script on pages that other people's tools make, in real Chromium, with the reference gateway. Their packages
// lie in this folder's own node_modules, which this suite installs.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { ensureFolder } from '../../scripts/setup.mjs';
import { launchBrowser } from '../browser/support/browser.ts';
import { startReferenceGateway } from '../browser/support/reference-gateway.ts';
import { createWorld } from '../browser/support/world.ts';
import { OUTER } from '../rings.ts';
import type { HostPage } from './host-page.ts';
import { PLAIN } from './hosts/plain.ts';
import { HOST_PAGES } from './hosts.ts';
import { type Appearance, SCRIPT, type Stay, serveLibraries, stayOn } from './stay.ts';
import { type Cell, PROMISES, type Promised, writeRow } from './table.ts';

let browser: Browser;
let plain: Appearance;

async function visit(host: HostPage, look: Appearance | null): Promise<Stay> {
  const world = await createWorld(await startReferenceGateway({ script: SCRIPT }));
  serveLibraries(world, host);
  try {
    return await stayOn(host, { browser, world, plain: look });
  } finally {
    await world.close();
  }
}

const has = (host: HostPage, promise: Promised): boolean =>
  (promise !== 'goes along' || host.walk !== undefined) &&
  (promise !== 'usable beside a modal' || host.busy !== undefined);

describe('the chat on a page of', OUTER, () => {
  beforeAll(async () => {
    ensureFolder('test/pages');
    browser = await launchBrowser();
    plain = (await visit(PLAIN, null)).appearance;
  });
  afterAll(() => browser?.close());

  it.each(HOST_PAGES)(
    '$name looks and works as on a plain one, and leaves the page as it was',
    async (host) => {
      const missing = host.missing?.() ?? null;
      if (missing !== null) return void console.warn(`Not seen: ${host.name}, since ${missing}.`);
      const { faults } = await visit(host, plain);
      const broken = (promise: Promised) => (faults[promise] ?? []).length > 0;
      const cellOf = (promise: Promised): Cell => {
        if (broken(promise)) return host.lacks?.[promise] ?? 'broken';
        return has(host, promise) ? '✓' : '–';
      };
      const cells = PROMISES.map((promise) => [promise, cellOf(promise)]);
      writeRow(host.name, Object.fromEntries(cells));
      const unforeseen = PROMISES.filter(
        (promise) => broken(promise) !== (host.lacks?.[promise] !== undefined),
      );
      expect(unforeseen.map((promise) => [promise, faults[promise] ?? 'holds now'])).toEqual([]);
    },
  );
});
