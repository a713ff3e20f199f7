// Distributes the schedules of a run over several threads, and adds up their findings.

import { Worker } from 'node:worker_threads';
import { matrixOf } from './matrix.ts';
import { add, emptyResult, type SimulateOptions, type SimulateResult } from './simulate.ts';
import type { Order, Report } from './worker.ts';

export async function shareOut(options: SimulateOptions, workers: number): Promise<SimulateResult> {
  const { schedules, seed, maxFailures = 3, shrinks = true, onFailure } = options;
  const startedAt = performance.now();
  const total = emptyResult();
  const isKills = options.plan !== undefined;
  const threads = new Set<Worker>();
  const run = (from: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const share = { from, every: workers };
      const order: Order = { schedules, seed, share, maxFailures, shrinks, isKills };
      const thread = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
      threads.add(thread);
      thread.on('message', (report: Report) => {
        if (report.kind === 'failure') {
          total.failures.push(report.failure);
          onFailure?.(report.failure);
          if (total.failures.length >= maxFailures) {
            for (const other of threads) other.postMessage('stop');
          }
          return;
        }
        total.played += report.played;
        add(total.met, report.met);
        add(total.kills, report.kills);
      });
      thread.on('error', reject);
      thread.on('exit', () => resolve());
    });
  await Promise.all(Array.from({ length: workers }, (_, index) => run(index)));
  total.seconds = (performance.now() - startedAt) / 1000;
  total.matrix = matrixOf(total.met);
  return total;
}
