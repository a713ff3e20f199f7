// A conversation from an earlier visit: 1,000 messages, with each chat's own way of having them; and what Bellhop alone can
// have, 10,000 and 100,000 events.

import { watchLastWords } from '../../rig/probe.ts';
import { spentBy } from '../../rig/rig.ts';
import { append, putStorePage, store } from '../../transcript.ts';
import { type Contestant, contestant } from '../contestants.ts';
import {
  cellsOf,
  eachOf,
  type Group,
  note,
  row,
  sleep,
  type Trial,
  type Values,
} from '../group.ts';
import { heapOf } from '../heap.ts';
import { historyOf, LAST_WORDS } from '../history.ts';
import type { Guest } from '../stage.ts';

const MESSAGES = 1000;
const FEW_MESSAGES = 2;
/** A message of a visitor and its answer: four events with the beginning and the end of the run. */
const EVENTS_PER_MESSAGE = 2;
const SETTLE_MS = 2000;

export const history: Group = {
  name: 'history',
  title: 'A conversation of 1,000 messages from an earlier visit',
  how: 'The page is loaded and the chat opened until the last words stand there and two seconds are over: the main thread’s processor time beyond that of a conversation of two messages. Where the messages come from is each chat’s own: Bellhop has them stored in IndexedDB and draws the last ones, the others as one scrolls up; flowise-embed reads them from localStorage; @n8n/chat, Web Chat and plain DOM get them from the server, deep-chat from its page, and these five draw all of them. Nodes are elements in the page, heap is the script’s after a collection.',
  async run({ stage, contestants, runs }) {
    await putStorePage(stage.world);
    const busy: Values = new Map();
    const nodes: Values = new Map();
    const heap: Values = new Map();
    for (let run = 0; run < runs * 2; run++) {
      await eachOf(contestants, async (one) => {
        const few = await returned(stage, one, FEW_MESSAGES);
        const many = await returned(stage, one, MESSAGES);
        note(busy, one, many.busyMs - few.busyMs);
        note(nodes, one, many.nodes - few.nodes);
        note(heap, one, many.heapMb);
      });
    }
    return [
      row('main thread, beyond 2 messages', 'ms', cellsOf(busy), ['≤ 20 ms', 20]),
      row('nodes, beyond 2 messages', '', cellsOf(nodes)),
      row('heap of the page', 'MB', cellsOf(heap)),
    ];
  },
};

export const events: Group = {
  name: 'events',
  title: 'A long log, Bellhop alone',
  how: 'From opening the database to the frame with the last words; the others keep no log of events. Nodes are all elements in the page, the shop’s 180 taken off. One more event is script and layout of each of twenty that come, less the same time without events.',
  async run({ stage, contestants, runs }) {
    const own = contestant('bellhop');
    if (!contestants.includes(own)) return [];
    await putStorePage(stage.world);
    const rows = [];
    for (const count of [10_000, 100_000]) {
      const restore: Values = new Map();
      const nodes: Values = new Map();
      const heap: Values = new Map();
      const more: Values = new Map();
      const guest = await stage.invite(own);
      try {
        await guest.load();
        await guest.begin();
        const sessionId = stage.world.sessionId();
        await store(stage, guest, sessionId, count);
        await guest.page.addInitScript(watchLastWords);
        for (let run = 0; run < runs * 3; run++) {
          await guest.arrive();
          await guest.page.goto(guest.address);
          const ms = await guest.page.evaluate(async () => {
            const { frameAt } = await window.probe.lastWords;
            return frameAt - (window.probe.databaseAt ?? Number.NaN);
          });
          note(restore, own, ms);
          await sleep(SETTLE_MS);
          note(nodes, own, (await guest.page.evaluate(() => window.eye.nodes())) - 180);
          note(heap, own, await heapOf(guest.cdp));
        }
        const spent = await append(stage, guest, sessionId);
        note(more, own, spent.scriptMs + spent.layoutMs);
      } finally {
        await guest.close();
      }
      const name = `${count.toLocaleString('en')} events`;
      const isAsked = count === 10_000;
      rows.push(
        row(
          `${name}: restored and painted`,
          'ms',
          cellsOf(restore),
          isAsked ? ['≤ 60 ms', 60] : null,
        ),
        row(`${name}: nodes`, '', cellsOf(nodes), isAsked ? ['≤ 300', 300] : null),
        row(`${name}: heap of the page`, 'MB', cellsOf(heap)),
        row(`${name}: one more event`, 'ms', cellsOf(more), isAsked ? ['≤ 2 ms', 2] : null),
      );
    }
    return rows;
  },
};

async function returned(stage: Trial['stage'], one: Contestant, messages: number) {
  const guest = await stage.invite(one, { history: messages });
  try {
    await keep(stage, guest, messages);
    await guest.arrive();
    const before = (await spentBy(guest.cdp)).taskMs;
    await guest.load();
    const isOpen = await guest.page.evaluate((field) => window.eye.find(field) !== null, one.field);
    if (!isOpen) await guest.open();
    await guest.shows(LAST_WORDS);
    await sleep(SETTLE_MS);
    const busyMs = (await spentBy(guest.cdp)).taskMs - before;
    const nodes = await guest.page.evaluate(() => window.eye.nodes());
    return { busyMs, nodes, heapMb: await heapOf(guest.cdp) };
  } finally {
    await guest.close();
  }
}

/** Puts the messages where this chat keeps them, if it keeps them in the browser. */
async function keep(stage: Trial['stage'], guest: Guest, messages: number): Promise<void> {
  if (guest.contestant.id === 'bellhop') {
    await guest.load();
    await guest.begin();
    const events = messages * EVENTS_PER_MESSAGE;
    await store(stage, guest, stage.world.sessionId(), events);
  }
  if (guest.contestant.id === 'flowise') {
    await guest.arrive();
    const chatHistory = historyOf(messages).map(({ role, text }, index) => ({
      messageId: `m${index}`,
      message: text,
      type: role === 'user' ? 'userMessage' : 'apiMessage',
    }));
    await guest.page.evaluate(
      (kept) => localStorage.setItem('bench_EXTERNAL', kept),
      JSON.stringify({ chatId: 'c1', chatHistory }),
    );
  }
}
