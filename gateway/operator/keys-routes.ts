// API keys and service tokens: issued, listed, rotated, revoked.

import { CREDENTIAL_PREFIXES, storeCredential } from '../kernel/auth/credentials.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import type { Ids } from '../kernel/ids.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../kernel/tenants/project-row.ts';
import { type KeyRow, listKeyRows, revokeKeyRow, rotateKeyRow } from './keys.ts';
import { createApiKey, listKeys, revokeKey, rotateKey } from './keys-schema.ts';

/** Time to bring the new key to where the old one is used. */
const DEFAULT_OVERLAP_S = 86_400;
const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
}

export const adminKeys: Routes<Needs> = (app, context) => {
  const { db, clock, ids } = context;

  serve(app, createApiKey, async (c, call) => {
    requireAdmin(context, c);
    const { project_id: projectId = DEFAULT_PROJECT, name = null } = await call.body();
    const key = ids.secret(CREDENTIAL_PREFIXES.api_key);
    const keyId = ids.next('key');
    const now = clock.now();
    await ensureProject(db, projectId, now);
    const credential = { key_id: keyId, kind: 'api_key', project_id: projectId, name } as const;
    await storeCredential(db, key, credential, now);
    return c.json({ api_key: key, key_id: keyId }, 201, HEADERS);
  });

  serve(app, listKeys, async (c, call) => {
    requireAdmin(context, c);
    const { project_id: projectId, client_id: clientId, page, limit } = call.query();
    const wanted = { projectId, clientId, after: readPlace(page), limit };
    const found = await listKeyRows(db, wanted);
    const { rows, next_page } = pageOf(found, limit, ({ key_id }) => key_id);
    return c.json({ data: rows.map(present), next_page }, 200, HEADERS);
  });

  serve(app, rotateKey, async (c, call) => {
    requireAdmin(context, c);
    const { overlap_s = DEFAULT_OVERLAP_S } = await call.body();
    const { key_id, secret, replaces } = await rotateKeyRow(context, call.param('key_id'), {
      now: clock.now(),
      overlapMs: overlap_s * 1000,
    });
    return c.json({ key_id, secret, replaces: present(replaces) }, 201, HEADERS);
  });

  serve(app, revokeKey, async (c, call) => {
    requireAdmin(context, c);
    await revokeKeyRow(db, call.param('key_id'), clock.now());
    return c.body(null, 204);
  });
};

function present(row: KeyRow) {
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: instant(row.expires_at),
    revoked_at: instant(row.revoked_at),
  };
}
