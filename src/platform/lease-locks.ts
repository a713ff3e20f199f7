// Locks for pages without Web Locks (plain http). The holder keeps a lease in the shared storage and renews it; when
// the holder is gone, the lease runs out. Requests of one tab are served in order, those of several tabs in any order.
// A lease can be lost (a sleeping laptop): it saves double work, and no promise may rest on it. It knows nothing of
// what is locked.

import type { Clock, LockOptions, Locks, Page, Random, Storage } from './types.ts';

const KEY_PREFIX = 'lock:';
const LEASE_MS = 10_000;
/** A hidden tab's timers may run only once a minute: its lease must last longer than that. */
const HIDDEN_LEASE_MS = 90_000;
const RENEW_MS = 3_000;
const POLL_MS = 200;

interface Lease {
  holder: string;
  /** Wall time, which the tabs of one browser share. */
  until: number;
}

export interface LeaseLocksOptions {
  storage: Storage;
  clock: Clock;
  random: Random;
  page: Pick<Page, 'isVisible' | 'on'>;
}

export function createLeaseLocks({ storage, clock, random, page }: LeaseLocksOptions): Locks {
  /** The last request of this tab for each name; the tab's next request waits for it. */
  const tails = new Map<string, Promise<void>>();

  const isLive = (lease: unknown): lease is Lease => {
    const { holder, until } = (lease ?? {}) as Partial<Lease>;
    if (typeof holder !== 'string' || typeof until !== 'number') return false;
    const left = until - clock.now();
    // A lease that ends later than any lease can was written before the clock was set back: it counts as over.
    return left > 0 && left <= HIDDEN_LEASE_MS;
  };
  const lease = (holder: string): Lease => ({
    holder,
    until: clock.now() + (page.isVisible() ? LEASE_MS : HIDDEN_LEASE_MS),
  });

  async function claim(key: string, holder: string): Promise<boolean> {
    try {
      const after = await storage.update(key, (before) =>
        isLive(before) && before.holder !== holder ? before : lease(holder),
      );
      return (after as Lease).holder === holder;
    } catch {
      // Without storage tabs can't share a lock: grant it, this tab works alone.
      return true;
    }
  }

  function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      }, ms);
      const giveUp = () => {
        clock.clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp);
    });
  }

  /** Renews the lease; returns a function that releases it. */
  function keep(key: string, holder: string): () => Promise<void> {
    let timer = 0;
    let isOver = false;
    const renew = async () => {
      clock.clearTimeout(timer);
      if (isOver) return;
      const isStillOurs = await claim(key, holder);
      if (isStillOurs && !isOver) timer = clock.setTimeout(renew, RENEW_MS);
    };
    timer = clock.setTimeout(renew, RENEW_MS);
    // The tab is hidden now: renew for the long time, before its timers slow down.
    const off = page.on('hidden', renew);
    return async () => {
      isOver = true;
      off();
      clock.clearTimeout(timer);
      await storage
        .update(key, (before) =>
          (before as Lease | undefined)?.holder === holder ? undefined : before,
        )
        .catch(() => {});
    };
  }

  async function hold<T>(
    name: string,
    { ifAvailable, signal }: LockOptions,
    run: (isHeld: boolean) => Promise<T>,
  ): Promise<T> {
    const key = KEY_PREFIX + name;
    const holder = random.id();
    while (!(await claim(key, holder))) {
      if (ifAvailable) return run(false);
      signal?.throwIfAborted();
      await sleep(POLL_MS * (0.5 + random.next()), signal);
    }
    const letGo = keep(key, holder);
    try {
      signal?.throwIfAborted();
      return await run(true);
    } finally {
      await letGo();
    }
  }

  return {
    async request(name, options, run) {
      const { ifAvailable, signal } = options;
      signal?.throwIfAborted();
      const before = tails.get(name);
      if (before !== undefined && ifAvailable) return run(false);
      const { promise: done, resolve: finish } = withResolvers();
      const tail = (before ?? Promise.resolve()).then(() => done);
      tails.set(name, tail);
      void tail.then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
      try {
        if (before !== undefined) await orAborted(before, signal);
        return await hold(name, options, run);
      } finally {
        finish();
      }
    },
  };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp);
    void work.then(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
  });
}
