// What a chat does while its visitor does nothing.

import { hidePage, SETTLE_MS } from '../../rig/hide.ts';
import { spentBy } from '../../rig/rig.ts';
import type { Contestant } from '../contestants.ts';
import { cellsOf, eachOf, type Group, note, row, sleep, type Values } from '../group.ts';
import type { Guest } from '../stage.ts';
import { startWakeUps } from '../wake-ups.ts';

const STATES = ['never opened', 'open', 'page hidden'] as const;
const SHORT_S = 60;
const LONG_S = 600;

interface Idler {
  one: Contestant;
  state: (typeof STATES)[number];
  guest: Guest;
  requests: number;
  taskMs: number;
}

export const idle: Group = {
  name: 'idle',
  title: 'A visitor who does nothing',
  how: `Of a minute (measured over ${SHORT_S} s; with \`--long\` over ${LONG_S} s, divided by ten), all pages at the same time: requests, the main thread’s processor time, and how many tasks woke it, which stands for the battery. “Open” is a conversation with one answer; “page hidden” is the same, and the page is told that it is hidden. Plain DOM’s figures are the browser’s own.`,
  async run({ stage, contestants, isLong }) {
    const idlers: Idler[] = [];
    const rows = [];
    const seconds = isLong ? LONG_S : SHORT_S;
    try {
      for (const state of STATES) {
        // All at the same time: nothing here is timed.
        const begin = async (one: Contestant): Promise<void> => {
          const guest = await stage.invite(one);
          await guest.load();
          if (state !== STATES[0]) await guest.begin();
          if (state === 'page hidden') await hidePage(guest.page);
          idlers.push({ one, state, guest, requests: 0, taskMs: 0 });
        };
        await Promise.all(contestants.map((one) => eachOf([one], begin)));
      }
      await sleep(SETTLE_MS);
      for (const idler of idlers) {
        idler.guest.page.on('request', () => {
          idler.requests += 1;
        });
        idler.taskMs = (await spentBy(idler.guest.cdp)).taskMs;
      }
      const stop = await startWakeUps(stage.browser);
      await sleep(seconds * 1000);
      for (const idler of idlers) {
        idler.taskMs = (await spentBy(idler.guest.cdp)).taskMs - idler.taskMs;
      }
      const wakeUps = await stop(idlers.map(({ guest }) => guest.page));
      const aMinute = 60 / seconds;
      for (const state of STATES) {
        const requests: Values = new Map();
        const busy: Values = new Map();
        const tasks: Values = new Map();
        for (const [index, idler] of idlers.entries()) {
          if (idler.state !== state) continue;
          note(requests, idler.one, idler.requests * aMinute);
          note(busy, idler.one, idler.taskMs * aMinute);
          note(tasks, idler.one, (wakeUps[index] ?? 0) * aMinute);
        }
        const goal = state === 'open' ? null : (['0', 0] as const);
        rows.push(
          row(`${state}: requests a minute`, '', cellsOf(requests), goal),
          row(`${state}: main thread a minute`, 'ms', cellsOf(busy)),
          row(`${state}: wake-ups a minute`, '', cellsOf(tasks)),
        );
      }
      return rows;
    } finally {
      for (const { guest } of idlers) await guest.close();
    }
  },
};
