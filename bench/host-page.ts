// What a page pays for the script while nobody opens the chat: its time, blocking on a slow processor, layout
// shift, requests and storage. Beside it the same page without the script.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Rig, spentBy } from './rig/rig.ts';
import { startTrace } from './rig/trace.ts';
import { type BenchRow, countRow, median, ms, timeRow } from './row.ts';

const LOADS_PER_RUN = 5;
const SLOWDOWN = 4;

interface Load {
  scriptMs: number;
  blockingMs: number;
  taskMs: number;
  shift: number;
  requests: number;
  stored: number;
}

export async function benchHostPage(rig: Rig, runs: number): Promise<BenchRow[]> {
  const fast: Load[] = [];
  const slow: Load[] = [];
  const without: Load[] = [];
  const slowWithout: Load[] = [];
  for (let load = 0; load < runs * LOADS_PER_RUN; load++) {
    fast.push(await measureLoad(rig, '/', 1));
    without.push(await measureLoad(rig, '/without', 1));
    slow.push(await measureLoad(rig, '/', SLOWDOWN));
    slowWithout.push(await measureLoad(rig, '/without', SLOWDOWN));
  }
  const of = (loads: Load[], pick: (load: Load) => number): number => median(loads.map(pick));
  const blocking = of(slow, ({ blockingMs }) => blockingMs);
  const floor = of(slowWithout, ({ blockingMs }) => blockingMs);
  const shift = of(slow, (load) => load.shift);
  return [
    timeRow(
      'host page: script time before opening',
      of(fast, ({ scriptMs }) => scriptMs),
      // The page without the tag runs no script; a chat of thirty lines stands beside it in `-- peers`.
      null,
      null,
    ),
    timeRow(
      'host page: main thread until idle',
      of(fast, ({ taskMs }) => taskMs),
      { what: 'without', ms: of(without, ({ taskMs }) => taskMs) },
      null,
    ),
    {
      what: `host page: blocking time at ${SLOWDOWN} × slower`,
      value: ms(blocking),
      reference: `without ${ms(floor)}`,
      must: 'none of its own',
      isMet: blocking <= floor + 1,
    },
    {
      what: 'host page: layout shift',
      value: shift.toFixed(3),
      reference: `without ${of(slowWithout, (load) => load.shift).toFixed(3)}`,
      must: '0',
      isMet: shift === 0,
    },
    countRow(
      'host page: requests before opening',
      of(fast, (load) => load.requests) - of(without, (load) => load.requests),
      1,
    ),
    countRow(
      'host page: things stored before opening',
      of(fast, ({ stored }) => stored),
      0,
    ),
  ];
}

async function measureLoad(rig: Rig, path: string, rate: number): Promise<Load> {
  const guest = await rig.visit('/empty');
  try {
    const { page, cdp } = guest;
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    const before = (await spentBy(cdp)).taskMs;
    const stopTrace = await startTrace(cdp);
    await page.goto(`${rig.world.site}${path}`);
    // Don't query the page: a script of the test driver would count as the page's.
    await sleep(250);
    const taskMs = (await spentBy(cdp)).taskMs - before;
    const trace = await stopTrace();
    const { shift, stored } = await page.evaluate(async () => ({
      shift: window.probe.shifts.reduce((sum, value) => sum + value, 0),
      stored:
        localStorage.length +
        sessionStorage.length +
        document.cookie.length +
        (await indexedDB.databases()).length +
        (await caches.keys()).length,
    }));
    return {
      scriptMs: trace.scriptMs('/bellhop.js'),
      blockingMs: trace.blockingMs,
      taskMs,
      shift,
      requests,
      stored,
    };
  } finally {
    await guest.close();
  }
}
