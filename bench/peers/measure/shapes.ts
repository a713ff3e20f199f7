// Ten thousand words in one shape: a list, a fence of code, a table, a paragraph; and how the cost grows with the length.

import { spentBy } from '../../rig/rig.ts';
import { cut, repeatTo } from '../../texts.ts';
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
import type { Guest } from '../stage.ts';

const SHAPES: Readonly<Record<string, (words: number) => string>> = {
  list: (words) => repeatTo(words, '- an item of a list with **some** words in it\n'),
  code: (words) =>
    `\`\`\`js\n${repeatTo(words, 'const value = compute(a, b); // a line\n')}\`\`\`\n`,
  table: (words) =>
    `| one | two | three |\n| --- | --- | --- |\n${repeatTo(words, '| a cell | of **some** words | in a row |\n')}`,
  paragraph: (words) => repeatTo(words, 'words of a sentence that goes on and on. '),
};
const WORDS = 10_000;
const WORDS_PER_PIECE = 10;
const PIECE_EVERY_MS = 10;

export const shapes: Group = {
  name: 'shapes',
  title: '10,000 words in one shape',
  how: 'Ten words every 10 ms, in one answer of one shape: the main thread’s processor time until its end is shown. Then against an answer of 1,000 words in the same page, written as fast: ten times the words should cost ten times as much. An answer that isn’t shown a minute after its last word is not measured. Plain DOM shows the marks of Markdown as they stand; Web Chat’s server sends the whole text with each piece, as its protocol asks.',
  async run({ stage, contestants, runs }) {
    const rows = [];
    for (const [name, make] of Object.entries(SHAPES)) {
      const busy: Values = new Map();
      const growth: Values = new Map();
      for (let run = 0; run < runs; run++) {
        await eachOf(contestants, async (one) => {
          const guest = await stage.invite(one);
          try {
            await guest.load();
            await guest.begin();
            const short = await written(guest, make(WORDS / 10), 'the short end');
            const long = await written(guest, make(WORDS), 'the long end');
            note(busy, one, long);
            note(growth, one, long / short);
          } finally {
            await guest.close();
          }
        });
      }
      const late = Object.fromEntries(
        contestants.map(({ id }) => [id, 'did not show it within a minute after its last word']),
      );
      const mainThread = cellsOf(busy, late);
      rows.push(
        row(
          `${name}: main thread`,
          'ms',
          mainThread,
          name === 'table' ? besideFloor(mainThread, 1.2) : null,
        ),
        row(`${name}: against 1,000 words`, '×', cellsOf(growth, late), ['≤ 11 ×', 11]),
      );
    }
    return rows;
  },
};

async function written(guest: Guest, text: string, last: string): Promise<number> {
  const talk = await guest.answer();
  await sleep(1000);
  const count = Math.ceil(text.split(/\s+/).length / WORDS_PER_PIECE);
  const before = (await spentBy(guest.cdp)).taskMs;
  const startedAt = performance.now();
  for (const [index, piece] of cut(text, count).entries()) {
    const dueMs = index * PIECE_EVERY_MS - (performance.now() - startedAt);
    if (dueMs > 0) await sleep(dueMs);
    talk.add(piece);
  }
  talk.add(`\n\nThis is ${last}.`);
  await guest.shows(last);
  const busyMs = (await spentBy(guest.cdp)).taskMs - before;
  talk.end();
  await sleep(1500);
  return busyMs;
}
