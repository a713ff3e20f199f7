// What must hold after the faults, whatever they were: nothing that was acknowledged is lost, nothing is there twice, every process
// lists the same, every stream showed a piece of the list without a hole, and every run has ended.

import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProcess } from './processes.ts';
import { type Conversation, listAll } from './traffic.ts';

/** A killed worker's run is settled within 15 s; the rest is for a slow machine. */
const SETTLE_LIMIT_MS = 60_000;

export interface Verdict {
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Streams that missed an event between their first and their last, or showed one twice. */
  holes: number;
  unsettled: number;
  /** Conversations that two processes list differently. */
  differing: number;
  /** Seconds until every run had ended. */
  settledAfterS: number;
}

type Event = Awaited<ReturnType<typeof listAll>>[number];

export const isClean = (verdict: Verdict): boolean =>
  verdict.lost + verdict.doubled + verdict.holes + verdict.unsettled + verdict.differing === 0;

export async function judge(
  processes: readonly GatewayProcess[],
  conversations: readonly Conversation[],
): Promise<Verdict> {
  const bases = processes.flatMap(({ base }) => base ?? []);
  const [first = ''] = bases;
  const startedAt = performance.now();
  let unsettled = conversations.length;
  while (unsettled > 0 && performance.now() - startedAt < SETTLE_LIMIT_MS) {
    const logs = await Promise.all(conversations.map((each) => listAll(first, each)));
    unsettled = logs.filter((log) => !isSettled(log)).length;
    if (unsettled > 0) await sleep(250);
  }
  const verdict: Verdict = {
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    holes: 0,
    unsettled,
    differing: 0,
    settledAfterS: Math.round((performance.now() - startedAt) / 100) / 10,
  };
  for (const conversation of conversations) {
    const log = await listAll(first, conversation);
    const ids = log.map(({ id }) => id);
    const texts = log.flatMap(({ type, content }) =>
      type === 'user.message' || type === 'system.message' ? (content[0]?.text ?? []) : [],
    );
    const known = new Set(ids);
    verdict.acknowledged += conversation.acknowledged.size;
    verdict.lost += [...conversation.acknowledged.values()].filter((id) => !known.has(id)).length;
    verdict.doubled += texts.length - new Set(texts).size + (ids.length - known.size);
    verdict.doubled += cyclesEndedTwice(log);
    verdict.holes += conversation.streams.filter((stream) => !isPieceOf(stream, ids)).length;
    for (const base of bases.slice(1)) {
      const other = (await listAll(base, conversation)).map(({ id }) => id);
      if (other.join() !== ids.join()) verdict.differing += 1;
    }
  }
  return verdict;
}

const isEnd = ({ type }: Event) => type === 'session.status_idle' || type === 'session.error';

/** No run is on, and every message of a visitor has been taken by one. */
function isSettled(log: readonly Event[]): boolean {
  const begun = log.filter(({ type }) => type === 'session.status_running').length;
  const waits = log.some((event) => event.type === 'user.message' && event.processed_at === null);
  return begun === log.filter(isEnd).length && !waits;
}

/** Ends without a beginning of their own. */
function cyclesEndedTwice(log: readonly Event[]): number {
  let isOn = false;
  let extra = 0;
  for (const event of log) {
    if (event.type === 'session.status_running') isOn = true;
    else if (isEnd(event)) {
      if (!isOn) extra += 1;
      isOn = false;
    }
  }
  return extra;
}

function isPieceOf(part: readonly string[], whole: readonly string[]): boolean {
  const [first] = part;
  if (first === undefined) return true;
  const from = whole.indexOf(first);
  return from >= 0 && part.every((id, index) => whole[from + index] === id);
}
