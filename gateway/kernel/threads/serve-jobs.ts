// The other side of work-thread.ts, inside of the thread.

import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './work-thread.ts';

/** Answers the jobs that a `WorkThread` posts. To be called once, at the end of the thread's module. */
export function serveJobs<Job>(
  work: (job: Job, handOut: (part: unknown) => void) => Promise<unknown>,
): void {
  const ready: FromThread = 'ready';
  parentPort?.on('message', async ({ id, job }: ToThread) => {
    const tell = (message: FromThread) => parentPort?.postMessage(message);
    try {
      tell({ id, result: await work(job as Job, (part) => tell({ id, part })) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      tell({ id, fault: { name, message } });
    }
  });
  parentPort?.postMessage(ready);
}
