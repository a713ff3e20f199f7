// Plays many schedules over sockets in this process, and says what came of them.

import { makeRealPlan, OVER_SOCKETS } from '../real-time/plan.ts';
import { describeRun, type Run, runMany } from '../real-time/run.ts';
import { playOverSockets, type SocketResult } from './play.ts';
import { summarize } from './recovery.ts';

export type SocketRun = Run<SocketResult>;

export async function runOverSockets(options: {
  names: readonly string[];
  parallel: number;
  log(line: string): void;
}): Promise<SocketRun> {
  // Load the validator now: the runner would load it at its first use, which takes real time.
  await import('../../../src/tools/validate.ts');
  return runMany({
    ...options,
    flag: 'sockets',
    play: (seed, world) => playOverSockets(makeRealPlan(seed, OVER_SOCKETS), world),
  });
}

export function merge(runs: readonly SocketRun[]): SocketRun {
  return {
    failures: runs.flatMap((run) => run.failures),
    repeated: runs.reduce((total, run) => total + run.repeated, 0),
    unproven: runs.flatMap((run) => run.unproven),
    results: runs.flatMap((run) => run.results),
  };
}

/** Schedules after whose reconnect a tab had not caught up in time. */
export function unrecovered({ results }: SocketRun): string[] {
  return results.flatMap(({ seed, broken, recovery }) =>
    broken.length === 0 && recovery === null ? [seed] : [],
  );
}

export function describe(run: SocketRun, seconds: number): string {
  const recoveries = run.results.flatMap(({ recovery }) => recovery ?? []);
  const slow = run.results.flatMap(({ seed, recovery }) =>
    recovery !== null && recovery.roundTrips > 2
      ? [`${recovery.roundTrips} round trips to recover in ${seed}: ${recovery.trail}`]
      : [],
  );
  const requests = run.results.reduce((total, result) => total + result.requests, 0);
  return describeRun(run, 'over sockets', seconds, [
    `${requests} requests; after a reconnect (${recoveries.length}): ${summarize(recoveries)}`,
    ...slow,
    ...unrecovered(run).map((seed) => `not caught up: ${seed}`),
  ]);
}
