// The journal's rows in storage, one cell a call; a row that could not be stored is told to the other tabs until it is.
// It knows which row was there last, and nothing of what the states mean.

import { type Cell, createCell } from '../platform/cell.ts';
import type { Clock, Storage } from '../platform/types.ts';
import { isRecord } from '../protocol/json.ts';
import { parseRow, type Row, readRow, stampOf } from './journal-row.ts';

/** won: durably ours. volatile: ours, but nothing was stored. lost: another tab was first, or it is over. */
export type Claim = 'won' | 'volatile' | 'lost';

/**
 * The new row, or null to leave what is there. `isBlind`: storage can't be read, and this page has stored nothing of the
 * call. `isClosed`: storage can't be read; other tabs may know more.
 */
export type Change = (row: Row | null, isBlind: boolean, isClosed: boolean) => Row | null;

/** A row that a tab could not store, and the stamp of the row that was on disk then. */
interface Told {
  row: Row;
  base: string;
}

export interface JournalStoreParts {
  storage: Storage;
  clock: Clock;
  /** Says something to the other tabs. */
  tell: (message: { type: 'changed' | 'kept'; toolUseId: string; kept?: Told }) => void;
  /** Frees room (transcripts are only a cache). */
  evict: () => Promise<void>;
  /** The start of every key. */
  prefix: string;
  /** This tab, fresh for each page load. */
  tabId: string;
}

export interface JournalStore {
  /** Null: nobody has touched the call. */
  get(toolUseId: string): Promise<Row | null | 'unreadable'>;
  /** A row that another tab could not store: it counts while the disk has what it had then. */
  hear(toolUseId: string, told: unknown): void;
  /**
   * One transaction. If storage fails, it is tried again for `patienceMs`; then `change` decides on what this page
   * knows, and the row is kept here.
   */
  move(toolUseId: string, change: Change, patienceMs?: number): Promise<Claim>;
  /** The call is over: nothing will be decided on what this page has stored of it. */
  forget(toolUseId: string): void;
  /** The page may be frozen: from now on other tabs may take what it has stored. */
  release(): void;
  /** Nothing waits for storage any more. What still ends is noted where that is possible at once. */
  close(): void;
}

const RETRY_MS = 1_000;
const NONE = stampOf(null);

export function createJournalStore(parts: JournalStoreParts): JournalStore {
  const { storage, clock, tell, evict, prefix, tabId } = parts;
  const cells = new Map<string, Cell<Row>>();
  const told = new Map<string, Told>();
  const waits = new Set<() => void>();
  let isOver = false;

  function cellOf(toolUseId: string): Cell<Row> {
    const known = cells.get(toolUseId);
    if (known !== undefined) return known;
    const cell = createCell<Row>({
      storage,
      clock,
      evict,
      key: prefix + toolUseId,
      parse(stored) {
        const row = parseRow(stored, toolUseId);
        return row === null ? [] : [row];
      },
      pack: ([row]) => row,
      idOf: () => toolUseId,
      stampOf,
      // No other tab takes a row from a living one: a stored row of this tab is older than the one that it kept.
      isSince: (row, base) => row === null || row.owner === tabId || stampOf(row) === base,
      onStored: () => tell({ type: 'changed', toolUseId }),
      isOver: () => isOver,
    });
    cells.set(toolUseId, cell);
    return cell;
  }

  /** The row on disk, or what another tab has told of it. */
  function withTold(toolUseId: string, row: Row | null): Row | null {
    const heard = told.get(toolUseId);
    if (heard !== undefined && (row === null || stampOf(row) === heard.base)) return heard.row;
    told.delete(toolUseId);
    return row;
  }

  /** The row without a look at storage: one that only this page has, or was told of, or one that it has stored itself. */
  function knownHere(toolUseId: string): Row | null {
    const cell = cellOf(toolUseId);
    const row = cell.rows()[0] ?? null;
    if (cell.hasUnstored()) return row;
    return told.get(toolUseId)?.row ?? (row?.owner === tabId ? row : null);
  }

  async function move(toolUseId: string, change: Change, patienceMs = 0): Promise<Claim> {
    const cell = cellOf(toolUseId);
    const since = clock.monotonic();
    for (;;) {
      const isKept = cell.hasUnstored();
      let decided: Row | null | undefined;
      const failure = await cell.attempt((rows) => {
        const row = rows[0] ?? null;
        decided = change(isKept ? row : withTold(toolUseId, row), false, false);
        return decided === null ? rows : [decided];
      });
      // Also if the transaction failed: it decided to change nothing.
      if (decided === null) return 'lost';
      if (failure === null) {
        told.delete(toolUseId);
        return storage.isDurable ? 'won' : 'volatile';
      }
      const isClosed = failure === 'closed';
      // Storage that is slow to open may never open: a change that can do without it doesn't wait.
      const canDoWithout = !storage.isDurable && change(null, true, isClosed) !== null;
      const hasWaited = clock.monotonic() - since >= patienceMs;
      if (isKept || isOver || failure === 'refused' || canDoWithout || hasWaited) {
        return keep(toolUseId, isClosed ? undefined : decided, change, isClosed);
      }
      await sleep(RETRY_MS);
    }
  }

  /** Storage is refused, full or closed: go on in memory. A caller who needs durability sees `volatile`. */
  function keep(
    toolUseId: string,
    decided: Row | undefined,
    change: Change,
    isClosed: boolean,
  ): Claim {
    const here = knownHere(toolUseId);
    const row = decided ?? change(here, here === null, isClosed);
    if (row === null) return 'lost';
    const cell = cellOf(toolUseId);
    cell.keep(() => [row]);
    const base = cell.stampOnDisk(toolUseId) ?? NONE;
    tell({ type: 'kept', toolUseId, kept: { row, base } });
    return 'volatile';
  }

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

  /** Forgets a row, unless only this page has it. */
  function drop(toolUseId: string): void {
    if (cells.get(toolUseId)?.hasUnstored() === false) cells.delete(toolUseId);
  }

  return {
    move,
    async get(toolUseId) {
      const cell = cellOf(toolUseId);
      const isRead = await cell.read();
      const row = cell.rows()[0] ?? null;
      if (cell.hasUnstored()) return row ?? 'unreadable';
      if (isRead) return withTold(toolUseId, row);
      return told.get(toolUseId)?.row ?? 'unreadable';
    },
    hear(toolUseId, value) {
      if (!isRecord(value) || typeof value.base !== 'string') return;
      const row = readRow(value.row, toolUseId);
      if (row !== null && row.owner !== tabId) told.set(toolUseId, { row, base: value.base });
    },
    forget: drop,
    release() {
      for (const toolUseId of [...cells.keys()]) drop(toolUseId);
    },
    close() {
      isOver = true;
      for (const end of [...waits]) end();
    },
  };
}
