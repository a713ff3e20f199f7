// Signing in to the desk at an identity provider: the browser is sent there and comes back. These are pages that a browser walks
// through, not calls, and below /console, where the desk's cookie isn't sent: the way back comes from another site.

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { errorFields } from '../kernel/observability/log.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { setDeskCookie } from './cookie-routes.ts';
import { openDeskSession } from './desk-sessions.ts';
import { roleOf } from './oidc/identity.ts';
import { personOf } from './oidc/person.ts';
import { CALLBACK_PATH, createOidcProvider } from './oidc/provider.ts';
import type { OidcSettings } from './oidc/settings.ts';
import { keepSignIn, SIGN_IN_MS, takeSignIn } from './oidc/sign-ins.ts';

const COOKIE = 'bellhop_sign_in';
const FOLDER = '/console/oidc';
/** The request of a site that wants to be connected, kept in the browser while it is at the provider. */
const RETURN_COOKIE = 'bellhop_connect';
/** The query of the desk's page for it: whatever it says, it stays a query of that page. */
const CONNECT_QUERY = /^[^\s#\\<>"]{1,3000}$/;
/** For each address. */
const BEGINNINGS = { perSecond: 1 / 3, burst: 20 };

/** The reasons of a failed sign-in that the desk's page has words for. */
type Fault = 'refused' | 'failed' | 'again';

interface Needs {
  db: Db;
  ids: Ids;
  clock: Clock;
  limits: Limits;
  observer: Observer;
  options: { trustedProxies: readonly string[]; oidc: OidcSettings | null };
}

export const deskOidc: Routes<Needs> = (app, context) => {
  const { db, ids, clock, options, observer } = context;
  const { oidc } = options;
  if (oidc === null) return;
  const provider = createOidcProvider(oidc, clock);
  const addressOf = createClientAddress(options.trustedProxies);
  const beginnings = context.limits.create('oidc', BEGINNINGS, { isCostly: true });
  const cookie = {
    path: FOLDER,
    httpOnly: true,
    // Lax: the provider's page leads here.
    sameSite: 'Lax',
    secure: oidc.publicUrl.startsWith('https:'),
  } as const;

  app.get(`${FOLDER}/start`, async (c) => {
    await beginnings.take(addressOf(c.env, c.req.raw.headers));
    const connect = c.req.query('connect') ?? '';
    if (CONNECT_QUERY.test(connect)) {
      setCookie(c, RETURN_COOKIE, connect, { ...cookie, maxAge: SIGN_IN_MS / 1000 });
    } else if (getCookie(c, RETURN_COOKIE) !== undefined) deleteCookie(c, RETURN_COOKIE, cookie);
    try {
      const { url, ...left } = await provider.depart();
      const browser = ids.secret('bho_');
      await keepSignIn(db, browser, left, clock.now());
      setCookie(c, COOKIE, browser, { ...cookie, maxAge: SIGN_IN_MS / 1000 });
      return redirect(c, url.href);
    } catch (error) {
      return fail(c, 'failed', error);
    }
  });

  app.get(CALLBACK_PATH, async (c) => {
    const now = clock.now();
    const browser = getCookie(c, COOKIE);
    const page = pageOf(c);
    for (const name of [COOKIE, RETURN_COOKIE]) deleteCookie(c, name, cookie);
    const state = c.req.query('state');
    const left =
      browser === undefined || state === undefined
        ? null
        : await takeSignIn(db, browser, state, now);
    if (left === null) return fail(c, 'again', null);
    try {
      const identity = await provider.arrive(new URL(c.req.url).search, left);
      const role = roleOf(identity, oidc);
      const personId =
        role === null ? null : await personOf(context, oidc.issuer, identity, role, now);
      if (personId === null) return fail(c, 'refused', null);
      const token = await openDeskSession(context, personId, {
        address: addressOf(c.env, c.req.raw.headers),
        device: c.req.header('user-agent') ?? '',
        now,
        lifetimeMs: oidc.sessionMs,
      });
      setDeskCookie(c, token, { isSecure: cookie.secure, lifetimeMs: oidc.sessionMs });
      c.set('actor', personId);
      return redirect(c, page);
    } catch (error) {
      return fail(c, 'failed', error);
    }
  });

  app.get(`${FOLDER}/sign-out`, async (c) => {
    const url = await provider.farewell().catch(() => null);
    return redirect(c, url?.href ?? '/desk');
  });

  /** An error's message may quote what the provider said of somebody: the line has its name and code alone. */
  function fail(c: Context<AppEnv>, fault: Fault, error: unknown): Response {
    observer.say('warn', 'desk_sign_in_failed', {
      request_id: c.get('requestId'),
      fault,
      ...(error === null ? {} : errorFields(error)),
    });
    return redirect(c, `${pageOf(c)}#sign-in=${fault}`);
  }
};

/** Where the desk goes on: with the site that asked to be connected, where one did. */
function pageOf(c: Context<AppEnv>): string {
  const connect = getCookie(c, RETURN_COOKIE) ?? '';
  return CONNECT_QUERY.test(connect) ? `/desk/connect?${connect}` : '/desk';
}

/** The referrer would have the code in it. */
function redirect(c: Context<AppEnv>, to: string): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(to, 303);
}
