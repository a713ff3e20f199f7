// Plays many schedules in one browser, several profiles at a time, with one gateway. Prints what broke with the
// command that plays it again, and adds up what was met.

import { socketMatrix } from '../sockets/faults.ts';
import { createGatewayWorld } from '../sockets/gateway-world.ts';
import { makeBrowserPlan } from './plan.ts';
import { playInBrowser } from './play.ts';
import { createSite } from './site.ts';
import type { RealBrowser } from './tab.ts';

export interface BrowserRunOptions {
  launch(): Promise<RealBrowser>;
  /** The seeds of the schedules. */
  names: readonly string[];
  /** How many schedules are played at a time. */
  parallel?: number;
  log?: (line: string) => void;
}

export interface BrowserRun {
  browser: string;
  played: number;
  failures: { seed: string; broken: string[] }[];
  /**
   * Schedules that were played again, since they proved nothing: a commit took longer than W, or the machine was late.
   */
  repeated: number;
  unproven: string[];
  /** Number of pages that the back-forward cache gave back, and of all walks back. */
  restored: number;
  walksBack: number;
  notRestored: Map<string, number>;
  executions: number;
  /** How often each fault met each step, and each act happened. */
  met: Map<string, number>;
}

const TRIES = 3;

export async function runInBrowser(options: BrowserRunOptions): Promise<BrowserRun> {
  const { launch, names, parallel = 4, log = () => {} } = options;
  const world = await createGatewayWorld();
  const site = await createSite();
  const browser = await launch();
  const run: BrowserRun = {
    browser: browser.name,
    played: 0,
    failures: [],
    repeated: 0,
    unproven: [],
    restored: 0,
    walksBack: 0,
    notRestored: new Map(),
    executions: 0,
    met: new Map(),
  };
  const add = (map: Map<string, number>, key: string, count = 1): void => {
    map.set(key, (map.get(key) ?? 0) + count);
  };

  async function one(seed: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const result = await playInBrowser(makeBrowserPlan(seed), { browser, world, site });
      run.restored += result.restored;
      run.walksBack += result.walksBack;
      run.executions += result.executions;
      for (const reason of result.notRestored) add(run.notRestored, reason);
      for (const [key, count] of result.met) add(run.met, key, count);
      if (result.broken.length > 0 && result.isExcused) {
        run.repeated += 1;
        if (tries < TRIES) continue;
        run.unproven.push(seed);
        return;
      }
      run.played += 1;
      if (result.broken.length === 0) return;
      run.failures.push({ seed, broken: result.broken });
      log(`\n✗ schedule ${seed}\n  ${result.broken.join('\n  ')}`);
      log(`  again: npm run simulate -- --${browser.name.toLowerCase()} 1 --only ${seed}`);
      return;
    }
  }

  const waiting = [...names];
  try {
    await Promise.all(
      Array.from({ length: Math.min(parallel, names.length) }, async () => {
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          try {
            await one(seed);
          } catch (error) {
            const what = error instanceof Error ? error.stack : String(error);
            run.failures.push({ seed, broken: [`18: ${what}`] });
            log(`\n✗ schedule ${seed}\n  18: ${what}`);
          }
        }
      }),
    );
  } finally {
    await browser.close();
    await site.close();
    await world.close();
  }
  return run;
}

export function describeBrowserRun(run: BrowserRun, seconds: number): string {
  const acts = [...run.met].filter(([name]) => !name.includes('×'));
  const reasons = [...run.notRestored].map(([reason, count]) => `${reason} ${count}`);
  return [
    `${run.played} schedules in ${run.browser}, ${run.failures.length} broken, ${seconds.toFixed(1)} s`,
    `${run.repeated} repeated, since a commit took longer than W or the machine was too late; ${run.unproven.length} never proved anything`,
    `${run.restored} pages out of the back-forward cache, of ${run.walksBack} walks back${reasons.length > 0 ? ` (else: ${reasons.join(', ')})` : ''}`,
    `${run.executions} executions of tools; ${acts.map(([name, count]) => `${name} ${count}`).join(', ')}`,
    socketMatrix(run.met),
  ].join('\n');
}

/** `npm run simulate -- --chromium N` or `--firefox N`. @returns whether all held. */
export async function simulateInBrowser(command: {
  launch(): Promise<RealBrowser>;
  schedules: number;
  seed: string;
  only?: string;
  parallel: number;
}): Promise<boolean> {
  const { launch, schedules, seed, only, parallel } = command;
  const names =
    only === undefined ? Array.from({ length: schedules }, (_, n) => `${seed}/${n}`) : [only];
  const startedAt = performance.now();
  console.log(`simulating ${names.length} schedules in a real browser with --seed ${seed}`);
  const run = await runInBrowser({ launch, names, parallel, log: (line) => console.log(line) });
  console.log(describeBrowserRun(run, (performance.now() - startedAt) / 1000));
  return run.failures.length === 0 && run.unproven.length === 0;
}
