// Plays one thread's share of a simulation.

import { parentPort, workerData } from 'node:worker_threads';
import { makeKillPlan } from './kills.ts';
import { type Failure, type SimulateOptions, simulate } from './simulate.ts';

export interface Order
  extends Required<
    Pick<SimulateOptions, 'schedules' | 'seed' | 'share' | 'maxFailures' | 'shrinks'>
  > {
  isKills: boolean;
}

export type Report =
  | { kind: 'failure'; failure: Failure }
  | { kind: 'sum'; played: number; met: Map<string, number>; kills: Map<string, number> };

const report = (message: Report): void => parentPort?.postMessage(message);

let isStopped = false;
// `unref`, so that this listener doesn't keep the thread alive after its share.
parentPort?.on('message', () => {
  isStopped = true;
});
parentPort?.unref();

const { isKills, ...order }: Order = workerData;
const { played, met, kills } = await simulate({
  ...order,
  ...(isKills ? { plan: makeKillPlan } : {}),
  isStopped: () => isStopped,
  onFailure: (failure) => report({ kind: 'failure', failure }),
});
report({ kind: 'sum', played, met, kills });
