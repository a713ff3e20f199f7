// When the next lists are due. Knows the time, and nothing of what is listed.

import type { Clock, TimerId } from '../platform/types.ts';

/** Two lists within a breath tell no more than the later one. */
const BREATH_MS = 250;

interface Due {
  /** By the monotonic clock. */
  at: number;
  isDeep: boolean;
  /** Asked only in case that the stream is deaf. */
  isProbe: boolean;
}

export interface Agenda {
  start(): void;
  /** Forgets all that was due; nothing is noted until `start`. */
  stop(): void;
  schedule(isDeep: boolean, ...delaysMs: number[]): void;
  /** Lists that aren't needed once the stream has shown that it hears. */
  probe(...delaysMs: number[]): void;
  dropProbes(): void;
  /** Something is due within so many milliseconds (Infinity: ever). */
  hasWithin(ms: number): boolean;
}

/** `onDue` is told of all that is due by then at once: deep where one of it is. */
export function createAgenda(clock: Clock, onDue: (isDeep: boolean) => void): Agenda {
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
    const isDeep = dues.some((due) => due.at <= now && due.isDeep);
    dues = dues.filter((due) => due.at > now);
    arm();
    onDue(isDeep);
  }

  function add(delaysMs: readonly number[], isDeep: boolean, isProbe: boolean): void {
    if (!isOn) return;
    for (const delay of delaysMs) {
      const at = clock.monotonic() + delay;
      const isCovered = dues.some(
        (other) =>
          Math.abs(other.at - at) < BREATH_MS && (other.isDeep || !isDeep) && other.at >= at,
      );
      if (!isCovered) dues.push({ at, isDeep, isProbe });
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
    schedule: (isDeep, ...delaysMs) => add(delaysMs, isDeep, false),
    probe: (...delaysMs) => add(delaysMs, false, true),
    dropProbes() {
      if (!dues.some((due) => due.isProbe)) return;
      dues = dues.filter((due) => !due.isProbe);
      arm();
    },
    hasWithin: (ms) => dues.some((due) => due.at <= clock.monotonic() + ms),
  };
}
