// The limits on requests and on the bytes of their bodies: for each token, and for each address that sends none. An address
// whose tokens nobody has issued is shut out before the database is asked about the next one. Without a Redis each process
// counts for itself; in either case a refusal costs no query.

import type { Authenticator } from '../auth/authenticate.ts';
import { isSameSecret, readBearerToken } from '../auth/authenticate.ts';
import { hashToken } from '../auth/credentials.ts';
import type { Secrets } from '../auth/secrets.ts';
import { verifySessionToken } from '../auth/session-tokens.ts';
import type { Clock } from '../clock.ts';
import { sleep } from '../clock.ts';
import type { Db } from '../db/types.ts';
import { callerOf } from '../db/types.ts';
import type { Limits } from '../limits/limits.ts';
import type { RateLimitOptions } from '../limits/rate-limit.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { bytesRead } from './body.ts';
import { createClientAddress } from './client-address.ts';
import type { Routes } from './route-module.ts';

/** Bytes that a body without a length counts as before it is read. */
const UNKNOWN_BYTES = 64 * 1024;
/** Refusals that a token hears at once. */
const REFUSALS = { perSecond: 1, burst: 50 };
/** Later ones come after this time, to so many requests at a time. */
const HOLD_MS = 1000;
const MAX_HELD = 1000;
/** Tokens that are remembered as issued. */
const MAX_KNOWN = 50_000;

interface Needs {
  db: Db;
  clock: Clock;
  limits: Limits;
  secrets: Secrets;
  authenticate: Authenticator;
  options: {
    adminKey: string;
    rateLimit: RateLimitOptions;
    adminRateLimit: RateLimitOptions;
    byteLimit: RateLimitOptions;
    strangerLimit: RateLimitOptions;
    trustedProxies: readonly string[];
  };
}

export const rateLimits: Routes<Needs> = (app, context) => {
  const { db, clock, options, limits, secrets, authenticate } = context;
  const { rateLimit, adminRateLimit, byteLimit, strangerLimit } = options;
  // Apart, so that made-up tokens take no room from addresses, nor addresses from tokens.
  const ofToken = limits.create('token', rateLimit);
  const ofOperator = limits.create('operator', adminRateLimit);
  const ofAddress = limits.create('address', rateLimit);
  const inBytes = limits.create('bytes', byteLimit, { what: 'bytes' });
  const ofStranger = limits.create('stranger', strangerLimit, {
    what: 'requests with an invalid token',
  });
  const addressOf = createClientAddress(options.trustedProxies);
  const refusals = createRateLimit(REFUSALS, clock);
  let held = 0;
  const known = createKnownTokens();
  /** By address and token: whether a first request with a token that nobody has seen here may ask for it. */
  const asking = new Map<string, Promise<void>>();

  for (const path of ['/v1/*', '/v1beta1/*', '/c/*', '/admin/*', '/metrics']) {
    const isOperators = path === '/admin/*' || path === '/metrics';
    app.use(path, async (c, next) => {
      const address = addressOf(c.env, c.req.raw.headers);
      const token = readBearerToken(c.req.raw);
      const bytes = bodyBytes(c.req.raw);
      if (token === null) {
        await ofAddress.take(address);
        await inBytes.take(`address ${address}`, bytes);
        await next();
        inBytes.charge(`address ${address}`, moreThan(bytes, c.req.raw));
        return;
      }
      // By the token alone: the header around it can be written in many ways.
      const hash = hashToken(token);
      let session = known.get(hash) ?? null;
      const asker = `${address} ${hash}`;
      let rides = false;
      try {
        await (isOperators ? ofOperator : ofToken).take(hash);
        await inBytes.take(hash, bytes);
        session ??= await sessionOf(token);
        if (session === null) {
          // Many at once with one new key are one guess; where it is none, they are paid for afterwards.
          const first = asking.get(asker);
          rides = first !== undefined;
          const admitted = first ?? ofStranger.take(address);
          if (!rides) asking.set(asker, admitted);
          await admitted;
        }
      } catch (error) {
        if (!rides) asking.delete(asker);
        await hold(hash);
        throw error;
      }
      if (isSameSecret(token, options.adminKey)) await next();
      // Behind a key or a site's token are many visitors: its requests are one caller for each path.
      else await db.as(session ? callerOf(session) : `${hash} ${c.req.path}`, next);
      if (!rides) asking.delete(asker);
      const isKnown = c.res.status !== 401 && authenticate.hasRecognised(c.req.raw);
      if (c.res.status === 401) known.forget(hash);
      else if (isKnown) known.add(hash, session ?? '');
      if (session === null && isKnown !== rides) ofStranger.charge(address, isKnown ? -1 : 1);
      if (c.res.status === 429) await hold(hash);
      // The bytes of an answer can only be charged afterwards.
      const answered = Number(c.res.headers.get('content-length') ?? 0);
      inBytes.charge(hash, answered + moreThan(bytes, c.req.raw));
    });
  }

  /** A caller that goes on in spite of refusals waits for the next ones: answering them at once takes time from the others. */
  async function hold(hash: string): Promise<void> {
    refusals.charge(hash, 1);
    if (refusals.has(hash) || held >= MAX_HELD) return;
    held += 1;
    await sleep(clock, HOLD_MS);
    held -= 1;
  }

  /** The session of a token that this gateway has signed, '' for the admin key, null for others; without the database. */
  async function sessionOf(token: string): Promise<string | null> {
    if (isSameSecret(token, options.adminKey)) return '';
    if (!token.includes('.')) return null;
    const signing = await secrets.session_tokens.secrets();
    return (await verifySessionToken(signing, clock, token))?.session_id ?? null;
  }
};

function bodyBytes(request: Request): number {
  // A request without a body isn't asked for it: the server would make one with a signal, and a stream keep that for an hour.
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return 0;
  const declared = request.headers.get('content-length');
  return declared !== null && /^\d{1,12}$/.test(declared) ? Number(declared) : UNKNOWN_BYTES;
}

/** Bytes of a body beyond those that it counted as. */
const moreThan = (bytes: number, request: Request) => Math.max(0, bytesRead(request) - bytes);

/** Tokens that were found to be issued, by their hash, each with its session; '' where it opens more than one. */
function createKnownTokens() {
  const sessions = new Map<string, string>();
  return {
    get: (hash: string) => sessions.get(hash),
    forget: (hash: string) => sessions.delete(hash),
    add(hash: string, session: string) {
      if (sessions.size >= MAX_KNOWN) {
        const [oldest] = sessions.keys();
        if (oldest !== undefined) sessions.delete(oldest);
      }
      sessions.set(hash, session);
    },
  };
}
