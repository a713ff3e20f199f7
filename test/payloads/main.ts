// `npm run payloads`: every text through every sink in Chromium (the content room, then the mounted panel), then
// each mutant, which must be caught, and last what is made to be slow: no task of it may take 50 ms.
//   --folder DIR (texts of your own: *.json are arrays of texts, *.txt have one a line; also PAYLOADS)
//   --seed S (printed; a new one each run)   --no-mutants   --page content|sanitiser|widget|slow
//   --slice N: of each page that many texts, drawn by the seed

import { parseArgs } from 'node:util';
import { collectPayloads, slicePayloads } from './corpus.ts';
import {
  buildPage,
  createPayloadRig,
  type Mutant,
  NO_POLICY,
  openBrowser,
  PAGES,
} from './harness.ts';
import { HUGE } from './huge.ts';
import { LONG_TASK_MS, measureTasks, type TaskTimes } from './measure.ts';
import { MUTANTS, SANITISER_MUTANTS, WIDGET_MUTANTS } from './mutants.ts';
import { PATHOLOGICAL } from './pathological.ts';
import type { Trip } from './tripwires.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    seed: { type: 'string' },
    'no-mutants': { type: 'boolean' },
    page: { type: 'string' },
    slice: { type: 'string' },
  },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1e9));
const corpus = collectPayloads(seed, values.folder);
const texts =
  values.slice === undefined
    ? corpus.payloads
    : slicePayloads(corpus, seed, Number(values.slice) || 1000);
const sources = Object.entries(corpus.counts)
  .map(([name, count]) => `${count} ${name}`)
  .join(', ');
console.log(`${corpus.payloads.length} distinct payloads (${sources}), seed ${seed}`);

const RUNS = [
  { name: 'content', entry: PAGES.content, mutants: MUTANTS, caughtBy: 1500 },
  { name: 'sanitiser', entry: PAGES.sanitiser, mutants: SANITISER_MUTANTS, caughtBy: 1500 },
  { name: 'widget', entry: PAGES.widget, mutants: WIDGET_MUTANTS, caughtBy: 300 },
].filter(({ name }) => values.page === undefined || values.page === name);

const browser = await openBrowser();
try {
  for (const { name, entry, mutants, caughtBy } of RUNS) {
    const startedAt = performance.now();
    const { trips, sinks } = await runOn(entry, texts);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    report(trips);
    const drawn = texts.length * sinks.length;
    console.log(
      `${name}: ${texts.length} payloads × ${sinks.length} sinks = ${drawn}. ` +
        `${trips.length === 0 ? 'Nothing tripped' : `${trips.length} trips`} in ${seconds} s.`,
    );
    if (trips.length > 0) process.exitCode = 1;
    for (const mutant of values['no-mutants'] ? [] : mutants) {
      const caught = await runOn(entry, corpus.payloads.slice(-caughtBy), mutant);
      const isCaught = caught.trips.length > 0;
      console.log(`${isCaught ? 'caught' : 'MISSED'}: ${mutant.name} (${caught.trips.length})`);
      if (!isCaught) process.exitCode = 1;
    }
  }
  if (values.page === undefined || values.page === 'slow') await measureSlow();
} finally {
  await browser.close();
}

/** The texts and replies that are made to be slow: the longest task of each. */
async function measureSlow(): Promise<void> {
  const rows: { name: string; times: TaskTimes; elements: number }[] = [];
  const content = await createPayloadRig(browser, await buildPage());
  for (const { name, make, pieces } of PATHOLOGICAL) {
    await content.page.evaluate((text) => window.holdText(text), make());
    let elements = 0;
    const times = await measureTasks(browser, content.page, async () => {
      ({ elements } = await content.page.evaluate((count) => window.drawHeld(count), pieces));
    });
    rows.push({ name, times, elements });
  }
  await content.close();
  const panel = await createPayloadRig(browser, await buildPage(PAGES.widget));
  for (const kind of HUGE) {
    await panel.page.evaluate((it) => window.holdHuge(it), kind);
    let elements = 0;
    const times = await measureTasks(browser, panel.page, async () => {
      elements = await panel.page.evaluate(() => window.drawHuge());
    });
    rows.push({ name: `panel: ${kind}`, times, elements });
  }
  await panel.close();
  for (const { name, times, elements } of rows) {
    const { cpuMs, wallMs } = times;
    const figures = `${cpuMs.toFixed(1)} ms (${wallMs.toFixed(1)} by the clock), ${elements} elements`;
    console.log(`${cpuMs > LONG_TASK_MS ? 'TOO LONG: ' : ''}${name}: ${figures}`);
  }
  const longest = rows.reduce((a, b) => (b.times.cpuMs > a.times.cpuMs ? b : a));
  console.log(
    `${rows.length} pathological texts and replies, the longest task ${longest.times.cpuMs.toFixed(1)} ms (${longest.name})`,
  );
  if (longest.times.cpuMs > LONG_TASK_MS) process.exitCode = 1;
}

async function runOn(entry: string, payloads: readonly string[], mutant?: Mutant) {
  const policy = entry === PAGES.sanitiser ? NO_POLICY : undefined;
  const rig = await createPayloadRig(browser, await buildPage(entry, mutant), policy);
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
