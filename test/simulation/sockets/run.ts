// Plays many schedules over sockets in this process, with one gateway, and many at once, since each mostly waits.
// Prints what broke with the command that plays it again, and adds up what was met.

import { socketMatrix } from './faults.ts';
import { createGatewayWorld } from './gateway-world.ts';
import { whenKeepingUp } from './lag.ts';
import { makeSocketPlan } from './plan.ts';
import { playOverSockets } from './play.ts';
import { type Recovery, summarize } from './recovery.ts';
import { REAL, type Subject } from './subject.ts';

export interface SocketRunOptions {
  /** The seeds of the schedules. */
  names: readonly string[];
  /** How many schedules are played at a time. */
  parallel?: number;
  subject?: Subject;
  log?: (line: string) => void;
}

export interface SocketRun {
  played: number;
  failures: { seed: string; broken: string[] }[];
  /**
   * Schedules that were played again, since they proved nothing: a commit took longer than W, or the machine was late.
   */
  repeated: number;
  /** Schedules that proved nothing three times. */
  unproven: string[];
  requests: number;
  recoveries: Recovery[];
  /** Reconnects after which a tab had not caught up within 40 s. */
  unrecovered: string[];
  met: [string, number][];
}

const TRIES = 3;

export async function runOverSockets(options: SocketRunOptions): Promise<SocketRun> {
  const { names, parallel = 40, subject = REAL, log = () => {} } = options;
  // Load the validator now: the runner would load it at its first use, which takes real time.
  await import('../../../src/tools/validate.ts');
  const world = await createGatewayWorld();
  const met = new Map<string, number>();
  const run: SocketRun = {
    played: 0,
    failures: [],
    repeated: 0,
    unproven: [],
    requests: 0,
    recoveries: [],
    unrecovered: [],
    met: [],
  };
  const onRejection = (reason: unknown): void => {
    const what = reason instanceof Error ? reason.stack : String(reason);
    run.failures.push({ seed: '?', broken: [`18: unhandled ${what}`] });
    log(`✗ 18: unhandled ${what}`);
  };
  process.on('unhandledRejection', onRejection);
  const waiting = [...names];

  async function one(seed: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      const result = await playOverSockets(makeSocketPlan(seed), world, subject);
      for (const [key, count] of result.met) met.set(key, (met.get(key) ?? 0) + count);
      run.requests += result.requests;
      if (result.broken.length > 0 && result.isExcused) {
        run.repeated += 1;
        if (tries < TRIES) continue;
        run.unproven.push(seed);
        return;
      }
      run.played += 1;
      const { recovery } = result;
      if (recovery !== null) run.recoveries.push(recovery);
      if (recovery !== null && recovery.roundTrips > 2) {
        log(`  ${recovery.roundTrips} round trips to recover in ${seed}: ${recovery.trail}`);
      }
      if (result.broken.length > 0) {
        run.failures.push({ seed, broken: result.broken });
        log(`\n✗ schedule ${seed}\n  ${result.broken.join('\n  ')}`);
        log(`  again: npm run simulate -- --sockets 1 --only ${seed}`);
      } else if (result.recovery === null) run.unrecovered.push(seed);
      return;
    }
  }

  try {
    await Promise.all(
      Array.from({ length: Math.min(parallel, names.length) }, async () => {
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          await whenKeepingUp();
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
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', onRejection);
    await world.close();
  }
  run.met = [...met];
  return run;
}

export function merge(runs: readonly SocketRun[]): SocketRun {
  const met = new Map<string, number>();
  for (const run of runs) {
    for (const [key, count] of run.met) met.set(key, (met.get(key) ?? 0) + count);
  }
  const sum = (of: (run: SocketRun) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  return {
    played: sum((run) => run.played),
    failures: runs.flatMap((run) => run.failures),
    repeated: sum((run) => run.repeated),
    unproven: runs.flatMap((run) => run.unproven),
    requests: sum((run) => run.requests),
    recoveries: runs.flatMap((run) => run.recoveries),
    unrecovered: runs.flatMap((run) => run.unrecovered),
    met: [...met],
  };
}

export function describe(run: SocketRun, seconds: number): string {
  const lines = [
    `${run.played} schedules over sockets, ${run.failures.length} broken, ${run.requests} requests, ${seconds.toFixed(1)} s`,
    `${run.repeated} repeated, since a commit took longer than W or the machine was too late; ${run.unproven.length} never proved anything`,
    `after a reconnect (${run.recoveries.length}): ${summarize(run.recoveries)}`,
  ];
  if (run.unrecovered.length > 0) lines.push(`not caught up: ${run.unrecovered.join(' ')}`);
  return `${lines.join('\n')}\n${socketMatrix(new Map(run.met))}`;
}
