// A page that runs nowhere: real time and chance, storage in memory that counts as durable, and one tab.

import { createBrowserClock } from '../platform/clock.ts';
import { createLeaseLocks } from '../platform/lease-locks.ts';
import { createMemoryStorage } from '../platform/memory-storage.ts';
import { createBrowserRandom } from '../platform/random.ts';
import type { Clock, Platform, Storage } from '../platform/types.ts';

export type TestPlatform = Pick<
  Platform,
  'clock' | 'random' | 'locks' | 'openChannel' | 'storage' | 'page'
>;

/** @param before the storage of the page that this one comes after. */
export function createTestPlatform(before?: Storage): TestPlatform {
  const clock = createBrowserClock();
  const random = createBrowserRandom();
  const storage: Storage = before ?? { ...createMemoryStorage(), isDurable: true };
  const page: Platform['page'] = {
    isVisible: () => true,
    isOnline: () => true,
    url: () => 'https://page.test/',
    on: () => () => {},
  };
  const locks = createLeaseLocks({ storage, clock: inBackground(clock), random, page });
  return { clock, random, storage, page, locks, openChannel: null };
}

/** Its timers keep no process of Node's alive. */
function inBackground(clock: Clock): Clock {
  return {
    ...clock,
    setTimeout(callback, delayMs) {
      const timer: unknown = globalThis.setTimeout(callback, delayMs);
      if (typeof timer === 'object') (timer as { unref?(): void }).unref?.();
      return Number(timer);
    },
  };
}
