// What stays: the heap after many openings, and after many conversations.

import { GREETING } from '../backend.ts';
import type { Contestant } from '../contestants.ts';
import { cellsOf, eachOf, type Group, note, row, sleep, type Values } from '../group.ts';
import { heapOf, valuesOf } from '../heap.ts';
import type { Guest } from '../stage.ts';

const OPENINGS = [5, 50] as const;
const CONVERSATIONS = [2, 20] as const;
const RESTART = { n8n: 'begins a new conversation only when its page is loaded again' };
/** Until what fades out is gone. */
const CLOSED_AFTER_MS = 400;

export const heap: Group = {
  name: 'heap',
  title: 'What stays',
  how: 'The script’s heap after two collections; and of it the script’s values alone, without the code that the engine compiles of what runs often: they tell whether anything is lost. deep-chat, Web Chat and plain DOM are only shown and hidden, since the page’s button does no more. A conversation is one message and its answer, then a new one in the same page.',
  async run({ stage, contestants, runs }) {
    const after: Values = new Map();
    const opened: Values = new Map();
    const openedValues: Values = new Map();
    const talked: Values = new Map();
    const talkedValues: Values = new Map();
    for (let run = 0; run < runs; run++) {
      // All at the same time: nothing here is timed.
      const chat = async (one: Contestant): Promise<void> => {
        const guest = await stage.invite(one);
        try {
          await guest.load();
          const [few, many] = [
            await afterOpenings(guest, OPENINGS[0]),
            await afterOpenings(guest, OPENINGS[1] - OPENINGS[0]),
          ];
          note(after, one, few.heap);
          note(opened, one, many.heap / few.heap);
          note(openedValues, one, many.values / few.values);
          if (one.restart === null) return;
          await guest.open();
          const begun = await afterConversations(guest, one.restart, CONVERSATIONS[0]);
          const rest = CONVERSATIONS[1] - CONVERSATIONS[0];
          const ended = await afterConversations(guest, one.restart, rest);
          note(talked, one, ended.heap / begun.heap);
          note(talkedValues, one, ended.values / begun.values);
        } finally {
          await guest.close();
        }
      };
      await Promise.all(contestants.map((one) => eachOf([one], chat)));
    }
    return [
      row(`after ${OPENINGS[0]} openings`, 'MB', cellsOf(after)),
      row(`after ${OPENINGS[1]} openings against ${OPENINGS[0]}`, '×', cellsOf(opened), [
        '≤ 1.02 ×',
        1.02,
      ]),
      row('the same, values alone', '×', cellsOf(openedValues), ['≤ 1.02 ×', 1.02]),
      row(
        `after ${CONVERSATIONS[1]} conversations against ${CONVERSATIONS[0]}`,
        '×',
        cellsOf(talked, RESTART),
      ),
      row('the same, values alone', '×', cellsOf(talkedValues, RESTART)),
    ];
  },
};

interface Held {
  heap: number;
  values: number;
}

const heldBy = async ({ cdp }: Guest): Promise<Held> => ({
  heap: await heapOf(cdp),
  values: await valuesOf(cdp),
});

async function afterOpenings(guest: Guest, count: number): Promise<Held> {
  const { button, close } = guest.contestant;
  for (let opening = 0; opening < count; opening++) {
    await guest.open();
    if (close === null) {
      await guest.page.evaluate((button) => window.eye.find(button)?.click(), button);
    } else await guest.page.evaluate(close);
    await sleep(CLOSED_AFTER_MS);
  }
  await sleep(1000);
  return heldBy(guest);
}

/** Ends with an empty conversation, so that the last one isn't counted. */
async function afterConversations(guest: Guest, restart: string, count: number): Promise<Held> {
  for (let index = 0; index < count; index++) {
    await guest.write('Good day');
    await guest.shows(GREETING);
    // A place that is read out may still hold the last greeting, so this waits for the answer itself.
    await sleep(1000);
    await guest.page.evaluate(
      `void (${restart.includes(';') ? `(() => {${restart}})()` : restart})`,
    );
    await sleep(600);
  }
  await sleep(1500);
  return heldBy(guest);
}
