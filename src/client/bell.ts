// Wakes who waits: a loop sleeps until its time has come or somebody rings. A ring before the wait counts for it.

import type { Clock } from '../platform/types.ts';

export interface Bell {
  ring(): void;
  /** Resolves with the next ring, or after `limitMs`. One waits at a time. */
  wait(limitMs?: number): Promise<void>;
}

/** Longer than a timer takes; who waits looks at the clock anyway. */
const MAX_MS = 3_600_000;

export function createBell(clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>): Bell {
  let hasRung = false;
  let wake = () => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(limitMs = MAX_MS) {
      if (!hasRung) {
        let timer = 0;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = clock.setTimeout(resolve, Math.min(limitMs, MAX_MS));
        });
        clock.clearTimeout(timer);
      }
      hasRung = false;
    },
  };
}
