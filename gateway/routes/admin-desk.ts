// Signing in to the desk and out, one's own name, and where one is signed in.

import type { Context } from 'hono';
import { deleteCookie } from 'hono/cookie';
import { isSameSecret } from '../auth/authenticate.ts';
import { requireDesk } from '../auth/operator.ts';
import {
  DESK_SESSION_MS,
  type DeskCaller,
  endDeskSession as endSession,
  findDeskCaller,
  listDeskSessions as listSessions,
  openDeskSession,
} from '../desk/desk-sessions.ts';
import { hashPassword, isPassword } from '../desk/passwords.ts';
import { changePerson, ensureOwner } from '../desk/people.ts';
import { createClientAddress } from '../http/client-address.ts';
import { forbidden, invalid, notFound, rateLimited, unauthenticated } from '../http/http-error.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { AppEnv, RouteModule } from '../http/route-module.ts';
import { isOfThisMachine } from '../http/this-machine.ts';
import {
  endDeskSession,
  getMe,
  listDeskSessions,
  patchMe,
  signIn,
  signInWays,
  signOut,
} from '../schema/desk.ts';
import { serve } from '../schema/endpoint.ts';
import { DESK_COOKIE, requireOwnPage, setDeskCookie } from './desk-cookie.ts';

/** Failed attempts, for each address and for each login. */
const ATTEMPTS = { perSecond: 1 / 30, burst: 10 };
const RETRY_AFTER_S = 30;
const HEADERS = { 'Cache-Control': 'no-store' };

export const adminDesk: RouteModule = (app, context) => {
  const { db, clock, options, desk } = context;
  const addressOf = createClientAddress(options.trustedProxies);
  const failures = createRateLimit(ATTEMPTS, clock);

  serve(app, signIn, async (c, call) => {
    requireOwnPage(c.req.raw.headers);
    const address = addressOf(c.env, c.req.raw.headers);
    requireFew(`address ${address}`);
    const body = await call.body();
    const personId =
      'key' in body
        ? await ownerByKey(body.key)
        : 'link' in body
          ? await ownerByLink(c, body.link)
          : await personByPassword(body.login, body.password);
    if (personId === null) {
      failures.charge(`address ${address}`, 1);
      throw unauthenticated('That didn’t match. Check what you have typed, and try again.');
    }
    const token = await openDeskSession(context, personId, {
      address,
      device: c.req.header('user-agent') ?? '',
      now: clock.now(),
    });
    setDeskCookie(c, token, { isSecure: isSecure(c), lifetimeMs: DESK_SESSION_MS });
    c.set('actor', personId);
    const caller = await findDeskCaller(db, token, clock.now());
    if (caller === null) throw unauthenticated('This login was switched off.');
    return c.json(caller, 200, HEADERS);
  });

  serve(app, signInWays, async (c) => {
    const { oidc, hasDeskPasswords } = options;
    const ways = {
      passwords: hasDeskPasswords,
      provider: oidc === null ? null : { name: oidc.name },
    };
    return c.json(ways, 200, HEADERS);
  });

  serve(app, signOut, async (c) => {
    const caller = await requireDesk(context, c);
    if (caller.desk_session_id !== null) {
      await endSession(db, caller.desk_session_id, caller.person_id);
    }
    deleteCookie(c, DESK_COOKIE, { path: '/admin', secure: isSecure(c) });
    return c.body(null, 204);
  });

  serve(app, getMe, async (c) => {
    c.set('isRefresh', true);
    return c.json(await requireDesk(context, c), 200, HEADERS);
  });

  serve(app, patchMe, async (c, call) => {
    const caller = await requireDesk(context, c);
    const { name, picture, password, old_password: oldPassword } = await call.body();
    if (password !== undefined) await requirePassword(caller, oldPassword ?? '');
    const row = await changePerson(
      db,
      caller.person_id,
      { name, picture, password: password && (await hashPassword(password)) },
      clock.now(),
    );
    const { person_id, role } = row;
    const { desk_session_id } = caller;
    const me = { person_id, name: row.name, picture: row.picture, role, desk_session_id };
    return c.json(me, 200, HEADERS);
  });

  serve(app, listDeskSessions, async (c) => {
    const caller = await requireDesk(context, c);
    const rows = await listSessions(db, reachOf(caller), clock.now());
    const data = rows.map((row) => ({
      ...row,
      created_at: new Date(row.created_at).toISOString(),
      seen_at: new Date(row.seen_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
    }));
    return c.json({ data }, 200, HEADERS);
  });

  serve(app, endDeskSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    const id = call.param('desk_session_id');
    if (!(await endSession(db, id, reachOf(caller)))) {
      throw notFound('There is no such desk session.');
    }
    return c.body(null, 204);
  });

  async function ownerByKey(key: string): Promise<string | null> {
    if (!isSameSecret(key.trim(), options.adminKey)) return null;
    return (await ensureOwner(db, clock.now())).person_id;
  }

  /** @throws HttpError 403 from another machine, whatever the token is. */
  async function ownerByLink(c: Context<AppEnv>, link: string): Promise<string | null> {
    if (!isOfThisMachine(c.req.raw, c.env)) {
      throw forbidden('This link signs in on the gateway’s own machine alone. Use the admin key.');
    }
    return desk.links.take(link) ? (await ensureOwner(db, clock.now())).person_id : null;
  }

  async function personByPassword(login: string, password: string): Promise<string | null> {
    if (!options.hasDeskPasswords) throw forbidden('Here people sign in without passwords.');
    const key = `login ${login.toLowerCase()}`;
    requireFew(key);
    const [row] = await db.query<{ person_id: string; password: string | null }>(
      'SELECT person_id, password FROM desk_people WHERE login = $1 AND disabled_at IS NULL',
      [login.toLowerCase().replaceAll('\0', '')],
    );
    if (await isPassword(password, row?.password ?? null)) return row?.person_id ?? null;
    failures.charge(key, 1);
    return null;
  }

  /** The owner has none: the admin key is theirs. @throws HttpError 400 */
  async function requirePassword(caller: DeskCaller, password: string): Promise<void> {
    requireFew(`login of ${caller.person_id}`);
    const [row] = await db.query<{ password: string | null }>(
      'SELECT password FROM desk_people WHERE person_id = $1',
      [caller.person_id],
    );
    if (row?.password == null) throw invalid('You sign in without a password of this desk.');
    if (await isPassword(password, row.password)) return;
    failures.charge(`login of ${caller.person_id}`, 1);
    throw invalid('old_password is not your password.');
  }

  function requireFew(key: string): void {
    if (failures.has(key)) return;
    throw rateLimited('Too many attempts to sign in. Wait half a minute.', RETRY_AFTER_S);
  }
};

/** Null: an owner reaches everybody's. */
function reachOf({ role, person_id }: DeskCaller): string | null {
  return role === 'owner' ? null : person_id;
}

/** The header can only make the cookie stricter, so anybody may send it. */
function isSecure(c: Context<AppEnv>): boolean {
  return new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
}
