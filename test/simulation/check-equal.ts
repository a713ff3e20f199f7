// Invariant 16: when faults stop, every tab shows what the gateway has, all of it.

import { parseEvents } from '../../src/protocol/index.ts';
import type { RunFacts } from '../../src/session/run-state.ts';
import { buildTranscript } from '../../src/session/transcript.ts';
import type { TranscriptEntry } from '../../src/session/types.ts';
import { type Evidence, isMessage, type SimTab } from './evidence.ts';
import { runAtEnd } from './read-run.ts';

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
      run: factsOf(events),
      seenAt: () => 0,
      delivery: { isOnline: true, hasSession: true, isHeld: false },
    });
    broken.push(
      ...missing(evidence, entries, copies).map((what) => `16: tab ${slot} lacks ${what}`),
    );
    broken.push(...falseCopies(evidence, entries).map((line) => `5: tab ${slot} ${line}`));
    const shown = entries.filter((entry) => entry.kind !== 'user' || entry.eventId !== undefined);
    const a = shown.map(digest).join('\n');
    const b = truth.entries.map(digest).join('\n');
    if (a !== b) broken.push(`16: tab ${slot} shows\n${a}\ninstead of\n${b}`);
  }
  return broken;
}

/** What a transcript is made of besides the events, as the referee itself reads it. */
function factsOf(events: ReturnType<typeof parseEvents>): RunFacts {
  const run = runAtEnd(events);
  if (run === null) return { state: 'idle' };
  const { id: runId, startedBy, isPaused } = run;
  const isQuiet = { calls: [], hasHidden: false, isInterrupted: false, isUncertain: false };
  const begun = { runId, name: null, wentOnId: runId, startedBy };
  return { state: isPaused ? 'paused' : 'running', ...begun, ...isQuiet };
}

/** Events of the log that no entry shows. Found without the client's own code that makes entries. */
function missing(
  { gateway }: Evidence,
  entries: readonly TranscriptEntry[],
  copies: ReadonlySet<string>,
): string[] {
  const named = JSON.stringify(entries);
  return gateway.rows().flatMap(({ event: { id, type, content } }) => {
    if (!['user.message', 'agent.message', 'agent.tool_use'].includes(type)) return [];
    const [call] = type === 'agent.tool_use' ? (content as { id: string }[]) : [];
    const name = call?.id ?? id;
    return copies.has(id) || named.includes(JSON.stringify(name)) ? [] : [`${type} ${name}`];
  });
}

/** Bubbles marked "sent twice" although the log has the text no more often than they show it. */
function falseCopies({ gateway }: Evidence, entries: readonly TranscriptEntry[]): string[] {
  const users = entries.filter((entry) => entry.kind === 'user' && entry.eventId !== undefined);
  return users.flatMap((entry) => {
    if (entry.kind !== 'user' || !entry.isSentTwice) return [];
    const text = JSON.stringify(entry.content);
    const there = gateway
      .rows()
      .filter(
        ({ event }) => event.type === 'user.message' && JSON.stringify(event.content) === text,
      ).length;
    const shown = users.filter(
      (other) => other.kind === 'user' && JSON.stringify(other.content) === text,
    ).length;
    return there > shown ? [] : [`calls ${text} sent twice, and it is not`];
  });
}

/** Ids of second copies, which a tab shows as one bubble marked "sent twice". */
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
      // An event that is shown belongs to another intent with the same text, and is no copy.
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
