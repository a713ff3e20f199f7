// `npm run payloads`: every text through every sink in Chromium (the content room, then the mounted panel), then
// each mutant, which must be caught.
//   --seed S (printed; a new one each run)   --no-mutants   --page content|widget

import { parseArgs } from 'node:util';
import { collectPayloads } from './corpus.ts';
import { buildPage, createPayloadRig, type Mutant, openBrowser, PAGES } from './harness.ts';
import { HUGE } from './huge.ts';
import { MUTANTS, WIDGET_MUTANTS } from './mutants.ts';
import type { Trip } from './tripwires.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    'no-mutants': { type: 'boolean' },
    page: { type: 'string' },
  },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
const corpus = collectPayloads(seed);
const sources = Object.entries(corpus.counts)
  .map(([name, count]) => `${count} ${name}`)
  .join(', ');
console.log(`${corpus.payloads.length} distinct payloads (${sources}), seed ${seed}`);

const RUNS = [
  { name: 'content', entry: PAGES.content, mutants: MUTANTS, caughtBy: 1500 },
  { name: 'widget', entry: PAGES.widget, mutants: WIDGET_MUTANTS, caughtBy: 300 },
].filter(({ name }) => values.page === undefined || values.page === name);

const browser = await openBrowser();
try {
  for (const { name, entry, mutants, caughtBy } of RUNS) {
    const startedAt = performance.now();
    const { trips, sinks } = await runOn(entry, corpus.payloads);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    report(trips);
    const drawn = corpus.payloads.length * sinks.length;
    console.log(
      `${name}: ${corpus.payloads.length} payloads × ${sinks.length} sinks = ${drawn}. ` +
        `${trips.length === 0 ? 'Nothing tripped' : `${trips.length} trips`} in ${seconds} s.`,
    );
    if (trips.length > 0) process.exitCode = 1;
    if (entry === PAGES.widget) await measureHuge();
    for (const mutant of values['no-mutants'] ? [] : mutants) {
      const caught = await runOn(entry, corpus.payloads.slice(-caughtBy), mutant);
      const isCaught = caught.trips.length > 0;
      console.log(`${isCaught ? 'caught' : 'MISSED'}: ${mutant.name} (${caught.trips.length})`);
      if (!isCaught) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
}

/** Printed, not judged: how long the panel holds a page up with what is too long for anyone. */
async function measureHuge(): Promise<void> {
  const rig = await createPayloadRig(browser, await buildPage(PAGES.widget));
  for (const kind of HUGE) {
    const drawn = await rig.page.evaluate((it) => window.drawHuge(it), kind);
    console.log(
      `${kind}: longest task ${Math.round(drawn.longestTaskMs)} ms, ${drawn.elements} elements`,
    );
  }
  await rig.close();
}

async function runOn(entry: string, payloads: readonly string[], mutant?: Mutant) {
  const rig = await createPayloadRig(browser, await buildPage(entry, mutant));
  try {
    // A mutant may fail at its first word, which is caught as well as any.
    const sinks = mutant === undefined ? await rig.sinks() : [];
    return { sinks, trips: await rig.run(payloads) };
  } finally {
    await rig.close();
  }
}

function report(trips: readonly Trip[]): void {
  for (const { sink, what, payload } of trips.slice(0, 30)) {
    console.log(`  ${sink}: ${what}\n    ${JSON.stringify(payload.slice(0, 300))}`);
  }
}
