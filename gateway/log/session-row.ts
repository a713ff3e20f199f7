// A session as the database holds it.

import { z } from 'zod';
import { type Reach, reaches, whereReached } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { isIdShaped } from '../kernel/ids.ts';
import type { PlaceInList } from '../kernel/pages.ts';
import type { ToolDefinition } from '../wire.ts';

/** A row of `sessions`. */
export const sessionRow = z.object({
  session_id: z.string(),
  project_id: z.string(),
  client_id: z.string().nullable(),
  /** The id of a record, or the name of an agent by code. */
  agent: z.string(),
  /** The version of the record that the session tries out; null: the version that answers at the time. */
  agent_version: z.number().nullable(),
  owner_id: z.string().nullable(),
  /** JSON: ToolDefinition[] */
  client_tools: z.string(),
  collection_id: z.string().nullable(),
  /** Instructions for this session alone. */
  system: z.string().nullable(),
  /** JSON: the scripted agent's turns. */
  script: z.string().nullable(),
  /** Tokens that the agent may read; null: the gateway's setting. */
  context_window: z.number().nullable(),
  /** The newest event's sequence number; 0 where there is none. */
  last_seq: z.number(),
  last_event_at: z.number(),
  /** The run that holds the session: queued or running. */
  run_id: z.string().nullable(),
  /** The run that waits for client tool results. */
  paused_run_id: z.string().nullable(),
  /** The run whose cancellation was asked for. */
  cancel_run_id: z.string().nullable(),
  /** The day (since 1970, UTC) in which clients have sent `sent_bytes`. */
  sent_day: z.number(),
  sent_bytes: z.number(),
  /** Messages of visitors that runs have taken so far. */
  taken_messages: z.number(),
  /** The newest message of visitor or agent: its number, and when it came. 0 without one. */
  message_seq: z.number(),
  message_at: z.number(),
  /** Whether the last run that ended has failed. */
  has_failed: z.boolean(),
  /** The person who answers in the agent's place. */
  held_by: z.string().nullable(),
  held_at: z.number().nullable(),
  /** Since when a person is wanted; null where none is. */
  wanted_at: z.number().nullable(),
  /** The colleague whose conversation it is, whether they answer in it or not. */
  assigned_to: z.string().nullable(),
  /** When a person has called it done; the visitor's next message opens it again. */
  closed_at: z.number().nullable(),
  /** Put off until then. It stays after that time, until somebody has seen to it. */
  snoozed_until: z.number().nullable(),
  /** The visitor's first message since an agent or a person has answered; null: all are answered. */
  unanswered_since: z.number().nullable(),
  /** When colleagues have changed something about it last. */
  worked_at: z.number().nullable(),
  /** An owner's, to try an agent: no visitor's conversation. */
  is_trial: z.boolean(),
  /** Made by a site's public id: its messages and its cost count for the site's caps of a day. */
  is_public: z.boolean(),
  created_at: z.number(),
});
export type SessionRow = z.output<typeof sessionRow>;

/** Null where there is none within reach. */
export async function findSession(
  db: Queryable,
  reach: Reach,
  sessionId: string,
): Promise<SessionRow | null> {
  if (!isIdShaped(sessionId)) return null;
  const [row] = await readRows(db, sessionRow, 'SELECT * FROM sessions WHERE session_id = $1', [
    sessionId,
  ]);
  return row !== undefined && reaches(reach, row) ? row : null;
}

/** The newest, without owners' trials. */
export function findNewestSessions(
  db: Queryable,
  reach: Reach,
  { ownerId, after, limit }: { ownerId: string | null; after: PlaceInList | null; limit: number },
): Promise<SessionRow[]> {
  const params: unknown[] = [limit + 1, ownerId, after?.at ?? null, after?.id ?? null];
  const within = whereReached(reach, 'sessions', params);
  return readRows(
    db,
    sessionRow,
    `SELECT * FROM sessions WHERE NOT is_trial AND ${within}
        AND ($2::text IS NULL OR owner_id = $2)
        AND ($3::bigint IS NULL OR (created_at <= $3 AND (created_at < $3 OR session_id > $4)))
      ORDER BY created_at DESC, session_id LIMIT $1`,
    params,
  );
}

const sessionIdRow = z.object({
  session_id: z.string(),
});

/** The ids of a visitor's sessions, in their order. */
export async function findIdsOfOwner(
  db: Queryable,
  reach: Reach,
  { owner, after, limit }: { owner: string; after: string; limit: number },
): Promise<string[]> {
  const params: unknown[] = [owner, after, limit];
  const within = whereReached(reach, 'sessions', params);
  const rows = await readRows(
    db,
    sessionIdRow,
    `SELECT session_id FROM sessions WHERE owner_id = $1 AND session_id > $2 AND ${within}
      ORDER BY session_id LIMIT $3`,
    params,
  );
  return rows.map(({ session_id }) => session_id);
}

/** The same, with the row locked until the transaction ends: no other transaction changes the session or appends to it. */
export async function lockSession(tx: Queryable, sessionId: string): Promise<SessionRow | null> {
  const [row] = await readRows(
    tx,
    sessionRow,
    'SELECT * FROM sessions WHERE session_id = $1 FOR UPDATE',
    [sessionId],
  );
  return row ?? null;
}

const sessionState = sessionRow.pick({
  session_id: true,
  project_id: true,
  client_id: true,
  owner_id: true,
  agent: true,
  last_seq: true,
});
export type SessionState = z.output<typeof sessionState>;

/** Owner and newest sequence number of these sessions, by id, in one query; sessions that are gone are left out. */
export async function findSessionStates(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<Map<string, SessionState>> {
  const rows = await readRows(
    db,
    sessionState,
    `SELECT session_id, project_id, client_id, owner_id, agent, last_seq FROM sessions
      WHERE session_id = ANY($1)`,
    [[...sessionIds]],
  );
  return new Map(rows.map((row) => [row.session_id, row]));
}

/** As the operator sees it. */
export function sessionResource(row: SessionRow) {
  return {
    session_id: row.session_id,
    project_id: row.project_id,
    client_id: row.client_id,
    agent: row.agent,
    agent_version: row.agent_version,
    system: row.system,
    owner_id: row.owner_id,
    client_tools: JSON.parse(row.client_tools) as ToolDefinition[],
    collection_id: row.collection_id,
    context_window: row.context_window,
    status: row.run_id !== null ? 'running' : row.paused_run_id !== null ? 'paused' : 'idle',
    created_at: new Date(row.created_at).toISOString(),
  };
}
