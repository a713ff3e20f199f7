// Sites that connect themselves: an owner approves at the desk, and the site's server gets its registration for the code.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT } from '../kernel/tenants/project-row.ts';
import { CONNECTION_MS, keepApproval, takeApproval } from './connections.ts';
import { approveConnection, exchangeConnection } from './connections-schema.ts';
import { addServiceToken, registerSite } from './register-site.ts';

/** Exchanges, for each address. */
const EXCHANGES = { perSecond: 1 / 3, burst: 20 };
const HEADERS = { 'Cache-Control': 'no-store' };
const NOT_GOOD =
  'The code is not good: it was used, took longer than five minutes, or was given for another address or verifier. Begin again at the site.';

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  limits: Limits;
  options: AdminNeeds['options'] & { trustedProxies: readonly string[] };
}

const siteIdProjectIdRow = z.object({
  site_id: z.string(),
  project_id: z.string(),
});

const projectIdRow = z.object({
  project_id: z.string(),
});

export const adminConnections: Routes<Needs> = (app, context) => {
  const { db, clock, ids, options } = context;
  const addressOf = createClientAddress(options.trustedProxies);
  const exchanges = context.limits.create('connection', EXCHANGES, { isCostly: true });

  serve(app, approveConnection, async (c, call) => {
    requireAdmin(context, c);
    const {
      project_id = DEFAULT_PROJECT,
      client_id = null,
      name = null,
      ...rest
    } = await call.body();
    const site = client_id === null ? null : await projectOf(client_id);
    const code = ids.secret('bhc_');
    const now = clock.now();
    const approval = { ...rest, client_id, name, project_id: site ?? project_id };
    await keepApproval(db, code, approval, now);
    const expires_at = new Date(now + CONNECTION_MS).toISOString();
    return c.json({ code, expires_at }, 201, HEADERS);
  });

  serve(app, exchangeConnection, async (c, call) => {
    await exchanges.take(addressOf(c.env, c.req.raw.headers));
    const now = clock.now();
    const approval = await takeApproval(db, await call.body(), now);
    if (approval === null) throw invalid(NOT_GOOD);
    const { project_id: projectId, client_id: clientId, name } = approval;
    const made =
      clientId === null
        ? await db.transaction((tx) => registerSite(tx, ids, { projectId, name }, now))
        : await oneMore(clientId, now);
    c.set('actor', made.client_id);
    return c.json(made, 201, HEADERS);
  });

  async function oneMore(clientId: string, now: number) {
    const [site] = await readRows(
      db,
      siteIdProjectIdRow,
      'SELECT site_id, project_id FROM sites WHERE client_id = $1',
      [clientId],
    );
    if (site === undefined) throw notFound('There is no such site any more.');
    const { site_id, project_id: projectId } = site;
    const { token } = await addServiceToken(db, ids, { projectId, clientId, name: null }, now);
    return { site_id, client_id: clientId, service_token: token };
  }

  /** @throws HttpError 404 */
  async function projectOf(clientId: string): Promise<string> {
    const [site] = await readRows(
      db,
      projectIdRow,
      'SELECT project_id FROM sites WHERE client_id = $1',
      [clientId],
    );
    if (site === undefined) throw notFound('There is no such site.');
    return site.project_id;
  }
};
