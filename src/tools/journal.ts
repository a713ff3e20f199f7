// What this browser knows of each call, durably: claimed → started → finished → posted → acknowledged or discarded.
// A row has one owner, a tab, known to be alive by a lock that it holds. The atomic claim is the safety; the lock
// only tells who is gone. It knows nothing of tools, questions or the gateway.

import { type Clock, type Locks, type Storage, StorageError } from '../platform/types.ts';
import { parseToolResultBlock } from '../protocol/blocks.ts';
import { isRecord } from '../protocol/json.ts';
import type { ToolResultInput } from '../protocol/requests.ts';

/** What running it again would do; kept in the row, since the next page may not have the tool. */
export type Effect = 'repeatable' | 'navigates' | 'once';

interface RowBase {
  v: 1;
  toolUseId: string;
  /** The tab that may move this row. */
  owner: string;
  /** Wall time of the last change, Unix milliseconds. */
  at: number;
}
export type Row = RowBase &
  (
    | { state: 'claimed' }
    | { state: 'started'; startedAt: number; effect: Effect; canVerify: boolean }
    | { state: 'finished' | 'posted' | 'acknowledged'; result: ToolResultInput }
    | { state: 'discarded' }
  );

/** won: durably ours. volatile: ours, but nothing was stored. lost: another tab was first, or it is over. */
export type Claim = 'won' | 'volatile' | 'lost';

