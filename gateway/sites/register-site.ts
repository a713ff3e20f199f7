// A site's registration with its first service token, and one more token for a site that is there.

import { CREDENTIAL_PREFIXES, storeCredential } from '../kernel/auth/credentials.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import { ensureProject } from '../kernel/tenants/project-row.ts';

export interface Registration {
  site_id: string;
  client_id: string;
  /** Stands in the tag of the site's pages; no secret. */
  public_id: string;
  service_token: string;
}

export interface NewSite {
  projectId: string;
  name: string | null;
  /** On whose pages visitors may chat; null: none is named yet. */
  origins?: readonly string[] | null;
}

/** @param tx a transaction: the site is there with its token, or not at all. */
export async function registerSite(
  tx: Queryable,
  ids: Ids,
  { projectId, name, origins = null }: NewSite,
  now: number,
): Promise<Registration> {
  const siteId = ids.next('site');
  const clientId = ids.next('client');
  await ensureProject(tx, projectId, now);
  await tx.query(
    `INSERT INTO sites (site_id, client_id, project_id, name, created_at, allowed_origins)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [siteId, clientId, projectId, name, now, origins === null ? null : JSON.stringify(origins)],
  );
  const publicId = ids.next('public_site');
  await addPublicId(tx, clientId, publicId);
  const { token } = await addServiceToken(tx, ids, { projectId, clientId, name: null }, now);
  return { site_id: siteId, client_id: clientId, public_id: publicId, service_token: token };
}

/** Gives a site its public id; one that has one keeps it. */
export async function addPublicId(
  tx: Queryable,
  clientId: string,
  publicId: string,
): Promise<void> {
  await tx.query(
    'INSERT INTO public_sites (client_id, public_id) VALUES ($1, $2) ON CONFLICT (client_id) DO NOTHING',
    [clientId, publicId],
  );
}

export async function addServiceToken(
  tx: Queryable,
  ids: Ids,
  site: { projectId: string; clientId: string; name: string | null },
  now: number,
): Promise<{ token: string; keyId: string }> {
  const token = ids.secret(CREDENTIAL_PREFIXES.service_token);
  const keyId = ids.next('key');
  await storeCredential(
    tx,
    token,
    {
      key_id: keyId,
      kind: 'service_token',
      project_id: site.projectId,
      client_id: site.clientId,
      name: site.name,
    },
    now,
  );
  return { token, keyId };
}
