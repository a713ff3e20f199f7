// What a model has thought in turns of a run under way. Stored, since the page may answer a call when another process goes on with
// the run; settle.ts deletes it when the run ends.

import { z } from 'zod';
import type { KeptReasoning } from '../agents/types.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

/** In the transaction that writes the call. */
export async function keepReasoning(
  tx: Queryable,
  of: { session_id: string; run_id: string; tool_use_id: string },
  { model, parts }: KeptReasoning,
): Promise<void> {
  await tx.query(
    `INSERT INTO run_reasoning (session_id, tool_use_id, run_id, model, parts)
     VALUES ($1, $2, $3, $4, $5)`,
    [of.session_id, of.tool_use_id, of.run_id, model, parts],
  );
}

const keptRow = z.object({ tool_use_id: z.string(), model: z.string(), parts: z.string() });

/** By the id of the call that came next. */
export async function readReasoning(
  db: Queryable,
  { session_id, run_id }: { session_id: string; run_id: string },
): Promise<ReadonlyMap<string, KeptReasoning>> {
  const rows = await readRows(
    db,
    keptRow,
    'SELECT tool_use_id, model, parts FROM run_reasoning WHERE session_id = $1 AND run_id = $2',
    [session_id, run_id],
  );
  return new Map(rows.map(({ tool_use_id, model, parts }) => [tool_use_id, { model, parts }]));
}

/** For an export: what a session's run under way has left. */
export function exportedReasoning(db: Queryable, sessionId: string) {
  return readRows(
    db,
    keptRow,
    'SELECT tool_use_id, model, parts FROM run_reasoning WHERE session_id = $1 ORDER BY tool_use_id',
    [sessionId],
  );
}
