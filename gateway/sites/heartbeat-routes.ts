// Heartbeats: each site reports from time to time its environment, its plugin and its abilities.
// A suspended registration hears 403 and keeps its credentials; only a revoked one hears the 404 that ends them.

import { z } from 'zod';
import type { Authenticator } from '../kernel/auth/authenticate.ts';
import type { Principal } from '../kernel/auth/principal.ts';
import { reachOf } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Outages } from '../kernel/db/outages.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { forbidden, HttpError, notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { BoundSite } from '../kernel/tenants/find-site.ts';
import { findSite } from '../kernel/tenants/find-site.ts';
import type { HeartbeatReply, SiteInfo } from '../wire.ts';
import { keepHeartbeat } from './keep-heartbeat.ts';
import { sendHeartbeat } from './sites-schema.ts';

const syncRow = z.object({
  plugin_status: z.string().nullable(),
  abilities_synced_at: z.number().nullable(),
});

interface Needs {
  db: Db;
  clock: Clock;
  outages: Outages;
  authenticate: Authenticator;
}

const siteInfoRow = z.object({
  site_info: z.string().nullable(),
});

export const heartbeat: Routes<Needs> = (app, context) => {
  const { db, clock, outages, authenticate } = context;

  serve(app, sendHeartbeat, async (c, call) => {
    const principal = await authenticate(c.req.raw);
    const site = await findTheirs(context, principal, call.param('client_id'));
    outages.check(site.project_id);
    requireStanding(site.status);
    const { beat, leftOut } = keepHeartbeat(await call.body());
    const now = clock.now();
    // A field that a heartbeat leaves out stays as it was, single fields of the environment too.
    const row = await db.transaction(async (tx) => {
      const [known] = await readRows(
        tx,
        siteInfoRow,
        'SELECT site_info FROM sites WHERE client_id = $1 FOR UPDATE',
        [site.client_id],
      );
      const info = { ...JSON.parse(known?.site_info ?? '{}'), ...beat.site_info } as SiteInfo;
      const [updated] = await readRows(
        tx,
        syncRow,
        `UPDATE sites SET
          site_info = COALESCE($2, site_info),
          plugin_status = COALESCE($3, plugin_status),
          abilities = COALESCE($4, abilities),
          abilities_synced_at = CASE WHEN $4::text IS NULL THEN abilities_synced_at ELSE $5::bigint END,
          last_heartbeat_at = $5
        WHERE client_id = $1
        RETURNING plugin_status, abilities_synced_at`,
        [
          site.client_id,
          beat.site_info === undefined ? null : JSON.stringify(info),
          beat.plugin_status ?? null,
          beat.abilities === undefined ? null : JSON.stringify(beat.abilities),
          now,
        ],
      );
      return updated;
    });
    const reply: HeartbeatReply & { left_out?: string[] } = {
      abilities_sync_status:
        (row?.abilities_synced_at ?? null) === null ? 'never_synced' : 'synced',
      plugin_status: row?.plugin_status ?? 'active',
      ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
    };
    return c.json(reply, 200, { 'Cache-Control': 'no-store' });
  });
};

/** @throws HttpError 403 for callers that are no site, 404 (the standard one) for another's registration. */
async function findTheirs(
  { db }: Pick<Needs, 'db'>,
  principal: Principal,
  clientId: string,
): Promise<BoundSite> {
  if (principal.kind === 'browser_session' || principal.kind === 'account') {
    throw forbidden('A heartbeat takes the site’s service token or an API key of its project.');
  }
  const site = await findSite(db, reachOf(principal), clientId);
  // By its client_id alone: the interface has no other name for it here.
  if (site === null || site.client_id !== clientId) {
    throw notFound('There is no such site registration.');
  }
  return site;
}

/** @throws HttpError 404 with the revocation body, 403 with code site_not_active */
function requireStanding(status: string): void {
  if (status === 'revoked') {
    const message = 'The site’s authorization was revoked. Its credentials are of no more use.';
    throw new HttpError(404, message, {
      body: { error: 'site_authorization_revoked', message },
    });
  }
  if (status === 'active') return;
  throw new HttpError(
    403,
    'site_not_active: the site’s registration is not active at the moment. Keep the credentials and try later.',
    { code: 'site_not_active' },
  );
}
