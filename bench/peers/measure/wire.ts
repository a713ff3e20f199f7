// From the moment a piece of an answer is given to the socket to the frame that shows it.

import { MIXED, repeatTo } from '../../texts.ts';
import {
  besideFloor,
  cellsOf,
  eachOf,
  type Group,
  note,
  row,
  sleep,
  type Values,
} from '../group.ts';
import type { Talk } from '../protocols.ts';
import type { Guest } from '../stage.ts';

const SAMPLES_PER_RUN = 16;
const FILL_PIECES = 30;

export const wire: Group = {
  name: 'wire',
  title: 'A piece of an answer: wire to frame',
  how: 'A word that nobody has seen yet is given to the socket, never in step with the frames, until the frame that shows it is done; in an empty answer and below 3,000 words of the same answer. Web Chat’s server sends the whole text with each piece, as its protocol asks.',
  async run({ stage, contestants, runs }) {
    const empty: Values = new Map();
    const full: Values = new Map();
    await eachOf(contestants, async (one) => {
      const guest = await stage.invite(one);
      try {
        await guest.load();
        await guest.begin();
        const talk = await guest.answer();
        await add(guest, talk, 'And first', 'first');
        for (let index = 0; index < runs * SAMPLES_PER_RUN; index++) {
          note(empty, one, await sample(guest, talk, `w${index}a`, index));
        }
        await fill(guest, talk);
        for (let index = 0; index < runs * SAMPLES_PER_RUN; index++) {
          note(full, one, await sample(guest, talk, `w${index}b`, index));
        }
      } finally {
        await guest.close();
      }
    });
    const cells = [cellsOf(empty), cellsOf(full)] as const;
    const growth: Values = new Map();
    for (const { id } of contestants) {
      const [before, after] = cells.map((all) => all[id]);
      if (before && after && 'median' in before && 'median' in after) {
        growth.set(id, [after.median / before.median]);
      }
    }
    const factors = cellsOf(growth);
    return [
      row('in an empty answer', 'ms', cells[0], ['≤ 6 ms', 6]),
      row('below 3,000 words', 'ms', cells[1]),
      row('3,000 words against empty', '×', factors, besideFloor(factors, 1.15)),
    ];
  },
};

async function add(guest: Guest, talk: Talk, text: string, mark: string): Promise<number> {
  await guest.page.evaluate((mark) => window.probe.watch(mark), mark);
  const before = guest.lastSentAt();
  talk.add(`${text} `);
  // The gateway gives it to its socket in one of the next turns of this process's loop.
  while (guest.lastSentAt() === before) await sleep(0);
  const sentAt = guest.lastSentAt();
  const frameAt = await guest.page.evaluate(
    async () => performance.timeOrigin + (await window.probe.seen()).frameAt,
  );
  return frameAt - sentAt;
}

async function sample(guest: Guest, talk: Talk, mark: string, index: number): Promise<number> {
  // Apart by more than what is drawn together.
  await sleep(120 + ((index * 7) % 17));
  return add(guest, talk, `and ${mark}`, mark);
}

async function fill(guest: Guest, talk: Talk): Promise<void> {
  const text = `\n\n${repeatTo(3000, MIXED)}`;
  const each = Math.ceil(text.length / FILL_PIECES);
  for (let at = 0; at < text.length; at += each) {
    talk.add(text.slice(at, at + each));
    await sleep(50);
  }
  talk.add('\n\nNow that is filled. ');
  await guest.shows('that is filled');
  await sleep(2000);
}
