// The desk's calls about a site's public id.

import { readHours } from '../hours/hours.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { faultOfUrl } from '../kernel/outside-address.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { findSite as findRegistered } from '../kernel/tenants/find-site.ts';
import { isListed, readOrigins } from '../kernel/tenants/origins.ts';
import { readDay } from '../kernel/tenants/site-days.ts';
import { addPublicId } from '../sites/register-site.ts';
import { forgetDevices } from './devices.ts';
import { findPublicSite, type PublicSite } from './public-site.ts';
import {
  dropUserSecret,
  getPublicSite,
  makeUserSecret,
  patchPublicSite,
  replacePublicId,
} from './public-site-schema.ts';
import { readRefusals } from './refused-origins.ts';
import { readSettings, type SiteSettings, tagSettings } from './site-settings.ts';

const NO_STORE = { 'Cache-Control': 'no-store' };
const SECRET_PREFIX = 'user_secret_';

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  options: AdminNeeds['options'] & { agentsMayBePrivate: boolean };
}

export const adminPublicSites: Routes<Needs> = (app, context) => {
  const { db, clock, ids, options } = context;

  serve(app, getPublicSite, async (c, call) => {
    requireAdmin(context, c);
    return c.json(await present(await findSite(call.param('client_id'))), 200, NO_STORE);
  });

  serve(app, patchPublicSite, async (c, call) => {
    requireAdmin(context, c);
    const site = await findSite(call.param('client_id'));
    const { caps = {}, settings, user_keys_url: keysUrl, hours, ...change } = await call.body();
    const fault = keysUrl ? faultOfUrl(keysUrl, options.agentsMayBePrivate) : null;
    if (fault !== null) throw invalid(`user_keys_url ${fault}.`);
    const shown = settings ?? readSettings(site.settings);
    // Undefined: not mentioned. Null: no cap, or no address.
    const columns: Record<string, unknown> = {
      is_open: change.is_open,
      takes_guests_along: change.takes_guests_along,
      has_page: change.has_page,
      may_be_framed: change.may_be_framed,
      keeps_devices: change.keeps_devices,
      asks_rating: change.asks_rating,
      user_keys_url: keysUrl,
      hours: hours ? JSON.stringify(hours) : hours,
      settings: settings === undefined ? undefined : JSON.stringify(settings),
      tag: change.is_tag_copied === true ? JSON.stringify(tagSettings(shown)) : undefined,
      sessions_per_day: caps.sessions,
      messages_per_day: caps.messages,
      credits_nano_per_day: caps.credits_nano,
    };
    const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
    if (changed.length > 0) {
      const sets = changed.map(([name], index) => `${name} = $${index + 2}`).join(', ');
      await db.query(`UPDATE public_sites SET ${sets} WHERE client_id = $1`, [
        site.client_id,
        ...changed.map(([, value]) => value),
      ]);
    }
    // What was kept while it was on goes with it.
    if (change.keeps_devices === false) await forgetDevices(db, site.client_id);
    return c.json(await present(await findSite(site.client_id)), 200, NO_STORE);
  });

  serve(app, replacePublicId, async (c, call) => {
    requireAdmin(context, c);
    const { client_id: clientId } = await findSite(call.param('client_id'));
    const publicId = ids.next('public_site');
    await db.query('UPDATE public_sites SET public_id = $2, tag = NULL WHERE client_id = $1', [
      clientId,
      publicId,
    ]);
    return c.json({ public_id: publicId }, 201, NO_STORE);
  });

  serve(app, makeUserSecret, async (c, call) => {
    requireAdmin(context, c);
    const { client_id: clientId } = await findSite(call.param('client_id'));
    const secret = ids.secret(SECRET_PREFIX);
    await db.query('UPDATE public_sites SET user_secret = $2 WHERE client_id = $1', [
      clientId,
      secret,
    ]);
    return c.json({ user_secret: secret }, 201, NO_STORE);
  });

  serve(app, dropUserSecret, async (c, call) => {
    requireAdmin(context, c);
    const { client_id: clientId } = await findSite(call.param('client_id'));
    await db.query('UPDATE public_sites SET user_secret = NULL WHERE client_id = $1', [clientId]);
    return c.body(null, 204, NO_STORE);
  });

  async function findSite(clientId: string): Promise<PublicSite> {
    const site = await findPublicSite(db, clientId);
    if (site !== null) return site;
    // A gateway of before there were public ids, which still runs beside this one, may have registered it.
    const registered = await findRegistered(db, EVERYTHING, clientId);
    if (registered === null) throw notFound('There is no such site.');
    await addPublicId(db, registered.client_id, ids.next('public_site'));
    return findSite(registered.client_id);
  }

  async function present(site: PublicSite) {
    const now = clock.now();
    const refused = await readRefusals(db, site.client_id, now);
    const settings = readSettings(site.settings);
    const tag = site.tag === null ? null : readSettings(site.tag);
    const allowed = readOrigins(site.allowed_origins);
    return {
      client_id: site.client_id,
      public_id: site.public_id,
      is_open: site.is_open,
      allowed_origins: allowed,
      refused_origins: refused
        .filter(({ origin }) => !isListed(origin, allowed ?? []))
        .map((one) => ({ ...one, last_at: new Date(one.last_at).toISOString() })),
      has_user_secret: site.user_secret !== null,
      user_keys_url: site.user_keys_url,
      takes_guests_along: site.takes_guests_along,
      has_page: site.has_page,
      may_be_framed: site.may_be_framed,
      keeps_devices: site.keeps_devices,
      asks_rating: site.asks_rating,
      settings,
      hours: readHours(site.hours),
      tag,
      is_tag_old: tag !== null && !isSame(tag, tagSettings(settings)),
      caps: {
        sessions: site.sessions_per_day,
        messages: site.messages_per_day,
        credits_nano: asNumber(site.credits_nano_per_day),
      },
      today: await today(site.client_id, now),
    };
  }

  async function today(clientId: string, now: number) {
    const day = await readDay(db, clientId, now);
    return { ...day, credits_nano: Number(day.credits_nano) };
  }
};

const asNumber = (value: number | bigint | null): number | null =>
  value === null ? null : Number(value);

/** Whether two sets of settings say the same, in whichever order their names stand. */
function isSame(one: SiteSettings, other: SiteSettings): boolean {
  const text = (settings: SiteSettings) => JSON.stringify(Object.entries(settings).sort());
  return text(one) === text(other);
}
