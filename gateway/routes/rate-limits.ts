// The limits on requests and on the bytes of their bodies: for each token, and for each address that sends none. An address
// whose tokens nobody has issued is shut out before the database is asked about the next one. Without a Redis each process
// counts for itself; in either case a refusal costs no query.

import { isSameSecret, readBearerToken } from '../auth/authenticate.ts';
import { hashToken } from '../auth/credentials.ts';
import { verifySessionToken } from '../auth/session-tokens.ts';
import { sleep } from '../clock.ts';
import { createClientAddress } from '../http/client-address.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { RouteModule } from '../http/route-module.ts';

/** What a body without a length counts as. */
const UNKNOWN_BYTES = 64 * 1024;
/** Refusals that a token hears at once. */
const REFUSALS = { perSecond: 1, burst: 50 };
/** Later ones come after this time, to so many requests at a time. */
const HOLD_MS = 1000;
const MAX_HELD = 1000;
/** Tokens that are remembered as issued. */
const MAX_KNOWN = 50_000;

export const rateLimits: RouteModule = (app, context) => {
  const { clock, options, limits, secrets, authenticate } = context;
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

  for (const path of ['/v1/*', '/v1beta1/*', '/admin/*']) {
    app.use(path, async (c, next) => {
      const address = addressOf(c.env, c.req.raw.headers);
      const token = readBearerToken(c.req.raw);
      const bytes = bodyBytes(c.req.raw);
      if (token === null) {
        await ofAddress.take(address);
        await inBytes.take(`address ${address}`, bytes);
        await next();
        return;
      }
      // By the token alone: the header around it can be written in many ways.
      const hash = hashToken(token);
      let isIssued = known.has(hash);
      try {
        await (path === '/admin/*' ? ofOperator : ofToken).take(hash);
        await inBytes.take(hash, bytes);
        isIssued ||= await isIssuedHere(token);
        if (!isIssued) await ofStranger.take(address);
      } catch (error) {
        await hold(hash);
        throw error;
      }
      await next();
      if (c.res.status === 429) await hold(hash);
      if (c.res.status === 401) known.forget(hash);
      else if (authenticate.hasRecognised(c.req.raw)) {
        if (!isIssued) ofStranger.charge(address, -1);
        known.add(hash);
      }
      // What was answered can only be paid for afterwards.
      inBytes.charge(hash, Number(c.res.headers.get('content-length') ?? 0));
    });
  }

  /** Whoever goes on in spite of refusals waits for the next ones: answering them at once takes time from the others. */
  async function hold(hash: string): Promise<void> {
    refusals.charge(hash, 1);
    if (refusals.has(hash) || held >= MAX_HELD) return;
    held += 1;
    await sleep(clock, HOLD_MS);
    held -= 1;
  }

  /** Without the database: the admin key, or a session token that this gateway has signed. */
  async function isIssuedHere(token: string): Promise<boolean> {
    if (isSameSecret(token, options.adminKey)) return true;
    if (!token.includes('.')) return false;
    return (
      (await verifySessionToken(await secrets.session_tokens.secrets(), clock, token)) !== null
    );
  }
};

function bodyBytes(request: Request): number {
  if (request.body === null) return 0;
  const declared = request.headers.get('content-length');
  return declared !== null && /^\d{1,12}$/.test(declared) ? Number(declared) : UNKNOWN_BYTES;
}

function createKnownTokens() {
  const hashes = new Set<string>();
  return {
    has: (hash: string) => hashes.has(hash),
    forget: (hash: string) => hashes.delete(hash),
    add(hash: string) {
      if (hashes.size >= MAX_KNOWN) {
        const [oldest] = hashes;
        if (oldest !== undefined) hashes.delete(oldest);
      }
      hashes.add(hash);
    },
  };
}
