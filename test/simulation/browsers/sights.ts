// The invariants of a schedule in a real browser, judged by the gateway's log, by what the pages drew, and by what the
// tools did to the world. Each broken one is a line that begins with its number.

import { type MessageBlock, parseEvents, type SessionEvent } from '../../../src/protocol/index.ts';
import {
  checkForbidden,
  checkInterrupts,
  checkJournaled,
  checkOnce,
  checkOrder,
  checkPatience,
  checkResults,
  checkTokens,
  checkTruth,
} from '../check.ts';
import type { ModelEvent } from '../model-types.ts';
import { judge } from '../real-time/judge.ts';
import { askedOf } from './asked.ts';
import type { BrowserPlayed } from './play.ts';
import type { Seen } from './tab.ts';

/** What can be judged without a look into the tabs' program and storage. */
const FROM_OUTSIDE = [
  checkOrder,
  checkOnce,
  checkJournaled,
  checkResults,
  checkTruth,
  checkInterrupts,
  checkForbidden,
  checkTokens,
  checkPatience,
];

/** Judges one look at a page: these must hold at every moment. */
export function judgeSight(seen: Seen, { intents, schedule: { live } }: BrowserPlayed): string[] {
  const broken: string[] = [];
  const shown = new Map<string, number>();
  for (const { text, state } of seen.users) {
    const copies = live.filter((event) => saysOf(event) === text).length;
    const isThere = copies > 0;
    const times = (shown.get(text) ?? 0) + 1;
    shown.set(text, times);
    // Two copies in the log may be shown until their sender has looked: nobody else knows that they were meant as one.
    if (times > Math.max(1, copies)) broken.push(`10: "${text}" is shown ${times} times`);
    if (intents.every((intent) => intent.text !== text)) continue;
    if (state === 'sent' && !isThere) broken.push(`5: "${text}" is called sent`);
    if (state === 'refused' && isThere) broken.push(`5: "${text}" is called refused, and is there`);
  }
  if (seen.globals.length > 0) broken.push(`18: new globals ${seen.globals.join(' ')}`);
  return broken;
}

/** @param truth the whole log, as the list gives it. */
export function judgeBrowser(
  played: BrowserPlayed,
  truth: readonly ModelEvent[],
  isSettled: boolean,
): string[] {
  const { schedule, visit, intents } = played;
  const events = parseEvents([...truth]);
  const broken = judge(schedule, truth, {
    asked: askedOf(schedule.proxy.heard),
    // Leave out messages that were never seen accepted: their intended order isn't known.
    intents: intents
      .filter(({ isShown }) => isShown)
      .map(({ text, tab }) => ({ text, tab, localId: text, isForgetful: false })),
    handlers: visit.effects.map((effect) => ({ ...effect, hasEffect: true })),
    isSettled,
    checks: FROM_OUTSIDE,
  });
  if (!isSettled) broken.push(`16: not settled: ${describe(played)}`);
  broken.push(...checkIntents(played, events), ...checkSights(played, events));
  return [...new Set(broken)];
}

/** 1, 2 and 4: each accepted message is in the log once, or flagged. */
function checkIntents(played: BrowserPlayed, events: readonly SessionEvent[]): string[] {
  const { intents, cameBack, tabs, sights } = played;
  const { plan, resent } = played.schedule;
  const hasDuplicates = plan.faults.some(({ fault }) => fault === 'duplicate');
  return intents.flatMap(({ text, isShown, isForgetful }) => {
    const copies = events.filter((event) => saysOf(event) === text).length;
    const shown = tabs.flatMap((tab) =>
      tab.isAlive() ? (sights.get(tab)?.users.filter((user) => user.text === text) ?? []) : [],
    );
    const broken: string[] = [];
    // A Stop may give it back while the visitor writes: then it went out with the next message.
    const isWithin = events.some((event) => saysOf(event)?.includes(text));
    const isThere = isWithin || shown.length > 0 || cameBack.has(text);
    if (!isThere && isShown && !isForgetful) {
      broken.push(`4: "${text}" has vanished`);
    }
    if (copies > 1) {
      if (!hasDuplicates && !resent.has(text)) {
        broken.push(`2: "${text}" was sent ${copies} times`);
      }
      if (!shown.some(({ isTwice }) => isTwice)) {
        broken.push(`2: "${text}" was sent twice, and nobody says so`);
      }
    }
    return broken;
  });
}

/** 16: in the end every tab shows all that the gateway has. */
function checkSights(played: BrowserPlayed, events: readonly SessionEvent[]): string[] {
  const users = events.map(saysOf).filter((text) => text !== null);
  const answers = events.flatMap((event) =>
    event.type === 'agent.message' ? [textOf(event.content)].filter((text) => text !== '') : [],
  );
  return played.tabs.flatMap((tab) => {
    if (!tab.isAlive()) return [];
    const seen = played.sights.get(tab);
    if (seen === undefined) return [`16: tab ${tab.slot} shows nothing`];
    const flagged = new Set(seen.users.filter(({ isTwice }) => isTwice).map(({ text }) => text));
    const wanted = users.filter((text, at) => !flagged.has(text) || users.indexOf(text) === at);
    const shown = seen.users.filter(({ state }) => state !== 'refused').map(({ text }) => text);
    const broken: string[] = [];
    // Of two copies a tab may show either, so compare without the order.
    const sort = (texts: string[]): string => (flagged.size > 0 ? texts.toSorted() : texts).join();
    if (sort(shown) !== sort(wanted)) {
      broken.push(`16: tab ${tab.slot} shows ${shown.join()} instead of ${wanted.join()}`);
    }
    if (flagged.size === 0 && seen.answers.join() !== answers.join()) {
      broken.push(
        `16: tab ${tab.slot} answers ${seen.answers.join()} instead of ${answers.join()}`,
      );
    }
    return broken;
  });
}

function describe({ tabs, sights, schedule: { live } }: BrowserPlayed): string {
  const shown = tabs
    .filter((tab) => tab.isAlive())
    .map((tab) => {
      const seen = sights.get(tab);
      if (seen === undefined) return `tab ${tab.slot} shows nothing`;
      const { users, run, isThere, allow, runHere, words } = seen;
      const asks = `${allow ? ' asks' : ''}${runHere ? ' offers to run it here' : ''}`;
      return `tab ${tab.slot} ${isThere ? run : 'not open'}${asks} ${users.map(({ state }) => state).join()} "…${words}"`;
    });
  return `${shown.join(' | ')}; the log ends with ${live.at(-1)?.type}`;
}

function saysOf({ type, content }: { type: string; content?: unknown }): string | null {
  return type === 'user.message' ? textOf(content as readonly MessageBlock[]) : null;
}

function textOf(content: readonly MessageBlock[]): string {
  return content
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('')
    .trim();
}
