// Work that comes again and again until the gateway closes: each round begins some time after the one before has ended.

import type { Clock } from './clock.ts';

export interface Rounds {
  /** A long round looks at it between its steps. */
  isClosed(): boolean;
  /** Resolves once the round that is under way has ended. */
  close(): Promise<void>;
}

/**
 * @param pauseMs until the first round, and after each, asked for anew
 * @param failed told what a round has thrown; the next one comes all the same
 */
export function startRounds(
  clock: Clock,
  pauseMs: () => number,
  round: () => Promise<void>,
  failed: (error: unknown) => void,
): Rounds {
  let isClosed = false;
  let working: Promise<void> = Promise.resolve();
  let timer = clock.setTimeout(begin, pauseMs());

  function begin(): void {
    working = round()
      .catch(failed)
      .finally(() => {
        if (!isClosed) timer = clock.setTimeout(begin, pauseMs());
      });
  }

  return {
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      clock.clearTimeout(timer);
      await working;
    },
  };
}
