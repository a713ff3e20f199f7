// What this browser knows of each call, durably: claimed → started → finished → posted → acknowledged or discarded.
// A row has one owner, a tab, known to be alive by a lock that it holds. The atomic claim is the safety; the lock
// only tells who is gone. It knows nothing of tools, questions or the gateway.

import type { Locks } from '../platform/types.ts';
import type { ToolResultInput } from '../protocol/requests.ts';
import { type Bond, bondOf, type Effect, type Row, type RowBase } from './journal-row.ts';
import { type Claim, createJournalStore, type JournalStoreParts } from './journal-store.ts';
import { pruneRows } from './old-rows.ts';

export interface Journal {
  /** A row that another tab could not store; believed while storage has what it had then. */
  hear(toolUseId: string, kept: unknown): void;
  /** Null: nobody has touched it. */
  get(toolUseId: string): Promise<Row | null | 'unreadable'>;
  /** Takes a call that nobody has, or that `from` had (a tab that is gone, at the state seen). */
  claim(toolUseId: string, from: Row | null, bond: Bond): Promise<Claim>;
  /** Durably, before the handler runs. `volatile` where that failed, `lost` where the row is no longer ours. */
  start(
    toolUseId: string,
    facts: { startedAt: number; effect: Effect; canVerify: boolean },
  ): Promise<Claim>;
  /** The result of the call that `bond` tells, from our claim or from `from`. False: another tab has the call. */
  finish(
    toolUseId: string,
    result: ToolResultInput,
    from: Row | null,
    bond: Bond,
  ): Promise<boolean>;
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
  /** Nothing waits for storage any more. What still ends is noted where that is possible at once. */
  close(): void;
}

export interface JournalParts extends Omit<JournalStoreParts, 'prefix'> {
  locks: Locks;
  /** Gateway, session and widget; the start of every key and lock. */
  namespace: string;
  /** The gateway waits for this call. */
  isWanted: (toolUseId: string) => boolean;
}

/** Storage that failed often comes back; until then a call that nobody has stays nobody's. */
const PATIENCE_MS = 10_000;

export function createJournal(parts: JournalParts): Journal {
  const { storage, locks, clock, namespace, tabId, isWanted } = parts;
  const prefix = `${namespace}:tool:`;
  const lockName = (tab: string) => `${namespace}:tools:tab:${tab}`;
  const store = createJournalStore({ ...parts, prefix });
  const { get, hear, move } = store;
  /** Calls that this page has claimed: whatever storage says later, what it tells of these it knows. */
  const claimed = new Set<string>();
  let letGo: (() => void) | null = null;
  let holding: Promise<void> | null = null;
  let isPruned = false;

  const base = (toolUseId: string): RowBase => ({ v: 1, toolUseId, owner: tabId, at: clock.now() });
  const isMine = (row: Row | null, state: Row['state']): row is Row =>
    row !== null && row.owner === tabId && row.state === state;
  /** Nothing has happened since `from` was read. */
  const isSame = (row: Row | null, from: Row | null): boolean =>
    row === null ? from === null : row.owner === from?.owner && row.state === from.state;

  async function prune(): Promise<void> {
    if (isPruned) return;
    isPruned = true;
    // Tidying can wait for another day.
    await pruneRows(storage, clock, isWanted).catch(() => {});
  }

  return {
    get,
    hear,
    async claim(toolUseId, from, bond) {
      const claim = await move(
        toolUseId,
        // Nobody can take what can't be looked at: another tab may have it. Where it can be, but nothing can be
        // stored, no other tab can store a claim either.
        (row, isBlind, isClosed) =>
          isSame(row, from) && !(isBlind && isClosed && storage.isDurable)
            ? { ...base(toolUseId), ...bond, state: 'claimed' }
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
          isMine(row, 'claimed')
            ? { ...base(toolUseId), ...bondOf(row), state: 'started', ...facts }
            : null,
        PATIENCE_MS,
      ),
    async finish(toolUseId, result, from, bond) {
      // What is true may be posted even where it can't be noted. That nothing was done is known to be true of a call
      // that this page has claimed; of another one only storage can tell, and it is waited for.
      const isKnown = claimed.has(toolUseId) || from?.state === 'started';
      // In place of a result that was posted: that one may still arrive.
      const hasLeft = from?.state === 'posted';
      const claim = await move(
        toolUseId,
        (row, isBlind) => {
          const isOpen = isMine(row, 'claimed') || isMine(row, 'started') || isSame(row, from);
          return (isBlind ? isKnown : isOpen)
            ? { ...base(toolUseId), ...bond, state: hasLeft ? 'posted' : 'finished', result }
            : null;
        },
        isKnown ? 0 : PATIENCE_MS,
      );
      return claim !== 'lost';
    },
    async markPosted(toolUseId) {
      await move(toolUseId, (row) =>
        row?.state === 'finished' || row?.state === 'posted'
          ? { ...base(toolUseId), ...bondOf(row), state: 'posted', result: row.result }
          : null,
      );
    },
    async settle(toolUseId, state) {
      await move(toolUseId, (row) => {
        if (row === null || row.state === 'acknowledged' || row.state === 'discarded') return null;
        if (state === 'acknowledged' && 'result' in row) {
          return { ...base(toolUseId), state, result: withoutContent(row.result) };
        }
        // What another tab is still doing is that tab's to drop.
        return row.owner === tabId ? { ...base(toolUseId), state: 'discarded' } : null;
      });
      store.forget(toolUseId);
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
      store.release();
      letGo?.();
      holding = null;
    },
    close: store.close,
  };
}

/** What was found is in the log: this device needs to know only that it was, and how it ended. */
function withoutContent({ content: _, ...result }: ToolResultInput): ToolResultInput {
  return result;
}
