// When a call has taken too long: after a silence, or in all. It can be stopped and go on, and has no effect but to say so.

import type { Clock } from '../../kernel/clock.ts';

export interface Deadline {
  /** The server has given a sign of life: the silence begins anew. Also goes on after a stop. */
  touch(): void;
  /** No time passes until the next touch. */
  stop(): void;
}

/** @param silenceMs may pass between two touches, and `totalMs` in all. It doesn't run until the first touch. */
export function createDeadline(
  clock: Pick<Clock, 'monotonic' | 'setTimeout' | 'clearTimeout'>,
  { silenceMs, totalMs }: { silenceMs: number; totalMs: number },
  onLate: () => void,
): Deadline {
  let left = totalMs;
  let running: { timer: number; since: number } | null = null;
  const deadline: Deadline = {
    touch() {
      deadline.stop();
      const timer = clock.setTimeout(onLate, Math.max(0, Math.min(silenceMs, left)));
      running = { timer, since: clock.monotonic() };
    },
    stop() {
      if (running === null) return;
      clock.clearTimeout(running.timer);
      left -= clock.monotonic() - running.since;
      running = null;
    },
  };
  return deadline;
}
