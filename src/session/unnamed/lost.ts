// A request whose reply was lost: when to look for what it sent, and from when on that can't arrive any more. Knows
// neither what was sent nor who looks.

/** When to look, after the request's end; then every 15 s until W. */
const LOOKS_MS = [0, 1_000, 3_000, 7_000, 15_000];
const LOOK_EVERY_MS = 15_000;

/** By the monotonic clock. */
export interface Lost {
  /** Now. */
  at: number;
  /** When the request ended, or was first seen by this page; -Infinity: nothing of it is under way. */
  since: number;
  /** The last list that was read for it: when that began and when it was there; null: none was. */
  looked: { began: number; ended: number } | null;
  commitWindowMs: number;
}

/** `over`: a list that began when nothing could arrive any more has been read. */
export type Search = { do: 'look' } | { do: 'wait'; ms: number } | { do: 'over' };

export function searchFor({ at, since, looked, commitWindowMs }: Lost): Search {
  if (looked === null) return { do: 'look' };
  if (looked.began - since >= commitWindowMs) return { do: 'over' };
  const elapsed = looked.ended - since;
  const next = LOOKS_MS.find((ms) => ms > elapsed) ?? elapsed + LOOK_EVERY_MS;
  const due = since + Math.min(next, Math.max(commitWindowMs, elapsed + 1));
  return at >= due ? { do: 'look' } : { do: 'wait', ms: due - at };
}
