// A session in which an owner tries an agent. It belongs to no site: what it costs would count as the site's.

import type { Queryable } from '../kernel/db/types.ts';
import type { SessionRow } from './session-row.ts';

export type Trial = Pick<
  SessionRow,
  | 'session_id'
  | 'project_id'
  | 'agent'
  | 'agent_version'
  | 'client_tools'
  | 'collection_id'
  | 'created_at'
>;

/** Adds the session of a trial. */
export async function addTrial(tx: Queryable, trial: Trial): Promise<void> {
  await tx.query(
    `INSERT INTO sessions (session_id, project_id, agent, agent_version, client_tools, collection_id,
                           created_at, is_trial)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true)`,
    [
      trial.session_id,
      trial.project_id,
      trial.agent,
      trial.agent_version,
      trial.client_tools,
      trial.collection_id,
      trial.created_at,
    ],
  );
}
