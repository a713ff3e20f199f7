// The journal's rows in storage, one transaction a move; where storage fails, in this page's memory and, as told, in
// that of the other tabs until it is back. It knows which row was there last, and nothing of what the states mean.

import { type Clock, type Storage, StorageError, type StorageFailure } from '../platform/types.ts';
import { isRecord } from '../protocol/json.ts';
import { parseRow, type Row, readRow, stampOf } from './journal-row.ts';

/** won: durably ours. volatile: ours, but nothing was stored. lost: another tab was first, or it is over. */
export type Claim = 'won' | 'volatile' | 'lost';

/** The new row, or null to leave what is there. `isBlind`: nothing is known; `isClosed`: other tabs may know more. */
export type Change = (row: Row | null, isBlind: boolean, isClosed: boolean) => Row | null;

/** What could not be stored, and the stamp of the row that was there then. */
interface Kept {
  row: Row;
  base: string;
}

export interface JournalStoreParts {
  storage: Storage;
  clock: Clock;
  /** Says something to the other tabs. */
  tell: (message: { type: 'changed' | 'kept'; toolUseId: string; kept?: Kept }) => void;
  /** Frees room (transcripts are only a cache). */
  evict: () => Promise<void>;
  /** The start of every key. */
  prefix: string;
  /** This tab, fresh for each page load. */
  tabId: string;
}

