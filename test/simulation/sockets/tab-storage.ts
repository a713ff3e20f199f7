// Storage for the tabs of one browser, of two kinds: the real storage code on an IndexedDB in memory, or the double of
// a disk. A tab that has died gets no more answers, but what it had begun may still be written.

import { IDBFactory } from 'fake-indexeddb';
import { createIdbStorage } from '../../../src/platform/idb-storage.ts';
import type { Clock, Page, Platform, Storage } from '../../../src/platform/types.ts';
import { createPageDouble } from '../../doubles/page-double.ts';

export interface TabStorages {
  /** Opens a connection of its own for a tab. */
  open(platform: Pick<Platform, 'clock' | 'page'>, isAlive: () => boolean): Storage;
  /** Reads what is stored now, for the referee. */
  peek(key: string): Promise<unknown>;
  close(): void;
}

export function createIdbStorages(clock: Clock): TabStorages {
  const factory = new IDBFactory();
  const opened: Storage[] = [];
  const connect = (own: { clock: Clock; page: Pick<Page, 'on'> }): Storage => {
    const storage = createIdbStorage({ name: 'sim', indexedDB: () => factory, ...own });
    opened.push(storage);
    return storage;
  };
  const referee = connect({ clock, page: createPageDouble() });
  return {
    open: (own, isAlive) => mortal(connect(own), isAlive),
    peek: (key) => referee.get(key),
    close() {
      for (const storage of opened) storage.close();
    },
  };
}

function mortal(storage: Storage, isAlive: () => boolean): Storage {
  const guard = <T>(begin: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!isAlive()) return;
      begin().then(
        (value) => isAlive() && resolve(value),
        (error) => isAlive() && reject(error),
      );
    });
  return {
    get isDurable() {
      return storage.isDurable;
    },
    settled: () => guard(() => storage.settled()),
    get: (key) => guard(() => storage.get(key)),
    getMany: (keys) => guard(() => storage.getMany(keys)),
    set: (key, value) => guard(() => storage.set(key, value)),
    setMany: (entries) => guard(() => storage.setMany(entries)),
    // The page's code runs inside the transaction, so a dead page changes nothing.
    update: (key, change) =>
      guard(() => storage.update(key, (before) => (isAlive() ? change(before) : before))),
    delMany: (keys) => guard(() => storage.delMany(keys)),
    keys: () => guard(() => storage.keys()),
    close: () => storage.close(),
  };
}
