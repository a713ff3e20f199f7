// Makes a Platform of the browser. Only this file chooses between what a browser has and the replacement for what it
// lacks. Nothing runs at import time, and making a platform touches neither disk nor network.

import { canBroadcast, createBroadcast } from './channel.ts';
import { createBrowserClock } from './clock.ts';
import { createIdbStorage } from './idb-storage.ts';
import { createLazyLocks } from './lazy-locks.ts';
import { createBrowserMark } from './mark.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { createBrowserPage } from './page.ts';
import { createBrowserRandom } from './random.ts';
import { createTabStorage } from './tab-storage.ts';
import type { Platform } from './types.ts';
import { createWebLocks } from './web-locks.ts';

export interface BrowserPlatformOptions {
  /** Widget name and gateway address. Keeps this widget's database, locks, channels and mark apart from another's. */
  namespace: string;
  /** Store nothing that outlives the page. */
  isForgetful?: boolean;
}

export function createBrowserPlatform(options: BrowserPlatformOptions): Platform {
  const prefix = namespacePrefix(options.namespace);
  const clock = createBrowserClock();
  const random = createBrowserRandom();
  const page = createBrowserPage();
  const storage = options.isForgetful
    ? createMemoryStorage()
    : createIdbStorage({ name: prefix, indexedDB: () => indexedDB, clock, page });
  const leases = createLazyLocks(async () =>
    (await import('./lease-locks.ts')).createLeaseLocks({ storage, clock, random, page }),
  );
  const manager: LockManager | undefined = navigator.locks;

  return {
    clock,
    random,
    page,
    storage,
    tabStorage: createTabStorage(`${prefix}:`, () => sessionStorage),
    // Read `fetch` at each call: a monitoring script of the page may wrap it at any time. A service worker of the page may
    // answer what it has kept, whatever `cache` says; a message whose reply was lost would then seem not to have arrived,
    // and be sent again. So behind one no two GETs have the same address.
    fetch: (input, init) =>
      globalThis.fetch(
        init?.method === 'GET' && hasServiceWorker()
          ? `${input}`.replace(/\?|$/, `?_=${random.id()}&`)
          : input,
        init,
      ),
    locks: manager === undefined ? leases : createWebLocks(manager, `${prefix}:`, page, leases),
    openChannel: canBroadcast() ? (name) => createBroadcast(`${prefix}:${name}`) : null,
    mark: createBrowserMark(prefix),
  };
}

/** A sandboxed frame has none, and throws when it is asked. */
function hasServiceWorker(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
}

/** The name of a namespace's database and of its mark. The loader can't import it and builds the same name. */
export function namespacePrefix(namespace: string): string {
  return `bellhop:${namespace}`;
}
