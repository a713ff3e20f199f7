// A project: whose sessions, sites and credits these are.

import { z } from 'zod';
import { int8, readRows } from '../db/rows.ts';
import type { Queryable } from '../db/types.ts';

/** The project of requests that name none. */
export const DEFAULT_PROJECT = 'default';

/** A row of `projects`. */
export const projectRow = z.object({
  project_id: z.string(),
  /** False: what is sent is stored and echoed, and no agent answers. */
  agent_execution: z.boolean(),
  /** Billionths of a credit; null: no limit. */
  credits_nano: int8.nullable(),
  /** Days without an event after which a session is deleted; null: none is. */
  retention_days: z.number().nullable(),
  /** The agent that answers where a session and its site name none; null: the gateway's own default. */
  default_agent: z.string().nullable(),
});
export type ProjectRow = z.output<typeof projectRow>;

/** Projects come into being when they are first named. */
export async function ensureProject(db: Queryable, projectId: string, now: number): Promise<void> {
  await db.query(
    'INSERT INTO projects (project_id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [projectId, now],
  );
}

/** @throws Error where the project is gone */
export async function findProject(db: Queryable, projectId: string): Promise<ProjectRow> {
  const [row] = await readRows(
    db,
    projectRow,
    `SELECT project_id, agent_execution, credits_nano, retention_days, default_agent FROM projects
      WHERE project_id = $1`,
    [projectId],
  );
  if (row === undefined) throw new Error(`The project ${projectId} is gone.`);
  return row;
}
