// Rows under one key of a storage that may fail: each change is one transaction. A change that could not be stored is
// kept in this page with the stamp that the row had on disk, counts while the disk still has that row, and is stored as
// soon as that works. If another tab has stored the row anew meanwhile, the other tab's change counts. A row that never
// reached the disk ends with its page. It knows nothing of what a row means.

import { writeJson } from '../dom/json.ts';
import { type Clock, type Storage, StorageError, type StorageFailure } from './types.ts';

export interface CellPorts<Row> {
  storage: Storage;
  clock: Clock;
  key: string;
  /** Must be able to read whatever stands there, also what another version of the widget has stored. */
  parse(stored: unknown): readonly Row[];
  /** `undefined`: nothing is to be stored. */
  pack(rows: readonly Row[]): unknown;
  idOf(row: Row): string;
  /** Differs for two rows that differ. Default: the row as JSON. */
  stampOf?(row: Row): string;
  /** A change kept here still counts, with this row on disk (null: none). Default: the disk has the same row as then. */
  isSince?(stored: Row | null, base: string | null): boolean;
  /** Drops rows that nobody needs any more; applied to each change. */
  tidy?(rows: readonly Row[]): readonly Row[];
  /** Makes room on a full disk. */
  evict(): Promise<void>;
  /** `rows()` has changed. */
  onChange?(): void;
  /** Rows have changed on disk: other tabs can read that. */
  onStored?(): void;
  /** Nothing is stored later any more. */
  isOver?(): boolean;
}

/** May run more than once, and so must be pure. Returns the same array to change nothing. */
export type Change<Row> = (rows: readonly Row[]) => readonly Row[];

export interface Cell<Row> {
  /** As last read or written, with what could not be stored; a row that hasn't changed stays the same object. */
  rows(): readonly Row[];
  /** False: storage can't be read now, and other tabs may know more. */
  read(): Promise<boolean>;
  /** Changes the rows on disk; in this page alone if the disk can't be written. */
  update(change: Change<Row>): Promise<void>;
  /** Changes the rows on disk or not at all. Null: that has worked. */
  attempt(change: Change<Row>): Promise<StorageFailure | null>;
  /** Changes the rows in this page at once, and on disk a moment later. */
  keep(change: Change<Row>): void;
  /** Tries to store now what was kept. */
  flush(): Promise<void>;
  /** Storage has been read at least once. */
  hasRead(): boolean;
  /** When storage was last asked for the rows, Unix milliseconds. */
  readAt(): number;
  /** Something has changed in this page alone. */
  hasUnstored(): boolean;
  /** The stamp that this row had on disk, when storage was last asked; null: it wasn't there. */
  stampOnDisk(id: string): string | null;
}

/** A change that the disk doesn't have: the row (null: it was taken out), and the stamp that it had on disk then. */
interface Kept<Row> {
  row: Row | null;
  base: string | null;
}

/** When what could not be stored is tried again, doubling. */
const AGAIN_MS = 1_000;
const MAX_AGAIN_MS = 30_000;

