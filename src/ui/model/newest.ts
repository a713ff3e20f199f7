// Finds the entries at the end of a transcript that may have changed since the last look. Older entries that are loaded
// above them don't count as new, however few entries there are.

import type { TranscriptEntry } from '../../session/types.ts';

const MAX_NEWEST = 20;

/** At most the last twenty, from the first of them that stood near the end before (its turn may have grown). */
export function newestSince(
  entries: readonly TranscriptEntry[],
  before: readonly TranscriptEntry[],
): readonly TranscriptEntry[] {
  const newest = entries.slice(-MAX_NEWEST);
  const known = new Set(before.slice(-MAX_NEWEST).map(({ key }) => key));
  return newest.slice(
    Math.max(
      0,
      newest.findIndex(({ key }) => known.has(key)),
    ),
  );
}

/** The assistant is at work on an entry; a message that came meanwhile may stand behind it. */
export function isWorking(entries: readonly TranscriptEntry[]): boolean {
  const last = entries.findLast((entry) => entry.kind === 'agent');
  return last?.turn.state === 'working' || last?.turn.state === 'paused';
}
