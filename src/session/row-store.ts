// The outbox on disk: one value for all conversations of a widget, so that each change is one transaction and the
// order of sending is one array.

import { type Cell, createCell } from '../platform/cell.ts';
import { type OutboxRow, parseRows } from './outbox-rows.ts';
import type { SessionContext } from './settings.ts';

/** Sent rows that are kept: their ids stay the keys of what is shown, and late second copies are known by them. */
const KEPT_SENT = 30;

/** The rows of all conversations, in the order of sending. */
export type RowStore = Cell<OutboxRow>;

/**
 * @param on.onChange the rows are others than before, here.
 * @param on.onStored they are others on disk: other tabs can read that.
 */
export function createRowStore(
  { platform, namespace, evict }: Pick<SessionContext, 'platform' | 'namespace' | 'evict'>,
  on: { onChange(): void; onStored(): void },
): RowStore {
  return createCell({
    ...on,
    storage: platform.storage,
    clock: platform.clock,
    key: `${namespace}:outbox`,
    evict,
    parse: parseRows,
    pack: (rows) => (rows.length === 0 ? undefined : { v: 1, rows }),
    idOf: (row) => row.localId,
    tidy: prune,
  });
}

/** No other tab can know this row: it has never been stored. */
export function isOnlyHere(store: RowStore, localId: string): boolean {
  return store.stampOnDisk(localId) === null;
}

function prune(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const sent = rows.filter((row) => row.state === 'sent' && row.content.length === 0);
  const old = new Set(sent.slice(0, Math.max(0, sent.length - KEPT_SENT)));
  return old.size === 0 ? rows : rows.filter((row) => !old.has(row));
}
