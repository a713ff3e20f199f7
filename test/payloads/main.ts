// `npm run payloads`: every text through every sink in Chromium, then each mutant, which must be caught.
//   --seed S (printed; a new one each run)   --no-mutants

import { parseArgs } from 'node:util';
import { collectPayloads } from './corpus.ts';
import { buildPage, createPayloadRig, openBrowser } from './harness.ts';
import { MUTANTS } from './mutants.ts';
import type { Trip } from './page.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, 'no-mutants': { type: 'boolean' } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
const corpus = collectPayloads(seed);
const sources = Object.entries(corpus.counts)
  .map(([name, count]) => `${count} ${name}`)
  .join(', ');
console.log(`${corpus.payloads.length} distinct payloads (${sources}), seed ${seed}`);

const browser = await openBrowser();
try {
  const startedAt = performance.now();
  const trips = await runOn(await buildPage());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report(trips);
  console.log(
    `${trips.length === 0 ? 'Nothing tripped' : `${trips.length} trips`} in ${seconds} s.`,
  );
  let isGood = trips.length === 0;
  for (const mutant of values['no-mutants'] ? [] : MUTANTS) {
    const caught = await runOn(await buildPage(undefined, mutant), 1500);
    console.log(`${caught.length > 0 ? 'caught' : 'MISSED'}: ${mutant.name} (${caught.length})`);
    isGood &&= caught.length > 0;
  }
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
}

async function runOn(script: string, generated?: number): Promise<Trip[]> {
  const rig = await createPayloadRig(browser, script);
  try {
    return await rig.run(
      generated === undefined ? corpus.payloads : corpus.payloads.slice(-generated),
    );
  } finally {
    await rig.close();
  }
}

function report(trips: readonly Trip[]): void {
  for (const { sink, what, payload } of trips.slice(0, 30)) {
    console.log(`  ${sink}: ${what}\n    ${JSON.stringify(payload.slice(0, 300))}`);
  }
}
