// Many schedules from one seed: plays, checks, shrinks what fails, and counts which fault met which step.

import { createSession } from '../../src/session/session.ts';
import { createToolRunner } from '../../src/tools/runner.ts';
import { check } from './check.ts';
import { STEPS } from './network.ts';
import { faultsOf, makePlan, type Plan } from './plan.ts';
import { type Played, play, type Subject } from './play.ts';

export const REAL: Subject = { createSession, createToolRunner };

export interface Failure {
  seed: string;
  broken: string[];
  plan: Plan;
}

export interface SimulateOptions {
  schedules: number;
  seed: string;
  /** One schedule's own seed. */
  only?: string;
  subject?: Subject;
  /** Stop after so many failures. Default 3. */
  maxFailures?: number;
  shrinks?: boolean;
  log?: (line: string) => void;
}

export interface SimulateResult {
  played: number;
  failures: Failure[];
  met: Map<string, number>;
  matrix: string;
}

export async function simulate(options: SimulateOptions): Promise<SimulateResult> {
  const { schedules, seed, only, subject = REAL, maxFailures = 3, log = () => {} } = options;
  // The runner loads its validator on first use, which takes real time.
  await import('../../src/tools/validate.ts');
  const met = new Map<string, number>();
  const failures: Failure[] = [];
  const startedAt = performance.now();
  log(`simulating ${only === undefined ? schedules : 1} schedules with --seed ${seed}`);
  let played = 0;
  for (let index = 0; index < (only === undefined ? schedules : 1); index++) {
    const name = only ?? `${seed}/${index}`;
    const plan = makePlan(name);
    const { broken, result } = await tryPlan(plan, subject);
    played += 1;
    for (const [key, count] of result?.met ?? []) met.set(key, (met.get(key) ?? 0) + count);
    if (broken.length === 0) continue;
    const smallest = options.shrinks === false ? plan : await shrink(plan, broken, subject);
    failures.push({ seed: name, broken, plan: smallest });
    log(`\n✗ schedule ${name}\n  ${broken.join('\n  ')}`);
    log(`  shrunk to ${JSON.stringify(smallest)}`);
    log(`  again: npm run simulate -- --only ${name}`);
    if (failures.length >= maxFailures) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  log(`${played} schedules, ${failures.length} broken, ${seconds.toFixed(1)} s`);
  return { played, failures, met, matrix: matrixOf(met) };
}

export async function tryPlan(
  plan: Plan,
  subject: Subject,
): Promise<{ broken: string[]; result: Played | null }> {
  const rejections: string[] = [];
  const onRejection = (reason: unknown): void => {
    rejections.push(`18: unhandled ${reason instanceof Error ? reason.stack : String(reason)}`);
  };
  process.on('unhandledRejection', onRejection);
  try {
    const result = await play(plan, subject);
    await new Promise((resolve) => setImmediate(resolve));
    const broken = [...check(result), ...rejections];
    for (const { tab, session, runner } of result.tabs) {
      if (tab.isAlive()) {
        runner.close();
        session.close();
      }
      tab.kill();
    }
    return { broken, result };
  } catch (error) {
    return {
      broken: [`18: ${error instanceof Error ? error.stack : String(error)}`],
      result: null,
    };
  } finally {
    process.off('unhandledRejection', onRejection);
  }
}

/** Leaves out what isn't needed for the same invariant to break. */
async function shrink(plan: Plan, broken: readonly string[], subject: Subject): Promise<Plan> {
  const number = broken[0]?.split(':')[0];
  const fails = async (candidate: Plan): Promise<boolean> => {
    const { broken: again } = await tryPlan(candidate, subject);
    return again.some((line) => line.split(':')[0] === number);
  };
  let smallest = plan;
  for (const key of ['faults', 'actions'] as const) {
    const halves = [smallest[key].length];
    for (let size = Math.ceil((halves[0] ?? 0) / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < smallest[key].length; ) {
        const list = smallest[key] as unknown[];
        const candidate = { ...smallest, [key]: list.toSpliced(at, size) } as Plan;
        if (await fails(candidate)) smallest = candidate;
        else at += size;
      }
    }
  }
  return smallest;
}

function matrixOf(met: ReadonlyMap<string, number>): string {
  const names = [...new Set(STEPS.flatMap((step) => faultsOf(step)))];
  const lines = [`${'fault'.padEnd(16)}${STEPS.map((step) => step.padStart(10)).join('')}`];
  for (const name of names) {
    const cells = STEPS.map((step) =>
      faultsOf(step).includes(name) ? String(met.get(`${name} × ${step}`) ?? 0) : '·',
    );
    lines.push(`${name.padEnd(16)}${cells.map((cell) => cell.padStart(10)).join('')}`);
  }
  return lines.join('\n');
}
