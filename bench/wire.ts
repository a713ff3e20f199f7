// From the moment an event's bytes are given to the socket to the frame that shows it: in an empty conversation,
// below 3,000 words of the same answer, and in a page that does nothing else.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { OpenMessage } from './rig/gateway.ts';
import { waitUntil } from './rig/gateway.ts';
import { clockOffset, type Guest, type Rig } from './rig/rig.ts';
import { type BenchRow, median, timeRow, times } from './row.ts';
import { MIXED, repeatTo } from './texts.ts';

const ROUNDS = 3;
const SAMPLES_PER_ROUND = 10;
const FILL_PIECES = 40;
const MAX_GROWTH = 1.15;

/** A page with an answer in it that is still being written. */
interface Writing {
  guest: Guest;
  message: OpenMessage;
  offset: number;
  found: number[];
}

export async function benchWire(rig: Rig, runs: number): Promise<BenchRow[]> {
  const long = repeatTo(3000, MIXED);
  const all: Writing[] = [];
  for (const [path, before] of [
    ['/', ''],
    ['/', long],
    ['/plain', ''],
    ['/plain', long],
  ] as const) {
    all.push(await begin(rig, path, before));
  }
  try {
    // Measure in turns, so that a slow moment of the machine affects all of them.
    for (let round = 0; round < runs * ROUNDS; round++) {
      for (const writing of all) await sample(rig, writing, round);
    }
  } finally {
    for (const { guest } of all) await guest.close();
  }
  const [empty = Number.NaN, full = Number.NaN, floor = Number.NaN, fullFloor = Number.NaN] =
    all.map(({ found }) => median(found));
  return [
    timeRow(
      'event on the wire to frame, empty conversation',
      empty,
      { what: 'plain text', ms: floor },
      6,
    ),
    timeRow(
      'event on the wire to frame, below 3,000 words',
      full,
      { what: 'plain text', ms: fullFloor },
      null,
    ),
    // A long page costs the browser itself more: what counts is how much more than that.
    {
      what: 'the same: 3,000 words against empty',
      value: times(full / empty),
      reference: `plain text ${times(fullFloor / floor)}`,
      ratio: times(full / empty / (fullFloor / floor)),
      must: `≤ ${MAX_GROWTH} × plain text’s`,
      isMet: full / empty <= (MAX_GROWTH * fullFloor) / floor,
    },
  ];
}

async function begin(rig: Rig, path: string, before: string): Promise<Writing> {
  const last = rig.world.sessionId();
  const guest = await rig.visit(path);
  if (path === '/') await guest.begin();
  await waitUntil('an open stream', () => {
    const sessionId = rig.world.sessionId();
    return sessionId !== last && rig.gateway.listeners(sessionId) > 0;
  });
  const message = await rig.gateway.beginMessage(rig.world.sessionId());
  await fill(guest.page, message, before);
  return { guest, message, offset: await clockOffset(guest.page), found: [] };
}

async function sample(rig: Rig, writing: Writing, round: number): Promise<void> {
  const { page } = writing.guest;
  for (let index = 0; index < SAMPLES_PER_ROUND; index++) {
    const mark = `word${round}a${index}x`;
    await page.evaluate((mark) => window.probe.watch(mark), mark);
    // Apart by more than what is drawn together, and never in step with the frames.
    await sleep(80 + ((index * 7) % 17));
    writing.message.add(`and ${mark} `);
    // The bytes leave in the same turn of this process's loop.
    await sleep(0);
    const sentAt = rig.gateway.lastSentAt();
    const frameAt = await page.evaluate(
      async () => performance.timeOrigin + (await window.probe.seen()).frameAt,
    );
    writing.found.push(frameAt - writing.offset - sentAt);
  }
}

async function fill(page: Page, message: OpenMessage, text: string): Promise<void> {
  if (text === '') return;
  const each = Math.ceil(text.length / FILL_PIECES);
  for (let at = 0; at < text.length; at += each) {
    message.add(text.slice(at, at + each));
    await sleep(20);
  }
  await page.evaluate(() => window.probe.watch('that is filled'));
  message.add('\n\nNow that is filled. ');
  await page.evaluate(async () => void (await window.probe.seen()));
  await sleep(500);
}
