// Agents as the database holds them: one row for each, and one for each version.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { isIdShaped } from '../../kernel/ids.ts';
import { likeOf, type PlaceInList } from '../../kernel/pages.ts';
import type { AgentSettings } from '../settings-schema.ts';
import { readSettings } from './settings.ts';

const agentRow = z.object({
  agent_id: z.string(),
  project_id: z.string(),
  name: z.string(),
  version: z.number(),
  latest_version: z.number(),
  created_at: z.number(),
  /** What the team has taught it: it reads this besides its settings' collections. Null: nothing yet. */
  learned_collection: z.string().nullable(),
});

/** An agent with one of its versions. */
export interface AgentRecord extends z.output<typeof agentRow> {
  /** The settings of `read_version`. */
  settings: AgentSettings;
  read_version: number;
}

const COLUMNS = `a.agent_id, a.project_id, a.name, a.version, a.latest_version, a.created_at,
  a.learned_collection, v.version AS read_version, v.settings`;

const storedRow = agentRow.extend({ settings: z.string(), read_version: z.number() });

const readRow = ({ settings, ...row }: z.output<typeof storedRow>): AgentRecord => ({
  ...row,
  settings: readSettings(settings),
});

/** @param version null: the one that answers. @returns null where there is none. */
export async function findAgent(
  db: Queryable,
  agentId: string,
  version: number | null = null,
): Promise<AgentRecord | null> {
  if (!isIdShaped(agentId)) return null;
  const [row] = await readRows(
    db,
    storedRow,
    `SELECT ${COLUMNS} FROM agents a JOIN agent_versions v
         ON v.agent_id = a.agent_id AND v.version = COALESCE($2::integer, a.version)
      WHERE a.agent_id = $1`,
    [agentId, version],
  );
  return row === undefined ? null : readRow(row);
}

/** By its id or its name, within a project. */
export async function findAgentOf(
  db: Queryable,
  projectId: string,
  nameOrId: string,
): Promise<AgentRecord | null> {
  if (nameOrId.includes('\0')) return null;
  const [row] = await readRows(
    db,
    storedRow,
    `SELECT ${COLUMNS} FROM agents a JOIN agent_versions v
         ON v.agent_id = a.agent_id AND v.version = a.version
      WHERE a.project_id = $1 AND (a.agent_id = $2 OR a.name = $2)
      ORDER BY a.agent_id = $2 DESC LIMIT 1`,
    [projectId, nameOrId],
  );
  return row === undefined ? null : readRow(row);
}

export interface WantedAgents {
  /** Null: of all projects. */
  projectId: string | null;
  /** In their names or ids; empty: all. */
  words: string;
  after: PlaceInList | null;
  limit: number;
}

/** The oldest first. @returns one row more than `limit` where there is another page */
export async function findAgents(
  db: Queryable,
  { projectId, words, after, limit }: WantedAgents,
): Promise<AgentRecord[]> {
  const rows = await readRows(
    db,
    storedRow,
    `SELECT ${COLUMNS} FROM agents a JOIN agent_versions v
         ON v.agent_id = a.agent_id AND v.version = a.version
      WHERE ($1::text IS NULL OR a.project_id = $1)
        AND ($2 = '' OR a.name ILIKE $2 OR a.agent_id ILIKE $2)
        AND ($3::bigint IS NULL OR (a.created_at, a.agent_id) > ($3, $4))
      ORDER BY a.created_at, a.agent_id LIMIT $5`,
    [projectId, words === '' ? '' : likeOf(words), after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows.map(readRow);
}

export async function addVersion(
  tx: Queryable,
  agentId: string,
  version: number,
  { settings, author, now }: { settings: AgentSettings; author: string; now: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO agent_versions (agent_id, version, settings, author, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [agentId, version, JSON.stringify(settings), author, now],
  );
}

const whatRow = z.object({
  what: z.string(),
});

/** The setting elsewhere that names this agent, in words; null where none does. */
export async function findUseOf(tx: Queryable, agentId: string): Promise<string | null> {
  const [use] = await readRows(
    tx,
    whatRow,
    `SELECT 'the default of the project ' || project_id AS what FROM projects WHERE default_agent = $1
     UNION ALL SELECT 'the agent of the site ' || client_id FROM sites WHERE agent = $1
     UNION ALL SELECT 'the fallback of the agent ' || a.name FROM agents a JOIN agent_versions v
         ON v.agent_id = a.agent_id AND v.version = a.version
      WHERE a.agent_id <> $1 AND v.settings::json ->> 'fallback' = $1
     LIMIT 1`,
    [agentId],
  );
  return use?.what ?? null;
}
