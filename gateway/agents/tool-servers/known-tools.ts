// What an owner has allowed of the tools of an agent's servers. A server that is met for the first time is trusted with what it
// offers then. Whatever differs from that later, or comes anew, waits for an owner; the others go on.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db, Queryable } from '../../kernel/db/types.ts';
import type { ToolServer } from '../settings-schema.ts';
import type { ListedTool } from './connection.ts';
import { type Definition, definitionOf } from './definition.ts';

type Server = Pick<ToolServer, 'name' | 'url' | 'tools'>;

/** What the owner has allowed of one agent's servers. */
export interface KnownTools {
  /**
   * Those of `tools` that are as they were allowed.
   * @param isFresh the list was read just now: what differs in it is kept for an owner to look at. A list that was kept for a
   * while may be older than what another process has read since.
   */
  allowed(
    server: Server,
    tools: readonly ListedTool[],
    isFresh: boolean,
  ): Promise<readonly ListedTool[]>;
}

interface Place {
  agentId: string;
  /** Its name and its address: another of either is another server. */
  server: string;
  urlHash: string;
}

/** `tool` is null for a server that has offered none. */
const knownRow = z.object({
  tool: z.string().nullable(),
  allowed_digest: z.string().nullable(),
  offered_digest: z.string().nullable(),
});
type KnownRow = z.output<typeof knownRow> & { tool: string };

/** How an address stands in a key, which can't be as long as an address. */
export const hashOfUrl = (url: string) => createHash('sha256').update(url).digest('hex');

export function createKnownTools(
  { db, now }: { db: Db; now(): number },
  agentId: string,
): KnownTools {
  return {
    async allowed(server, tools, isFresh) {
      const place = { agentId, server: server.name, urlHash: hashOfUrl(server.url) };
      const offered = definitionsOf(tools);
      let known = await readKnown(db, place);
      if (known === null || (isFresh && changesIn(known, offered, server).length > 0)) {
        known = await db.transaction(async (tx) => {
          await write(tx, place, server, offered, now());
          return readKnown(tx, place);
        });
      }
      const digests = new Map(known?.map(({ tool, allowed_digest }) => [tool, allowed_digest]));
      return tools.filter(({ name }) => {
        const digest = offered.get(name)?.digest;
        return digest !== undefined && digests.get(name) === digest;
      });
    },
  };
}

function definitionsOf(tools: readonly ListedTool[]): Map<string, Definition> {
  const found = tools.flatMap((tool) => definitionOf(tool) ?? []);
  return new Map(found.map((definition) => [definition.tool, definition]));
}

/** Null: the agent has never met this server. */
async function readKnown(db: Queryable, place: Place): Promise<KnownRow[] | null> {
  const rows = await readRows(
    db,
    knownRow,
    `SELECT t.tool, t.allowed_digest, t.offered_digest
       FROM tool_servers s LEFT JOIN server_tools t USING (agent_id, server, url_hash)
      WHERE s.agent_id = $1 AND s.server = $2 AND s.url_hash = $3`,
    valuesOf(place),
  );
  if (rows.length === 0) return null;
  return rows.flatMap(({ tool, ...digests }) => (tool === null ? [] : [{ tool, ...digests }]));
}

type Change =
  | { what: 'allow' | 'wait'; definition: Definition }
  /** It is as it was allowed again, or isn't offered any more. */
  | { what: 'forget'; tool: string };

function changesIn(
  known: readonly KnownRow[],
  offered: ReadonlyMap<string, Definition>,
  server: Server,
): Change[] {
  const before = new Map(known.map((row) => [row.tool, row]));
  const changes: Change[] = [];
  for (const definition of offered.values()) {
    const row = before.get(definition.tool);
    if (row?.allowed_digest === definition.digest) continue;
    const isNew = row === undefined || row.allowed_digest === null;
    if (isNew && namesExactly(server, definition.tool)) changes.push({ what: 'allow', definition });
    else if (row?.offered_digest !== definition.digest) changes.push({ what: 'wait', definition });
  }
  for (const { tool, allowed_digest, offered_digest } of known) {
    const digest = offered.get(tool)?.digest;
    const isOver = digest === undefined || digest === allowed_digest;
    if (offered_digest !== null && isOver) changes.push({ what: 'forget', tool });
  }
  return changes;
}

/** A tool may be called as a pattern is written; its owner has named a pattern then. */
const namesExactly = ({ tools }: Server, tool: string) =>
  !tool.includes('*') && tools.includes(tool);

async function write(
  tx: Queryable,
  place: Place,
  server: Server,
  offered: ReadonlyMap<string, Definition>,
  now: number,
): Promise<void> {
  // If two processes meet a server at once, the second waits here for the first. The agent may have been deleted meanwhile.
  const met = await tx.query(
    `INSERT INTO tool_servers (agent_id, server, url_hash, first_at)
     SELECT agent_id, $2, $3, $4 FROM agents WHERE agent_id = $1
     ON CONFLICT DO NOTHING RETURNING 1`,
    [...valuesOf(place), now],
  );
  const [held] = await tx.query(
    `SELECT 1 FROM tool_servers WHERE agent_id = $1 AND server = $2 AND url_hash = $3 FOR UPDATE`,
    valuesOf(place),
  );
  if (held === undefined) return;
  const changes: Change[] =
    met.length > 0
      ? [...offered.values()].map((definition) => ({ what: 'allow', definition }))
      : changesIn((await readKnown(tx, place)) ?? [], offered, server);
  const those = (what: 'allow' | 'wait') =>
    changes.flatMap((change) => (change.what === what ? [change.definition] : []));
  await keep(tx, place, those('allow'), 'allowed', now);
  await keep(tx, place, those('wait'), 'offered', now);
  const forgotten = changes.flatMap((change) => (change.what === 'forget' ? [change.tool] : []));
  if (forgotten.length === 0) return;
  const values = [...valuesOf(place), forgotten];
  const which = 'agent_id = $1 AND server = $2 AND url_hash = $3 AND tool = ANY($4)';
  await tx.query(`DELETE FROM server_tools WHERE ${which} AND allowed IS NULL`, values);
  await tx.query(
    `UPDATE server_tools SET offered = NULL, offered_digest = NULL, offered_at = NULL WHERE ${which}`,
    values,
  );
}

async function keep(
  tx: Queryable,
  place: Place,
  definitions: readonly Definition[],
  as: 'allowed' | 'offered',
  now: number,
): Promise<void> {
  if (definitions.length === 0) return;
  await tx.query(
    `INSERT INTO server_tools (agent_id, server, url_hash, tool, ${as}, ${as}_digest, ${as}_at)
     SELECT $1, $2, $3, tool, definition, digest, $4
       FROM unnest($5::text[], $6::text[], $7::text[]) AS new (tool, definition, digest)
     ON CONFLICT (agent_id, server, url_hash, tool) DO UPDATE
       SET ${as} = excluded.${as}, ${as}_digest = excluded.${as}_digest, ${as}_at = excluded.${as}_at
           ${as === 'allowed' ? ', offered = NULL, offered_digest = NULL, offered_at = NULL' : ''}`,
    [
      ...valuesOf(place),
      now,
      definitions.map(({ tool }) => tool),
      definitions.map(({ text }) => text),
      definitions.map(({ digest }) => digest),
    ],
  );
}

const valuesOf = ({ agentId, server, urlHash }: Place) => [agentId, server, urlHash];
