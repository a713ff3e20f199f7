// By what a conversation goes at backends that keep it themselves, as the database holds it.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { isRecord, type JsonObject } from '../../wire.ts';

const stateRow = z.object({ state: z.string() });

/** Null: nothing is kept. */
export async function readBackendSession(
  db: Queryable,
  sessionId: string,
  backend: string,
): Promise<JsonObject | null> {
  const sql = 'SELECT state FROM backend_sessions WHERE session_id = $1 AND backend = $2';
  const [row] = await readRows(db, stateRow, sql, [sessionId, backend]);
  if (row === undefined) return null;
  const state: unknown = JSON.parse(row.state);
  return isRecord(state) ? (state as JsonObject) : null;
}

export async function keepBackendSession(
  tx: Queryable,
  sessionId: string,
  backend: string,
  state: JsonObject,
): Promise<void> {
  await tx.query(
    `INSERT INTO backend_sessions (session_id, backend, state) VALUES ($1, $2, $3)
       ON CONFLICT (session_id, backend) DO UPDATE SET state = excluded.state`,
    [sessionId, backend, JSON.stringify(state)],
  );
}

const exportedRow = stateRow.extend({ backend: z.string() });

/** Where else a conversation is kept, and under which name. */
export async function exportedBackends(
  db: Queryable,
  sessionId: string,
): Promise<{ backend: string; state: unknown }[]> {
  const sql = 'SELECT backend, state FROM backend_sessions WHERE session_id = $1 ORDER BY backend';
  const rows = await readRows(db, exportedRow, sql, [sessionId]);
  return rows.map(({ backend, state }) => ({ backend, state: JSON.parse(state) as unknown }));
}
