// Tools of an agent's servers that wait for an owner, as the database holds them.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db, Queryable } from '../../kernel/db/types.ts';
import type { PlaceInList } from '../../kernel/pages.ts';
import { matchesAny } from '../limit-tools.ts';
import type { ToolServer } from '../settings-schema.ts';
import { hashOfUrl } from '../tool-servers/known-tools.ts';
import type { AgentRecord } from './agent-rows.ts';

/** Waiting tools that are counted for one list of agents; more are told as this number. */
const MAX_COUNTED = 20_000;

export interface WaitingTool {
  server: ToolServer;
  tool: string;
  /** JSON of a definition; null where nobody has allowed any. */
  allowed: string | null;
  offered: string;
  digest: string;
  /** Unix milliseconds. */
  offered_at: number;
}

const namedRow = z.object({
  server: z.string(),
  url_hash: z.string(),
  tool: z.string(),
});

const countedRow = namedRow.extend({ agent_id: z.string() });

const waitingRow = namedRow.extend({
  allowed: z.string().nullable(),
  offered: z.string(),
  digest: z.string(),
  offered_at: z.number(),
  created_at: z.number(),
  place: z.string(),
});

/** The server of these settings that a row is of; null where they name none, or not this tool of it. */
function serverOf(
  { server, url_hash, tool }: z.output<typeof namedRow>,
  servers: readonly ToolServer[],
) {
  const found = servers.find(
    ({ name, url, tools }) =>
      name === server && hashOfUrl(url) === url_hash && matchesAny(tools, tool),
  );
  return found ?? null;
}

/** How many tools wait that the answering versions of these agents may use, by agent_id. */
export async function countWaiting(
  db: Queryable,
  records: readonly AgentRecord[],
): Promise<ReadonlyMap<string, number>> {
  const withServers = records.filter(({ settings }) => settings.tool_servers.length > 0);
  if (withServers.length === 0) return new Map();
  const rows = await readRows(
    db,
    countedRow,
    `SELECT agent_id, server, url_hash, tool FROM server_tools
      WHERE agent_id = ANY($1) AND offered IS NOT NULL LIMIT ${MAX_COUNTED}`,
    [withServers.map(({ agent_id }) => agent_id)],
  );
  return new Map(
    withServers.map(({ agent_id, settings }) => [
      agent_id,
      rows.filter((row) => row.agent_id === agent_id && serverOf(row, settings.tool_servers))
        .length,
    ]),
  );
}

/**
 * A page of them, the oldest first.
 * @param servers whose tools are shown; others are left out of the page.
 * @returns one row more than `limit` where there is another page, and those of the page that are shown.
 */
export async function findWaiting(
  db: Queryable,
  agentId: string,
  servers: readonly ToolServer[],
  { after, limit }: { after: PlaceInList | null; limit: number },
) {
  const rows = await readRows(
    db,
    waitingRow,
    `SELECT server, url_hash, tool, allowed, offered, offered_digest AS digest, offered_at,
            offered_at AS created_at, server || '/' || tool AS place
       FROM server_tools
      WHERE agent_id = $1 AND offered IS NOT NULL
        AND ($2::bigint IS NULL OR (offered_at, server || '/' || tool) > ($2, $3))
      ORDER BY offered_at, server || '/' || tool LIMIT $4`,
    [agentId, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows.map((row) => ({ ...row, server: serverOf(row, servers) }));
}

export type Pressed = 'allowed' | 'changed' | 'gone';

const allowedDigestRow = z.object({
  allowed_digest: z.string().nullable(),
});

/** Allows what a server offers instead of what was allowed, if it is still what was looked at. */
export async function allowTool(
  db: Db,
  of: { agentId: string; server: string; url: string; tool: string; digest: string },
  by: { actor: string; now: number },
): Promise<Pressed> {
  const place = [of.agentId, of.server, hashOfUrl(of.url), of.tool];
  const which = 'agent_id = $1 AND server = $2 AND url_hash = $3 AND tool = $4';
  const allowed = await db.query(
    `UPDATE server_tools SET allowed = offered, allowed_digest = offered_digest, allowed_at = $6,
            allowed_by = $7, offered = NULL, offered_digest = NULL, offered_at = NULL
      WHERE ${which} AND offered_digest = $5 RETURNING 1`,
    [...place, of.digest, by.now, by.actor],
  );
  if (allowed.length > 0) return 'allowed';
  const [row] = await readRows(
    db,
    allowedDigestRow,
    `SELECT allowed_digest FROM server_tools WHERE ${which}`,
    place,
  );
  if (row === undefined) return 'gone';
  // Two owners may press at once.
  return row.allowed_digest === of.digest ? 'allowed' : 'changed';
}