export interface JournalStore {
  get(toolUseId: string): Promise<Row | null | 'unreadable'>;
  /** A row that another tab could not store; believed while storage has what it had then. */
  hear(toolUseId: string, kept: unknown): void;
  /**
   * Where storage fails, it is tried again for `patienceMs`; then `change` decides on what this page knows, which is
   * nothing where it is told that it `isBlind`.
   */
  move(toolUseId: string, change: Change, patienceMs?: number): Promise<Claim>;
  /** It is over: nothing will be decided on what this page has stored of it. */
  forget(toolUseId: string): void;
  /** From now on other tabs may take what this page has stored. */
  release(): void;
  /** Ends what waits for storage to come back. */
  close(): void;
}

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export function createJournalStore(parts: JournalStoreParts): JournalStore {
  const { storage, clock, tell, evict, prefix, tabId } = parts;
  /** Rows that could not be stored. They end with the page. */
  const memory = new Map<string, Kept>();
  /** Those that other tabs have told of. */
  const told = new Map<string, Kept>();
  /** Stamps of what storage had last. */
  const last = new Map<string, string>();
  /** What this page has stored: true also where storage can't be looked at, since nobody takes it from a living tab. */
  const mine = new Map<string, Row>();
  const waits = new Set<() => void>();
  let isOver = false;

  /** `decided`: what `change` made of what is there, where that could be read. */
  async function tryMove(
    toolUseId: string,
    change: Change,
  ): Promise<{ decided?: Row | null; failure?: StorageFailure }> {
    const seen: { decided?: Row | null } = {};
    try {
      await storage.update(prefix + toolUseId, (before) => {
        seen.decided = change(read(before, toolUseId), false, false);
        return seen.decided ?? before;
      });
      return seen;
    } catch (error) {
      return { ...seen, failure: error instanceof StorageError ? error.failure : 'closed' };
    }
  }

  async function move(toolUseId: string, change: Change, patienceMs = 0): Promise<Claim> {
    const since = clock.monotonic();
    let decided: Row | null | undefined;
    let failure: StorageFailure | undefined;
    let hasEvicted = false;
    while (!memory.has(toolUseId)) {
      ({ decided, failure } = await tryMove(toolUseId, change));
      // Also where it failed: that there was no room to put back what is there says nothing about the call.
      if (decided === null) return 'lost';
      if (failure === undefined && decided !== undefined) {
        keepInMind(toolUseId, decided);
        tell({ type: 'changed', toolUseId });
        return storage.isDurable ? 'won' : 'volatile';
      }
      if (failure === 'quota' && !hasEvicted) {
        hasEvicted = true;
        await evict().catch(() => {});
        continue;
      }
      // Nobody knows when storage that is slow to open can be had: what can do without doesn't wait for it.
      const canDoWithout = !storage.isDurable && change(null, true, failure === 'closed') !== null;
      const hasWaited = clock.monotonic() - since >= patienceMs;
      if (failure === 'refused' || canDoWithout || hasWaited || isOver) break;
      await sleep(RETRY_MS);
    }
    // Refused, full or closed: go on in memory; who needs durability sees `volatile`.
    const isClosed = failure === 'closed';
    const next = memory.has(toolUseId) || isClosed ? undefined : decided;
    return keep(toolUseId, next ?? decideHere(toolUseId, change, isClosed));
  }

  /** By what this page knows, without a look at storage. */
  function decideHere(toolUseId: string, change: Change, isClosed: boolean): Row | null {
    const kept = memory.get(toolUseId) ?? told.get(toolUseId);
    const row = kept?.row ?? mine.get(toolUseId) ?? null;
    return change(row, row === null, isClosed);
  }

  function keep(toolUseId: string, row: Row | null): Claim {
    if (row === null) return 'lost';
    const before = memory.get(toolUseId);
    if (before === undefined) void storeLater(toolUseId);
    const kept = { row, base: before?.base ?? last.get(toolUseId) ?? stampOf(null) };
    memory.set(toolUseId, kept);
    tell({ type: 'kept', toolUseId, kept });
    return 'volatile';
  }

  /** Other tabs wait for what only this one knows: it is stored as soon as it can be. */
  async function storeLater(toolUseId: string): Promise<void> {
    for (let delayMs = RETRY_MS; ; delayMs = Math.min(2 * delayMs, MAX_RETRY_MS)) {
      await sleep(delayMs);
      const kept = memory.get(toolUseId);
      if (kept === undefined || isOver) return;
      try {
        await storage.update(prefix + toolUseId, (before) => {
          const row = parseRow(before, toolUseId);
          return row?.owner === tabId || isSince(row, kept) ? kept.row : before;
        });
      } catch {
        continue;
      }
      if (memory.get(toolUseId) !== kept) continue;
      memory.delete(toolUseId);
      tell({ type: 'changed', toolUseId });
      return;
    }
  }

  function keepInMind(toolUseId: string, row: Row): void {
    mine.set(toolUseId, row);
    last.set(toolUseId, stampOf(row));
    // It was taken into account.
    told.delete(toolUseId);
  }

  function read(value: unknown, toolUseId: string): Row | null {
    const row = parseRow(value, toolUseId);
    last.set(toolUseId, stampOf(row));
    if (row?.owner !== tabId) mine.delete(toolUseId);
    const heard = told.get(toolUseId);
    if (heard !== undefined && isSince(row, heard)) return heard.row;
    told.delete(toolUseId);
    return row;
  }

  /** Storage has what it had as this could not be stored, or nothing. */
  const isSince = (row: Row | null, { base }: Kept): boolean =>
    row === null || stampOf(row) === base;

  /** Ends early where the page is done with the journal. */
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isOver) return resolve();
      const end = (): void => {
        clock.clearTimeout(timer);
        waits.delete(end);
        resolve();
      };
      const timer = clock.setTimeout(end, ms);
      waits.add(end);
    });

  return {
    move,
    async get(toolUseId) {
      const own = memory.get(toolUseId);
      try {
        const value = await storage.get(prefix + toolUseId);
        if (own !== undefined) {
          const row = parseRow(value, toolUseId);
          // What another tab has stored since goes before what this one could not store.
          if (row?.owner === tabId || isSince(row, own)) return own.row;
          memory.delete(toolUseId);
        }
        return read(value, toolUseId);
      } catch {
        const kept = own ?? told.get(toolUseId);
        return kept?.row ?? 'unreadable';
      }
    },
    hear(toolUseId, value) {
      if (!isRecord(value) || typeof value.base !== 'string') return;
      const row = readRow(value.row, toolUseId);
      if (row !== null && row.owner !== tabId) told.set(toolUseId, { row, base: value.base });
    },
    forget: (toolUseId) => mine.delete(toolUseId),
    release: () => mine.clear(),
    close() {
      isOver = true;
      for (const end of [...waits]) end();
    },
  };
}
