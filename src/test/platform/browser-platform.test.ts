// The browser's own globals, stood in for one by one: what a plain-http page, a sandboxed frame or an old browser lacks.

import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowserPlatform, namespacePrefix } from '../../platform/index.ts';
import type { Platform } from '../../platform/types.ts';

interface Globals {
  locks?: LockManager | undefined;
  localStorage?: Partial<globalThis.Storage>;
}

const open: Platform[] = [];

/** A page's globals. Web Locks and IndexedDB are real in their semantics, document and window are bare targets. */
function openPage({ locks, localStorage = new Map() as never }: Globals = {}) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  vi.stubGlobal('document', document);
  vi.stubGlobal('HTMLDocument', { prototype: document });
  Object.assign(window, { document });
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { onLine: true, locks });
  vi.stubGlobal('location', { href: 'http://shop.example/a' });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('localStorage', localStorage);
  const make = (namespace = 'g default') => {
    const platform = createBrowserPlatform({ namespace });
    open.push(platform);
    return platform;
  };
  return { document, window, make };
}

beforeEach(() => {
  // What a page without a secure context has of crypto.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
});

afterEach(() => {
  for (const platform of open.splice(0)) platform.storage.close();
  vi.unstubAllGlobals();
});

/** A small LockManager: exclusive locks by name, first come first served; who waits can give up. */
function lockManager(): LockManager {
  const tails = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  const request = async (
    name: string,
    options: LockOptions,
    run: (lock: Lock | null) => unknown,
  ) => {
    if (options.ifAvailable && options.signal) throw new DOMException('both', 'NotSupportedError');
    if (options.ifAvailable && held.has(name)) return run(null);
    const before = tails.get(name) ?? Promise.resolve();
    const { signal } = options;
    let isGranted = false;
    const mine = before.then(async () => {
      if (signal?.aborted) return null;
      isGranted = true;
      held.add(name);
      try {
        return await run({ name, mode: 'exclusive' });
      } finally {
        held.delete(name);
      }
    });
    tails.set(
      name,
      mine.catch(() => {}),
    );
    if (signal === undefined) return mine;
    const gaveUp = new Promise((_, reject) => {
      const leave = () => {
        if (!isGranted) reject(signal.reason);
      };
      signal.addEventListener('abort', leave);
      if (signal.aborted) leave();
    });
    return Promise.race([mine, gaveUp]);
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })), pending: [] });
  return { request, query } as unknown as LockManager;
}

