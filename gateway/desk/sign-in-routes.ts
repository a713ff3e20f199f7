// Signing in to the desk and out.

import type { Context } from 'hono';
import { deleteCookie, getCookie } from 'hono/cookie';
import { z } from 'zod';
import { isSameSecret } from '../kernel/auth/authenticate.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { readRows } from '../kernel/db/rows.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import { isOfThisMachine } from '../kernel/http/this-machine.ts';
import { forbidden, HttpError, unauthenticated } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { createAttempts } from './attempts.ts';
import {
  DESK_COOKIE,
  DEVICE_COOKIE,
  isSecure,
  requireOwnPage,
  setDeskCookie,
} from './cookie-routes.ts';
import type { Desk } from './desk.ts';
import { signIn, signInWays, signOut } from './desk-schema.ts';
import {
  DESK_SESSION_MS,
  endDeskSession as endSession,
  findDeskCaller,
  openDeskSession,
} from './desk-sessions.ts';
import { DEVICE_MS, isDeviceOf, signDevice } from './devices.ts';
import { readMe } from './me.ts';
import type { OidcSettings } from './oidc/settings.ts';
import { hasPasskeys } from './passkey-rows.ts';
import { partyOf, usePasskey } from './passkeys.ts';
import type { UsedPasskey } from './passkeys-schema.ts';
import { isPassword } from './passwords.ts';
import { ensureOwner, OWNER_ID } from './people.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';
import { takeCode } from './second-factor.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  ids: Ids;
  desk: Desk;
  limits: Limits;
  secrets: Secrets;
  options: DeskNeeds['options'] & {
    trustedProxies: readonly string[];
    hasDeskPasswords: boolean;
    passwordCost: number;
    oidc: OidcSettings | null;
    publicUrl: string | null;
  };
}

const personIdPasswordRow = z.object({
  person_id: z.string(),
  password: z.string().nullable(),
  has_second_factor: z.boolean(),
});

export const adminDesk: Routes<Needs> = (app, context) => {
  const { db, clock, options, desk, secrets } = context;
  const cost = options.passwordCost;
  const addressOf = createClientAddress(options.trustedProxies);
  const attempts = createAttempts(context.limits);

  serve(app, signIn, async (c, call) => {
    requireOwnPage(c.req.raw.headers);
    const address = addressOf(c.env, c.req.raw.headers);
    const body = await call.body();
    const found =
      'login' in body
        ? await personByPassword(c, body, address)
        : 'passkey' in body
          ? await personByPasskey(c, body.passkey, address)
          : await ownerBySecret(c, body, address);
    if (found === null) {
      throw unauthenticated('That didn’t match. Check what you have typed, and try again.');
    }
    const { personId, device } = found;
    if (found.hasSecondFactor) await requireCode(personId, 'code' in body ? body.code : undefined);
    const token = await openDeskSession(context, personId, {
      address,
      device: c.req.header('user-agent') ?? '',
      now: clock.now(),
    });
    setDeskCookie(c, token, { isSecure: isSecure(c), lifetimeMs: DESK_SESSION_MS });
    if (device !== null) {
      const cookie = { name: DEVICE_COOKIE, isSecure: isSecure(c), lifetimeMs: DEVICE_MS };
      setDeskCookie(c, device, cookie);
    }
    c.set('actor', personId);
    const caller = await findDeskCaller(db, token, clock.now());
    if (caller === null) throw unauthenticated('This login was switched off.');
    return c.json(await readMe(db, caller), 200, HEADERS);
  });

  serve(app, signInWays, async (c, call) => {
    call.query();
    const { oidc, hasDeskPasswords } = options;
    const ways = {
      passwords: hasDeskPasswords,
      provider: oidc === null ? null : { name: oidc.name },
      passkeys: partyOf(c, options) !== null && (await hasPasskeys(db)),
    };
    return c.json(ways, 200, HEADERS);
  });

  serve(app, signOut, async (c, call) => {
    const caller = await requireDesk(context, c, 'viewer');
    call.query();
    if (caller.desk_session_id !== null) {
      await endSession(db, caller.desk_session_id, caller.person_id);
    }
    deleteCookie(c, DESK_COOKIE, { path: '/admin', secure: isSecure(c) });
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

  /** @throws HttpError 429 before anything is looked at. */
  async function ownerBySecret(
    c: Context<AppEnv>,
    body: { key: string } | { link: string },
    address: string,
  ): Promise<Found | null> {
    const giveBack = await attempts.takeKey(address);
    const personId = 'key' in body ? await ownerByKey(body.key) : await ownerByLink(c, body.link);
    if (personId === null) return null;
    giveBack();
    return { personId, device: null, hasSecondFactor: false };
  }

  /** Whose passkey it is: the device has asked for its person, so no second factor follows. @throws HttpError 429 */
  async function personByPasskey(
    c: Context<AppEnv>,
    used: UsedPasskey,
    address: string,
  ): Promise<Found | null> {
    const giveBack = await attempts.takePasskey(address);
    const party = partyOf(c, options);
    const personId = party === null ? null : await usePasskey(db, party, used, clock.now());
    // Whom the provider alone lets in is not let in past it.
    if (personId === null || !(options.hasDeskPasswords || personId === OWNER_ID)) return null;
    giveBack();
    return { personId, device: null, hasSecondFactor: false };
  }

  /** @throws HttpError 429 before anything is hashed. */
  async function personByPassword(
    c: Context<AppEnv>,
    { login: given, password }: { login: string; password: string },
    address: string,
  ): Promise<Found | null> {
    if (!options.hasDeskPasswords) throw forbidden('Here people sign in without passwords.');
    const login = given.toLowerCase().replaceAll('\0', '');
    const [row] = await readRows(
      db,
      personIdPasswordRow,
      `SELECT person_id, password, totp_secret IS NOT NULL AS has_second_factor
         FROM desk_people WHERE login = $1 AND disabled_at IS NULL`,
      [login],
    );
    const stored = row?.password ?? null;
    const owner = stored === null ? null : { login, password: stored };
    const cookie = getCookie(c, DEVICE_COOKIE) ?? '';
    const isKnown = owner !== null && (await isDeviceOf(secrets, owner, cookie, clock.now()));
    const who = isKnown ? 'known' : 'stranger';
    const giveBack = await attempts.takePassword(login, { address, who });
    const isRight = await desk.hashing
      .run(who, () => isPassword(password, stored, cost))
      .catch((error: unknown) => {
        // Nothing was looked at: it is no try.
        giveBack();
        throw error;
      });
    if (!isRight || row === undefined || owner === null) return null;
    giveBack();
    return {
      personId: row.person_id,
      device: await signDevice(secrets, owner, clock.now()),
      hasSecondFactor: row.has_second_factor,
    };
  }

  /** The password was right. @throws HttpError 401, 429 */
  async function requireCode(personId: string, code: string | undefined): Promise<void> {
    const beside = { second_factor: true };
    if (code === undefined) {
      throw new HttpError(401, 'Send a code of your app, or a recovery code, too.', { beside });
    }
    const giveBack = await attempts.takeCode(personId);
    if (!(await takeCode(db, personId, code, clock.now()))) {
      throw new HttpError(401, 'This code doesn’t fit, or was used.', { beside });
    }
    giveBack();
  }
};

/** The person who has signed in, and the cookie that tells this browser from strangers' later; null: it needs none. */
interface Found {
  personId: string;
  device: string | null;
  hasSecondFactor: boolean;
}
