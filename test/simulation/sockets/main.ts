// `npm run simulate -- --sockets N`: distributes the schedules over processes, since one gateway and its visitors keep
// one core busy.

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { describe, merge, type SocketRun } from './run.ts';

export interface SocketsCommand {
  schedules: number;
  seed: string;
  /** Play only the schedule with this seed. */
  only?: string;
  workers: number;
  /** How many schedules each process plays at a time. */
  parallel: number;
}

/** @returns whether no invariant was broken. */
export async function simulateSockets(command: SocketsCommand): Promise<boolean> {
  const { schedules, seed, only, workers, parallel } = command;
  const startedAt = performance.now();
  const names =
    only === undefined ? Array.from({ length: schedules }, (_, n) => `${seed}/${n}`) : [only];
  const count = Math.min(workers, names.length);
  console.log(`simulating ${names.length} schedules over sockets with --seed ${seed}`);
  const runs = await Promise.all(
    Array.from({ length: count }, (_, share) =>
      runShare({ names: names.filter((_name, n) => n % count === share), parallel }),
    ),
  );
  const run = merge(runs);
  console.log(describe(run, (performance.now() - startedAt) / 1000));
  return run.failures.length === 0 && run.unproven.length === 0 && run.unrecovered.length === 0;
}

function runShare(share: { names: string[]; parallel: number }): Promise<SocketRun> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'worker.ts'));
    child.on('message', (message: { line?: string; run?: SocketRun }) => {
      if (message.line !== undefined) console.log(message.line);
      if (message.run !== undefined) resolve(message.run);
    });
    child.on('exit', (code) => reject(new Error(`a share of the schedules ended with ${code}`)));
    child.send(share);
  });
}
