// Invariant 17: rows of the outbox and the journal stay until they are settled, even when the quota is exceeded or rows
// are migrated. Judged by each write to the disk.

import { type Evidence, NAMESPACE, SESSION_ID } from './evidence.ts';

interface StoredRow {
  localId?: string;
  sessionId?: string;
  state?: string;
}

const OVER: readonly (string | undefined)[] = ['acknowledged', 'discarded'];

/** 17. No tab deletes an unsent message or an unsettled call. Only the visitor may take a message back. */
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
        // Ask what the visitor got back, not the row's state: a tab that can't write may know more than the disk.
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
