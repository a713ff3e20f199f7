// When the next lists are due. Knows the time, and nothing of what is listed.

import type { Clock, TimerId } from '../platform/types.ts';

/** Of two lists that are due within this time only the later one is made. */
const BREATH_MS = 250;

interface Due {
  /** By the monotonic clock. */
  at: number;
  /** Asked only in case that the stream is deaf. */
  isProbe: boolean;
}

export interface Agenda {
  start(): void;
  /** Forgets all that was due; nothing is noted until `start`. */
  stop(): void;
  schedule(...delaysMs: number[]): void;
  /** Lists that aren't needed once the stream has shown that it hears. */
  probe(...delaysMs: number[]): void;
  dropProbes(): void;
  /** Something is due within so many milliseconds (Infinity: ever). */
  hasWithin(ms: number): boolean;
}

/** `onDue` is told once of all that is due by then. */
export function createAgenda(clock: Clock, onDue: () => void): Agenda {
  let isOn = false;
  let dues: Due[] = [];
  let timer: TimerId | null = null;

  function arm(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    if (dues.length === 0) return;
    const at = Math.min(...dues.map((due) => due.at));
    timer = clock.setTimeout(fire, Math.max(0, at - clock.monotonic()));
  }

  function fire(): void {
    const now = clock.monotonic();
    dues = dues.filter((due) => due.at > now);
    arm();
    onDue();
  }

  function add(delaysMs: readonly number[], isProbe: boolean): void {
    if (!isOn) return;
    for (const delay of delaysMs) {
      const at = clock.monotonic() + delay;
      const isCovered = dues.some((other) => other.at >= at && other.at - at < BREATH_MS);
      if (!isCovered) dues.push({ at, isProbe });
    }
    arm();
  }

  return {
    start() {
      isOn = true;
    },
    stop() {
      isOn = false;
      dues = [];
      arm();
    },
    schedule: (...delaysMs) => add(delaysMs, false),
    probe: (...delaysMs) => add(delaysMs, true),
    dropProbes() {
      if (!dues.some((due) => due.isProbe)) return;
      dues = dues.filter((due) => !due.isProbe);
      arm();
    },
    hasWithin: (ms) => dues.some((due) => due.at <= clock.monotonic() + ms),
  };
}
