// Sites for the owner's console, with the news of their last heartbeats: environment, plugin status, abilities.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { likeOf, pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { boundSite } from '../kernel/tenants/find-site.ts';
import { readOrigins } from '../kernel/tenants/origins.ts';
import { dayOf } from '../kernel/tenants/site-days.ts';
import type { Ability, SiteInfo } from '../wire.ts';
import { getSite, listSites } from './admin-sites-schema.ts';

const stateRow = boundSite.extend({
  name: z.string().nullable(),
  plugin_status: z.string().nullable(),
  site_info: z.string().nullable(),
  abilities: z.string().nullable(),
  abilities_synced_at: z.number().nullable(),
  last_heartbeat_at: z.number().nullable(),
  agent: z.string().nullable(),
  /** Null: a gateway of before there were public ids has registered the site; the page about it makes one. */
  public_id: z.string().nullable(),
  /** JSON: string[] */
  allowed_origins: z.string().nullable(),
  most_used_percent: z.number().nullable(),
});
type StateRow = z.output<typeof stateRow>;

const listedRow = stateRow.extend({ created_at: z.number() });

const COLUMNS = `site_id, client_id, public_id, project_id, name, status, kb_collection_id, plugin_status,
  site_info, abilities, abilities_synced_at, last_heartbeat_at, agent, allowed_origins,
  GREATEST(${used('sessions')}, ${used('messages')}, ${used('credits_nano')})::int AS most_used_percent`;
/** $1: the day. OFFSET 0 has both looked up for each site that is shown, by their keys, whatever the planner thinks of their size. */
const TABLES = `sites
  LEFT JOIN LATERAL (SELECT public_id, sessions_per_day, messages_per_day, credits_nano_per_day
                       FROM public_sites WHERE client_id = sites.client_id OFFSET 0) AS door ON true
  LEFT JOIN LATERAL (SELECT sessions, messages, credits_nano FROM site_days
                      WHERE client_id = sites.client_id AND day = $1 OFFSET 0) AS today ON true`;

/** Percent of a cap; NULL where there is none. What is far beyond needs no more digits. */
function used(counted: string): string {
  const cap = `${counted}_per_day`;
  return `CASE WHEN ${cap} IS NULL THEN NULL WHEN ${cap} = 0 THEN 100
    ELSE LEAST(999, COALESCE(today.${counted}, 0)::bigint * 100 / ${cap}) END`;
}

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
}

export const adminSiteState: Routes<Needs> = (app, context) => {
  const { db, clock } = context;

  serve(app, listSites, async (c, call) => {
    requireAdmin(context, c);
    const { q = '', page, limit } = call.query();
    const after = readPlace(page);
    const found = await readRows(
      db,
      listedRow,
      `SELECT ${COLUMNS}, created_at FROM ${TABLES}
        WHERE ($2::bigint IS NULL OR (created_at, site_id) > ($2, $3))
          AND ($4 = '' OR name ILIKE $4 OR client_id ILIKE $4 OR site_id ILIKE $4)
        ORDER BY created_at, site_id LIMIT $5`,
      [
        dayOf(clock.now()),
        after?.at ?? null,
        after?.id ?? null,
        q === '' ? '' : likeOf(q),
        limit + 1,
      ],
    );
    const { rows, next_page } = pageOf(
      found,
      limit,
      ({ site_id }) => String(site_id),
      ({ abilities, site_info }) => (abilities?.length ?? 0) + (site_info?.length ?? 0),
    );
    const data = rows.map(({ created_at: _, ...row }) => present(row));
    return c.json({ data, next_page }, 200, { 'Cache-Control': 'no-store' });
  });

  serve(app, getSite, async (c, call) => {
    requireAdmin(context, c);
    const id = call.param('site_id');
    const [row] = isIdShaped(id)
      ? await readRows(
          db,
          stateRow,
          `SELECT ${COLUMNS} FROM ${TABLES} WHERE site_id = $2 OR client_id = $2`,
          [dayOf(clock.now()), id],
        )
      : [];
    if (row === undefined) throw notFound('There is no such site.');
    return c.json(present(row), 200, { 'Cache-Control': 'no-store' });
  });
};

function present({
  site_info,
  abilities,
  abilities_synced_at,
  last_heartbeat_at,
  allowed_origins,
  ...row
}: StateRow) {
  return {
    ...row,
    site_info: site_info === null ? null : (JSON.parse(site_info) as SiteInfo),
    abilities: abilities === null ? [] : (JSON.parse(abilities) as Ability[]),
    abilities_sync_status: abilities_synced_at === null ? 'never_synced' : 'synced',
    last_heartbeat_at:
      last_heartbeat_at === null ? null : new Date(last_heartbeat_at).toISOString(),
    allowed_origins: readOrigins(allowed_origins),
  };
}
