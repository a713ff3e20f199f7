// A slice of the payload run, always the same (PAYLOAD_SEED plays another), and texts that are made to
// be slow. `npm run payloads` runs all, and the mutants.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectPayloads, slicePayloads } from '../payloads/corpus.ts';
import {
  buildPage,
  createPayloadRig,
  NO_POLICY,
  openBrowser,
  PAGES,
  type PayloadRig,
} from '../payloads/harness.ts';
import { MUTANTS, SANITISER_MUTANTS, WIDGET_MUTANTS } from '../payloads/mutants.ts';
import { PATHOLOGICAL } from '../payloads/pathological.ts';
import { OUTER } from '../rings.ts';

const seed = process.env.PAYLOAD_SEED ?? '1';
const SLICE = 600;
/** The panel takes some thirty milliseconds for each. */
const WIDGET_SLICE = 250;

describe(`hostile text in a page under a strict policy, seed ${seed}`, () => {
  let browser: Browser;
  let rig: PayloadRig;

  beforeAll(async () => {
    browser = await openBrowser();
    rig = await createPayloadRig(browser, await buildPage());
  });
  afterAll(() => browser?.close());

  it('runs nothing, asks no other origin for anything and changes nothing of the page', async () => {
    const payloads = slicePayloads(collectPayloads(seed), seed, SLICE);
    expect(await rig.run(payloads)).toEqual([]);
  });

  // How long a task takes is for `npm run payloads`: here a machine may have other things to do.
  it.each(PATHOLOGICAL)(
    'draws $name whole or cut, a part at a time',
    async ({ make, pieces, growth = 1.2 }) => {
      const text = make();
      await rig.page.evaluate((it) => window.holdText(it), text);
      const drawn = await rig.page.evaluate((count) => window.drawHeld(count), pieces);
      expect(drawn.chars).toBeGreaterThan(0);
      expect(drawn.chars).toBeLessThan(Math.min(text.length, 210_000) * growth + 100);
      expect(drawn.elements).toBeLessThan(25_000);
      expect(await rig.run([])).toEqual([]);
    },
  );

  it('would notice a defence that is gone', OUTER, async () => {
    const mutant = MUTANTS[Math.abs(Number.parseInt(seed, 10) || 0) % MUTANTS.length];
    const broken = await createPayloadRig(browser, await buildPage(undefined, mutant));
    const payloads = collectPayloads(seed).payloads.slice(-SLICE);
    expect(await broken.run(payloads), mutant?.name).not.toEqual([]);
    await broken.close();
  });
});

describe(`hostile HTML in the sanitiser alone, seed ${seed}`, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('becomes what the allow list has, and nothing else', async () => {
    const rig = await createPayloadRig(browser, await buildPage(PAGES.sanitiser), NO_POLICY);
    const payloads = slicePayloads(collectPayloads(seed), `sanitiser ${seed}`, SLICE);
    expect(await rig.run(payloads)).toEqual([]);
    await rig.close();
  });

  it('would be noticed without it', OUTER, async () => {
    const at = Math.abs(Number.parseInt(seed, 10) || 0) % SANITISER_MUTANTS.length;
    const script = await buildPage(PAGES.sanitiser, SANITISER_MUTANTS[at]);
    const broken = await createPayloadRig(browser, script, NO_POLICY);
    const payloads = collectPayloads(seed).payloads.slice(-SLICE);
    expect(await broken.run(payloads), SANITISER_MUTANTS[at]?.name).not.toEqual([]);
    await broken.close();
  });
});

describe(`hostile text in the mounted panel under a strict policy, seed ${seed}`, OUTER, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('runs nothing, asks no other origin for anything and changes nothing of the page', async () => {
    const rig = await createPayloadRig(browser, await buildPage(PAGES.widget));
    const payloads = slicePayloads(collectPayloads(seed), `widget ${seed}`, WIDGET_SLICE);
    expect(await rig.sinks()).toEqual(expect.arrayContaining(['answer', 'asked value', 'strings']));
    expect(await rig.run(payloads)).toEqual([]);
    await rig.close();
  });

  it('would notice a defence that is gone', async () => {
    const at = Math.abs(Number.parseInt(seed, 10) || 0) % WIDGET_MUTANTS.length;
    const broken = await createPayloadRig(
      browser,
      await buildPage(PAGES.widget, WIDGET_MUTANTS[at]),
    );
    const payloads = collectPayloads(seed).payloads.slice(-WIDGET_SLICE);
    expect(await broken.run(payloads), WIDGET_MUTANTS[at]?.name).not.toEqual([]);
    await broken.close();
  });
});
