// Site registrations: a site's client_id and the service token that its server keeps.

import { CREDENTIAL_PREFIXES, storeCredential } from '../auth/credentials.ts';
import { requireAdmin } from '../auth/operator.ts';
import { readJsonObject, readOptionalJsonObject } from '../http/body.ts';
import { optionalChoice, optionalId, optionalText } from '../http/fields.ts';
import { invalid, notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import { DEFAULT_PROJECT, ensureProject } from '../sessions/project-row.ts';
import type { Site } from '../wire.ts';

const STATUSES = ['active', 'suspended', 'revoked'] as const;

export const adminSites: RouteModule = (app, context) => {
  const { db, clock, ids } = context;

  app.post('/admin/sites', async (c) => {
    requireAdmin(context, c.req.raw);
    const body = await readOptionalJsonObject(c.req.raw);
    const projectId = optionalId(body, 'project_id') ?? DEFAULT_PROJECT;
    const name = optionalText(body, 'name') ?? null;
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
        { kind: 'service_token', project_id: projectId, client_id: clientId },
        now,
      );
    });
    return c.json({ site_id: siteId, client_id: clientId, service_token: token }, 201);
  });

  app.patch('/admin/sites/:client_id', async (c) => {
    requireAdmin(context, c.req.raw);
    const clientId = c.req.param('client_id');
    const body = await readJsonObject(c.req.raw);
    const status = optionalChoice(body, 'status', STATUSES);
    if (status === undefined) throw invalid(`status must be one of: ${STATUSES.join(', ')}.`);
    const [site] = isIdShaped(clientId)
      ? await db.query<Site>(
          `UPDATE sites SET status = $2 WHERE client_id = $1
           RETURNING site_id, client_id, project_id, name, status, kb_collection_id`,
          [clientId, status],
        )
      : [];
    if (site === undefined) throw notFound('There is no such site.');
    return c.json(site);
  });
};
