// Tells of conversations whose snooze has ended: time alone brings them back, and no write tells of it.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

/** How late an end may be told. */
const LOOK_MS = 15_000;
const MAX_FOUND = 200;

const sessionIdRow = z.object({ session_id: z.string() });

/** @returns a function that ends it. */
export function watchSnoozeEnds(
  { db, clock }: { db: Queryable; clock: Clock },
  tell: (sessionId: string) => void,
): () => void {
  let isOver = false;
  let timer: number | undefined;
  schedule(clock.now());
  return () => {
    isOver = true;
    if (timer !== undefined) clock.clearTimeout(timer);
  };

  function schedule(since: number): void {
    timer = clock.setTimeout(async () => {
      const now = clock.now();
      const found = await readRows(
        db,
        sessionIdRow,
        `SELECT session_id FROM sessions WHERE snoozed_until > $1 AND snoozed_until <= $2
          ORDER BY snoozed_until LIMIT ${MAX_FOUND}`,
        [since, now],
      ).catch(() => null);
      if (isOver) return;
      for (const { session_id } of found ?? []) tell(session_id);
      // What couldn't be looked for is looked for with the next.
      schedule(found === null ? since : now);
    }, LOOK_MS);
  }
}
