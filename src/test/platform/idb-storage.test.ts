import { IDBDatabase, IDBFactory, IDBObjectStore, IDBTransaction } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { createPageDouble } from '../../../test/doubles/page-double.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createIdbStorage } from '../../platform/idb-storage.ts';
import type { Storage } from '../../platform/types.ts';

const NAME = 'bellhop:test';

function openTab(factory: IDBFactory, page = createPageDouble()): Storage {
  const clock = createVirtualClock();
  return createIdbStorage({ name: NAME, indexedDB: () => factory, clock, page });
}

/** A factory whose requests fail, hang, or are counted. */
function factoryThat(open: (real: IDBFactory, args: [string, number?]) => IDBOpenDBRequest) {
  const real = new IDBFactory();
  return { real, open: (...args: [string, number?]) => open(real, args) } as unknown as IDBFactory;
}

function failing(error: DOMException): IDBFactory {
  return factoryThat(() => {
    const request = { error } as IDBOpenDBRequest;
    queueMicrotask(() => request.onerror?.(new Event('error')));
    return request;
  });
}

describe('storage in IndexedDB', () => {
  it('keeps values for the next page, and shares them between tabs', async () => {
    const factory = new IDBFactory();
    const first = openTab(factory);
    await first.set('a', { n: 1 });
    await first.setMany([
      ['b', [2]],
      ['c', 'three'],
    ]);
    first.close();
    const second = openTab(factory);
    expect(await second.getMany(['a', 'b', 'c', 'd'])).toEqual([{ n: 1 }, [2], 'three', undefined]);
    expect((await second.keys()).sort()).toEqual(['a', 'b', 'c']);
    await second.delMany(['a', 'b']);
    expect(await second.keys()).toEqual(['c']);
    expect(second.isDurable).toBe(true);
  });

  it('ends each write itself, since a page that leaves may leave it open', async () => {
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    const storage = openTab(new IDBFactory());
    await storage.set('a', 1);
    await storage.setMany([['b', 2]]);
    await storage.delMany(['a']);
    await storage.update('b', () => 3);
    expect(commit).toHaveBeenCalledTimes(4);
    expect(await storage.getMany(['a', 'b'])).toEqual([undefined, 3]);
    commit.mockRestore();
  });

  it('makes one winner of two tabs that claim at once', async () => {
    const factory = new IDBFactory();
    const claim = (name: string) => openTab(factory).update('owner', (before) => before ?? name);
    const winners = await Promise.all([claim('one'), claim('two'), claim('three')]);
    expect(new Set(winners).size).toBe(1);
  });

  it('deletes the row when an update returns undefined', async () => {
    const storage = openTab(new IDBFactory());
    await storage.set('a', 1);
    expect(await storage.update('a', () => undefined)).toBeUndefined();
    expect(await storage.keys()).toEqual([]);
  });

  it('changes nothing when the updater throws, and passes its error on', async () => {
    const storage = openTab(new IDBFactory());
    await storage.set('a', 1);
    const failure = new Error('no');
    await expect(
      storage.update('a', () => {
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await storage.get('a')).toBe(1);
  });

  it('changes nothing when a value cannot be stored', async () => {
    const storage = openTab(new IDBFactory());
    await expect(storage.update('a', () => () => {})).rejects.toMatchObject({
      name: 'DataCloneError',
    });
    expect(await storage.keys()).toEqual([]);
  });

  it('writes with strict durability', async () => {
    const factory = new IDBFactory();
    const storage = openTab(factory);
    await storage.get('a');
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = factory.open(NAME);
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = vi.spyOn(Object.getPrototypeOf(database), 'transaction');
    await storage.set('a', 1);
    await storage.update('a', () => 2);
    expect(transaction.mock.calls.map((call) => call.slice(1))).toEqual([
      ['readwrite', { durability: 'strict' }],
      ['readwrite', { durability: 'strict' }],
    ]);
    transaction.mockRestore();
    database.close();
  });

  it('opens nothing before the first call', async () => {
    let opened = 0;
    const factory = factoryThat((real, args) => {
      opened += 1;
      return real.open(...args);
    });
    const storage = openTab(factory);
    expect(opened).toBe(0);
    await Promise.all([storage.get('a'), storage.get('b')]);
    expect(opened).toBe(1);
  });

  it('works in memory where the browser refuses, and says that it is not durable', async () => {
    const storage = openTab(failing(new DOMException('no', 'SecurityError')));
    await storage.set('a', 1);
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(false);
  });

  it('works in memory where reading indexedDB itself throws', async () => {
    const storage = createIdbStorage({
      name: NAME,
      indexedDB: () => {
        throw new DOMException('opaque origin', 'SecurityError');
      },
      clock: createVirtualClock(),
      page: createPageDouble(),
    });
    await storage.set('a', 1);
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(false);
  });

  /** Transactions that never end: what Firefox does to a page in the back-forward cache. */
  function stuck() {
    return vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      const transaction = { objectStore: () => store, commit() {} };
      const store = { transaction, get: () => ({}), put: () => ({}) };
      return transaction as unknown as ReturnType<IDBDatabase['transaction']>;
    });
  }

  it('reads anew, once the page is back from the back-forward cache, what was under way when it left', async () => {
    const page = createPageDouble();
    const storage = openTab(new IDBFactory(), page);
    await storage.set('a', 1);
    const transaction = stuck();
    const reading = storage.get('a');
    const changing = storage.update('a', (before) => Number(before) + 1);
    await vi.waitFor(() => expect(transaction).toHaveBeenCalledTimes(2));
    transaction.mockRestore();
    page.pagehide();
    page.pageshow();
    expect(await reading).toBe(1);
    expect(await changing).toBe(2);
    expect(await storage.get('a')).toBe(2);
  });

  it('reads once more where the connection was dropped meanwhile, too', async () => {
    const page = createPageDouble();
    const storage = openTab(new IDBFactory(), page);
    await storage.set('a', 1);
    const transaction = stuck();
    const reading = storage.get('a');
    await vi.waitFor(() => expect(transaction).toHaveBeenCalledTimes(1));
    transaction.mockRestore();
    const dropped = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The connection is closed', 'InvalidStateError');
    });
    page.pagehide();
    page.pageshow();
    expect(await reading).toBe(1);
    dropped.mockRestore();
  });

  it('leaves alone what was begun since the page is back, where a browser tells so twice', async () => {
    const page = createPageDouble();
    const storage = openTab(new IDBFactory(), page);
    await storage.set('a', 1);
    page.pagehide();
    page.pageshow();
    const transaction = stuck();
    void storage.get('a');
    await vi.waitFor(() => expect(transaction).toHaveBeenCalledTimes(1));
    page.pageshow();
    transaction.mockRestore();
    const after = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await storage.set('b', 1);
    expect(after).toHaveBeenCalledTimes(1);
    after.mockRestore();
  });

  it('opens anew, once the page is back, a database that was being opened when it left', async () => {
    const page = createPageDouble();
    let opened = 0;
    const factory = factoryThat((real, args) => {
      opened += 1;
      return opened === 1 ? ({} as IDBOpenDBRequest) : real.open(...args);
    });
    const storage = openTab(factory, page);
    const writing = storage.set('a', 1);
    const settled = storage.settled();
    page.pagehide();
    page.pageshow();
    await Promise.all([writing, settled]);
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(true);
    expect(opened).toBe(2);
  });

  it('listens to the page no more once it is closed', async () => {
    const page = createPageDouble();
    const storage = openTab(new IDBFactory(), page);
    await storage.set('a', 1);
    storage.close();
    expect(page.listenerCount()).toBe(0);
  });

  /** A database that answers when the test says so: it opens, or it is refused. */
  function slowly() {
    const clock = createVirtualClock();
    const real = new IDBFactory();
    let opened = 0;
    let answer: (() => void) | null = null;
    let refuse: (() => void) | null = null;
    const factory = factoryThat((_, [name, version]) => {
      opened += 1;
      const request = {} as { -readonly [Key in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Key] };
      answer = () => {
        const own = real.open(name, version);
        const pass = (type: 'onsuccess' | 'onupgradeneeded') => (event: Event) => {
          request.result = own.result;
          request[type]?.(event as IDBVersionChangeEvent);
        };
        own.onupgradeneeded = pass('onupgradeneeded');
        own.onsuccess = pass('onsuccess');
      };
      refuse = () => {
        request.error = new DOMException('no', 'SecurityError');
        request.onerror?.(new Event('error'));
      };
      return request;
    });
    return {
      clock,
      real,
      storage: createIdbStorage({
        name: NAME,
        indexedDB: () => factory,
        clock,
        page: createPageDouble(),
      }),
      opened: () => opened,
      answer: () => answer?.(),
      refuse: () => refuse?.(),
    };
  }

  it('waits two seconds for a database that does not open, then says that it may yet come', async () => {
    const { clock, storage, opened } = slowly();
    let failure: unknown = null;
    const writing = storage.set('a', 1).catch((error) => {
      failure = error;
    });
    await clock.advance(1_999);
    expect(failure).toBeNull();
    await clock.advance(1);
    await writing;
    expect(failure).toMatchObject({ name: 'StorageError', failure: 'closed' });
    expect(storage.isDurable).toBe(false);
    // From then on nobody waits, and nobody asks anew.
    await expect(storage.get('a')).rejects.toMatchObject({ failure: 'closed' });
    expect(opened()).toBe(1);
  });

  it('goes on waiting for a slow database, and is durable once it has opened', async () => {
    const { clock, real, storage, answer, opened } = slowly();
    const writing = storage.set('a', 1).catch(() => {});
    await clock.advance(5_000);
    await writing;
    let isSettled = false;
    const settled = storage.settled().then(() => {
      isSettled = true;
    });
    await clock.advance(60_000);
    expect(isSettled).toBe(false);
    answer();
    await settled;
    expect(storage.isDurable).toBe(true);
    await storage.set('b', 2);
    expect(await storage.getMany(['a', 'b'])).toEqual([undefined, 2]);
    expect(await openTab(real).get('b')).toBe(2);
    expect(opened()).toBe(1);
  });

  it('works in memory once a slow database is refused in the end', async () => {
    const { clock, storage, refuse } = slowly();
    const writing = storage.set('a', 1).catch(() => {});
    await clock.advance(5_000);
    await writing;
    refuse();
    await storage.settled();
    await storage.set('a', 1);
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(false);
  });

  it('closes a database that opens after the page has let go of it', async () => {
    const { clock, real, storage, answer } = slowly();
    const writing = storage.set('a', 1).catch(() => {});
    await clock.advance(5_000);
    await writing;
    storage.close();
    answer();
    await storage.settled();
    // A connection that is open would block this.
    await new Promise<void>((resolve, reject) => {
      const request = real.deleteDatabase(NAME);
      request.onblocked = () => reject(new Error('blocked'));
      request.onsuccess = () => resolve();
    });
    await expect(storage.get('a')).rejects.toMatchObject({ failure: 'closed' });
  });

  it('opens another connection when the browser has dropped the first', async () => {
    const connections: IDBDatabase[] = [];
    const factory = factoryThat((real, args) => {
      const request = real.open(...args);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    });
    const storage = openTab(factory);
    await storage.set('a', 1);
    connections[0]?.close(); // without an event, as a suspended browser does it
    expect(await storage.get('a')).toBe(1);
    connections[1]?.onclose?.(new Event('close'));
    expect(await storage.get('a')).toBe(1);
    expect(connections.length).toBe(3);
  });

  it('rejects, and does not forget silently, when a lost database cannot be opened again', async () => {
    let isGone = false;
    const connections: IDBDatabase[] = [];
    const factory = factoryThat((real, args) => {
      if (isGone) throw new DOMException('gone', 'UnknownError');
      const request = real.open(...args);
      request.addEventListener('success', () => connections.push(request.result));
      return request;
    });
    const storage = openTab(factory);
    await storage.set('a', 1);
    isGone = true;
    connections[0]?.close();
    await expect(storage.get('a')).rejects.toMatchObject({
      name: 'StorageError',
      failure: 'closed',
    });
    isGone = false;
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(true);
  });

  it('gives way when another tab deletes or upgrades the database', async () => {
    const factory = new IDBFactory();
    const storage = openTab(factory);
    await storage.set('a', 1);
    const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory.open(NAME, 7);
      request.onblocked = () => reject(new Error('blocked'));
      request.onsuccess = () => resolve(request.result);
    });
    upgraded.close();
    // A script of today still reads what a newer one has upgraded.
    expect(await storage.get('a')).toBe(1);
    expect(storage.isDurable).toBe(true);
  });

  it('reports a full disk as quota', async () => {
    const factory = new IDBFactory();
    const storage = openTab(factory);
    await storage.set('a', 1);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(storage.set('b', 1)).rejects.toMatchObject({ failure: 'quota' });
    await expect(storage.update('b', () => 1)).rejects.toMatchObject({ failure: 'quota' });
    put.mockRestore();
    expect(await storage.get('a')).toBe(1);
  });

  it('refuses to work after close', async () => {
    const storage = openTab(new IDBFactory());
    await storage.set('a', 1);
    storage.close();
    await expect(storage.get('a')).rejects.toMatchObject({ failure: 'closed' });
  });
});
