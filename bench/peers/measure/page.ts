// What a page pays for a chat that nobody has opened.

import { startTrace } from '../../rig/trace.ts';
import { median } from '../../row.ts';
import { type Contestant, contestant } from '../contestants.ts';
import {
  besideFloor,
  cellsOf,
  eachOf,
  type Group,
  note,
  row,
  sleep,
  type Trial,
  type Values,
} from '../group.ts';

const LOADS_PER_RUN = 3;
const SLOWDOWN = 4;
/** After the last request; what a chat does later isn't counted. */
const SETTLE_MS = 1500;
/** The same page without a chat; what it costs is taken from everybody's figures. */
const NOBODY: Contestant = { ...contestant('floor'), embed: () => '' };

export const page: Group = {
  name: 'page',
  title: 'A page that nobody chats on',
  how: 'Each chat on the same shop page, embedded as its README says, until 1.5 s after its last request. Script and blocking time are beyond the same page without a chat. Script time is the main thread’s time in scripts, reading and compiling included; blocking time is what tasks take beyond 50 ms each. deep-chat and Web Chat bring no launcher, so their page has a button of its own. Bytes are bodies, compressed by Brotli, the same for all.',
  async run({ stage, contestants, runs }) {
    const script: Values = new Map();
    const blocking: Values = new Map();
    const longest: Values = new Map();
    const shift: Values = new Map();
    const requests: Values = new Map();
    const bytes: Values = new Map();
    const bare = {
      scriptMs: [] as number[],
      blockingMs: [] as number[],
      longestMs: [] as number[],
    };
    for (let load = 0; load < runs * LOADS_PER_RUN; load++) {
      bare.scriptMs.push((await visit(stage, NOBODY, 1)).scriptMs);
      const slowBare = await visit(stage, NOBODY, SLOWDOWN);
      bare.blockingMs.push(slowBare.blockingMs);
      bare.longestMs.push(slowBare.longestMs);
      await eachOf(contestants, async (one) => {
        const fast = await visit(stage, one, 1);
        const slow = await visit(stage, one, SLOWDOWN);
        note(script, one, fast.scriptMs);
        note(blocking, one, slow.blockingMs);
        note(longest, one, slow.longestMs);
        note(shift, one, slow.shift);
        note(requests, one, fast.requests);
        note(bytes, one, fast.bytes / 1024);
      });
    }
    const scripts = cellsOf(less(script, median(bare.scriptMs)));
    return [
      row('script time', 'ms', scripts, besideFloor(scripts, 1.5)),
      row(
        `blocking time at ${SLOWDOWN} × slower`,
        'ms',
        cellsOf(less(blocking, median(bare.blockingMs))),
        ['none of its own, within 1 ms', 1],
      ),
      row(`longest task at ${SLOWDOWN} × slower, the page’s own included`, 'ms', cellsOf(longest), [
        `the page’s own ${median(bare.longestMs).toFixed(0)} ms, within 5 %`,
        1.05 * median(bare.longestMs),
      ]),
      row('layout shift', '', cellsOf(shift), ['0', 0]),
      row('requests before opening', '', cellsOf(requests), ['1', 1]),
      row('bytes before opening', 'KB', cellsOf(bytes), ['≤ 2 KB', 2]),
    ];
  },
};

/** Beyond the page without a chat; noise below that is none. */
function less(values: Values, bare: number): Values {
  return new Map(
    [...values].map(([id, found]) => [id, found.map((value) => Math.max(0, value - bare))]),
  );
}

async function visit(stage: Trial['stage'], contestant: Contestant, rate: number) {
  const guest = await stage.invite(contestant);
  try {
    const { page, cdp } = guest;
    await guest.arrive();
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    let requests = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) requests += 1;
    });
    const stop = await startTrace(cdp);
    await guest.load();
    await sleep(SETTLE_MS);
    const trace = await stop();
    const { shift, bytes } = await page.evaluate(() => ({
      shift: window.probe.shifts.reduce((sum, value) => sum + value, 0),
      bytes: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).reduce(
        (sum, { encodedBodySize }) => sum + encodedBodySize,
        0,
      ),
    }));
    return { ...trace, scriptMs: trace.allScriptMs, shift, requests, bytes };
  } finally {
    await guest.close();
  }
}
