// The outbox on disk: one value for all conversations of a widget, so that each change is one transaction and the
// order of sending is one array. Makes room when the disk is full, and holds in memory what can't be stored.

import { type Clock, type Storage, StorageError } from '../platform/types.ts';
import { type OutboxRow, parseRows } from './outbox-rows.ts';

/** Sent rows that are kept: their ids stay the keys of what is shown, and late second copies are known by them. */
const KEPT_SENT = 30;
/** Storage that fails often comes back. Where it doesn't even open, nobody knows when, and a visitor is waiting. */
const READ_LIMIT_MS = 30_000;
const OPEN_LIMIT_MS = 10_000;
/** When what could not be stored is tried again, doubling. */
const STORE_AGAIN_MS = 1_000;
const MAX_STORE_AGAIN_MS = 30_000;

type Change = (rows: readonly OutboxRow[]) => readonly OutboxRow[];

export interface RowStore {
  /** The rows as last read or written; the same objects where nothing has changed. */
  rows(): readonly OutboxRow[];
  /** Storage has been read at least once: what is there from before is known. */
  hasRead(): boolean;
  /** How long what was written now waits for what may be there from before, milliseconds since the page began. */
  patienceMs(): number;
  /** False: storage can't be read now, and other tabs may know better. */
  read(): Promise<boolean>;
  /** One transaction. `change` may run more than once and must be pure. */
  update(change: Change): Promise<void>;
  /** When storage was asked for what is in `rows`, Unix milliseconds: what other tabs stored later isn't there yet. */
  readAt(): number;
  /** The latest change is in this page's memory alone. */
  isVolatile(): boolean;
  /** This row has never been stored: no other tab can know it. */
  isOnlyHere(localId: string): boolean;
}

export interface RowStorePorts {
  storage: Storage;
  key: string;
  /** Frees room (transcripts are only a cache). */
  evict(): Promise<void>;
  clock: Clock;
  onChange(): void;
}

export function createRowStore(ports: RowStorePorts): RowStore {
  const { storage, key, evict, onChange, clock } = ports;
  let cache: readonly OutboxRow[] = [];
  /** Changes by local id that storage refused, and what was stored there as they were made; null: nothing. */
  const pending = new Map<string, { row: OutboxRow | null; base: string | null }>();
  const onlyHere = new Set<string>();
  let wasRead = false;
  let readAt = 0;
  let isStoring = false;
  let last: Promise<void> = Promise.resolve();

  function adopt(rows: readonly OutboxRow[]): void {
    const known = new Map(cache.map((row) => [row.localId, row]));
    const next = rows.map((row) => {
      const before = known.get(row.localId);
      return before !== undefined && JSON.stringify(before) === JSON.stringify(row) ? before : row;
    });
    const isSame = next.length === cache.length && next.every((row, index) => row === cache[index]);
    if (isSame) return;
    cache = next;
    onChange();
  }

  /** A row that has changed in storage since is another tab's: what it knows goes before what wasn't stored here. */
  function withPending(rows: readonly OutboxRow[]): readonly OutboxRow[] {
    if (pending.size === 0) return rows;
    const merged = rows.flatMap((row) => {
      const mine = pending.get(row.localId);
      if (mine === undefined || mine.base !== JSON.stringify(row)) return [row];
      return mine.row === null ? [] : [mine.row];
    });
    const ids = new Set(rows.map((row) => row.localId));
    // One that was stored and is gone was taken back in another tab.
    for (const [id, { row, base }] of pending) {
      if (row !== null && base === null && !ids.has(id)) merged.push(row);
    }
    return merged;
  }

  async function store(change: Change): Promise<readonly OutboxRow[]> {
    const value = await storage.update(key, (before) => {
      const rows = prune(change(withPending(parseRows(before))));
      return rows.length === 0 ? undefined : { v: 1, rows };
    });
    return parseRows(value);
  }

  /** What failed for a moment is stored as soon as it can be, also where the conversation has been closed since. */
  async function storeLater(): Promise<void> {
    if (isStoring) return;
    isStoring = true;
    let delayMs = STORE_AGAIN_MS;
    while (pending.size > 0) {
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, delayMs);
      });
      if (pending.size > 0) await update((rows) => rows);
      delayMs = Math.min(2 * delayMs, MAX_STORE_AGAIN_MS);
    }
    isStoring = false;
  }

  /** One after the other: what is written first stands first, also where its way to the disk is longer. */
  function update(change: Change): Promise<void> {
    const done = last.then(() => updateNow(change));
    last = done.catch(() => {});
    return done;
  }

  async function updateNow(change: Change): Promise<void> {
    for (let isRetry = false; ; isRetry = true) {
      const startedAt = clock.now();
      try {
        const rows = await store(change);
        wasRead = true;
        readAt = startedAt;
        pending.clear();
        onlyHere.clear();
        adopt(rows);
        return;
      } catch (error) {
        const isFull = error instanceof StorageError && error.failure === 'quota';
        if (!isFull || isRetry) break;
        await evict().catch(() => {});
      }
    }
    const before = cache;
    const after = prune(change(before));
    const known = new Map(before.map((row) => [row.localId, row]));
    const note = (id: string, row: OutboxRow | null): void => {
      const stored = pending.get(id);
      const base = stored === undefined ? (JSON.stringify(known.get(id)) ?? null) : stored.base;
      pending.set(id, { row, base });
    };
    for (const row of after) {
      const was = known.get(row.localId);
      if (was === row) continue;
      note(row.localId, row);
      if (was === undefined) onlyHere.add(row.localId);
    }
    const ids = new Set(after.map((row) => row.localId));
    for (const { localId } of before) if (!ids.has(localId)) note(localId, null);
    adopt(after);
    void storeLater();
  }

  return {
    rows: () => cache,
    readAt: () => readAt,
    async read() {
      const startedAt = clock.now();
      try {
        adopt(withPending(parseRows(await storage.get(key))));
        wasRead = true;
        readAt = startedAt;
        return true;
      } catch {
        return false;
      }
    },
    update,
    hasRead: () => wasRead,
    patienceMs: () => (storage.isDurable ? READ_LIMIT_MS : OPEN_LIMIT_MS),
    isVolatile: () => pending.size > 0,
    isOnlyHere: (localId) => onlyHere.has(localId),
  };
}

function prune(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const sent = rows.filter((row) => row.state === 'sent' && row.content.length === 0);
  const old = new Set(sent.slice(0, Math.max(0, sent.length - KEPT_SENT)));
  return old.size === 0 ? rows : rows.filter((row) => !old.has(row));
}
