// Invitations and links for a new password: an owner makes them, the person whom they are for uses them up. Looking at a link changes
// nothing, so programs that open links in mails burn none.

import { z } from 'zod';
import type { DeskCaller } from '../kernel/auth/desk-caller.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { readRows } from '../kernel/db/rows.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { forbidden, invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { MailError, type Mailer, oneLine } from '../mail/mailer.ts';
import { mailWords } from '../mail/words.ts';
import { createAttempts } from './attempts.ts';
import { isSecure, requireOwnPage, setDeskCookie } from './cookie-routes.ts';
import type { Desk } from './desk.ts';
import { DESK_SESSION_MS, openDeskSession, readSites } from './desk-sessions.ts';
import {
  type LinkMade,
  listLinks,
  lookAtLink,
  makeLink,
  takeLink,
  withdrawLink,
} from './invitations.ts';
import { readMe } from './me.ts';
import { hashPassword } from './passwords.ts';
import { changeSettings, findPerson, OWNER_ID } from './people.ts';
import type { DeskNeeds } from './require-desk.ts';
import {
  acceptInvitation,
  invite,
  linkForPassword,
  listInvitations,
  lookAtInvitation,
  withdrawInvitation,
} from './team-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  ids: Ids;
  desk: Desk;
  limits: Limits;
  secrets: Secrets;
  mailer: Mailer | null;
  observer: Pick<Observer, 'say'>;
  options: DeskNeeds['options'] & {
    trustedProxies: readonly string[];
    hasDeskPasswords: boolean;
    passwordCost: number;
    publicUrl: string | null;
  };
}

const clientIdRow = z.object({ client_id: z.string() });

export const adminInvitations: Routes<Needs> = (app, context) => {
  const { db, clock, options, desk } = context;
  const addressOf = createClientAddress(options.trustedProxies);
  const attempts = createAttempts(context.limits);

  serve(app, invite, async (c, call) => {
    requireAdmin(context, c);
    requirePasswords();
    const { role, sites = null, email = null } = await call.body();
    if (sites !== null) await requireSites(sites);
    const link = { person_id: null, role, sites, email, invited_by: c.get('actor') ?? 'admin' };
    const made = await makeLink(context, link, clock.now());
    const isMailed = email !== null && (await mailInvitation(email, made.token, c.get('desk')));
    return c.json({ ...present(made), is_mailed: isMailed }, 201, HEADERS);
  });

  serve(app, linkForPassword, async (c, call) => {
    requireAdmin(context, c);
    requirePasswords();
    const person = await findPerson(db, call.param('person_id'));
    if (person === null) throw notFound('There is no such person.');
    if (person.person_id === OWNER_ID || person.login === null) {
      throw invalid('Who has the admin key needs no password.');
    }
    const { person_id, role } = person;
    const link = {
      person_id,
      role,
      sites: readSites(person.sites),
      email: null,
      invited_by: c.get('actor') ?? 'admin',
    };
    const made = await makeLink(context, link, clock.now());
    return c.json({ ...present(made), is_mailed: false }, 201, HEADERS);
  });

  serve(app, listInvitations, async (c, call) => {
    requireAdmin(context, c);
    const { page, limit } = call.query();
    const found = await listLinks(db, { after: readPlace(page), limit, now: clock.now() });
    const { rows, next_page } = pageOf(found, limit, ({ invitation_id }) => invitation_id);
    const data = rows.map((row) => ({
      ...row,
      sites: readSites(row.sites) as string[] | null,
      created_at: new Date(row.created_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
    }));
    return c.json({ data, next_page }, 200, HEADERS);
  });

  serve(app, withdrawInvitation, async (c, call) => {
    requireAdmin(context, c);
    const isThere = await withdrawLink(db, call.param('invitation_id'));
    if (!isThere) throw notFound('There is no such invitation.');
    return c.body(null, 204);
  });

  serve(app, lookAtInvitation, async (c, call) => {
    requireOwnPage(c.req.raw.headers);
    const { token } = await call.body();
    const giveBack = await attempts.takeKey(addressOf(c.env, c.req.raw.headers));
    const { login, name, role, email, expires_at } = await lookAtLink(db, token, clock.now());
    giveBack();
    const expiresAt = new Date(expires_at).toISOString();
    return c.json({ login, name, role, email, expires_at: expiresAt }, 200, HEADERS);
  });

  serve(app, acceptInvitation, async (c, call) => {
    requireOwnPage(c.req.raw.headers);
    requirePasswords();
    const address = addressOf(c.env, c.req.raw.headers);
    const { token, password, settings, ...rest } = await call.body();
    const giveBack = await attempts.takeKey(address);
    // Before anything is hashed for a stranger.
    await lookAtLink(db, token, clock.now());
    giveBack();
    const hashed = await desk.hashing.run('stranger', () =>
      hashPassword(password, options.passwordCost),
    );
    const now = clock.now();
    const arrived = await takeLink(context, token, { ...rest, password: hashed }, now);
    const { person_id: personId, login, has_second_factor: hasSecondFactor } = arrived;
    if (settings !== undefined) await changeSettings(db, personId, settings);
    c.set('actor', personId);
    if (!hasSecondFactor) {
      const device = c.req.header('user-agent') ?? '';
      const cookie = await openDeskSession(context, personId, { address, device, now });
      setDeskCookie(c, cookie, { isSecure: isSecure(c), lifetimeMs: DESK_SESSION_MS });
    }
    return c.json({ login, is_signed_in: !hasSecondFactor }, 200, HEADERS);
  });

  /** @returns false where it couldn't be sent: the link can still be handed over by hand. */
  async function mailInvitation(
    to: string,
    token: string,
    by: DeskCaller | undefined,
  ): Promise<boolean> {
    const { mailer, observer } = context;
    if (mailer === null || options.publicUrl === null) return false;
    const settings = by === undefined ? null : (await readMe(db, by)).settings;
    const words = mailWords(settings?.language ?? null);
    const name = oneLine(by?.name ?? 'Bellhop');
    const text = `${words.invite(name)}\n\n${options.publicUrl}/desk#invite=${token}\n\n${words.inviteEnds}\n`;
    try {
      await mailer.send({ to, subject: words.inviteSubject(name), text });
      return true;
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      observer.say('warn', 'mail_failed', { status: error.status ?? 0 });
      return false;
    }
  }

  /** @throws HttpError 403 */
  function requirePasswords(): void {
    if (!options.hasDeskPasswords) throw forbidden('Here people sign in without passwords.');
  }

  /** @throws HttpError 400 */
  async function requireSites(named: readonly string[]): Promise<void> {
    const rows = await readRows(
      db,
      clientIdRow,
      'SELECT client_id FROM sites WHERE client_id = ANY($1::text[])',
      [named],
    );
    const known = new Set(rows.map(({ client_id }) => client_id));
    const missing = named.find((name) => !known.has(name));
    if (missing !== undefined) throw invalid(`sites: there is no site ${missing}.`);
  }
};

const present = ({ expires_at, ...made }: LinkMade) => ({
  ...made,
  expires_at: new Date(expires_at).toISOString(),
});
