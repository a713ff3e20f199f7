// Time that moves only when a test says so. Callbacks run in the order of their due time, and between two of
// them everything that can run without time passing does run (promises, immediates).

import type { Clock, TimerId } from '../../src/platform/types.ts';

interface Timer {
  id: TimerId;
  at: number;
  callback: () => void;
}

/** One tab's view of the clock: its own wall time, and timers that end with the tab. */
export interface TabClock extends Clock {
  /** Moves this tab's wall time, forward or back, without time passing. */
  jump(ms: number): void;
  /** Timers don't fire while frozen (a page in the back-forward cache); those due fire at once on thaw. */
  freeze(): void;
  thaw(): void;
  /** The page is gone: its timers never fire again. */
  kill(): void;
}

export interface VirtualClock extends Clock {
  /** Lets `ms` pass, running what falls due, in order. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until `isDone` holds; throws once `limitMs` (default one hour) is over. */
  advanceUntil(isDone: () => boolean, limitMs?: number): Promise<void>;
  /** Runs everything that needs no time. */
  settle(): Promise<void>;
  /** Resolves when `ms` of virtual time have passed. */
  sleep(ms: number): Promise<void>;
  /** Moves wall time without letting time pass (the user changed the clock). */
  jump(ms: number): void;
  /** How many timers wait. */
  pending(): number;
  tab(options?: { offsetMs?: number }): TabClock;
}

export interface VirtualClockOptions {
  /** Wall time at the start, Unix milliseconds. */
  startAt?: number;
  /** What lets pending work run; by default one turn of the event loop, which drains all microtasks. */
  settle?: () => Promise<void>;
}

const DEFAULT_START = Date.UTC(2026, 0, 1, 12, 0, 0);
// Taken now, so that tests which replace the global (fake-indexeddb reads it) don't change this clock.
const immediate = globalThis.setImmediate;

export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const { startAt = DEFAULT_START, settle = () => new Promise((done) => immediate(done)) } =
    options;
  const timers: Timer[] = [];
  let elapsed = 0;
  let offset = 0;
  let lastId = 0;

  /** Sorted by due time; equal times keep the order in which they were set. */
  function add(callback: () => void, delayMs: number): TimerId {
    const at = elapsed + Math.max(0, Number.isFinite(delayMs) ? delayMs : 0);
    let index = timers.length;
    while (index > 0 && (timers[index - 1]?.at ?? 0) > at) index -= 1;
    lastId += 1;
    timers.splice(index, 0, { id: lastId, at, callback });
    return lastId;
  }

  function remove(id: TimerId): void {
    const index = timers.findIndex((timer) => timer.id === id);
    if (index >= 0) timers.splice(index, 1);
  }

  async function step(target: number): Promise<boolean> {
    await settle();
    const next = timers[0];
    if (next === undefined || next.at > target) return false;
    timers.shift();
    elapsed = Math.max(elapsed, next.at);
    next.callback();
    return true;
  }

  const clock: VirtualClock = {
    now: () => startAt + elapsed + offset,
    monotonic: () => elapsed,
    setTimeout: add,
    clearTimeout: remove,
    settle,
    sleep: (ms) => new Promise((done) => add(done, ms)),
    pending: () => timers.length,
    jump: (ms) => {
      offset += ms;
    },
    async advance(ms) {
      const target = elapsed + ms;
      while (await step(target));
      elapsed = Math.max(elapsed, target);
    },
    async advanceUntil(isDone, limitMs = 3_600_000) {
      const limit = elapsed + limitMs;
      await settle();
      while (!isDone()) {
        if (!(await step(limit)) && !isDone()) {
          throw new Error(`not done after ${limitMs} ms of virtual time (${timers.length} timers)`);
        }
      }
    },
    tab(tabOptions = {}) {
      let own = tabOptions.offsetMs ?? 0;
      let isFrozen = false;
      let isDead = false;
      // Each page counts from its own beginning: what one has noted means nothing to another.
      const origin = elapsed;
      const mine = new Set<TimerId>();
      const due: (() => void)[] = [];
      return {
        now: () => clock.now() + own,
        monotonic: () => elapsed - origin,
        setTimeout(callback, delayMs) {
          if (isDead) return 0;
          const id = add(() => {
            mine.delete(id);
            if (isFrozen) due.push(callback);
            else callback();
          }, delayMs);
          mine.add(id);
          return id;
        },
        clearTimeout(id) {
          mine.delete(id);
          remove(id);
        },
        jump: (ms) => {
          own += ms;
        },
        freeze: () => {
          isFrozen = true;
        },
        thaw() {
          isFrozen = false;
          for (const callback of due.splice(0)) add(callback, 0);
        },
        kill() {
          isDead = true;
          for (const id of mine) remove(id);
          mine.clear();
          due.length = 0;
        },
      };
    },
  };
  return clock;
}