export function createCell<Row>(ports: CellPorts<Row>): Cell<Row> {
  const { storage, clock, key, parse, pack, idOf, stampOf = writeJson } = ports;
  const { tidy = (all) => all, isOver = () => false } = ports;
  const stampOrNull = (row: Row | null): string | null => (row === null ? null : stampOf(row));
  const isSince = ports.isSince ?? ((row, base) => stampOrNull(row) === base);
  let rows: readonly Row[] = [];
  let onDisk = new Map<string, string>();
  /** Changes that only this page has. */
  const unstored = new Map<string, Kept<Row>>();
  let wasRead = false;
  let readAt = 0;
  let isWaiting = false;
  let last: Promise<unknown> = Promise.resolve();

  const byId = (all: readonly Row[]): Map<string, Row> =>
    new Map(all.map((row) => [idOf(row), row]));

  function show(next: readonly Row[]): void {
    const known = byId(rows);
    const same = next.map((row) => {
      const before = known.get(idOf(row));
      return before !== undefined && stampOf(before) === stampOf(row) ? before : row;
    });
    if (same.length === rows.length && same.every((row, index) => row === rows[index])) return;
    rows = same;
    ports.onChange?.();
  }

  function withUnstored(stored: readonly Row[]): readonly Row[] {
    if (unstored.size === 0) return stored;
    const merged = stored.flatMap((row) => {
      const kept = unstored.get(idOf(row));
      if (kept === undefined || !isSince(row, kept.base)) return [row];
      return kept.row === null ? [] : [kept.row];
    });
    const ids = byId(stored);
    for (const [id, { row, base }] of unstored) {
      // A row that was on disk and is gone was taken out by another tab.
      if (row !== null && !ids.has(id) && isSince(null, base)) merged.push(row);
    }
    return merged;
  }

  function note(stored: readonly Row[], askedAt: number): void {
    wasRead = true;
    readAt = askedAt;
    onDisk = new Map(stored.map((row) => [idOf(row), stampOf(row)]));
  }

  async function transact(change: Change<Row>): Promise<StorageFailure | null> {
    const askedAt = clock.now();
    let seen = null as { stored: readonly Row[]; kept: Map<string, Kept<Row>> } | null;
    let isNews = false;
    try {
      const value = await storage.update(key, (before) => {
        const stored = parse(before);
        const known = withUnstored(stored);
        seen = { stored, kept: new Map(unstored) };
        const next = tidy(change(known));
        isNews = next !== stored;
        return isNews ? pack(next) : before;
      });
      const stored = parse(value);
      note(stored, askedAt);
      if (seen !== null) forget(seen.kept);
      show(withUnstored(stored));
      if (isNews) ports.onStored?.();
      return null;
    } catch (error) {
      const failure = error instanceof StorageError ? error.failure : 'closed';
      // A disk that is full can still be read.
      if (seen !== null && failure === 'quota') {
        note(seen.stored, askedAt);
        show(withUnstored(seen.stored));
      }
      return failure;
    }
  }

  /** These are stored. What was kept of the same rows meanwhile was made from them. */
  function forget(stored: ReadonlyMap<string, Kept<Row>>): void {
    for (const [id, kept] of [...unstored]) {
      if (stored.get(id) === kept) unstored.delete(id);
      else if (stored.has(id)) unstored.set(id, { ...kept, base: onDisk.get(id) ?? null });
    }
  }

  async function flush(): Promise<void> {
    if (unstored.size > 0) await attempt((all) => all);
  }

  async function attempt(change: Change<Row>): Promise<StorageFailure | null> {
    const failure = await transact(change);
    if (failure !== 'quota') return failure;
    await ports.evict().catch(() => {});
    return transact(change);
  }

  function keep(change: Change<Row>): void {
    const before = byId(rows);
    const next = tidy(change(rows));
    const after = byId(next);
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const row = after.get(id) ?? null;
      if (row !== (before.get(id) ?? null)) unstored.set(id, { row, base: onDisk.get(id) ?? null });
    }
    show(next);
    void storeLater();
  }

  /** Also after the conversation was closed, as long as the storage is open. */
  async function storeLater(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    for (let delayMs = AGAIN_MS; unstored.size > 0; delayMs = Math.min(2 * delayMs, MAX_AGAIN_MS)) {
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, delayMs);
      });
      if (isOver() || storage.isClosed || unstored.size === 0) break;
      await inTurn(flush);
    }
    isWaiting = false;
  }

  /** What is written first stands first, also if its way to the disk takes longer. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = last.then(run);
    last = done.catch(() => {});
    return done;
  }

  return {
    rows: () => rows,
    async read() {
      const askedAt = clock.now();
      try {
        const stored = parse(await storage.get(key));
        note(stored, askedAt);
        show(withUnstored(stored));
        return true;
      } catch {
        return false;
      }
    },
    update: (change) =>
      inTurn(async () => {
        if ((await attempt(change)) !== null) keep(change);
      }),
    attempt: (change) => inTurn(() => attempt(change)),
    keep,
    flush: () => inTurn(flush),
    hasRead: () => wasRead,
    readAt: () => readAt,
    hasUnstored: () => unstored.size > 0,
    stampOnDisk: (id) => onDisk.get(id) ?? null,
  };
}
