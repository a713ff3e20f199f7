// An answer of 3,000 words that is written for 24 seconds, in the whole widget: how long the main thread is busy,
// whether the end costs more than the beginning, and its longest task. Beside it the same text as plain text, once
// a frame.

import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from './rig/gateway.ts';
import { type Guest, type Rig, spentBy } from './rig/rig.ts';
import { startTrace } from './rig/trace.ts';
import { type BenchRow, growthRow, median, timeRow } from './row.ts';
import { cut, MIXED, repeatTo } from './texts.ts';

const PIECES = 1500;
const DURATION_MS = 24_000;
const QUARTERS = 4;
/** Plain text costs the same from beginning to end, so measuring a part is enough. */
const PLAIN_SHARE = 1 / 4;

interface Written {
  busyMs: number;
  quarters: number[];
  longestMs: number;
}

export async function benchAnswer(rig: Rig, runs: number): Promise<BenchRow[]> {
  const widget: Written[] = [];
  const plain: Written[] = [];
  // Once by default, since it takes its time: the whole is a sum over hundreds of frames already.
  for (let run = 0; run < Math.ceil(runs / 2); run++) {
    plain.push(await writePlain(rig));
    widget.push(await writeInWidget(rig));
  }
  const of = (all: Written[], pick: (one: Written) => number): number => median(all.map(pick));
  const busy = of(widget, ({ busyMs }) => busyMs);
  const floor = of(plain, ({ busyMs }) => busyMs) / PLAIN_SHARE;
  const quarters = Array.from({ length: QUARTERS }, (_, index) =>
    of(widget, (one) => one.quarters[index] ?? 0),
  );
  return [
    timeRow(
      'an answer of 3,000 words over 24 s: main thread busy',
      busy,
      { what: 'plain text, 60 fps', ms: floor },
      Math.round(floor),
    ),
    growthRow(
      `the same: last quarter against the first (${quarters.map((value) => value.toFixed(0)).join(', ')})`,
      quarters.at(-1) ?? 0,
      quarters[0] ?? 0,
      1.15,
    ),
    timeRow(
      'the same: longest task',
      of(widget, ({ longestMs }) => longestMs),
      { what: 'plain text', ms: of(plain, ({ longestMs }) => longestMs) },
      16,
    ),
  ];
}

async function writeInWidget(rig: Rig): Promise<Written> {
  const guest = await rig.visit('/');
  try {
    const sessionId = await guest.begin();
    return await write(rig, guest, sessionId, 1);
  } finally {
    await guest.close();
  }
}

async function writePlain(rig: Rig): Promise<Written> {
  const last = rig.world.sessionId();
  const guest = await rig.visit('/plain-frames');
  try {
    await waitUntil('the plain page', () => {
      const sessionId = rig.world.sessionId();
      return sessionId !== last && rig.gateway.listeners(sessionId) > 0;
    });
    return await write(rig, guest, rig.world.sessionId(), PLAIN_SHARE);
  } finally {
    await guest.close();
  }
}

async function write(rig: Rig, guest: Guest, sessionId: string, share: number): Promise<Written> {
  const message = await rig.gateway.beginMessage(sessionId);
  const pieces = cut(repeatTo(3000, MIXED), PIECES).slice(0, PIECES * share);
  const stopTrace = await startTrace(guest.cdp);
  const startedAt = performance.now();
  const spent = [(await spentBy(guest.cdp)).taskMs];
  for (const [index, piece] of pieces.entries()) {
    const dueMs = (DURATION_MS * index) / PIECES - (performance.now() - startedAt);
    if (dueMs > 0) await sleep(dueMs);
    message.add(piece);
    if ((index + 1) % (pieces.length / QUARTERS) === 0) {
      spent.push((await spentBy(guest.cdp)).taskMs);
    }
  }
  const { longestMs } = await stopTrace();
  await message.end();
  return {
    busyMs: (spent.at(-1) ?? 0) - (spent[0] ?? 0),
    quarters: spent.slice(1).map((value, index) => value - (spent[index] ?? 0)),
    longestMs,
  };
}
