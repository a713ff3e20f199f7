// A site's primary knowledge-base collection: set, cleared, and guarded against a lost update.
// Takes an API key of the site's project or the site's own service token; what isn't theirs looks like nothing.

import { requireActiveSite } from '../kernel/auth/active-site.ts';
import type { Authenticator } from '../kernel/auth/authenticate.ts';
import type { Principal } from '../kernel/auth/principal.ts';
import { reachOf } from '../kernel/auth/reach.ts';
import type { Outages } from '../kernel/db/outages.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { forbidden, notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { BoundSite } from '../kernel/tenants/find-site.ts';
import { findSite } from '../kernel/tenants/find-site.ts';
import type { Site } from '../wire.ts';
import { bindCollection } from './bind-collection.ts';
import { patchSite } from './sites-schema.ts';

interface Needs {
  db: Db;
  outages: Outages;
  authenticate: Authenticator;
}

export const sites: Routes<Needs> = (app, context) => {
  const { db, outages, authenticate } = context;

  serve(app, patchSite, async (c, call) => {
    const principal = await authenticate(c.req.raw);
    const site = await findTheirs(db, principal, call.param('site_id'));
    outages.check(site.project_id);
    const updated = await bindCollection(db, reachOf(principal), site, await call.body());
    return c.json(siteRecord(updated), 200, { 'Cache-Control': 'no-store' });
  });
};

/** @throws HttpError 403 for callers that never touch a site, 404 for a site that isn't theirs. */
async function findTheirs(db: Queryable, principal: Principal, id: string): Promise<BoundSite> {
  if (principal.kind === 'browser_session' || principal.kind === 'account') {
    throw forbidden('A site is changed with an API key of its project or with its service token.');
  }
  if (principal.kind === 'service_token') requireActiveSite(principal.site_status);
  const site = await findSite(db, reachOf(principal), id);
  if (site === null) throw notFound('There is no such site.');
  return site;
}

function siteRecord({ status, kb_collection_id, site_id, client_id, project_id }: BoundSite): Site {
  return { status, kb_collection_id, site_id, client_id, project_id };
}
