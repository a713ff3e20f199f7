// `npm run simulate -- --schedules N --seed S` plays N schedules. It prints each failing schedule, shrunk, with the
// command that plays it again, and how often each fault met each step. `--kills N` kills tabs in the middle of tools N
// times. `--mutants` tests the referee with broken clients. `--sockets N`, `--chromium N` and `--firefox N` judge the same
// invariants over real sockets and in a real browser.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { makeKillPlan } from './kills.ts';
import { makePlan } from './plan.ts';
import {
  describeFailure,
  describeResult,
  emptyResult,
  playOne,
  REAL,
  type SimulateResult,
  simulate,
} from './simulate.ts';
import { tryMutants } from './try-mutants.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    schedules: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    only: { type: 'string' },
    kills: { type: 'string' },
    sockets: { type: 'string' },
    chromium: { type: 'string' },
    firefox: { type: 'string' },
    /** How many schedules in real time one process plays at once. */
    parallel: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    mutant: { type: 'string', multiple: true },
    matrix: { type: 'boolean', default: true },
  },
});
const { seed } = values;
const workers = Math.max(1, Number(values.workers));

if (values.mutants || values.mutant !== undefined) process.exitCode = await mutants();
else if (values.sockets !== undefined) process.exitCode = await sockets(values.sockets);
else if (values.chromium !== undefined) process.exitCode = await inBrowser(values.chromium);
else if (values.firefox !== undefined) process.exitCode = await inBrowser(values.firefox);
else if (values.only !== undefined) process.exitCode = await only(values.only);
else if (values.kills !== undefined) process.exitCode = await kills(Number(values.kills));
else process.exitCode = await schedules(Number(values.schedules ?? 2_000));

async function schedules(count: number): Promise<number> {
  console.log(`simulating ${count} schedules with --seed ${seed} in ${workers} threads`);
  const result = await simulate({
    schedules: count,
    seed,
    workers,
    onFailure: (failure) => console.log(describeFailure(failure)),
  });
  if (values.matrix) console.log(result.matrix);
  console.log(describeResult(result));
  return result.failures.length > 0 ? 1 : 0;
}

async function only(name: string): Promise<number> {
  await import('../../src/tools/validate.ts');
  const plan = values.kills === undefined ? makePlan : makeKillPlan;
  const failure = await playOne(name, plan, REAL, emptyResult());
  console.log(failure === null ? `schedule ${name}: 0 violations` : describeFailure(failure));
  return failure === null ? 0 : 1;
}

async function kills(count: number): Promise<number> {
  console.log(`killing tabs in the middle of tools ${count} times with --seed ${seed}`);
  const startedAt = performance.now();
  const total = new Map<string, number>();
  const sum = (): number => [...total.values()].reduce((a, b) => a + b, 0);
  const broken: string[] = [];
  let played = 0;
  for (let batch = 0; sum() < count && broken.length === 0; batch++) {
    const result: SimulateResult = await simulate({
      // A schedule has about two kills.
      schedules: Math.max(20, Math.ceil((count - sum()) / 2)),
      seed: `${seed}/${batch}`,
      workers,
      plan: makeKillPlan,
      onFailure(failure) {
        broken.push(...failure.broken);
        console.log(describeFailure(failure, ' --kills 1'));
      },
    });
    played += result.played;
    for (const [state, times] of result.kills) total.set(state, (total.get(state) ?? 0) + times);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const seconds_ = broken.filter((line) => line.startsWith('6:')).length;
  for (const [state, times] of total) console.log(`  ${times} as the row said "${state}"`);
  console.log(
    `${sum()} kills in ${played} schedules, ${seconds_} second executions, ${broken.length} violations, ${seconds} s`,
  );
  return broken.length > 0 ? 1 : 0;
}

async function mutants(): Promise<number> {
  const results = await tryMutants({
    schedules: Number(values.schedules ?? 3_000),
    seed,
    log: (line) => console.log(line),
    ...(values.mutant === undefined ? {} : { names: values.mutant }),
  });
  const survivors = results.filter(({ caughtBy }) => caughtBy === null);
  console.log(`caught ${results.length - survivors.length} of ${results.length} mutants`);
  return survivors.length > 0 ? 1 : 0;
}

async function sockets(count: string): Promise<number> {
  const { simulateSockets } = await import('./sockets/main.ts');
  const parallel = Number(values.parallel ?? 40);
  return (await simulateSockets({ ...realTime(count), workers, parallel })) ? 0 : 1;
}

async function inBrowser(count: string): Promise<number> {
  const { simulateInBrowser } = await import('./browsers/run.ts');
  const launch =
    values.firefox === undefined
      ? (await import('./browsers/chromium.ts')).launchChromium
      : (await import('./browsers/firefox.ts')).launchFirefox;
  const parallel = Number(values.parallel ?? 4);
  return (await simulateInBrowser({ ...realTime(count), launch, parallel })) ? 0 : 1;
}

function realTime(count: string): { schedules: number; seed: string; only?: string } {
  const { only: name } = values;
  return { schedules: Number(count), seed, ...(name === undefined ? {} : { only: name }) };
}
