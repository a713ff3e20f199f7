// Storage in the tab's sessionStorage, which survives reloads and walks through the site and is deleted with the tab.
// If the browser refuses it, memory. It knows nothing of what is stored.

import { writeJson } from '../dom/json.ts';
import { callsBy } from './calls.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { type Storage, StorageError } from './types.ts';

/**
 * @param prefix begins each key, so that this widget's are told from all others.
 * @param open returns the storage area, at each use: on some pages merely reading `sessionStorage` throws.
 */
export function createTabStorage(prefix: string, open: () => globalThis.Storage): Storage {
  const memory = createMemoryStorage();
  let isClosed = false;
  let isRefused = false;

  async function run(
    inArea: (area: globalThis.Storage) => unknown,
    inMemory: (storage: Storage) => unknown,
  ): Promise<unknown> {
    if (isClosed) throw new StorageError('closed');
    let area: globalThis.Storage | null = null;
    try {
      if (!isRefused) area = open();
    } catch {
      isRefused = true;
    }
    return area === null ? inMemory(memory) : inArea(area);
  }

  const read = (area: globalThis.Storage, key: string): unknown => {
    try {
      return JSON.parse(area.getItem(prefix + key) ?? 'null') ?? undefined;
    } catch {
      // The text isn't ours: another script wrote it.
      return undefined;
    }
  };

  /** Writes all entries or none, as a transaction does. */
  function write(area: globalThis.Storage, entries: readonly (readonly [string, unknown])[]): void {
    const undo: [string, string | null][] = [];
    const put = (key: string, text: string | null | undefined): void => {
      if (text == null) area.removeItem(key);
      else area.setItem(key, text);
    };
    try {
      for (const [key, value] of entries) {
        undo.unshift([prefix + key, area.getItem(prefix + key)]);
        put(prefix + key, writeJson(value));
      }
    } catch (error) {
      for (const [key] of undo) area.removeItem(key);
      for (const [key, text] of undo) put(key, text);
      throw new StorageError('quota', error);
    }
  }

  return {
    get isDurable() {
      return !isRefused;
    },
    get isClosed() {
      return isClosed;
    },
    settled: async () => {},
    ...callsBy<globalThis.Storage>(run, {
      get: read,
      getMany: (area, keys) => keys.map((key) => read(area, key)),
      set: (area, key, value) => write(area, [[key, value]]),
      setMany: write,
      update(area, key, change) {
        const after = change(read(area, key));
        write(area, [[key, after]]);
        return after;
      },
      delMany(area, keys) {
        for (const key of keys) area.removeItem(prefix + key);
      },
      keys: (area) =>
        Object.keys(area)
          .filter((key) => key.startsWith(prefix))
          .map((key) => key.slice(prefix.length)),
    }),
    close() {
      isClosed = true;
      memory.close();
    },
  };
}
