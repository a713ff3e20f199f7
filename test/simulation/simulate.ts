// Many schedules from one seed, in this thread or shared out over several: plays, judges, shrinks what fails, and
// counts what was met.

import { createCredentials } from '../../src/client/credentials.ts';
import { createGatewayClient } from '../../src/client/gateway-client.ts';
import { createResults } from '../../src/session/results.ts';
import { createSession } from '../../src/session/session.ts';
import { createToolRunner } from '../../src/tools/runner.ts';
import { tryPlan } from './judge.ts';
import { matrixOf } from './matrix.ts';
import { lineOf } from './past-failures.ts';
import { makePlan, type Plan } from './plan.ts';
import type { Subject } from './played.ts';
import { shareOut } from './share-out.ts';
import { shrink } from './shrink.ts';

export const REAL: Subject = {
  createSession,
  createResults,
  createToolRunner,
  createCredentials,
  createGatewayClient,
};

export interface Failure {
  seed: string;
  broken: string[];
  plan: Plan;
}

export interface SimulateOptions {
  schedules: number;
  seed: string;
  /** A thread's share: play only every nth of the schedules, beginning with this one. */
  share?: { from: number; every: number };
  subject?: Subject;
  /** Makes a plan from a seed. */
  plan?: (seed: string) => Plan;
  /** Number of threads. Default 1, this one. */
  workers?: number;
  /** Stop after this many failures. Default 3. */
  maxFailures?: number;
  shrinks?: boolean;
  onFailure?: (failure: Failure) => void;
  /** Asked before each schedule; true ends the run. */
  isStopped?: () => boolean;
}

export interface SimulateResult {
  played: number;
  failures: Failure[];
  met: Map<string, number>;
  /** Number of tabs killed in the middle of a tool, by the state of the last journal row that they had written. */
  kills: Map<string, number>;
  seconds: number;
  matrix: string;
}

export async function simulate(options: SimulateOptions): Promise<SimulateResult> {
  const {
    schedules,
    seed,
    subject = REAL,
    maxFailures = 3,
    workers = 1,
    plan = makePlan,
  } = options;
  if (workers > 1) return shareOut(options, workers);
  // Load the validator now: the runner would load it at its first use, which takes real time.
  await import('../../src/tools/validate.ts');
  const { from, every } = options.share ?? { from: 0, every: 1 };
  const startedAt = performance.now();
  const result = emptyResult();
  for (let index = from; index < schedules && options.isStopped?.() !== true; index += every) {
    // Let the thread receive messages between two schedules.
    await new Promise((resolve) => setImmediate(resolve));
    const failure = await playOne(`${seed}/${index}`, plan, subject, result, options.shrinks);
    if (failure === null) continue;
    result.failures.push(failure);
    options.onFailure?.(failure);
    if (result.failures.length >= maxFailures) break;
  }
  result.seconds = (performance.now() - startedAt) / 1000;
  result.matrix = matrixOf(result.met);
  return result;
}

/** Null: no invariant was broken. */
export async function playOne(
  seed: string,
  plan: (seed: string) => Plan,
  subject: Subject,
  into: SimulateResult,
  shrinks = true,
): Promise<Failure | null> {
  const made = plan(seed);
  const { broken, met, kills } = await tryPlan(made, subject);
  into.played += 1;
  add(into.met, met);
  add(into.kills, kills);
  if (broken.length === 0) return null;
  return { seed, broken, plan: shrinks ? await shrink(made, broken, subject) : made };
}

export function emptyResult(): SimulateResult {
  return { played: 0, failures: [], met: new Map(), kills: new Map(), seconds: 0, matrix: '' };
}

export function add(into: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) into.set(key, (into.get(key) ?? 0) + count);
}

export function describeFailure({ seed, broken, plan }: Failure, flags = ''): string {
  return [
    `\n✗ schedule ${seed}`,
    ...broken,
    `again: npm run simulate -- --only ${seed}${flags}`,
    'shrunk, as past-failures.jsonl keeps it once "since" says what holds:',
    lineOf({ since: '', plan }),
  ].join('\n  ');
}

export function describeResult({ played, failures, seconds }: SimulateResult): string {
  const rate = Math.round(played / Math.max(seconds, 0.001));
  return `${played} schedules, ${failures.length} violations, ${seconds.toFixed(1)} s (${rate} schedules a second)`;
}
