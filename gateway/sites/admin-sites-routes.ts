// Site registrations: a site's client_id, what an operator says of it, and the service tokens that its server keeps.

import { z } from 'zod';
import type { AgentDirectory } from '../agents/directory.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, noSuchAgent, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { boundSite } from '../kernel/tenants/find-site.ts';
import { readOrigins } from '../kernel/tenants/origins.ts';
import { DEFAULT_PROJECT } from '../kernel/tenants/project-row.ts';
import { createServiceToken, createSite, patchRegistration } from './admin-sites-schema.ts';
import { bindCollection } from './bind-collection.ts';
import { addServiceToken, registerSite } from './register-site.ts';

const siteRow = boundSite.extend({
  name: z.string().nullable(),
  agent: z.string().nullable(),
  /** JSON: string[]; null: any. */
  allowed_origins: z.string().nullable(),
});

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  agents: AgentDirectory;
}

const siteIdProjectIdRow = z.object({
  site_id: z.string(),
  project_id: z.string(),
});

const projectIdRow = z.object({
  project_id: z.string(),
});

export const adminSites: Routes<Needs> = (app, context) => {
  const { db, clock, ids, agents } = context;

  serve(app, createSite, async (c, call) => {
    requireAdmin(context, c);
    const {
      project_id: projectId = DEFAULT_PROJECT,
      name = null,
      allowed_origins: origins = null,
    } = await call.body();
    const now = clock.now();
    const made = await db.transaction((tx) =>
      registerSite(tx, ids, { projectId, name, origins }, now),
    );
    return c.json(made, 201);
  });

  serve(app, patchRegistration, async (c, call) => {
    requireAdmin(context, c);
    const clientId = call.param('client_id');
    const change = await call.body();
    const [known] = isIdShaped(clientId)
      ? await readRows(
          db,
          siteIdProjectIdRow,
          'SELECT site_id, project_id FROM sites WHERE client_id = $1',
          [clientId],
        )
      : [];
    if (known === undefined) throw notFound('There is no such site.');
    if (Object.values(change).every((value) => value === undefined)) {
      throw invalid(
        'Nothing to change: send name, status, agent, allowed_origins or kb_collection_id.',
      );
    }
    const { kb_collection_id, expected_kb_collection_id, agent: named } = change;
    const agent = named ? await agents.find(db, known.project_id, named) : null;
    if (typeof named === 'string' && agent === null) throw noSuchAgent('agent');
    const [site] = await db.transaction(async (tx) => {
      if (kb_collection_id !== undefined) {
        const binding = { kb_collection_id, expected_kb_collection_id };
        await bindCollection(tx, EVERYTHING, known, binding);
      }
      const { name, status, allowed_origins: origins } = change;
      return readRows(
        tx,
        siteRow,
        `UPDATE sites SET status = COALESCE($2, status),
                agent = CASE WHEN $3 THEN $4 ELSE agent END,
                name = CASE WHEN $5 THEN $6 ELSE name END,
                allowed_origins = CASE WHEN $7 THEN $8 ELSE allowed_origins END
          WHERE client_id = $1
          RETURNING site_id, client_id, project_id, name, status, kb_collection_id, agent,
                    allowed_origins`,
        [
          clientId,
          status ?? null,
          named !== undefined,
          agent,
          name !== undefined,
          name ?? null,
          origins !== undefined,
          origins === undefined || origins === null ? null : JSON.stringify(origins),
        ],
      );
    });
    if (site === undefined) throw notFound('There is no such site.');
    return c.json({ ...site, allowed_origins: readOrigins(site.allowed_origins) });
  });

  serve(app, createServiceToken, async (c, call) => {
    requireAdmin(context, c);
    const clientId = call.param('client_id');
    const { name = null } = await call.body();
    const [site] = isIdShaped(clientId)
      ? await readRows(db, projectIdRow, 'SELECT project_id FROM sites WHERE client_id = $1', [
          clientId,
        ])
      : [];
    if (site === undefined) throw notFound('There is no such site.');
    const { token, keyId } = await addServiceToken(
      db,
      ids,
      { projectId: site.project_id, clientId, name },
      clock.now(),
    );
    const made = { service_token: token, key_id: keyId };
    return c.json(made, 201, { 'Cache-Control': 'no-store' });
  });
};
