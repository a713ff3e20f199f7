// What the browser itself says of a page's main thread: its tasks, and what a script cost there.

import type { CDPSession } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** The part of `dur` for which the thread had the processor, so that other programs don't count. */
  tdur?: number;
  args: {
    data?: {
      url?: string;
      functionName?: string;
      frame?: string;
      isMainFrame?: boolean;
      documentLoaderURL?: string;
    };
  };
}

export interface Trace {
  /** Of one task of the page's main thread. */
  longestMs: number;
  busyMs: number;
  /** What tasks take beyond 50 ms each. */
  blockingMs: number;
  /** Tasks of more than 50 ms, longest first, each with what took most of it. */
  longTasks: { ms: number; mostly: string }[];
  /** Reading, compiling and running all scripts of the page, at load and later; a script's events within another's count once. */
  allScriptMs: number;
  /** Reading, compiling and running scripts whose address ends with `ending`, at load. */
  scriptMs(ending: string): number;
}

const CATEGORIES = [
  'devtools.timeline',
  'v8.compile',
  'v8',
  'disabled-by-default-devtools.timeline',
  'loading',
];
const BLOCKING_FROM_MS = 50;
const spentMs = ({ tdur, dur = 0 }: TraceEvent): number => (tdur ?? dur) / 1000;
const SCRIPT_EVENTS = new Set(['EvaluateScript', 'v8.compile']);
const ALL_SCRIPT_EVENTS = new Set([
  ...SCRIPT_EVENTS,
  'v8.compileModule',
  'v8.evaluateModule',
  'v8.run',
  'v8.callFunction',
  'FunctionCall',
  'RunMicrotasks',
]);

/** Of the page that the session is attached to. */
export async function startTrace(cdp: CDPSession): Promise<() => Promise<Trace>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }): void => {
    events.push(...(value as TraceEvent[]));
  };
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    cdp.off('Tracing.dataCollected', collect);
    return readTrace(events);
  };
}

function readTrace(events: readonly TraceEvent[]): Trace {
  const here = mainThreadOf(events);
  const own = events.filter(({ pid, tid }) => `${pid}/${tid}` === here);
  const runs = own.filter(({ name }) => name === 'RunTask');
  const tasks = runs.map(spentMs);
  if (tasks.length === 0) throw new Error('The trace shows no tasks of the page.');
  return {
    longestMs: Math.max(...tasks),
    busyMs: tasks.reduce((sum, task) => sum + task, 0),
    blockingMs: tasks.reduce((sum, task) => sum + Math.max(0, task - BLOCKING_FROM_MS), 0),
    longTasks: runs
      .filter((task) => spentMs(task) > BLOCKING_FROM_MS)
      .toSorted((a, b) => spentMs(b) - spentMs(a))
      .map((task) => ({ ms: spentMs(task), mostly: partsOf(task, own) })),
    allScriptMs: outermost(own.filter(({ name }) => ALL_SCRIPT_EVENTS.has(name))).reduce(
      (sum, event) => sum + spentMs(event),
      0,
    ),
    scriptMs: (ending) =>
      own
        .filter(({ name, args }) => SCRIPT_EVENTS.has(name) && args.data?.url?.endsWith(ending))
        .reduce((sum, event) => sum + spentMs(event), 0),
  };
}

/** The three that took most of a task, without what lies in them, by name and file. */
function partsOf(task: TraceEvent, own: readonly TraceEvent[]): string {
  const inside = own
    .filter(({ name, ph, ts, dur }) => {
      const isIn = ts >= task.ts && ts + (dur ?? 0) <= task.ts + (task.dur ?? 0);
      return isIn && ph === 'X' && name !== 'RunTask';
    })
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const spent = new Map<string, number>();
  const open: { end: number; label: string }[] = [];
  for (const event of inside) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) open.pop();
    const { url = '', functionName = '' } = event.args.data ?? {};
    const label = [event.name, functionName, url.split('/').at(-1)].filter(Boolean).join(' ');
    const around = open.at(-1);
    if (around) spent.set(around.label, (spent.get(around.label) ?? 0) - spentMs(event));
    spent.set(label, (spent.get(label) ?? 0) + spentMs(event));
    open.push({ end: event.ts + (event.dur ?? 0), label });
  }
  return [...spent]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([label, took]) => `${label} ${took.toFixed(0)} ms`)
    .join(', ');
}

/** Those that lie in no other of them. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false;
      end = ts + dur;
      return true;
    });
}

/** Of all renderers' main threads the busiest: the pages of the other processes are idle. */
function mainThreadOf(events: readonly TraceEvent[]): string {
  const names = new Map<string, number>();
  const mains = new Set(
    (events as (TraceEvent & { args: { name?: string } })[])
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  for (const { name, pid, tid, dur = 0 } of events) {
    const thread = `${pid}/${tid}`;
    if (name === 'RunTask' && mains.has(thread)) {
      names.set(thread, (names.get(thread) ?? 0) + dur);
    }
  }
  const [first] = [...names].toSorted((a, b) => b[1] - a[1]);
  if (first === undefined) throw new Error('The trace names no main thread of a page.');
  return first[0];
}
