// Invariants 10, 11 and 16: what is stored and shown of the log is the gateway's, gapless, and in the end all of it.

import { parseEvents } from '../../src/protocol/index.ts';
import { readRun } from '../../src/session/run-state.ts';
import { buildTranscript } from '../../src/session/transcript.ts';
import type { TranscriptEntry } from '../../src/session/types.ts';
import { type Evidence, isMessage, NAMESPACE, SESSION_ID, type SimTab } from './evidence.ts';

interface StoredPage {
  events?: { id: string }[];
}

/**
 * 10. The confirmed list is a duplicate-free subsequence of the server's, gapless up to the cursor.
 * 11. The cursor goes back only in a logged reload. Judged by each write of it.
 */
export function checkStored(evidence: Evidence): string[] {
  const { browser, gateway, warnings, sessionId = SESSION_ID } = evidence;
  const { writes, entries } = browser.disk;
  if (writes === undefined || entries === undefined) return [];
  const place = new Map(gateway.rows().map(({ event }, index) => [event.id, index]));
  const metaKey = `${NAMESPACE}:${sessionId}:log`;
  const reloads = warnings.filter((warning) => warning.includes('read anew')).length;
  const broken: string[] = [];
  const lastOf = new Map<string, number>();
  let cursor = -1;
  let back = 0;
  for (const { key, value } of writes) {
    if (!key.startsWith(metaKey)) continue;
    if (key === metaKey && value === undefined) {
      // Evicted, or cleared: there is no cursor to go back.
      cursor = -1;
      continue;
    }
    if (key === metaKey) {
      const last = (value as { last?: number } | undefined)?.last;
      const now = lastOf.get(`${metaKey}:${last}`) ?? cursor;
      if (now < cursor) back += 1;
      cursor = now;
      continue;
    }
    const places = placesOf(value as StoredPage | undefined, place);
    const isInOrder = places.every((at, index) => at >= 0 && at > (places[index - 1] ?? -1));
    if (!isInOrder) broken.push('10: the stored list is not a part of the server’s');
    lastOf.set(key, places.at(-1) ?? -1);
  }
  if (back > reloads) broken.push(`11: the cursor went back ${back} times, ${reloads} logged`);
  if (evidence.isSettled) {
    // What the meta row doesn't name is nobody's any more.
    const stored = new Map(entries());
    const meta = stored.get(metaKey) as { first?: number; last?: number } | undefined;
    const places: number[] = [];
    for (let no = meta?.first ?? 0; no <= (meta?.last ?? -1); no++) {
      places.push(...placesOf(stored.get(`${metaKey}:${no}`) as StoredPage | undefined, place));
    }
    const isGapless = places.every(
      (at, index) => index === 0 || at === (places[index - 1] ?? 0) + 1,
    );
    if (!isGapless) broken.push('10: the stored list has gaps');
  }
  return broken;
}

function placesOf(page: StoredPage | undefined, place: ReadonlyMap<string, number>): number[] {
  return (page?.events ?? []).map(({ id }) => place.get(id) ?? -1);
}

/** 11. All was read anew although the gateway had refused no anchor. */
export function checkReload({ warnings, network }: Evidence): string[] {
  const isAnew = warnings.some((warning) => warning.includes('read anew'));
  const isReason = network.asked.some(({ fault }) => fault === 'anchor_refused');
  return isAnew && !isReason ? ['11: the log was read anew without need'] : [];
}

/** 16. When faults stop, every tab equals the server: its transcript is that of the gateway's own list. */
export function checkEqual(evidence: Evidence): string[] {
  const broken = evidence.isSettled ? [] : [`16: not settled: ${describe(evidence.tabs)}`];
  const events = parseEvents(evidence.gateway.rows().map((row) => row.event));
  for (const { session, slot } of evidence.tabs) {
    const { entries } = session.getSnapshot();
    const copies = copiesOf(entries, evidence, events);
    const truth = buildTranscript(null, {
      events: events.filter((event) => !copies.has(event.id)),
      rows: [],
      run: readRun(events),
      seenAt: () => 0,
      delivery: { isOnline: true, hasSession: true, isHeld: false },
    });
    const shown = entries.filter((entry) => entry.kind !== 'user' || entry.eventId !== undefined);
    const a = shown.map(digest).join('\n');
    const b = truth.entries.map(digest).join('\n');
    if (a !== b) broken.push(`16: tab ${slot} shows\n${a}\ninstead of\n${b}`);
  }
  return broken;
}

/** Second copies, which a tab shows as one bubble marked "sent twice". */
function copiesOf(
  entries: readonly TranscriptEntry[],
  { intents }: Evidence,
  events: ReturnType<typeof parseEvents>,
): Set<string> {
  const copies = new Set<string>();
  const shown = new Set(
    entries.flatMap((entry) => (entry.kind === 'user' ? [entry.eventId ?? ''] : [])),
  );
  for (const entry of entries) {
    if (entry.kind !== 'user' || !entry.isSentTwice || entry.eventId === undefined) continue;
    const intent = intents.find((other) => other.localId === entry.localId);
    if (intent === undefined) continue;
    for (const event of events) {
      // Another intent of the same words has an event of its own.
      if (event.type !== 'user.message' || shown.has(event.id)) continue;
      if (isMessage(event, intent.text)) copies.add(event.id);
    }
  }
  return copies;
}

function digest(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'user':
      return `${entry.eventId} ${JSON.stringify(entry.content)}`;
    case 'agent': {
      const parts = entry.parts.map((part) =>
        [part.kind, part.key, part.kind === 'tool' && part.result?.error_code].join(':'),
      );
      return `${entry.turn.state} ${parts.join(' ')}`;
    }
    case 'compaction':
      return `compaction ${entry.key}`;
  }
}

function describe(tabs: readonly SimTab[]): string {
  return tabs
    .map(({ slot, session, runner }) => {
      const { entries, run, connection, trouble } = session.getSnapshot();
      const users = entries
        .filter((entry) => entry.kind === 'user')
        .map((entry) => JSON.stringify(entry.delivery));
      const calls = [...runner.getSnapshot().calls.values()].map(
        ({ name, status }) => `${name} ${status.state}`,
      );
      return `tab ${slot} ${connection} ${run.state} ${JSON.stringify(trouble)} ${users.join(' ')} ${calls.join(', ')}`;
    })
    .join(' | ');
}
