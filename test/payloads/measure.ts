// How long one task of a page holds it up: by Chromium's own trace, in time that the page's main thread really
// had. What other programs took of the processor meanwhile is not the page's fault.

import type { Browser, Page } from 'playwright-core';

/** What a browser calls a long task. */
export const LONG_TASK_MS = 50;
const ROUNDS = 3;

export interface TaskTimes {
  /** The longest task, in processor time of the main thread. */
  cpuMs: number;
  /** The same task by the clock. */
  wallMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: by the clock, and of the thread. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest task while `work` goes on, the best of three: a collection of garbage may fall into any. */
export async function measureTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<TaskTimes> {
  let best: TaskTimes | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const categories = ['toplevel', 'disabled-by-default-devtools.timeline'];
    await browser.startTracing(page, { categories });
    await work();
    const times = longestTask(JSON.parse(String(await browser.stopTracing())).traceEvents);
    if (best === null || times.cpuMs < best.cpuMs) best = times;
  }
  if (best === null || best.cpuMs === 0) throw new Error('The trace shows no task of the page.');
  return best;
}

/** Of the thread with the most work: other pages' renderers idle. */
function longestTask(events: readonly TraceEvent[]): TaskTimes {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let longest: TaskTimes = { cpuMs: 0, wallMs: 0 };
  for (const { name, ph, pid, tid, dur = 0, tdur = 0 } of events) {
    if (!name.endsWith('RunTask') || ph !== 'X' || !mains.has(`${pid} ${tid}`)) continue;
    if (tdur / 1000 > longest.cpuMs) longest = { cpuMs: tdur / 1000, wallMs: dur / 1000 };
  }
  return longest;
}
