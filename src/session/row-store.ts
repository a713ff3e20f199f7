// The outbox on disk: one value for all conversations of a widget, so that each change is one transaction and the
// order of sending is one array.

import { computed, signal } from '@preact/signals-core';
import { createCell } from '../platform/cell.ts';
import type { RowStore, SessionContext } from './context.ts';
import { again, live } from './facts.ts';
import { isUnsettled, type OutboxRow, parseRows } from './outbox-rows.ts';
import { isOurs } from './whose.ts';

/** Sent rows that are kept: their ids stay the keys of what is shown, and late second copies are known by them. */
const KEPT_SENT = 30;

export function createRowStore(
  context: Pick<SessionContext, 'platform' | 'namespace' | 'settings' | 'evict' | 'sessionId'>,
): RowStore {
  const { platform, settings } = context;
  const { clock, storage } = platform;
  const changes = signal(0);
  const stored = signal(0);
  const looks = signal(0);
  const writtenHere = new Set<string>();
  const cell = createCell<OutboxRow>({
    storage,
    clock,
    key: `${context.namespace}:outbox`,
    evict: context.evict,
    parse: parseRows,
    pack: (rows) => (rows.length === 0 ? undefined : { v: 1, rows }),
    idOf: (row) => row.localId,
    tidy: prune,
    onChange: () => again(changes),
    onStored: () => again(stored),
  });
  async function look(): Promise<void> {
    await cell.read();
    again(looks);
  }
  const rows = live(changes, cell.rows);
  const isRowOurs = (row: OutboxRow): boolean =>
    isOurs(row, { owner: settings.owner(), at: clock.now() }, writtenHere.has(row.localId));
  const own = computed(() => {
    const id = context.sessionId();
    return rows().filter((row) => row.sessionId === id && (id !== null || isRowOurs(row)));
  });

  return {
    ...cell,
    rows,
    own: () => own.value,
    stored: () => stored.value,
    writtenHere,
    isOurs: isRowOurs,
    readUnsettled() {
      if (cell.rows().some(isUnsettled)) void look();
    },
    look,
    readAt: live(looks, cell.readAt),
    hasUnstored: live(stored, live(changes, cell.hasUnstored)),
  };
}

/** No other tab can know this row: it has never been stored. */
export function isOnlyHere(store: Pick<RowStore, 'stampOnDisk'>, localId: string): boolean {
  return store.stampOnDisk(localId) === null;
}

function prune(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const sent = rows.filter((row) => row.state === 'sent' && row.content.length === 0);
  const old = new Set(sent.slice(0, Math.max(0, sent.length - KEPT_SENT)));
  return old.size === 0 ? rows : rows.filter((row) => !old.has(row));
}
