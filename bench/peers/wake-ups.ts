// How often the main threads of many pages are woken, by one trace of the whole browser.

import type { CDPSession } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: {
    name?: string;
    data?: { frames?: { url: string; processId: number }[]; url?: string; processId?: number };
  };
}

/** @returns what ends the trace and tells how many tasks a page's main thread had, by its address */
export async function startWakeUps(cdp: CDPSession) {
  const mains = new Set<string>();
  const pids = new Map<string, number>();
  const tasks = new Map<string, number>();
  const collect = ({ value }: { value: unknown[] }): void => {
    for (const { name, pid, tid, args } of value as TraceEvent[]) {
      const thread = `${pid}/${tid}`;
      if (name === 'RunTask') tasks.set(thread, (tasks.get(thread) ?? 0) + 1);
      if (name === 'thread_name' && args.name === 'CrRendererMain') mains.add(thread);
      for (const { url, processId } of args.data?.frames ?? []) pids.set(url, processId);
    }
  };
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
    },
  });
  return async (): Promise<(url: string) => number> => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', collect);
    return (url) => {
      const pid = pids.get(url);
      if (pid === undefined) throw new Error(`The trace knows no page at ${url}.`);
      return [...mains]
        .filter((thread) => thread.startsWith(`${pid}/`))
        .reduce((sum, thread) => sum + (tasks.get(thread) ?? 0), 0);
    };
  };
}
