// A thread for work whose cost somebody else's text decides. A job may take so long, and the thread so much memory: beyond that
// the thread is ended, wherever it is, and the caller hears why. Knows nothing of the jobs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Clock, createSystemClock } from '../clock.ts';

/** Why a job was given up. depth: it called itself too often. */
export type OverrunReason = 'time' | 'memory' | 'depth';

/** The job took too much time, memory or depth, and its thread was ended. */
export class Overrun extends Error {
  override readonly name = 'Overrun';
  readonly reason: OverrunReason;
  constructor(reason: OverrunReason) {
    super(`The work took too much ${reason}.`);
    this.reason = reason;
  }
}

/** The thread has ended for another job's sake: the same job may be asked for again. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
}

/** The module that the thread runs. */
export interface ThreadFile {
  /** Without the ending: `.ts` in the sources, `.js` in the published package. */
  name: string;
  /** The folder of the caller's own module (`import.meta.dirname`), where it stands in the sources. */
  folder: string;
}

export interface ThreadLimits {
  /** Megabytes of the thread's objects. */
  heapMb: number;
  /** Megabytes of objects and buffers together. */
  memoryMb: number;
}

export type ToThread = { id: number; job: unknown };
/** 'ready': it has loaded what it needs, and the time of jobs begins. */
export type FromThread =
  | 'ready'
  | ({ id: number } & (
      | { part: unknown }
      | { result: unknown }
      | { fault: { name: string; message: string } }
    ));

export interface WorkThread {
  /**
   * Jobs run side by side as far as they wait; the thread is started with the first one.
   * @param onPart told what a job hands out before its end.
   * @throws Overrun, ThreadLost, or an error with the name and the message that the job's had.
   */
  ask(
    job: object,
    limits: { deadlineMs: number; onPart?: (part: unknown) => void },
  ): Promise<unknown>;
  close(): Promise<void>;
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onPart(part: unknown): void;
  deadlineMs: number;
  /** Undefined until the thread is ready. */
  timer: number | undefined;
}

interface Open {
  worker: Worker;
  pending: Map<number, Pending>;
  watch: number | undefined;
  isReady: boolean;
  hasEnded: boolean;
}

const WATCH_MS = 100;
const MB = 1024 * 1024;

/** @param clock the machine's also where a gateway's is not: a thread works in real time. */
export function createWorkThread(
  file: ThreadFile,
  { heapMb, memoryMb }: ThreadLimits,
  clock: Clock = createSystemClock(),
): WorkThread {
  let open: Open | null = null;
  let lastId = 0;

  return {
    ask(job, { deadlineMs, onPart = () => {} }) {
      open ??= start();
      const thread = open;
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const asked: Pending = { resolve, reject, onPart, deadlineMs, timer: undefined };
        thread.pending.set(id, asked);
        if (thread.isReady) begin(thread, id, asked);
        thread.worker.postMessage({ id, job } satisfies ToThread);
      });
    },
    async close() {
      const last = open;
      if (last !== null) await end(last, null, 'time');
    },
  };

  function start(): Open {
    const worker = new Worker(pathOf(file), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // A flag that the process was started with may be none of a thread's.
      execArgv: [],
    });
    // A thread that waits for jobs holds up no process that wants to end.
    worker.unref();
    const thread: Open = {
      worker,
      pending: new Map(),
      watch: undefined,
      isReady: false,
      hasEnded: false,
    };
    worker.on('message', (message: FromThread) => heard(thread, message));
    worker.on('error', (thrown: unknown) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const [oldest = null] = thread.pending.keys();
      end(thread, oldest, isMemory ? 'memory' : error);
    });
    return thread;
  }

  function begin(thread: Open, id: number, asked: Pending): void {
    asked.timer = clock.setTimeout(() => end(thread, id, 'time'), asked.deadlineMs);
    watch(thread);
  }

  function heard(thread: Open, message: FromThread): void {
    if (message === 'ready') {
      thread.isReady = true;
      for (const [id, asked] of thread.pending) begin(thread, id, asked);
      return;
    }
    const asked = thread.pending.get(message.id);
    if (asked === undefined) return;
    if ('part' in message) {
      asked.onPart(message.part);
      return;
    }
    thread.pending.delete(message.id);
    if (asked.timer !== undefined) clock.clearTimeout(asked.timer);
    if ('result' in message) asked.resolve(message.result);
    else asked.reject(errorOf(message.fault));
  }

  /** @param culprit the job for whose sake it ends; the others may be asked for again. */
  async function end(
    thread: Open,
    culprit: number | null,
    why: OverrunReason | Error,
  ): Promise<void> {
    if (thread.hasEnded) return;
    thread.hasEnded = true;
    if (open === thread) open = null;
    if (thread.watch !== undefined) clock.clearTimeout(thread.watch);
    for (const [id, { reject, timer }] of thread.pending) {
      if (timer !== undefined) clock.clearTimeout(timer);
      const cause = typeof why === 'string' ? new Overrun(why) : why;
      reject(id === culprit ? cause : new ThreadLost('The thread has ended.'));
    }
    thread.pending.clear();
    await thread.worker.terminate();
  }

  /** While there is work: buffers don't count as heap, and a stream that unpacks to gigabytes is made of them. */
  function watch(thread: Open): void {
    if (thread.watch !== undefined) return;
    const before = process.memoryUsage.rss();
    const look = async () => {
      const used = await memoryOf(thread.worker, before);
      if (thread.hasEnded) return;
      const [oldest = null] = thread.pending.keys();
      if (used > memoryMb * MB) await end(thread, oldest, 'memory');
      else if (thread.pending.size === 0) thread.watch = undefined;
      else thread.watch = clock.setTimeout(look, WATCH_MS);
    };
    thread.watch = clock.setTimeout(look, WATCH_MS);
  }
}

/** The thread's bytes where this version of Node tells them; else the bytes by which the process has grown. */
async function memoryOf(worker: Worker, before: number): Promise<number> {
  if (!('getHeapStatistics' in worker)) return process.memoryUsage.rss() - before;
  const { used_heap_size, external_memory } = await worker
    .getHeapStatistics()
    .catch(() => ({ used_heap_size: 0, external_memory: 0 }));
  return used_heap_size + external_memory;
}

function errorOf({ name, message }: { name: string; message: string }): Error {
  // A stack that is full.
  if (name === 'RangeError' && message.includes('call stack')) return new Overrun('depth');
  return Object.assign(new Error(message), { name });
}

/** Beside the caller in the sources; in the published package beside the command, which may be a folder above. */
function pathOf({ name, folder }: ThreadFile): string {
  const found = [
    join(folder, `${name}.ts`),
    join(folder, `${name}.js`),
    join(folder, '..', `${name}.js`),
  ];
  const path = found.find((file) => existsSync(file));
  if (path === undefined)
    throw new Error(`${name}.js is missing: keep the package's files together.`);
  return path;
}
