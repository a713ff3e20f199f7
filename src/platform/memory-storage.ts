// Storage that ends with the page, for browsers that store nothing for this site and owners who want nothing stored.

import { type Storage, StorageError } from './types.ts';

export function createMemoryStorage(): Storage {
  const rows = new Map<string, unknown>();
  let isClosed = false;

  /** Clones on write and on read, as a database does: a later change of an object doesn't change the stored value. */
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
        // Clone all entries first: if one can't be cloned, none is written.
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
