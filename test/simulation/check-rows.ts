// Invariant 17: what the outbox and the journal hold stays until it is settled, through quota and migration. Judged by
// each write to the disk.

import { type Evidence, NAMESPACE, SESSION_ID } from './evidence.ts';

interface StoredRow {
  localId?: string;
  sessionId?: string;
  state?: string;
}

const OVER: readonly (string | undefined)[] = ['acknowledged', 'discarded'];

/** 17. Nobody throws away a message that isn't sent, or a call that isn't settled. The visitor may take one back. */
export function checkRows({ browser, withdrawn, sessionId = SESSION_ID }: Evidence): string[] {
  const broken: string[] = [];
  let outbox = new Map<string, string>();
  const journal = new Map<string, string>();
  for (const { key, value } of browser.disk.writes ?? []) {
    if (key === `${NAMESPACE}:outbox`) {
      const rows = (value as { rows?: StoredRow[] } | undefined)?.rows ?? [];
      const own = rows.filter((row) => (row.sessionId ?? sessionId) === sessionId);
      const next = new Map(own.map(({ localId = '', state = '' }) => [localId, state]));
      for (const [localId, state] of outbox) {
        // What came back to the visitor counts by that: a tab that can't write may know more than the disk.
        const taken = withdrawn?.get(localId);
        const isTaken = taken === 'yes' || (taken === 'maybe' && state === 'queued');
        if (state !== 'sent' && !isTaken && !next.has(localId)) {
          broken.push(`17: the ${state} row ${localId} was thrown away`);
        }
      }
      outbox = next;
    } else if (key.startsWith(`${NAMESPACE}:${sessionId}:tool:`)) {
      const { state } = (value ?? {}) as StoredRow;
      const before = journal.get(key);
      if (state !== undefined) journal.set(key, state);
      else if (before !== undefined && !OVER.includes(before)) {
        broken.push(`17: the ${before} row ${key} was thrown away`);
      }
      if (state === undefined) journal.delete(key);
    }
  }
  return broken;
}
