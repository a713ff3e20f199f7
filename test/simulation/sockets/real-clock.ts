// The machine's time behind the interface of the virtual clock, so that the doubles of a browser work in real time too.

import type { TabClock, VirtualClock } from '../../doubles/virtual-clock.ts';

export interface RealClock extends VirtualClock {
  /** Ends the clock: none of its timers fires any more. */
  close(): void;
}

export function createRealClock(): RealClock {
  const timers = new Map<number, NodeJS.Timeout>();
  const startedAt = performance.now();
  let offset = 0;
  let lastId = 0;
  let isClosed = false;

  const monotonic = (): number => performance.now() - startedAt;

  function add(callback: () => void, delayMs: number): number {
    lastId += 1;
    const id = lastId;
    if (isClosed) return id;
    // Cap the delay at a day, which no test lasts: Node fires a timer with too long a delay at once.
    const ms = Math.min(Math.max(0, Number.isFinite(delayMs) ? delayMs : 0), 86_400_000);
    const fire = (): void => {
      timers.delete(id);
      callback();
    };
    timers.set(id, setTimeout(fire, ms));
    return id;
  }

  function remove(id: number): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }

  const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

  const clock: RealClock = {
    now: () => Date.now() + offset,
    monotonic,
    setTimeout: add,
    clearTimeout: remove,
    advance: sleep,
    sleep,
    settle: () => sleep(0),
    async advanceUntil(isDone, limitMs = 60_000) {
      const limit = monotonic() + limitMs;
      while (!isDone()) {
        if (monotonic() > limit) throw new Error(`not done after ${limitMs} ms`);
        await sleep(10);
      }
    },
    jump: (ms) => {
      offset += ms;
    },
    pending: () => timers.size,
    close() {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
    tab(options = {}): TabClock {
      let own = options.offsetMs ?? 0;
      let isFrozen = false;
      let isDead = false;
      const mine = new Set<number>();
      const due: (() => void)[] = [];
      return {
        now: () => clock.now() + own,
        monotonic,
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
          for (const callback of due.splice(0)) if (!isDead) callback();
        },
        kill() {
          isDead = true;
          due.length = 0;
          for (const id of mine) remove(id);
          mine.clear();
        },
      };
    },
  };
  return clock;
}
