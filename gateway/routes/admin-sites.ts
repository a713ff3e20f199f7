// Site registrations: a site's client_id and the service token that its server keeps.

import { CREDENTIAL_PREFIXES, storeCredential } from '../auth/credentials.ts';
import { requireAdmin } from '../auth/operator.ts';
import { invalid, noSuchAgent, notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import { createSite, patchRegistration } from '../schema/admin.ts';
import { serve } from '../schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../sessions/project-row.ts';
import type { Site } from '../wire.ts';

export const adminSites: RouteModule = (app, context) => {
  const { db, clock, ids, agents } = context;

  serve(app, createSite, async (c, call) => {
    requireAdmin(context, c);
    const { project_id: projectId = DEFAULT_PROJECT, name = null } = await call.body();
    const siteId = ids.next('site');
    const clientId = ids.next('client');
    const token = ids.secret(CREDENTIAL_PREFIXES.service_token);
    const now = clock.now();
    await db.transaction(async (tx) => {
      await ensureProject(tx, projectId, now);
      await tx.query(
        `INSERT INTO sites (site_id, client_id, project_id, name, created_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [siteId, clientId, projectId, name, now],
      );
      await storeCredential(
        tx,
        token,
        {
          key_id: ids.next('key'),
          kind: 'service_token',
          project_id: projectId,
          client_id: clientId,
        },
        now,
      );
    });
    return c.json({ site_id: siteId, client_id: clientId, service_token: token }, 201);
  });

  serve(app, patchRegistration, async (c, call) => {
    requireAdmin(context, c);
    const clientId = call.param('client_id');
    const { status, agent: named } = await call.body();
    const [known] = isIdShaped(clientId)
      ? await db.query<{ project_id: string }>(
          'SELECT project_id FROM sites WHERE client_id = $1',
          [clientId],
        )
      : [];
    if (known === undefined) throw notFound('There is no such site.');
    if (status === undefined && named === undefined) {
      throw invalid('status must be one of: active, suspended, revoked.');
    }
    const agent =
      named === undefined || named === null ? null : await agents.find(db, known.project_id, named);
    if (typeof named === 'string' && agent === null) throw noSuchAgent('agent');
    const [site] = await db.query<Site>(
      `UPDATE sites SET status = COALESCE($2, status), agent = CASE WHEN $3 THEN $4 ELSE agent END
        WHERE client_id = $1
        RETURNING site_id, client_id, project_id, name, status, kb_collection_id, agent`,
      [clientId, status ?? null, named !== undefined, agent],
    );
    if (site === undefined) throw notFound('There is no such site.');
    return c.json(site);
  });
};
