// A new session's row, and the news of it for backends.

import type { Queryable } from '../kernel/db/types.ts';
import type { Outbox } from './news.ts';
import type { SessionRow } from './session-row.ts';

/** What a session begins with. Left out: the column's default. */
export type NewSession = Pick<
  SessionRow,
  'session_id' | 'project_id' | 'client_id' | 'agent' | 'owner_id' | 'client_tools' | 'created_at'
> &
  Partial<
    Pick<
      SessionRow,
      'agent_version' | 'system' | 'collection_id' | 'script' | 'context_window' | 'is_public'
    >
  >;

/** @param writeNews what `outbox.open()` has given, opened before the transaction; null: no backend wants to hear. */
export async function insertSession(
  tx: Queryable,
  session: NewSession,
  writeNews: Awaited<ReturnType<Outbox['open']>>,
): Promise<void> {
  await tx.query(
    `INSERT INTO sessions (session_id, project_id, client_id, agent, agent_version, system,
                           owner_id, client_tools, collection_id, script, context_window,
                           created_at, is_public)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      session.session_id,
      session.project_id,
      session.client_id,
      session.agent,
      session.agent_version ?? null,
      session.system ?? null,
      session.owner_id,
      session.client_tools,
      session.collection_id ?? null,
      session.script ?? null,
      session.context_window ?? null,
      session.created_at,
      session.is_public ?? false,
    ],
  );
  const news = [{ type: 'session.begun', data: { agent: session.agent } } as const];
  await writeNews?.(tx, session, { news, now: session.created_at });
}
