// Writes down each call of /admin that a known caller made, reads and refusals too: who, what, when, with which result. No
// body and no query, so no secret and no text. Strangers leave no row: otherwise anybody could fill the table.

import type { Context, Next } from 'hono';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { listAudit } from './keys-schema.ts';

const MAX_PATH = 500;

const auditRow = z.object({
  entry: z.number(),
  at: z.number(),
  actor: z.string(),
  actor_name: z.string().nullable(),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  request_id: z.string(),
});

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  observer: Observer;
  options: AdminNeeds['options'] & { trustedProxies: readonly string[] };
}

export const adminAudit: Routes<Needs> = (app, context) => {
  const { db, clock, options, observer } = context;
  const addressOf = createClientAddress(options.trustedProxies);

  for (const path of ['/admin/*', '/console/oidc/*']) app.use(path, writeDown);

  async function writeDown(c: Context<AppEnv>, next: Next): Promise<void> {
    await next();
    const actor = c.get('actor');
    if (actor === undefined || c.get('isRefresh') === true) return;
    try {
      await db.query(
        `INSERT INTO admin_audit (at, actor, address, method, path, status, request_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          clock.now(),
          actor,
          addressOf(c.env, c.req.raw.headers),
          c.req.method,
          withoutKeys(c.req.path),
          c.res.status,
          c.get('requestId'),
        ],
      );
    } catch (error) {
      // The request itself was carried out, and its caller hears so.
      observer.failed(error, 'request', { request_id: c.get('requestId'), what: 'audit' });
    }
  }

  serve(app, listAudit, async (c, call) => {
    requireAdmin(context, c);
    const { limit, before, actor, changes } = call.query();
    const rows = await readRows(
      db,
      auditRow,
      `SELECT a.entry, a.at, a.actor, COALESCE(p.name, s.name) AS actor_name, a.address, a.method, a.path,
              a.status, a.request_id
         FROM admin_audit a LEFT JOIN desk_people p ON p.person_id = a.actor
         LEFT JOIN sites s ON s.client_id = a.actor
        WHERE ($1::bigint IS NULL OR a.entry < $1) AND ($3::text IS NULL OR a.actor = $3)
          AND (NOT $4 OR a.method NOT IN ('GET', 'HEAD'))
        ORDER BY a.entry DESC LIMIT $2`,
      [before ?? null, limit, actor ?? null, changes],
    );
    const data = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
    return c.json({ data }, 200, { 'Cache-Control': 'no-store' });
  });
};

/** Somebody may put a key or a token where an id belongs. */
function withoutKeys(path: string): string {
  return path
    .replaceAll('\0', '')
    .replace(/(bh[a-z]_)[\w-]+/g, '$1…')
    .replace(/eyJ[\w.-]+/g, '…')
    .slice(0, MAX_PATH);
}
