// A project: whose sessions, sites and credits these are.

import type { Queryable } from '../db/types.ts';

export const DEFAULT_PROJECT = 'default';

export interface ProjectRow {
  project_id: string;
  /** False: what is sent is stored and echoed, and no agent answers. */
  agent_execution: boolean;
  /** Billionths of a credit; null: no limit. */
  credits_nano: number | bigint | null;
  /** Days without an event after which a session is deleted; null: none is. */
  retention_days: number | null;
  /** Who answers where a session and its site name nobody; null: the gateway's own default. */
  default_agent: string | null;
}

/** Projects come into being when they are first named. */
export async function ensureProject(db: Queryable, projectId: string, now: number): Promise<void> {
  await db.query(
    'INSERT INTO projects (project_id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [projectId, now],
  );
}

export async function findProject(db: Queryable, projectId: string): Promise<ProjectRow> {
  const [row] = await db.query<ProjectRow>(
    `SELECT project_id, agent_execution, credits_nano, retention_days, default_agent FROM projects
      WHERE project_id = $1`,
    [projectId],
  );
  if (row === undefined) throw new Error(`The project ${projectId} is gone.`);
  return row;
}
