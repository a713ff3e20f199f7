// Plays many schedules in this process, with one gateway, and several at once, since each mostly waits. Prints what
// broke with the command that plays it again.

import { STEPS } from '../network-faults.ts';
import { SOCKET_FAULTS, socketFaultsOf } from './faults.ts';
import { createGatewayWorld, type GatewayWorld } from './gateway-world.ts';
import { whenKeepingUp } from './lag.ts';

/** What came of one schedule. */
export interface Result {
  /** Broken invariants, lines that begin with the number. */
  broken: string[];
  /** The schedule proves nothing: a commit took longer than W, or the machine was too late to judge instants. */
  isExcused: boolean;
  /** How often each fault met each step, and how often each action was carried out. */
  met: Record<string, number>;
}

export interface Run<R extends Result = Result> {
  failures: { seed: string; broken: string[] }[];
  /** Schedules that were played again, since they proved nothing. */
  repeated: number;
  /** Schedules that proved nothing three times. */
  unproven: string[];
  /** What came of the schedules that proved something. */
  results: ({ seed: string } & R)[];
}

export interface RunOptions<R extends Result> {
  /** The seeds of the schedules. */
  names: readonly string[];
  /** How many schedules are played at a time. */
  parallel: number;
  /** The flag of the command that plays one again. */
  flag: string;
  play(seed: string, world: GatewayWorld): Promise<R>;
  log(line: string): void;
}

const TRIES = 3;

export async function runMany<R extends Result>(options: RunOptions<R>): Promise<Run<R>> {
  const { names, parallel, flag, play, log } = options;
  const world = await createGatewayWorld();
  const run: Run<R> = { failures: [], repeated: 0, unproven: [], results: [] };
  function fail(seed: string, broken: string[]): void {
    run.failures.push({ seed, broken });
    log(`\n✗ schedule ${seed}\n  ${broken.join('\n  ')}`);
    log(`  again: npm run simulate -- --${flag} 1 --only ${seed}`);
  }
  const describeError = (error: unknown): string =>
    `18: ${error instanceof Error ? error.stack : String(error)}`;
  const onRejection = (reason: unknown): void => fail('?', [`unhandled ${describeError(reason)}`]);
  process.on('unhandledRejection', onRejection);

  async function playOne(seed: string): Promise<void> {
    for (let tries = 1; tries <= TRIES; tries++) {
      const result = await play(seed, world);
      if (result.broken.length > 0 && result.isExcused) {
        run.repeated += 1;
        continue;
      }
      run.results.push({ seed, ...result });
      if (result.broken.length > 0) fail(seed, result.broken);
      return;
    }
    run.unproven.push(seed);
  }

  const waiting = [...names];
  try {
    await Promise.all(
      Array.from({ length: Math.min(parallel, names.length) }, async () => {
        for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
          await whenKeepingUp();
          const name = seed;
          await playOne(name).catch((error) => fail(name, [describeError(error)]));
        }
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', onRejection);
    await world.close();
  }
  return run;
}

/** The seeds of `count` schedules, or the only one that is asked for. */
export function namesOf({ schedules, seed, only }: NamesChoice): string[] {
  return only === undefined ? Array.from({ length: schedules }, (_, n) => `${seed}/${n}`) : [only];
}

export interface NamesChoice {
  schedules: number;
  seed: string;
  /** Play only the schedule with this seed. */
  only?: string;
}

/** @param where the player, in words. @param more lines about what this player alone measures. */
export function describeRun(run: Run, where: string, seconds: number, more: string[]): string {
  const met = new Map<string, number>();
  for (const result of run.results) {
    for (const [key, count] of Object.entries(result.met))
      met.set(key, (met.get(key) ?? 0) + count);
  }
  const acts = [...met].filter(([name]) => !name.includes('×'));
  return [
    `${run.results.length} schedules ${where}, ${run.failures.length} broken, ${seconds.toFixed(1)} s`,
    `${run.repeated} repeated, since a commit took longer than W or the machine was too late; ${run.unproven.length} never proved anything`,
    acts.map(([name, count]) => `${name} ${count}`).join(', '),
    ...more,
    faultMatrix(met),
  ].join('\n');
}

function faultMatrix(met: ReadonlyMap<string, number>): string {
  const lines = [`${'fault'.padEnd(18)}${STEPS.map((step) => step.padStart(10)).join('')}`];
  for (const fault of SOCKET_FAULTS) {
    const cells = STEPS.map((step) =>
      fault === 'none' || socketFaultsOf(step).includes(fault)
        ? String(met.get(`${fault} × ${step}`) ?? 0)
        : '·',
    );
    lines.push(`${fault.padEnd(18)}${cells.map((cell) => cell.padStart(10)).join('')}`);
  }
  return lines.join('\n');
}
