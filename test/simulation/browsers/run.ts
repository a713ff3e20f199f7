// Plays many schedules in one browser, several profiles at a time, and says what came of them.

import { IN_A_BROWSER, makeRealPlan } from '../real-time/plan.ts';
import { describeRun, type NamesChoice, namesOf, type Run, runMany } from '../real-time/run.ts';
import { type BrowserResult, playInBrowser } from './play.ts';
import { createSite } from './site.ts';
import type { RealBrowser } from './tab.ts';

/** `npm run simulate -- --chromium N` or `--firefox N`. @returns whether all held. */
export async function simulateInBrowser(
  command: NamesChoice & { launch(): Promise<RealBrowser>; parallel: number },
): Promise<boolean> {
  const { launch, seed, parallel } = command;
  const names = namesOf(command);
  const startedAt = performance.now();
  console.log(`simulating ${names.length} schedules in a real browser with --seed ${seed}`);
  const site = await createSite();
  const browser = await launch();
  try {
    const run = await runMany({
      names,
      parallel,
      flag: browser.name.toLowerCase(),
      log: (line) => console.log(line),
      play: (name, world) =>
        playInBrowser(makeRealPlan(name, IN_A_BROWSER), { browser, world, site }),
    });
    console.log(describe(run, browser.name, (performance.now() - startedAt) / 1000));
    return run.failures.length === 0 && run.unproven.length === 0;
  } finally {
    await browser.close();
    await site.close();
  }
}

function describe(run: Run<BrowserResult>, browser: string, seconds: number): string {
  const sum = (of: (result: BrowserResult) => number): number =>
    run.results.reduce((total, result) => total + of(result), 0);
  const reasons = new Map<string, number>();
  for (const reason of run.results.flatMap(({ notRestored }) => notRestored)) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const others = [...reasons].map(([reason, count]) => `${reason} ${count}`).join(', ');
  return describeRun(run, `in ${browser}`, seconds, [
    `${sum(({ restored }) => restored)} pages out of the back-forward cache, of ${sum(({ walksBack }) => walksBack)} walks back${others && ` (else: ${others})`}`,
    `${sum(({ executions }) => executions)} executions of tools`,
  ]);
}
