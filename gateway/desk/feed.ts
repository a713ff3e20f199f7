// Which conversations something happened in, for the open desks of this process. The hub tells at once; what another process
// wrote, where no bus told of it, is found by one query for all desks.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Hub } from '../log/stream/hub.ts';
import { watchSnoozeEnds } from './snooze-ends.ts';

export interface DeskFeed {
  /** @returns a function that ends it. */
  listen(listener: (sessionIds: readonly string[]) => void): () => void;
  close(): void;
}

/** Changes within this time are told together. */
const GATHER_MS = 150;
/** A write may carry a time so much older than the moment at which it became visible. */
const LATE_MS = 5000;
const MAX_FOUND = 200;

const sessionIdRow = z.object({
  session_id: z.string(),
});

export function createDeskFeed(parts: {
  db: Db;
  clock: Clock;
  hub: Pick<Hub, 'watch'>;
  /** How often to look now: the bus may come and go. */
  pollMs(): number;
}): DeskFeed {
  const { db, clock, hub, pollMs } = parts;
  const listeners = new Set<(sessionIds: readonly string[]) => void>();
  const changed = new Set<string>();
  let unwatch: (() => void) | null = null;
  let unwatchSnoozes: (() => void) | null = null;
  let gathering: number | undefined;
  let poll: number | undefined;
  /** Counts the beginnings: a look that began before the last end goes on no more. */
  let begun = 0;

  return {
    listen(listener) {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      listeners.clear();
      stop();
    },
  };

  function start(): void {
    unwatch = hub.watch(note);
    unwatchSnoozes = watchSnoozeEnds({ db, clock }, note);
    begun += 1;
    if (!db.isExclusive) schedulePoll(clock.now(), begun);
  }

  function stop(): void {
    unwatch?.();
    unwatch = null;
    unwatchSnoozes?.();
    unwatchSnoozes = null;
    changed.clear();
    if (gathering !== undefined) clock.clearTimeout(gathering);
    if (poll !== undefined) clock.clearTimeout(poll);
    gathering = undefined;
    poll = undefined;
  }

  function note(sessionId: string): void {
    changed.add(sessionId);
    gathering ??= clock.setTimeout(() => {
      gathering = undefined;
      const ids = [...changed];
      changed.clear();
      for (const listener of listeners) listener(ids);
    }, GATHER_MS);
  }

  function schedulePoll(since: number, mine: number): void {
    poll = clock.setTimeout(async () => {
      const now = clock.now();
      try {
        const rows = await readRows(
          db,
          sessionIdRow,
          `(SELECT session_id FROM sessions WHERE message_seq > 0 AND message_at >= $1
             ORDER BY message_at DESC LIMIT ${MAX_FOUND})
           UNION (SELECT session_id FROM sessions WHERE worked_at >= $1
             ORDER BY worked_at DESC LIMIT ${MAX_FOUND})`,
          [since - LATE_MS],
        );
        // Nobody may listen any more: a desk that comes later reads everything anyway.
        if (mine === begun && listeners.size > 0)
          for (const { session_id } of rows) note(session_id);
      } catch {
        // The desk lists again when it has the next word of anything.
      }
      if (mine === begun && listeners.size > 0) schedulePoll(now, mine);
    }, pollMs());
  }
}
