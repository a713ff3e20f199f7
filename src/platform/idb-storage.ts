// Storage in IndexedDB through idb-keyval, with a store function of our own: strict durability, a limit on how long a
// caller waits for the database to open, and a new connection when the browser drops one. A database that opens late is
// used from then on; memory takes its place only if the browser refuses to open it. The database is opened at the first
// call, so an unused widget leaves none behind. What was under way when the page went into the back-forward cache is
// begun anew when it comes back, since Firefox never ends it. It knows nothing of what is stored.

import { delMany, get, getMany, keys, set, setMany, type UseStore } from 'idb-keyval';
import { callsBy } from './calls.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { type Clock, type Page, type Storage, StorageError } from './types.ts';

const STORE = 'rows';
const VERSION = 1;
const OPEN_TIMEOUT_MS = 2_000;
/** A page that comes back may find its connection dropped, too. */
const MAX_TRIES = 3;

export interface IdbStorageOptions {
  name: string;
  /** A function, since on some pages merely reading `indexedDB` throws. */
  indexedDB: () => IDBFactory;
  clock: Clock;
  page: Pick<Page, 'on'>;
}

/** Whatever was under way when the page left ends with this once it is back. */
const CAME_BACK = 'the page came back';

/** `isDurable` is certain once a first call has settled; if the database opened late, once `settled` has resolved. */
export function createIdbStorage({ name, indexedDB, clock, page }: IdbStorageOptions): Storage {
  /** The connection that callers wait for. Rejects if the database takes too long to open. */
  let connection: Promise<IDBDatabase> | null = null;
  /** The same connection, without the limit of time. */
  let opening: Promise<IDBDatabase> | null = null;
  let memory: Storage | null = null;
  let hasOpened = false;
  let isLate = false;
  let isClosed = false;
  /** The database that `connection` waits for is open. */
  let isOpen = false;
  /** Ends the wait for each call that is under way. */
  const underWay = new Set<(why: unknown) => void>();
  let isAway = false;
  const stops = [
    page.on('pagehide', () => {
      isAway = true;
    }),
    page.on('pageshow', () => {
      // Chromium tells it twice, by `resume` and by `pageshow`. What was begun after the first needs no second beginning.
      if (!isAway) return;
      isAway = false;
      if (!isOpen) connection = null;
      for (const end of underWay) end(CAME_BACK);
    }),
  ];

  const whileHere = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      underWay.add(reject);
      work.then(resolve, reject).then(() => underWay.delete(reject));
    });

  function connect(): Promise<IDBDatabase> {
    if (connection !== null) return connection;
    isOpen = false;
    const opened = open(indexedDB, name).then(
      (db) => {
        hasOpened = true;
        isOpen = true;
        isLate = false;
        connection = opened;
        const forget = () => {
          if (connection === opened) connection = null;
        };
        // The browser dropped the connection (Safari does so in the background): the next call opens another.
        db.onclose = forget;
        // Another tab upgrades or deletes the database, and must not wait for this one.
        db.onversionchange = () => {
          forget();
          db.close();
        };
        if (isClosed) db.close();
        return db;
      },
      (error) => {
        connection = null;
        // If the database has been open once, don't fall back to memory: its rows would seem to be gone.
        if (!hasOpened) memory = createMemoryStorage();
        throw error;
      },
    );
    opening = opened;
    connection = new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => {
        isLate = !hasOpened;
        reject(new StorageError('closed'));
      }, OPEN_TIMEOUT_MS);
      opened.then(resolve, reject).then(() => clock.clearTimeout(timer));
    });
    return connection;
  }

  const use: UseStore = async (mode, callback) => {
    const db = await connect();
    const transaction = db.transaction(STORE, mode, { durability: 'strict' });
    return callback(transaction.objectStore(STORE));
  };

  /**
   * For writes that ask for nothing first. A page that leaves before the browser commits by itself would leave its
   * transaction open in WebKit, and every read of the next page would wait for it.
   */
  const write: UseStore = (mode, callback) =>
    use(mode, (store) => {
      const done = callback(store);
      store.transaction.commit();
      return done;
    });

  async function run(
    inDatabase: (use: UseStore) => unknown,
    inMemory: (storage: Storage) => unknown,
  ): Promise<unknown> {
    if (isClosed) throw new StorageError('closed');
    if (memory !== null) return inMemory(memory);
    try {
      await whileHere(connect());
    } catch (error) {
      if (memory !== null) return inMemory(memory);
      if (error !== CAME_BACK) throw new StorageError('closed', error);
    }
    for (let tries = 1; ; tries++) {
      try {
        return await whileHere(Promise.resolve(inDatabase(use)));
      } catch (error) {
        if (tries === MAX_TRIES || !isDropped(error)) throw toStorageError(error);
        // The transaction was never begun, or aborted as a whole: repeating it can't apply it twice. Of what was under
        // way when the page left nobody knows that: a write puts the same value there again, a change looks at what is
        // there.
        if (error !== CAME_BACK) connection = null;
      }
    }
  }

  return {
    get isDurable() {
      return memory === null && !isLate;
    },
    get isClosed() {
      return isClosed;
    },
    settled: async () => {
      if (opening !== null) await whileHere(opening).catch(() => {});
    },
    ...callsBy<UseStore>(run, {
      get: (use, key) => get(key, use),
      getMany: (use, wanted) => getMany([...wanted], use),
      set: (_, key, value) => set(key, value, write),
      setMany: (_, entries) =>
        setMany(
          entries.map(([key, value]): [string, unknown] => [key, value]),
          write,
        ),
      update,
      delMany: (_, unwanted) => delMany([...unwanted], write),
      keys: (use) => keys<string>(use),
    }),
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      memory?.close();
      void connection?.then(
        (db) => db.close(),
        () => {},
      );
      connection = null;
    },
  };
}

