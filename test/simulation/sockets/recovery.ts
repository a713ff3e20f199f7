// Measures the cost of a reconnect: the network goes away, another device writes, the network comes back. It counts the
// requests of each tab from the moment when one can get through until the tab shows all that is in the log.

import { parseEvents, type SessionEvent } from '../../../src/protocol/index.ts';
import { readRun } from '../../../src/session/run-state.ts';
import type { Asked } from '../network.ts';
import type { GatewayWorld } from '../real-time/gateway-world.ts';
import { pause } from '../real-time/schedule.ts';
import type { SocketPlayed, SocketTab } from './play.ts';

export interface Recovery {
  /** The largest number of requests of one tab. */
  requests: number;
  /** The longest chain of requests that waited for one another. */
  roundTrips: number;
  ms: number;
  /** The requests in words, for a person who reads the report. */
  trail: string;
}

const LIMIT_MS = 40_000;
const AWAY_MS = 400;

/**
 * @param wantsTold true: the browser tells that it is offline and online again; false: streams break and requests
 * fail. A tab that polls is always told, since between two polls it can't notice that anything is wrong.
 */
export async function measureRecovery(
  played: SocketPlayed,
  world: GatewayWorld,
  wantsTold: boolean,
): Promise<Recovery | null> {
  const { tabs, asked, clock, schedule } = played;
  const { proxy, live, sessionId, plan } = schedule;
  const living = tabs.filter(({ tab }) => tab.isAlive());
  const isTold =
    wantsTold || living.some(({ session }) => session.getSnapshot().connection === 'polling');
  const upTo = live.length;
  proxy.goDown();
  if (isTold) for (const { tab } of living) tab.page.goOffline();
  await world.write(sessionId, `news for ${plan.seed}`);
  const stopsBy = performance.now() + 5_000;
  const isRunning = (): boolean => {
    if (live.length === upTo + 1) return true;
    return readRun(parseEvents([...live])).state === 'running';
  };
  await pause(AWAY_MS);
  while (isRunning() && performance.now() < stopsBy) await pause(20);

  const events = parseEvents([...live]);
  const truth = readRun(events).state;
  const wanted = events.slice(upTo).flatMap(namesOf);
  const isUpToDate = ({ session }: SocketTab): boolean => {
    const { entries, run } = session.getSnapshot();
    const shown = JSON.stringify(entries.slice(-3));
    return run.state === truth && wanted.every((name) => shown.includes(name));
  };
  proxy.comeUp();
  const first = asked.length;
  const startedAt = performance.now();
  const sinceMs = clock.monotonic();
  if (isTold) for (const { tab } of living) tab.page.goOnline();
  let requests = 0;
  let roundTrips = 0;
  const trails: string[] = [];
  const waiting = new Set(living);
  while (waiting.size > 0) {
    if (performance.now() - startedAt > LIMIT_MS) return null;
    await pause(2);
    for (const mine of [...waiting]) {
      if (!isUpToDate(mine)) continue;
      waiting.delete(mine);
      // Leave out requests without an answer: they have told nothing.
      const made = asked
        .slice(first)
        .filter(({ tab, doneAt }) => tab === mine.number && doneAt > 0);
      requests = Math.max(requests, made.length);
      roundTrips = Math.max(roundTrips, longestChain(made));
      trails.push(made.map((one) => describeAsked(one, sinceMs)).join(', '));
    }
  }
  return {
    requests,
    roundTrips,
    ms: Math.round(performance.now() - startedAt),
    trail: trails.join(' | '),
  };
}

/** The names under which a transcript shows an event; none if it shows nothing of it. */
function namesOf(event: SessionEvent): string[] {
  if (event.type === 'user.message' || event.type === 'agent.message') return [event.id];
  return event.type === 'agent.tool_use' ? event.content.map((use) => use.id) : [];
}

function describeAsked({ step, at, doneAt, status }: Asked, sinceMs: number): string {
  const end = doneAt === 0 ? '' : Math.round(doneAt - sinceMs);
  return `${step} ${Math.round(at - sinceMs)}–${end} ${status}`;
}

/** The longest chain of requests each of which began after the reply to the one before. */
function longestChain(asked: readonly Asked[]): number {
  let length = 0;
  let free = Number.NEGATIVE_INFINITY;
  const byEnd = asked
    .map(({ at, doneAt }) => ({ at, end: doneAt === 0 ? Number.POSITIVE_INFINITY : doneAt }))
    .toSorted((a, b) => a.end - b.end);
  for (const { at, end } of byEnd) {
    if (at < free) continue;
    length += 1;
    free = end;
  }
  return length;
}

export function summarize(recoveries: readonly Recovery[]): string {
  const of = (values: number[]): string => {
    const sorted = values.toSorted((a, b) => a - b);
    return `median ${sorted[Math.floor(sorted.length / 2)] ?? '–'}, max ${sorted.at(-1) ?? '–'}`;
  };
  return [
    `round trips ${of(recoveries.map(({ roundTrips }) => roundTrips))}`,
    `requests ${of(recoveries.map(({ requests }) => requests))}`,
    `ms ${of(recoveries.map(({ ms }) => ms))}`,
  ].join('; ');
}
