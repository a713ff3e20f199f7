// Keeping the objects of what says the same: identity is what spares the view its work.

import type { Segment } from './segment.ts';
import type { TranscriptEntry, TurnPart } from './types.ts';

/** The entries of before, one by one, where they say the same. */
export function reuse(before: Segment | undefined, fresh: Segment): Segment {
  if (before === undefined) return fresh;
  const byKey = new Map(before.entries.map((entry) => [entry.key, entry]));
  let agent = fresh.agent;
  const entries = fresh.entries.map((entry) => {
    const known = byKey.get(entry.key);
    if (known === undefined || !isSameEntry(known, entry)) return entry;
    if (entry === agent && known.kind === 'agent') agent = known;
    return known;
  });
  return { start: fresh.start, entries, agent };
}

function isSameEntry(a: TranscriptEntry, b: TranscriptEntry): boolean {
  if (a.kind === 'agent' && b.kind === 'agent') {
    return (
      a.at === b.at &&
      a.parts.length === b.parts.length &&
      a.parts.every((part, index) => isSamePart(part, b.parts[index])) &&
      JSON.stringify([a.turn, a.usage, a.citations]) ===
        JSON.stringify([b.turn, b.usage, b.citations])
    );
  }
  if (a.kind === 'user' && b.kind === 'user') {
    return (
      a.content === b.content &&
      a.eventId === b.eventId &&
      a.isSentTwice === b.isSentTwice &&
      a.at === b.at &&
      a.delivery.state === b.delivery.state
    );
  }
  return JSON.stringify(a) === JSON.stringify(b);
}

function isSamePart(a: TurnPart, b: TurnPart | undefined): boolean {
  if (a === b) return true;
  if (a.kind !== 'tool' || b?.kind !== 'tool') return false;
  return (
    a.key === b.key && a.input === b.input && a.result === b.result && a.isPending === b.isPending
  );
}