/** Opens the database, even one that a newer version of the widget has upgraded. */
async function open(factory: () => IDBFactory, name: string): Promise<IDBDatabase> {
  try {
    return await openVersion(factory(), name, VERSION);
  } catch (error) {
    if ((error as Error | null)?.name !== 'VersionError') throw error;
    return openVersion(factory(), name, undefined);
  }
}

function openVersion(
  factory: IDBFactory,
  name: string,
  version: number | undefined,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version);
    request.onupgradeneeded = () => {
      const { objectStoreNames } = request.result;
      if (!objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Replaces idb-keyval's `update`, which can't delete and doesn't resolve to the new value. */
function update(
  use: UseStore,
  key: string,
  change: (before: unknown) => unknown,
): Promise<unknown> {
  return use(
    'readwrite',
    (store) =>
      new Promise((resolve, reject) => {
        const { transaction } = store;
        let after: unknown;
        let failure: unknown = null;
        const reading = store.get(key);
        reading.onsuccess = () => {
          try {
            after = change(reading.result);
            if (after === undefined) store.delete(key);
            // Write only a changed value: an unchanged one needs no room and no flush.
            else if (after !== reading.result) store.put(after, key);
            store.transaction.commit();
          } catch (error) {
            failure = error;
            transaction.abort();
          }
        };
        transaction.oncomplete = () => resolve(after);
        transaction.onabort = () => reject(failure ?? transaction.error);
      }),
  );
}

const DROPPED: readonly string[] = ['InvalidStateError', 'UnknownError', 'AbortError'];

function isDropped(error: unknown): boolean {
  return error === CAME_BACK || (error instanceof DOMException && DROPPED.includes(error.name));
}

function toStorageError(error: unknown): unknown {
  if ((error as Error | null)?.name === 'QuotaExceededError')
    return new StorageError('quota', error);
  return isDropped(error) ? new StorageError('closed', error) : error;
}
