// Apps that conversations have shown, as the database keeps them.

import { z } from 'zod';
import type { AppTerms } from '../agents/tool-servers/app-resource.ts';
import type { ServedApp } from '../agents/types.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { JsonObject } from '../wire.ts';

/** Calls that one shown app may make, in all. */
const MAX_CALLS = 1000;

const termsOf = z.string().transform((text) => JSON.parse(text) as AppTerms);
const json = z.string().transform((text) => JSON.parse(text) as JsonObject);

const shownRow = z.object({
  digest: z.string(),
  agent_id: z.string(),
  server: z.string(),
  url: z.string(),
  tool: json,
  input: json,
  result: json,
  html: z.string(),
  terms: termsOf,
});
export type ShownApp = z.output<typeof shownRow>;

const frameRow = z.object({ terms: termsOf });

/** In the transaction that writes the call. */
export async function keepApp(
  tx: Queryable,
  {
    session_id,
    tool_use_id,
    input,
  }: { session_id: string; tool_use_id: string; input: Record<string, unknown> },
  app: ServedApp,
): Promise<void> {
  const { html, digest, policy, permissions, border } = app.resource;
  await tx.query(
    `INSERT INTO app_resources (session_id, digest, html, terms) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [session_id, digest, html, JSON.stringify({ policy, permissions, border })],
  );
  await tx.query(
    `INSERT INTO shown_apps
       (session_id, tool_use_id, digest, agent_id, server, url, resource, tool, input, result)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      session_id,
      tool_use_id,
      digest,
      app.agentId,
      app.server,
      app.url,
      app.uri,
      JSON.stringify(app.tool),
      JSON.stringify(input),
      JSON.stringify(app.result),
    ],
  );
}

/** Null: the call shows no app. */
export async function findShownApp(
  db: Queryable,
  sessionId: string,
  toolUseId: string,
): Promise<ShownApp | null> {
  const [row] = await readRows(
    db,
    shownRow,
    `SELECT digest, agent_id, server, url, tool, input, result, html, terms
       FROM shown_apps JOIN app_resources USING (session_id, digest)
      WHERE session_id = $1 AND tool_use_id = $2`,
    [sessionId, toolUseId],
  );
  return row ?? null;
}

/** Null: no conversation shows an app of that digest. */
export async function findTerms(db: Queryable, digest: string): Promise<AppTerms | null> {
  const [row] = await readRows(
    db,
    frameRow,
    'SELECT terms FROM app_resources WHERE digest = $1 LIMIT 1',
    [digest],
  );
  return row?.terms ?? null;
}

/** False: the app has made as many calls as it may. */
export async function countCall(
  db: Queryable,
  sessionId: string,
  toolUseId: string,
): Promise<boolean> {
  const counted = await db.query(
    `UPDATE shown_apps SET calls = calls + 1
      WHERE session_id = $1 AND tool_use_id = $2 AND calls < $3 RETURNING 1`,
    [sessionId, toolUseId, MAX_CALLS],
  );
  return counted.length > 0;
}

const exportedRow = z.object({
  tool_use_id: z.string(),
  resource: z.string(),
  digest: z.string(),
  result: json,
});

/** What a session's apps have shown, without the HTML, which is the server's. */
export function exportedApps(
  db: Queryable,
  sessionId: string,
): Promise<z.output<typeof exportedRow>[]> {
  const sql =
    'SELECT tool_use_id, resource, digest, result FROM shown_apps WHERE session_id = $1 ORDER BY tool_use_id';
  return readRows(db, exportedRow, sql, [sessionId]);
}
