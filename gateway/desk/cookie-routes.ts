// From the desk's cookie to its person, in front of the operator's calls. A cookie goes along with any request that a browser
// makes, so it counts only where the desk's own page has sent it: from the same origin, with a header that no form and no
// other site can add.

import type { Context, Next } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { reachOfPerson } from '../kernel/auth/desk-caller.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import { forbidden } from '../kernel/http-error.ts';
import { noSuchSession } from '../log/session-access.ts';
import { findSession } from '../log/session-row.ts';
import { findDeskCaller } from './desk-sessions.ts';

export const DESK_COOKIE = 'bellhop_desk';
export const DESK_HEADER = 'x-bellhop-desk';

/** Marks a browser in which somebody has signed in with a password; it opens nothing. */
export const DEVICE_COOKIE = 'bellhop_desk_device';

interface Needs {
  db: Db;
  clock: Clock;
}

export const deskCookie: Routes<Needs> = (app, { db, clock }) => {
  app.use('/admin/*', async (c, next) => {
    const token = getCookie(c, DESK_COOKIE);
    if (token !== undefined && !c.req.raw.headers.has('authorization')) {
      requireOwnPage(c.req.raw.headers);
      const caller = await findDeskCaller(db, token, clock.now());
      if (caller !== null) {
        c.set('desk', caller);
        c.set('actor', caller.person_id);
      }
    }
    await next();
  });

  // Whose sites are named meets no other's conversation, whichever call names it.
  for (const path of ['/admin/conversations/:session_id/*', '/admin/sessions/:session_id/*']) {
    app.use(path, onlyOfOwnSites);
  }

  async function onlyOfOwnSites(c: Context<AppEnv>, next: Next): Promise<void> {
    const caller = c.get('desk');
    const reach = caller === undefined ? EVERYTHING : reachOfPerson(caller);
    const sessionId = c.req.param('session_id') ?? '';
    // The call that changes many looks at each by itself.
    if (reach.kind !== 'everything' && sessionId !== 'changes') {
      const session = await findSession(db, reach, sessionId);
      if (session === null) throw noSuchSession();
    }
    await next();
  }
};

export function setDeskCookie(
  c: Context<AppEnv>,
  value: string,
  { isSecure, lifetimeMs, name = DESK_COOKIE }: DeskCookieOptions,
): void {
  setCookie(c, name, value, {
    path: '/admin',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure,
    maxAge: lifetimeMs / 1000,
  });
}

export interface DeskCookieOptions {
  isSecure: boolean;
  lifetimeMs: number;
  name?: string;
}

/** The header can only make the cookie stricter, so anybody may send it. */
export function isSecure(c: Context<AppEnv>): boolean {
  return new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
}

/** @throws HttpError 403 for a request that another page may have caused. */
export function requireOwnPage(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isSameOrigin =
    site === null
      ? origin === null || hostOf(origin) === headers.get('host')
      : site === 'same-origin';
  if (!isSameOrigin || headers.get(DESK_HEADER) !== '1') {
    throw forbidden('The desk’s cookie counts only for requests of the desk’s own page.');
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
