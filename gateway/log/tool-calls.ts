// Which tool calls of a session are open. A client tool's call is pending until it is answered or cancelled, once; a call that
// the gateway runs itself is served until then.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { cancelledResult } from './own-results.ts';
import type { EventDraft, SessionWrite } from './session-log.ts';

/** A call is pending, or served by the gateway, until it is answered or cancelled. */
export type CallState = 'pending' | 'served' | 'answered' | 'cancelled';

export const callRow = z.object({
  tool_use_id: z.string(),
  run_id: z.string(),
  state: z.enum(['pending', 'served', 'answered', 'cancelled']),
});
export type CallRow = z.output<typeof callRow>;

/** Those of the ids that the session has, in no order. */
export async function findCalls(
  tx: Queryable,
  sessionId: string,
  toolUseIds: readonly string[],
): Promise<CallRow[]> {
  return readRows(
    tx,
    callRow,
    'SELECT tool_use_id, run_id, state FROM tool_calls WHERE session_id = $1 AND tool_use_id = ANY($2)',
    [sessionId, toolUseIds],
  );
}

const openRow = callRow.pick({ tool_use_id: true });

/** In the order in which the agent called. */
export async function pendingCalls(
  tx: Queryable,
  sessionId: string,
  runId: string,
): Promise<string[]> {
  const rows = await readRows(
    tx,
    openRow,
    `SELECT tool_use_id FROM tool_calls
      WHERE session_id = $1 AND run_id = $2 AND state = 'pending' ORDER BY seq`,
    [sessionId, runId],
  );
  return rows.map((row) => row.tool_use_id);
}

/** Within the session's write. @param seq of the agent.tool_use */
export async function addCall(
  tx: Queryable,
  sessionId: string,
  runId: string,
  toolUseId: string,
  seq: number,
  state: CallState,
): Promise<void> {
  await tx.query(
    'INSERT INTO tool_calls (session_id, tool_use_id, run_id, seq, state) VALUES ($1, $2, $3, $4, $5)',
    [sessionId, toolUseId, runId, seq, state],
  );
}

/** Within the session's write. */
export async function markAnswered(
  tx: Queryable,
  sessionId: string,
  toolUseIds: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE tool_calls SET state = 'answered' WHERE session_id = $1 AND tool_use_id = ANY($2)`,
    [sessionId, toolUseIds],
  );
}

/** Cancels what is open of a run, calls that the gateway was running too, and appends the service's own results for it. */
export async function cancelPending(
  { tx, session, append }: SessionWrite,
  runId: string,
  message: string,
  draft: Partial<EventDraft> = {},
): Promise<ReturnType<SessionWrite['append']>[]> {
  const rows = await readRows(
    tx,
    openRow,
    `SELECT tool_use_id FROM tool_calls
      WHERE session_id = $1 AND run_id = $2 AND state IN ('pending', 'served') ORDER BY seq`,
    [session.session_id, runId],
  );
  const ids = rows.map((row) => row.tool_use_id);
  if (ids.length === 0) return [];
  await tx.query(
    `UPDATE tool_calls SET state = 'cancelled' WHERE session_id = $1 AND tool_use_id = ANY($2)`,
    [session.session_id, ids],
  );
  return ids.map((id) =>
    append({
      ...draft,
      type: 'user.tool_result',
      content: [cancelledResult(id, message)],
      error_code: 'cancelled',
    }),
  );
}
