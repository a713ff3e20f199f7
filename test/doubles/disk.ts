// A disk that several tabs share, as Storage: values are cloned, transactions run one after the other, and it can be
// made slow, full, refusing or lost. It outlives the tabs, so a test can reload.

import {
  type Clock,
  type Storage,
  StorageError,
  type StorageFailure,
} from '../../src/platform/types.ts';

export type DiskOperation = 'get' | 'getMany' | 'set' | 'setMany' | 'update' | 'delMany' | 'keys';

export interface DiskFault {
  failure: StorageFailure;
  /** Only these operations; all by default. */
  operations?: readonly DiskOperation[];
  /** Only operations that touch a key for which this holds. */
  key?: (key: string) => boolean;
  /** How often, Infinity by default. */
  times?: number;
}

export interface TabStorage extends Storage {
  /** The page is gone: what it has begun may still be written, but it hears of nothing any more. */
  kill(): void;
}

export interface Disk {
  /** `opensAfterMs`: how long it takes to open, of virtual time; needs a clock. With `isDurable` false it is refused then. */
  tab(options?: { isDurable?: boolean; opensAfterMs?: number }): TabStorage;
  /** Injects a fault; returns how to end it. */
  fail(fault: DiskFault): () => void;
  /** Room in bytes of JSON; a write beyond it fails with `quota` and changes nothing. */
  quotaBytes: number;
  /** Virtual milliseconds an operation takes; needs a clock. */
  latencyMs: number;
  /** What is stored now, cloned. */
  peek(key: string): unknown;
  entries(): [string, unknown][];
  /** Puts something there as an older version (or an attacker) might have. */
  plant(key: string, value: unknown): void;
  /** Each completed write, in order, for invariants such as "journal before handler". */
  readonly writes: { key: string; value: unknown }[];
  bytes(): number;
}

/** How long a call waits for storage that is slow to open. */
const OPEN_TIMEOUT_MS = 2_000;

const WRITES: ReadonlySet<DiskOperation> = new Set(['set', 'setMany', 'update', 'delMany']);

export function createDisk(options: { clock?: Clock; latencyMs?: number } = {}): Disk {
  const { clock } = options;
  const rows = new Map<string, unknown>();
  const faults: Required<DiskFault>[] = [];
  let tail: Promise<void> = Promise.resolve();

  const wait = (): Promise<void> =>
    clock === undefined || disk.latencyMs <= 0
      ? Promise.resolve()
      : new Promise((done) => clock.setTimeout(done, disk.latencyMs));

  function strike(operation: DiskOperation, keys: readonly string[]): void {
    for (const fault of faults) {
      if (fault.times <= 0 || !fault.operations.includes(operation)) continue;
      if (keys.length > 0 && !keys.some(fault.key)) continue;
      fault.times -= 1;
      throw new StorageError(fault.failure);
    }
  }

  /** Applies all changes or, past the quota, none. */
  function write(changes: readonly (readonly [string, unknown])[]): void {
    const before = changes.map(([key]) => [key, rows.has(key), rows.get(key)] as const);
    for (const [key, value] of changes) {
      if (value === undefined) rows.delete(key);
      else rows.set(key, value);
    }
    const grows = changes.some(([, value]) => value !== undefined);
    if (grows && disk.quotaBytes < Number.POSITIVE_INFINITY && disk.bytes() > disk.quotaBytes) {
      for (const [key, had, value] of before) {
        if (had) rows.set(key, value);
        else rows.delete(key);
      }
      throw new StorageError('quota');
    }
    // What is stored is nobody's to change: whoever reads it gets a copy.
    for (const [key, value] of changes) disk.writes.push({ key, value });
  }

  const disk: Disk = {
    quotaBytes: Number.POSITIVE_INFINITY,
    latencyMs: options.latencyMs ?? 0,
    writes: [],
    peek: (key) => structuredClone(rows.get(key)),
    entries: () => structuredClone([...rows]),
    plant: (key, value) => {
      rows.set(key, structuredClone(value));
    },
    bytes() {
      let sum = 0;
      for (const [key, value] of rows) sum += key.length + (JSON.stringify(value) ?? '').length;
      return sum;
    },
    fail(fault) {
      const full = {
        operations: [...WRITES, 'get', 'getMany', 'keys'] as DiskOperation[],
        key: () => true,
        times: Number.POSITIVE_INFINITY,
        ...fault,
      };
      faults.push(full);
      return () => {
        const index = faults.indexOf(full);
        if (index >= 0) faults.splice(index, 1);
      };
    },
    tab({ isDurable = true, opensAfterMs = 0 } = {}) {
      let isDead = false;
      let isClosed = false;
      let isOpen = opensAfterMs <= 0 || clock === undefined;
      let isLate = false;
      const after = (ms: number, act: () => void): Promise<void> =>
        new Promise((resolve) => {
          if (isOpen) return resolve();
          clock?.setTimeout(() => {
            if (isDead) return;
            act();
            resolve();
          }, ms);
        });
      const opened = after(opensAfterMs, () => {
        isOpen = true;
      });
      const patience = after(OPEN_TIMEOUT_MS, () => {
        isLate = !isOpen;
      });

      async function runLate<T>(
        operation: DiskOperation,
        keys: readonly string[],
        act: () => T,
      ): Promise<T> {
        await Promise.race([opened, patience]);
        if (!isOpen) throw new StorageError('closed');
        return run(operation, keys, act);
      }

      function run<T>(operation: DiskOperation, keys: readonly string[], act: () => T): Promise<T> {
        if (!isOpen) return runLate(operation, keys, act);
        return new Promise<T>((resolve, reject) => {
          if (isDead) return;
          const mine = tail.then(wait).then(() => {
            // A read of a dead page has no effect; a write that was under way may be on disk.
            if (isDead && !WRITES.has(operation)) return;
            try {
              if (isClosed) throw new StorageError('closed');
              strike(operation, keys);
              const value = act();
              if (!isDead) resolve(value);
            } catch (error) {
              if (!isDead) reject(error);
            }
          });
          tail = mine;
        });
      }

      return {
        get isDurable() {
          return isDurable && (isOpen || !isLate);
        },
        settled: () => opened,
        get: (key) => run('get', [key], () => structuredClone(rows.get(key))),
        getMany: (keys) =>
          run('getMany', keys, () => keys.map((key) => structuredClone(rows.get(key)))),
        set(key, value) {
          const copy = structuredClone(value);
          return run('set', [key], () => write([[key, copy]]));
        },
        setMany(entries) {
          const copies = structuredClone(entries.map(([key, value]) => [key, value] as const));
          return run(
            'setMany',
            copies.map(([key]) => key),
            () => write(copies),
          );
        },
        update: (key, change) =>
          run('update', [key], () => {
            // The page's own code runs inside the transaction: a dead page can't finish one.
            if (isDead) return undefined;
            const after = structuredClone(change(structuredClone(rows.get(key))));
            write([[key, after]]);
            return structuredClone(after);
          }),
        delMany: (keys) =>
          run('delMany', keys, () => write(keys.map((key) => [key, undefined] as const))),
        keys: () => run('keys', [], () => [...rows.keys()]),
        close: () => {
          isClosed = true;
        },
        kill: () => {
          isDead = true;
        },
      };
    },
  };
  return disk;
}
