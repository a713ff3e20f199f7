// One browser profile in one process: a disk, locks, channels and a mark that its tabs share, and tabs that can be
// opened, frozen, killed and reloaded. What a test needs to be several tabs at once.

import type { Platform } from '../../src/platform/types.ts';
import { type ChannelHub, createChannelHub } from './channel-hub.ts';
import { createDisk, type Disk } from './disk.ts';
import { createLockHub, type LockHub } from './lock-hub.ts';
import {
  createMarkDouble,
  createPageDouble,
  type MarkDouble,
  type PageDouble,
} from './page-double.ts';
import type { SeededRandom } from './seeded-random.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createVirtualClock, type TabClock, type VirtualClock } from './virtual-clock.ts';

export interface Tab {
  platform: Platform;
  page: PageDouble;
  clock: TabClock;
  /** What lasts as long as the browser session: hand it to the page that follows in this tab. */
  tabDisk: Disk;
  /** Nothing this tab's code does has an effect any more; its locks are free. */
  kill(): void;
  /** Into the back-forward cache: `pagehide`, then no timers. */
  freeze(): void;
  thaw(): void;
  isAlive(): boolean;
}

export interface TabOptions {
  fetch?: typeof fetch;
  url?: string;
  isVisible?: boolean;
  /** False: storage is refused in this tab (nothing outlives the page, nothing is shared). */
  isDurable?: boolean;
  /** Virtual milliseconds until storage opens in this tab, or is refused. */
  opensAfterMs?: number;
  /** False: no BroadcastChannel. */
  hasChannel?: boolean;
  /** What an earlier page of the same tab has left for the browser session; a new tab's is empty. */
  tabDisk?: Disk;
}

export interface BrowserDouble {
  clock: VirtualClock;
  random: SeededRandom;
  disk: Disk;
  locks: LockHub;
  channels: ChannelHub;
  mark: MarkDouble;
  openTab(options?: TabOptions): Tab;
}

const noNetwork: typeof fetch = () => Promise.reject(new TypeError('this tab has no network'));

export function createBrowserDouble(
  options: { clock?: VirtualClock; random?: SeededRandom; latencyMs?: number } = {},
): BrowserDouble {
  const clock = options.clock ?? createVirtualClock();
  const random = options.random ?? createSeededRandom(1);
  const disk = createDisk({ clock, latencyMs: options.latencyMs ?? 0 });
  const locks = createLockHub();
  const channels = createChannelHub({ clock });
  const mark = createMarkDouble();
  let tabCount = 0;

  return {
    clock,
    random,
    disk,
    locks,
    channels,
    mark,
    openTab(tabOptions = {}) {
      const { isDurable = true, hasChannel = true, opensAfterMs = 0 } = tabOptions;
      tabCount += 1;
      const tabClock = clock.tab();
      const tabLocks = locks.tab();
      const tabChannels = channels.tab();
      const place = isDurable ? disk : createDisk({ clock });
      const tabDisk = place.tab({ isDurable, opensAfterMs });
      const sessionDisk = tabOptions.tabDisk ?? createDisk({ clock });
      const tabStorage = sessionDisk.tab();
      const page = createPageDouble({
        ...(tabOptions.url === undefined ? {} : { url: tabOptions.url }),
        ...(tabOptions.isVisible === undefined ? {} : { isVisible: tabOptions.isVisible }),
      });
      const send = tabOptions.fetch ?? noNetwork;
      const requests = new AbortController();
      let isAlive = true;

      /** A dead page starts no request and hears of no reply; what it had under way is cut. */
      const tabFetch: typeof fetch = (input, init) =>
        new Promise((resolve, reject) => {
          if (!isAlive) return;
          const signals = [requests.signal, ...(init?.signal ? [init.signal] : [])];
          send(input, { ...init, signal: AbortSignal.any(signals) }).then(
            (response) => isAlive && resolve(response),
            (error) => isAlive && reject(error),
          );
        });

      const tab: Tab = {
        platform: {
          clock: tabClock,
          random: random.fork(`tab ${tabCount}`),
          fetch: tabFetch,
          locks: tabLocks,
          openChannel: hasChannel ? (name) => tabChannels.open(name) : null,
          storage: tabDisk,
          tabStorage,
          page,
          mark,
        },
        page,
        clock: tabClock,
        tabDisk: sessionDisk,
        isAlive: () => isAlive,
        kill() {
          isAlive = false;
          page.kill();
          tabClock.kill();
          tabDisk.kill();
          tabStorage.kill();
          tabChannels.kill();
          tabLocks.kill();
          requests.abort(new DOMException('The page is gone', 'AbortError'));
        },
        freeze() {
          page.pagehide();
          tabClock.freeze();
        },
        thaw() {
          tabClock.thaw();
          page.pageshow();
        },
      };
      return tab;
    },
  };
}
