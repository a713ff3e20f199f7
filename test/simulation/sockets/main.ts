// `npm run simulate -- --sockets N`: distributes the schedules over processes, since one gateway and its visitors keep
// one core busy.

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type NamesChoice, namesOf } from '../real-time/run.ts';
import { describe, merge, type SocketRun, unrecovered } from './run.ts';

export interface SocketsCommand extends NamesChoice {
  workers: number;
  /** How many schedules each process plays at a time. */
  parallel: number;
}

/** @returns whether no invariant was broken. */
export async function simulateSockets(command: SocketsCommand): Promise<boolean> {
  const { seed, workers, parallel } = command;
  const startedAt = performance.now();
  const names = namesOf(command);
  const count = Math.min(workers, names.length);
  console.log(`simulating ${names.length} schedules over sockets with --seed ${seed}`);
  const runs = await Promise.all(
    Array.from({ length: count }, (_, share) =>
      runShare({ names: names.filter((_name, n) => n % count === share), parallel }),
    ),
  );
  const run = merge(runs);
  console.log(describe(run, (performance.now() - startedAt) / 1000));
  return run.failures.length === 0 && run.unproven.length === 0 && unrecovered(run).length === 0;
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
