// A question that the gateway asks a visitor by itself, by the form that the page offers. In the log it is a call of the page's tool
// `ask_form` in a run of its own, which waits for the result; no agent goes on with it.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import type { SessionWrite } from '../log/session-log.ts';
import type { SentResult } from '../log/sort-send.ts';
import { addCall } from '../log/tool-calls.ts';
import { isRecord } from '../wire.ts';
import { FORM_TOOL } from './request-human.ts';

/** Nothing was computed, and nothing is charged. */
export const NO_USAGE = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  credits_nano: 0,
};

const KINDS = ['rating', 'email'] as const;
export type OwnQuestionKind = (typeof KINDS)[number];

const questionRow = z.object({
  run_id: z.string(),
  tool_use_id: z.string(),
  kind: z.enum(KINDS),
});
export type OwnQuestion = z.output<typeof questionRow>;

/** Within the session's write, while no run has the session and none waits. */
export async function askByForm(
  { tx, session, now, append, set }: SessionWrite,
  ids: Ids,
  { kind, input, origin }: { kind: OwnQuestionKind; input: object; origin: string },
): Promise<void> {
  const runId = ids.next('run');
  const toolUseId = ids.next('tool_use');
  const ours = { run_id: runId, isProcessed: true };
  append({ type: 'session.status_running', content: [], ...ours });
  const { seq } = append({
    type: 'agent.tool_use',
    content: [{ type: 'tool_use', id: toolUseId, name: FORM_TOOL, input }],
    ...ours,
  });
  append({
    type: 'session.status_idle',
    content: { stop_reason: 'client_tool_use', context_tokens: 0, tool_use_ids: [toolUseId] },
    usage: NO_USAGE,
    ...ours,
  });
  await tx.query(
    `INSERT INTO runs (run_id, session_id, status, origin, created_at, pauses) VALUES ($1, $2, 'paused', $3, $4, 1)`,
    [runId, session.session_id, origin, now],
  );
  await addCall(tx, session.session_id, runId, toolUseId, seq, 'pending');
  await tx.query(
    'INSERT INTO own_questions (run_id, session_id, tool_use_id, kind) VALUES ($1, $2, $3, $4)',
    [runId, session.session_id, toolUseId, kind],
  );
  set({ paused_run_id: runId });
}

/** Null where the run that waits is an agent's. */
export async function findOwnQuestion(
  tx: Queryable,
  pausedRunId: string | null,
): Promise<OwnQuestion | null> {
  if (pausedRunId === null) return null;
  const [row] = await readRows(
    tx,
    questionRow,
    'SELECT run_id, tool_use_id, kind FROM own_questions WHERE run_id = $1',
    [pausedRunId],
  );
  return row ?? null;
}

/** The run that asked is over: within the write that stores the answer. */
export async function endOwnQuestion(
  { tx, now, append, set }: SessionWrite,
  { run_id }: OwnQuestion,
): Promise<void> {
  const ours = { run_id, isProcessed: true };
  append({ type: 'session.status_running', content: [], ...ours });
  append({
    type: 'session.status_idle',
    content: { stop_reason: 'end_turn', context_tokens: 0 },
    usage: NO_USAGE,
    ...ours,
  });
  await tx.query(`UPDATE runs SET status = 'ended', ended_at = $2 WHERE run_id = $1`, [
    run_id,
    now,
  ]);
  set({ paused_run_id: null });
}

/** What the visitor has filled in, by the fields' names; null where they skipped it, or the page couldn't ask. */
export function valuesIn(
  events: readonly SentResult[],
  toolUseId: string,
): Record<string, unknown> | null {
  const block = events
    .flatMap(({ content }) => content)
    .find((one) => one.tool_use_id === toolUseId);
  if (block === undefined || block.is_error === true) return null;
  try {
    const given: unknown = JSON.parse(typeof block.content === 'string' ? block.content : '');
    return isRecord(given) && isRecord(given.values) ? given.values : null;
  } catch {
    return null;
  }
}
