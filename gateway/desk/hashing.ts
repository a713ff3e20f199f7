// Gives out turns for hashing passwords. A hash takes a processor for a tenth of a second and 32 MiB, so this process makes two at a time
// at most, and strangers never have both: one whom the desk knows waits for no stranger. It doesn't know what is hashed.

import { rateLimited } from '../kernel/http-error.ts';

/** Known: a signed-in person, or a browser in which this login has signed in before. */
export type Asker = 'known' | 'stranger';

export interface Hashing {
  /** Runs `hash` when it is its turn. @throws HttpError 429 where too many wait. */
  run<Result>(who: Asker, hash: () => Promise<Result>): Promise<Result>;
}

const AT_ONCE: Readonly<Record<Asker, number>> = { known: 2, stranger: 1 };
const WAITING: Readonly<Record<Asker, number>> = { known: 20, stranger: 10 };
const RETRY_AFTER_S = 1;

export function createHashing(): Hashing {
  const running: Record<Asker, number> = { known: 0, stranger: 0 };
  const waiting: Record<Asker, (() => void)[]> = { known: [], stranger: [] };

  const mayRun = (who: Asker) =>
    running.known + running.stranger < AT_ONCE.known && running[who] < AT_ONCE[who];

  return {
    async run(who, hash) {
      // A later caller passes nobody of its own kind.
      if (!mayRun(who) || waiting[who].length > 0) {
        if (waiting[who].length >= WAITING[who]) {
          throw rateLimited('Too many passwords are being checked. Try again.', RETRY_AFTER_S);
        }
        await new Promise<void>((begin) => waiting[who].push(begin));
      } else {
        running[who] += 1;
      }
      try {
        return await hash();
      } finally {
        running[who] -= 1;
        beginNext('known');
        beginNext('stranger');
      }
    },
  };

  function beginNext(who: Asker): void {
    if (!mayRun(who)) return;
    const begin = waiting[who].shift();
    if (begin === undefined) return;
    // Counted here, not when the waiting one goes on: another may come in between.
    running[who] += 1;
    begin();
  }
}
