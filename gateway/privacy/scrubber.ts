// Takes what was deleted out of the embedded database's files as well: a deleted row stays readable in them until its place is
// written over. A while after the last deletion, so that many are one work; and seldom where it takes long, since the one
// connection is busy meanwhile. On a server the files are its operator's.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Observer } from '../kernel/observability/observer.ts';

/** After the last deletion. */
const QUIET_MS = 60_000;
/** It may take a hundredth of the time. */
const REST_FACTOR = 100;
/** The tables that an erasure deletes from: see erase.ts. */
const TABLES = [
  'events',
  'sessions',
  'tool_calls',
  'runs',
  'feedback',
  'conversation_ratings',
  'intents',
  'webhook_deliveries',
  'app_resources',
  'shown_apps',
  'backend_sessions',
  'run_reasoning',
  'usage_ledger',
] as const;

/** Takes erased rows out of the database's files. */
export interface Scrubber {
  /** Something was deleted. */
  note(): void;
  /** Does at once what is due. */
  close(): Promise<void>;
}

export interface ScrubberParts {
  db: Db;
  clock: Clock;
  observer: Pick<Observer, 'failed' | 'say'>;
}

/** Scrubs in the background, where the database's files are this process's alone. */
export function startScrubber({ db, clock, observer }: ScrubberParts): Scrubber {
  let timer: number | undefined;
  let isDue = false;
  let working: Promise<void> | null = null;
  let notBefore = 0;

  return {
    note() {
      if (db.scrub === undefined) return;
      isDue = true;
      schedule();
    },
    async close() {
      if (timer !== undefined) clock.clearTimeout(timer);
      timer = undefined;
      await working;
      if (isDue) await work();
    },
  };

  function schedule(): void {
    if (working !== null) return;
    if (timer !== undefined) clock.clearTimeout(timer);
    const waitMs = Math.max(QUIET_MS, notBefore - clock.monotonic());
    timer = clock.setTimeout(() => {
      timer = undefined;
      working = work().then((isDone) => {
        working = null;
        // Something was deleted meanwhile.
        if (isDone && isDue) schedule();
      });
    }, waitMs);
  }

  /** @returns false where it has failed: the next deletion, or the end of the process, tries again. */
  async function work(): Promise<boolean> {
    isDue = false;
    const began = clock.monotonic();
    try {
      await db.scrub?.(TABLES);
      const duration_ms = Math.round(clock.monotonic() - began);
      notBefore = clock.monotonic() + duration_ms * REST_FACTOR;
      observer.say('info', 'files_scrubbed', { duration_ms });
      return true;
    } catch (error) {
      isDue = true;
      observer.failed(error, 'retention', { what: 'scrubbing' });
      return false;
    }
  }
}
