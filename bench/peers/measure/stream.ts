// An answer of 3,000 words that is written for 24 seconds: how long the main thread is busy with it, whether the end costs
// more than the beginning, and its longest task.

import { spentBy } from '../../rig/rig.ts';
import { startTrace } from '../../rig/trace.ts';
import { cut, MIXED, repeatTo } from '../../texts.ts';
import type { Contestant } from '../contestants.ts';
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

const PIECES = 1500;
const DURATION_MS = 24_000;
const QUARTERS = 4;
const SLOWDOWN = 4;

export const stream: Group = {
  name: 'stream',
  title: 'An answer of 3,000 words, written for 24 s',
  how: '1,500 pieces, one every 16 ms, of headings, paragraphs, lists, code and quotes. Time is the main thread’s processor time in all of its tasks (script, style, layout, paint), until all of the answer is shown. The longest task is that of a second such answer, at a quarter of the processor’s speed. Plain DOM shows the marks of Markdown as they stand; Web Chat’s server sends the whole text with each piece, as its protocol asks.',
  async run({ stage, contestants, runs }) {
    const busy: Values = new Map();
    const growth: Values = new Map();
    const longest: Values = new Map();
    for (let run = 0; run < runs; run++) {
      await eachOf(contestants, async (one) => {
        const usual = await written(stage, one, 1);
        note(busy, one, usual.busyMs);
        note(growth, one, usual.growth);
        note(longest, one, (await written(stage, one, SLOWDOWN)).longestMs);
      });
    }
    const late = Object.fromEntries(
      contestants.map(({ id }) => [id, 'did not show it within a minute after its last word']),
    );
    const mainThread = cellsOf(busy, late);
    return [
      row('main thread busy', 'ms', mainThread, besideFloor(mainThread, 1)),
      row('last quarter against the first', '×', cellsOf(growth, late), ['≤ 1.15 ×', 1.15]),
      row(`longest task at ${SLOWDOWN} × slower`, 'ms', cellsOf(longest, late), ['≤ 50 ms', 50]),
    ];
  },
};

async function written(stage: Trial['stage'], one: Contestant, rate: number) {
  const guest = await stage.invite(one);
  try {
    const { cdp } = guest;
    await guest.load();
    await guest.begin();
    const talk = await guest.answer();
    await sleep(1000);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    // A trace costs time itself, so the busy time is read without one.
    const stop = rate === 1 ? null : await startTrace(cdp);
    const pieces = cut(repeatTo(3000, MIXED), PIECES);
    const startedAt = performance.now();
    const spent = [(await spentBy(cdp)).taskMs];
    for (const [index, piece] of pieces.entries()) {
      const dueMs = (DURATION_MS * index) / PIECES - (performance.now() - startedAt);
      if (dueMs > 0) await sleep(dueMs);
      talk.add(piece);
      if ((index + 1) % (PIECES / QUARTERS) === 0 && index + 1 < PIECES && stop === null) {
        spent.push((await spentBy(cdp)).taskMs);
      }
    }
    talk.add('\n\nThat is written. ');
    await guest.shows('That is written');
    spent.push((await spentBy(cdp)).taskMs);
    const longestMs = stop === null ? 0 : (await stop()).longestMs;
    const quarters = spent.slice(1).map((value, index) => value - (spent[index] ?? 0));
    return {
      busyMs: (spent.at(-1) ?? 0) - (spent[0] ?? 0),
      growth: (quarters.at(-1) ?? 0) / (quarters[0] ?? 1),
      longestMs,
    };
  } finally {
    await guest.close();
  }
}
