// From the moment an event's bytes are given to the socket to the frame that shows it: in an empty conversation,
// below 3,000 words of the same answer, and in a page that does nothing else.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { OpenMessage } from './rig/gateway.ts';
import { waitUntil } from './rig/gateway.ts';
import { clockOffset, type Rig } from './rig/rig.ts';
import { type BenchRow, growthRow, median, timeRow } from './row.ts';
import { MIXED, repeatTo } from './texts.ts';

const SAMPLES = 30;
const FILL_PIECES = 40;

export async function benchWire(rig: Rig, runs: number): Promise<BenchRow[]> {
  const empty: number[] = [];
  const full: number[] = [];
  const floor: number[] = [];
  const fullFloor: number[] = [];
  for (let run = 0; run < runs; run++) {
    floor.push(...(await visitPlain(rig, '')));
    empty.push(...(await visitWidget(rig, '')));
    full.push(...(await visitWidget(rig, repeatTo(3000, MIXED))));
    fullFloor.push(...(await visitPlain(rig, repeatTo(3000, MIXED))));
  }
  return [
    timeRow(
      'event on the wire to frame, empty conversation',
      median(empty),
      { what: 'plain text', ms: median(floor) },
      6,
    ),
    timeRow(
      'event on the wire to frame, below 3,000 words',
      median(full),
      { what: 'plain text', ms: median(fullFloor) },
      6,
    ),
    growthRow('the same: 3,000 words against empty', median(full), median(empty), 1.2),
  ];
}

async function visitWidget(rig: Rig, before: string): Promise<number[]> {
  const guest = await rig.visit('/');
  try {
    const sessionId = await guest.begin();
    return await sample(rig, guest.page, sessionId, before);
  } finally {
    await guest.close();
  }
}

async function visitPlain(rig: Rig, before: string): Promise<number[]> {
  const guest = await rig.visit('/plain');
  try {
    await waitUntil('the plain page', () => rig.gateway.listeners(rig.world.sessionId()) > 0);
    return await sample(rig, guest.page, rig.world.sessionId(), before);
  } finally {
    await guest.close();
  }
}

async function sample(rig: Rig, page: Page, sessionId: string, before: string): Promise<number[]> {
  const message = await rig.gateway.beginMessage(sessionId);
  await fill(page, message, before);
  const offset = await clockOffset(page);
  const found: number[] = [];
  for (let index = 0; index < SAMPLES; index++) {
    const mark = `word${index}x`;
    await page.evaluate((mark) => window.probe.watch(mark), mark);
    // Apart by more than what is drawn together, and never in step with the frames.
    await sleep(80 + ((index * 7) % 17));
    message.add(`and ${mark} `);
    // The bytes leave in the same turn of this process's loop.
    await sleep(0);
    const sentAt = rig.gateway.lastSentAt();
    const frameAt = await page.evaluate(
      async () => performance.timeOrigin + (await window.probe.seen()).frameAt,
    );
    found.push(frameAt - offset - sentAt);
  }
  await message.end();
  return found;
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