export interface Journal {
  /** A row that another tab could not store; believed while storage has what it had then. */
  hear(toolUseId: string, kept: unknown): void;
  /** Null: nobody has touched it. */
  get(toolUseId: string): Promise<Row | null | 'unreadable'>;
  /** Takes a call that nobody has, or that `from` had (a tab that is gone, at the state seen). */
  claim(toolUseId: string, from: Row | null): Promise<Claim>;
  /** Durably, before the handler runs. `volatile` where that failed, `lost` where the row is no longer ours. */
  start(
    toolUseId: string,
    facts: { startedAt: number; effect: Effect; canVerify: boolean },
  ): Promise<Claim>;
  /** The result, from our claim or from `from`. False: another tab has the call. */
  finish(toolUseId: string, result: ToolResultInput, from: Row | null): Promise<boolean>;
  /** Before the request: afterwards a second one must wait until the first can't arrive any more. */
  markPosted(toolUseId: string): Promise<void>;
  settle(toolUseId: string, state: 'acknowledged' | 'discarded'): Promise<void>;
  isAlive(owner: string): Promise<boolean>;
  /** Resolves when that tab is gone; rejects when `signal` aborts. */
  whenGone(owner: string, signal: AbortSignal): Promise<void>;
  /** One tab at a time, over all tabs. */
  alone(run: () => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Says that this tab lives. Resolves when the others can see it. */
  hold(): Promise<void>;
  /** The page may be frozen: it mustn't look alive. */
  release(): void;
}

/** What could not be stored, and the row that was there then, as JSON. */
interface Kept {
  row: Row;
  base: string;
}

export interface JournalParts {
  storage: Storage;
  locks: Locks;
  clock: Clock;
  /** Says something to the other tabs. */
  tell: (message: { type: 'changed' | 'kept'; toolUseId: string; kept?: Kept }) => void;
  /** Gateway, session and widget; the start of every key and lock. */
  namespace: string;
  /** This tab, fresh for each page load. */
  tabId: string;
}

/** Storage that failed often comes back; until then a call that nobody has stays nobody's. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
const KEEP_SETTLED_MS = 24 * 3_600_000;
/** Rows that nothing came back for, such as those of a session that was never opened again. */
const KEEP_ORPHANED_MS = 30 * 24 * 3_600_000;

export function createJournal(parts: JournalParts): Journal {
  const { storage, locks, clock, tell, namespace, tabId } = parts;
  const prefix = `${namespace}:tool:`;
  const lockName = (tab: string) => `${namespace}:tools:tab:${tab}`;
  /** Rows that could not be stored. They end with the page. */
  const memory = new Map<string, Kept>();
  /** Those that other tabs have told of. */
  const told = new Map<string, Kept>();
  /** What was last read of each call. */
  const lastRead = new Map<string, string>();
  /** Calls that this page has claimed: whatever storage says later, what it tells of these it knows. */
  const claimed = new Set<string>();
  let letGo: (() => void) | null = null;
  let holding: Promise<void> | null = null;
  let isPruned = false;

  /**
   * One transaction: `change` returns the new row, or null to leave what is there. Where storage fails, it is tried
   * again for `patienceMs`; then `change` decides on what this page remembers, `isBlind` where that is nothing.
   */
  async function move(
    toolUseId: string,
    change: (row: Row | null, isBlind: boolean, isClosed: boolean) => Row | null,
    patienceMs = 0,
  ): Promise<Claim> {
    const since = clock.monotonic();
    let next: Row | null = null;
    let isClosed = false;
    while (!memory.has(toolUseId)) {
      try {
        await storage.update(prefix + toolUseId, (before) => {
          next = change(read(before, toolUseId), false, false);
          return next ?? before;
        });
        if (next === null) return 'lost';
        tell({ type: 'changed', toolUseId });
        return storage.isDurable ? 'won' : 'volatile';
      } catch (error) {
        // Refused, full or closed: go on in memory; who needs durability sees `volatile`.
        const failure = error instanceof StorageError ? error.failure : 'closed';
        const isRefused = failure === 'refused';
        isClosed = failure === 'closed';
        // Nobody knows when storage that is slow to open can be had: what can do without doesn't wait for it.
        const canDoWithout = !storage.isDurable && change(null, true, isClosed) !== null;
        if (isRefused || canDoWithout || clock.monotonic() - since >= patienceMs) break;
        await sleep(RETRY_MS);
      }
    }
    const kept = memory.get(toolUseId);
    const row = (kept ?? told.get(toolUseId))?.row ?? null;
    next = change(row, row === null, isClosed);
    if (next === null) return 'lost';
    if (kept === undefined) void storeLater(toolUseId);
    const mine = { row: next, base: kept?.base ?? lastRead.get(toolUseId) ?? 'null' };
    memory.set(toolUseId, mine);
    tell({ type: 'kept', toolUseId, kept: mine });
    return 'volatile';
  }

  /** Other tabs wait for what only this one knows: it is stored as soon as it can be. */
  async function storeLater(toolUseId: string): Promise<void> {
    for (let delayMs = RETRY_MS; ; delayMs = Math.min(2 * delayMs, MAX_RETRY_MS)) {
      await sleep(delayMs);
      const kept = memory.get(toolUseId);
      if (kept === undefined) return;
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

  function read(value: unknown, toolUseId: string): Row | null {
    const row = parseRow(value, toolUseId);
    lastRead.set(toolUseId, JSON.stringify(row));
    const heard = told.get(toolUseId);
    if (heard !== undefined && isSince(row, heard)) return heard.row;
    told.delete(toolUseId);
    return row;
  }

  /** Storage has what it had as this could not be stored, or nothing. */
  const isSince = (row: Row | null, { base }: Kept): boolean =>
    row === null || JSON.stringify(row) === base;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.setTimeout(resolve, ms);
    });
  const base = (toolUseId: string): RowBase => ({ v: 1, toolUseId, owner: tabId, at: clock.now() });
  const isMine = (row: Row | null, state: Row['state']): boolean =>
    row !== null && row.owner === tabId && row.state === state;
  /** Nothing has happened since `from` was read. */
  const isSame = (row: Row | null, from: Row | null): boolean =>
    row === null ? from === null : row.owner === from?.owner && row.state === from.state;

  /** Rows of settled calls keep late tabs from running them again; after a day nobody is that late. */
  async function prune(): Promise<void> {
    if (isPruned) return;
    isPruned = true;
    try {
      const keys = (await storage.keys()).filter((key) => key.includes(':tool:'));
      const rows = await storage.getMany(keys);
      const old = keys.filter((_, index) => {
        const row = rows[index];
        if (!isRecord(row) || typeof row.at !== 'number' || !row.toolUseId) return false;
        const isOver = row.state === 'acknowledged' || row.state === 'discarded';
        return clock.now() - row.at > (isOver ? KEEP_SETTLED_MS : KEEP_ORPHANED_MS);
      });
      if (old.length > 0) await storage.delMany(old);
    } catch {
      // Tidying can wait for another day.
    }
  }

  return {
    async get(toolUseId) {
      const kept = memory.get(toolUseId);
      try {
        const value = await storage.get(prefix + toolUseId);
        const row = parseRow(value, toolUseId);
        if (kept !== undefined) {
          // What another tab has stored since goes before what this one could not store.
          if (row?.owner === tabId || isSince(row, kept)) return kept.row;
          memory.delete(toolUseId);
        }
        return read(value, toolUseId);
      } catch {
        return (kept ?? told.get(toolUseId))?.row ?? 'unreadable';
      }
    },
    hear(toolUseId, value) {
      if (!isRecord(value) || typeof value.base !== 'string') return;
      const row = readRow(value.row, toolUseId);
      if (row !== null && row.owner !== tabId) told.set(toolUseId, { row, base: value.base });
    },
    async claim(toolUseId, from) {
      const claim = await move(
        toolUseId,
        // Nobody can take what can't be looked at: another tab may have it. Where it can be, but nothing can be
        // stored, no other tab can store a claim either.
        (row, isBlind, isClosed) =>
          isSame(row, from) && !(isBlind && isClosed && storage.isDurable)
            ? { ...base(toolUseId), state: 'claimed' }
            : null,
        PATIENCE_MS,
      );
      if (claim !== 'lost') claimed.add(toolUseId);
      return claim;
    },
    start: (toolUseId, facts) =>
      move(
        toolUseId,
        (row) =>
          isMine(row, 'claimed') ? { ...base(toolUseId), state: 'started', ...facts } : null,
        PATIENCE_MS,
      ),
    async finish(toolUseId, result, from) {
      // What is true may be posted even where it can't be noted. That nothing was done is known to be true of a call
      // that this page has claimed; of another one only storage can tell, and it is waited for.
      const isKnown = claimed.has(toolUseId) || from?.state === 'started';
      const claim = await move(
        toolUseId,
        (row, isBlind) => {
          const isOpen = isMine(row, 'claimed') || isMine(row, 'started') || isSame(row, from);
          return (isBlind ? isKnown : isOpen)
            ? { ...base(toolUseId), state: 'finished', result }
            : null;
        },
        isKnown ? 0 : PATIENCE_MS,
      );
      return claim !== 'lost';
    },
    async markPosted(toolUseId) {
      await move(toolUseId, (row) =>
        row?.state === 'finished' || row?.state === 'posted'
          ? { ...base(toolUseId), state: 'posted', result: row.result }
          : null,
      );
    },
    async settle(toolUseId, state) {
      await move(toolUseId, (row) => {
        if (row === null || row.state === 'acknowledged' || row.state === 'discarded') return null;
        if (state === 'acknowledged' && 'result' in row) {
          return { ...base(toolUseId), state, result: row.result };
        }
        // What another tab is still doing is that tab's to drop.
        return row.owner === tabId ? { ...base(toolUseId), state: 'discarded' } : null;
      });
      await prune();
    },
    isAlive: async (owner) =>
      owner === tabId ||
      !(await locks.request(lockName(owner), { ifAvailable: true }, async (isFree) => isFree)),
    whenGone: (owner, signal) => locks.request(lockName(owner), { signal }, async () => {}),
    alone: (run, signal) => locks.request(`${namespace}:tools:post`, { signal }, run),
    hold() {
      holding ??= new Promise((resolve) => {
        const end = new Promise<void>((release) => {
          letGo = release;
        });
        locks
          .request(lockName(tabId), {}, () => {
            resolve();
            return end;
          })
          // A browser that refuses locks: others may think this tab gone, and the claim still keeps calls single.
          .catch(resolve);
      });
      return holding;
    },
    release() {
      letGo?.();
      holding = null;
    },
  };
}

/**
 * What was stored, checked as strictly as what arrives. Null: nothing there. A row that can't be read (damaged, or of a
 * later version) may say that the tool has run: it is taken for that, by a tab that is gone.
 */
function parseRow(value: unknown, toolUseId: string): Row | null {
  if (value === undefined || value === null) return null;
  return readRow(value, toolUseId) ?? maybeRun(toolUseId);
}

/** The row of a call that may have run, for all that anybody can tell. */
export function maybeRun(toolUseId: string): Row {
  const facts = { startedAt: 0, effect: 'once', canVerify: false } as const;
  return { v: 1, toolUseId, owner: '', at: 0, state: 'started', ...facts };
}

function readRow(value: unknown, toolUseId: string): Row | null {
  if (!isRecord(value) || value.v !== 1 || value.toolUseId !== toolUseId) return null;
  const { owner, at, state } = value;
  if (typeof owner !== 'string' || typeof at !== 'number') return null;
  const row: RowBase = { v: 1, toolUseId, owner, at };
  switch (state) {
    case 'claimed':
    case 'discarded':
      return { ...row, state };
    case 'started': {
      const { startedAt, effect, canVerify } = value;
      const isKnown = effect === 'repeatable' || effect === 'navigates' || effect === 'once';
      return {
        ...row,
        state,
        startedAt: typeof startedAt === 'number' ? startedAt : at,
        // In doubt the one that runs nothing twice.
        effect: isKnown ? effect : 'once',
        canVerify: canVerify === true,
      };
    }
    case 'finished':
    case 'posted':
    case 'acknowledged': {
      const result = parseToolResultBlock(value.result);
      if (result === null || result.tool_use_id !== toolUseId) return null;
      const { content, status: _, ...rest } = result;
      const text = typeof content === 'object' ? JSON.stringify(content) : content;
      return { ...row, state, result: text === undefined ? rest : { ...rest, content: text } };
    }
    default:
      return null;
  }
}