describe('a browser as platform', () => {
  it('works on a plain-http page, without Web Locks, randomUUID and subtle', async () => {
    const platform = openPage().make();
    expect(platform.random.id()).toMatch(/^[0-9a-f]{32}$/);
    expect(platform.random.id()).not.toBe(platform.random.id());
    const draws = Array.from({ length: 200 }, () => platform.random.next());
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(Math.max(...draws) - Math.min(...draws)).toBeGreaterThan(0.5);
    const seen = await platform.locks.request('send', {}, async (isHeld) => [
      isHeld,
      await platform.locks.request('send', { ifAvailable: true }, async (again) => again),
    ]);
    expect(seen).toEqual([true, false]);
    expect(
      await platform.locks.request('send', { ifAvailable: true }, async (isHeld) => isHeld),
    ).toBe(true);
    await platform.storage.set('k', 1);
    expect(await platform.storage.get('k')).toBe(1);
  });

  it('uses Web Locks where there are any, under names of its own', async () => {
    const manager = lockManager();
    const page = openPage({ locks: manager });
    const [platform, other] = [page.make('one'), page.make('two')];
    const inside = await platform.locks.request('send', {}, async () => [
      (await manager.query()).held?.map(({ name }) => name),
      await platform.locks.request(
        'send',
        { ifAvailable: true, signal: new AbortController().signal },
        async (isHeld) => isHeld,
      ),
      await other.locks.request('send', { ifAvailable: true }, async (isHeld) => isHeld),
    ]);
    expect(inside).toEqual([['bellhop:one:send'], false, true]);
  });

  it('passes an error of the work on, and does not run it twice', async () => {
    const platform = openPage({ locks: lockManager() }).make();
    let runs = 0;
    const failing = platform.locks.request('send', {}, async () => {
      runs += 1;
      throw new DOMException('not the lock', 'SecurityError');
    });
    await expect(failing).rejects.toThrow('not the lock');
    expect(runs).toBe(1);
  });

  it('stands in no queue while the page is not there, and waits again once it is back', async () => {
    const { window, make } = openPage({ locks: lockManager() });
    const { locks } = make();
    let letGo = () => {};
    const holder = locks.request('send', {}, () => new Promise<void>((done) => (letGo = done)));
    const order: string[] = [];
    const waiter = locks.request('send', {}, async () => void order.push('the one that was away'));
    await Promise.resolve();
    window.dispatchEvent(new Event('pagehide'));
    const other = make().locks;
    const later = other.request('send', {}, async () => void order.push('the one that stayed'));
    letGo();
    await Promise.all([holder, later]);
    expect(order).toEqual(['the one that stayed']);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waiter;
    expect(order).toEqual(['the one that stayed', 'the one that was away']);
  });

  it('gives up waiting for a lock when asked to, with the reason', async () => {
    const { window, make } = openPage({ locks: lockManager() });
    const { locks } = make();
    const hold = new Promise<void>(() => {});
    void locks.request('send', {}, () => hold);
    const [here, away] = [new AbortController(), new AbortController()];
    const first = locks.request('send', { signal: here.signal }, async () => 'held');
    here.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    const second = locks.request('send', { signal: away.signal }, async () => 'held');
    window.dispatchEvent(new Event('pagehide'));
    away.abort(new Error('enough of this too'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await expect(second).rejects.toThrow('enough of this too');
  });

  it('falls back to leases where the browser refuses Web Locks', async () => {
    const refused = () => Promise.reject(new DOMException('opaque origin', 'SecurityError'));
    const platform = openPage({
      locks: { request: refused, query: refused } as unknown as LockManager,
    }).make();
    const seen = await platform.locks.request('send', {}, async (isHeld) => [
      isHeld,
      await platform.locks.request('send', { ifAvailable: true }, async (again) => again),
    ]);
    expect(seen).toEqual([true, false]);
  });

  it('tells the page’s life', () => {
    const { document, window, make } = openPage();
    const { page } = make();
    const seen: string[] = [];
    const offs = (
      [
        'visible',
        'hidden',
        'online',
        'offline',
        'attention',
        'leave',
        'pagehide',
        'pageshow',
      ] as const
    ).map((signal) => page.on(signal, () => seen.push(signal)));
    expect([page.isVisible(), page.isOnline(), page.url()]).toEqual([
      true,
      true,
      'http://shop.example/a',
    ]);
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(page.isVisible()).toBe(false);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    for (const type of ['offline', 'online', 'focus', 'pointerdown', 'beforeunload', 'pagehide'])
      window.dispatchEvent(new Event(type));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(seen).toEqual([
      'hidden',
      'visible',
      'offline',
      'online',
      'attention',
      'attention',
      'leave',
      'pagehide',
      'pageshow',
    ]);
    for (const off of offs) off();
    window.dispatchEvent(new Event('online'));
    expect(seen.length).toBe(9);
  });

  it('sets and clears its mark, and survives a page that refuses localStorage', () => {
    const rows = new Map<string, string>();
    const localStorage = {
      setItem: (key: string, value: string) => void rows.set(key, value),
      removeItem: (key: string) => void rows.delete(key),
    };
    const { mark } = openPage({ localStorage }).make('g default');
    mark.set();
    expect([...rows]).toEqual([[namespacePrefix('g default'), '1']]);
    mark.clear();
    expect(rows.size).toBe(0);
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    const refused = openPage({ localStorage: { setItem: refuse, removeItem: refuse } }).make();
    expect(() => {
      refused.mark.set();
      refused.mark.clear();
    }).not.toThrow();
  });

  it('opens channels between tabs of one namespace, and none where the browser has none', async () => {
    const page = openPage();
    const [one, two, other] = [page.make(), page.make(), page.make('other')];
    const [a, b, c] = [one, two, other].map((platform) => platform.openChannel?.('session'));
    const heard: unknown[] = [];
    a?.subscribe((message) => heard.push(['a', message]));
    c?.subscribe((message) => heard.push(['c', message]));
    const arrived = new Promise<void>((resolve) => {
      b?.subscribe((message) => {
        heard.push(['b', message]);
        resolve();
      });
    });
    a?.post({ n: 1 });
    await arrived;
    expect(heard).toEqual([['b', { n: 1 }]]);
    for (const channel of [a, b, c]) channel?.close();
    expect(() => a?.post('late')).not.toThrow();
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(page.make().openChannel).toBeNull();
  });

  it('opens no channel where the browser refuses them, as Firefox does in a frame of another site', () => {
    const page = openPage();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        }
      },
    );
    expect(page.make().openChannel).toBeNull();
  });

  it('keeps nothing beyond the page where the owner wants that', async () => {
    openPage();
    const platform = createBrowserPlatform({ namespace: 'n', isForgetful: true });
    const value = { n: 1 };
    await platform.storage.set('k', value);
    value.n = 2;
    expect(await platform.storage.get('k')).toEqual({ n: 1 });
    expect(platform.storage.isDurable).toBe(false);
    await platform.storage.setMany([['a', 1]]);
    expect(await platform.storage.update('k', () => undefined)).toBeUndefined();
    expect(await platform.storage.keys()).toEqual(['a']);
    expect(await platform.storage.getMany(['a', 'k'])).toEqual([1, undefined]);
    await platform.storage.delMany(['a']);
    platform.storage.close();
    await expect(platform.storage.get('a')).rejects.toMatchObject({ failure: 'closed' });
  });

  it('calls the fetch that the page has now', async () => {
    const platform = openPage().make();
    const replaced = vi.fn(async () => new Response('hi'));
    vi.stubGlobal('fetch', replaced);
    expect(await (await platform.fetch('https://x.example')).text()).toBe('hi');
  });

  it('asks at no address twice behind a service worker, which may answer what it has kept', async () => {
    const platform = openPage().make();
    const asked: string[] = [];
    const ask = async (url: string, method = 'GET'): Promise<void> =>
      void (await platform.fetch(url, { method }));
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return new Response('hi');
    });
    await ask('https://x.example/list?limit=20');
    Object.assign(navigator, { serviceWorker: { controller: null } });
    await ask('https://x.example/list?limit=20');
    expect(asked).toEqual(Array(2).fill('https://x.example/list?limit=20'));
    Object.assign(navigator, { serviceWorker: { controller: {} } });
    for (const _ of [1, 2]) {
      await ask('https://x.example/list?limit=20');
      await ask('https://x.example/stream');
    }
    expect(new Set(asked).size).toBe(5);
    for (const url of asked.slice(2)) {
      const { pathname, searchParams } = new URL(url);
      expect(pathname).toBe(searchParams.has('limit') ? '/list' : '/stream');
      if (pathname === '/list') expect(searchParams.get('limit')).toBe('20');
    }
    await ask('https://x.example/list', 'POST');
    expect(asked.at(-1)).toBe('https://x.example/list');
  });

  it('asks in a sandboxed frame, which throws when it is asked for a service worker', async () => {
    const platform = openPage().make();
    vi.stubGlobal('fetch', async () => new Response('hi'));
    Object.defineProperty(navigator, 'serviceWorker', {
      get: () => {
        throw new DOMException('The context is sandboxed', 'SecurityError');
      },
    });
    const response = await platform.fetch('https://x.example/list', { method: 'GET' });
    expect(await response.text()).toBe('hi');
  });

  it('tells time', async () => {
    const { clock } = openPage().make();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
    const before = clock.monotonic();
    await new Promise<void>((resolve) => {
      clock.clearTimeout(clock.setTimeout(() => expect.unreachable('was cleared'), 0));
      clock.setTimeout(resolve, 1);
    });
    expect(clock.monotonic()).toBeGreaterThan(before);
  });

  it('does nothing when it is imported or made', async () => {
    vi.resetModules();
    for (const name of ['document', 'window', 'navigator', 'indexedDB', 'localStorage', 'crypto'])
      vi.stubGlobal(name, undefined);
    await expect(import('../../platform/index.ts')).resolves.toHaveProperty(
      'createBrowserPlatform',
    );
    const opened = vi.fn();
    openPage();
    vi.stubGlobal('indexedDB', { open: opened });
    createBrowserPlatform({ namespace: 'n' });
    expect(opened).not.toHaveBeenCalled();
  });
});
