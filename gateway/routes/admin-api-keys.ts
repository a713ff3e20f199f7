// API keys: for a program that works with every session of a project.

import { CREDENTIAL_PREFIXES, storeCredential } from '../auth/credentials.ts';
import { requireAdmin } from '../auth/operator.ts';
import { readOptionalJsonObject } from '../http/body.ts';
import { optionalId } from '../http/fields.ts';
import type { RouteModule } from '../http/route-module.ts';
import { DEFAULT_PROJECT, ensureProject } from '../sessions/project-row.ts';

export const adminApiKeys: RouteModule = (app, context) => {
  const { db, clock, ids } = context;

  app.post('/admin/api-keys', async (c) => {
    requireAdmin(context, c.req.raw);
    const body = await readOptionalJsonObject(c.req.raw);
    const projectId = optionalId(body, 'project_id') ?? DEFAULT_PROJECT;
    const key = ids.secret(CREDENTIAL_PREFIXES.api_key);
    const now = clock.now();
    await ensureProject(db, projectId, now);
    await storeCredential(db, key, { kind: 'api_key', project_id: projectId }, now);
    return c.json({ api_key: key }, 201);
  });
};
