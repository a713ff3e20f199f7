// What this browser knows of each call, durably: claimed → started → finished → posted → acknowledged or discarded.
// A row has one owner, a tab; the atomic claim keeps calls single. It knows nothing of tools, questions or the gateway.

import type { ToolResultInput } from '../protocol/requests.ts';
import { type Bond, bondOf, type Effect, type Row, type RowBase } from './journal-row.ts';
import {
  type Claim,
  createJournalStore,
  type JournalStore,
  type JournalStoreParts,
} from './journal-store.ts';
import { pruneRows } from './old-rows.ts';

/** The store's rows, and the moves from one state to the next. */
export interface Journal extends Omit<JournalStore, 'move' | 'forget'> {
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
    /** Keep the result in this page's memory: nothing of it is stored. If the page goes first, the call begins anew. */
    isSecret?: boolean,
  ): Promise<boolean>;
  /** Before the request: afterwards a second one must wait until the first can't arrive any more. */
  markPosted(toolUseId: string): Promise<void>;
  settle(toolUseId: string, state: 'acknowledged' | 'discarded'): Promise<void>;
}

export interface JournalParts extends Omit<JournalStoreParts, 'prefix'> {
  /** Gateway, session and widget; the start of every key. */
  namespace: string;
  /** The gateway waits for this call. */
  isWanted: (toolUseId: string) => boolean;
}

type Finished = Extract<Row, { state: 'finished' | 'posted' | 'acknowledged' }>;

/** How long storage that failed is tried again before a claim or a start is given up: it often comes back. */
const PATIENCE_MS = 10_000;

export function createJournal(parts: JournalParts): Journal {
  const { storage, clock, namespace, tabId, isWanted } = parts;
  const prefix = `${namespace}:tool:`;
  const store = createJournalStore({ ...parts, prefix });
  const { move } = store;
  /** Rows whose results are never stored, of this page's own calls; on disk they stand as started. */
  const secret = new Map<string, Finished>();
  /** Calls that this page has claimed: it knows what became of them, whatever storage says later. */
  const claimed = new Set<string>();
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
    // If tidying fails, the next page tidies.
    await pruneRows(storage, clock, isWanted).catch(() => {});
  }

  return {
    ...store,
    get: async (toolUseId) => secret.get(toolUseId) ?? store.get(toolUseId),
    async claim(toolUseId, from, bond) {
      const claim = await move(
        toolUseId,
        // If storage can't be read, another tab may have the call: don't take it. If it can be read but not written,
        // no other tab can store a claim either.
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
    async finish(toolUseId, result, from, bond, isSecret) {
      if (isSecret) {
        secret.set(toolUseId, { ...base(toolUseId), ...bond, state: 'finished', result });
        return true;
      }
      // A result that is true may be posted although it can't be stored. This page knows what became of a call that it
      // has claimed; of any other call only storage can tell, so it is waited for.
      const isKnown = claimed.has(toolUseId) || from?.state === 'started';
      // This result takes the place of one that was posted, which may still arrive.
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
      if (secret.has(toolUseId)) return;
      await move(toolUseId, (row) =>
        row?.state === 'finished' || row?.state === 'posted'
          ? { ...base(toolUseId), ...bondOf(row), state: 'posted', result: row.result }
          : null,
      );
    },
    async settle(toolUseId, state) {
      const held = secret.get(toolUseId);
      secret.delete(toolUseId);
      await move(toolUseId, (row) => {
        if (held && state === 'acknowledged' && isMine(row, 'started')) {
          return { ...held, at: clock.now(), state, result: withoutContent(held.result) };
        }
        if (row === null || row.state === 'acknowledged' || row.state === 'discarded') return null;
        if (state === 'acknowledged' && 'result' in row) {
          return { ...base(toolUseId), state, result: withoutContent(row.result) };
        }
        // A call that another tab is at work on is that tab's to drop.
        return row.owner === tabId ? { ...base(toolUseId), state: 'discarded' } : null;
      });
      store.forget(toolUseId);
      await prune();
    },
  };
}

/** What was found is in the log: this device needs to know only that it was, and how it ended. */
function withoutContent({ content: _, ...result }: ToolResultInput): ToolResultInput {
  return result;
}
