// Storage that ends with the page: where the browser keeps nothing for this site, and where the owner wants that.

import { type Storage, StorageError } from './types.ts';

export function createMemoryStorage(): Storage {
  const rows = new Map<string, unknown>();
  let isClosed = false;

  /** Values are cloned on write and on read, as by a database: changing an object later doesn't change the stored value. */
  async function run<T>(act: () => T): Promise<T> {
    if (isClosed) throw new StorageError('closed');
    return act();
  }
  const read = (key: string): unknown => structuredClone(rows.get(key));
  const write = (key: string, value: unknown): void => {
    if (value === undefined) rows.delete(key);
    else rows.set(key, structuredClone(value));
  };

  return {
    isDurable: false,
    settled: async () => {},
    get: (key) => run(() => read(key)),
    getMany: (keys) => run(() => keys.map(read)),
    set: (key, value) => run(() => write(key, value)),
    setMany: (entries) =>
      run(() => {
        // Cloned first as a whole: what can't be cloned changes nothing.
        for (const [key, value] of structuredClone(entries)) write(key, value);
      }),
    update: (key, change) =>
      run(() => {
        write(key, change(read(key)));
        return read(key);
      }),
    delMany: (keys) =>
      run(() => {
        for (const key of keys) rows.delete(key);
      }),
    keys: () => run(() => [...rows.keys()]),
    close: () => {
      isClosed = true;
    },
  };
}
