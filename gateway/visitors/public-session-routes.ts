// A site's public id, which needs no server of the owner's: it hands out a visitor's session, deletes a conversation for good, takes
// feedback. It opens nothing by itself: the page's origin, the guest's secret or the user's token, and the limits decide.

import type { AgentDirectory } from '../agents/directory.ts';
import { storeFeedback } from '../feedback/feedback.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { signSessionToken } from '../kernel/auth/session-tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import { createClientAddress } from '../kernel/http/client-address.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { HttpError, unauthenticated } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import type { RateLimitOptions } from '../kernel/limits/rate-limit.ts';
import type { OutsideFetch } from '../kernel/outside-fetch.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { Outbox } from '../log/news.ts';
import { noSuchSession, SESSION_EVENTS_SCOPE } from '../log/session-access.ts';
import type { SessionLog } from '../log/session-log.ts';
import { type EraseParts, eraseSession } from '../privacy/erase.ts';
import { requirePage, whoCalls } from './caller.ts';
import { deviceOf, keepDevice } from './devices.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { beginSession, findOwn, resumeSession } from './public-session.ts';
import { deleteConversation, openSession, rateAnswer } from './public-session-schema.ts';
import { openPublicSite, type PublicSite } from './public-site.ts';
import { shownSettings } from './site-settings.ts';
import { createUserTokens } from './user-token.ts';

const EXPIRY_MS = 15 * 60_000;
const NO_STORE = { 'Cache-Control': 'no-store' };
/** Refused origins that are written down, for each site. */
const NOTES = { perSecond: 0.2, burst: 50 };
/** Calls of feedback, for each session. */
const PRESSES = { perSecond: 1, burst: 30 };

/** How many new sessions a site's public id hands out. */
export interface PublicSessionLimits {
  /** For each address; beyond it none. */
  perAddress: RateLimitOptions;
  /** For each IPv4 address and each /48 of IPv6, since one customer may have all networks of a /48; beyond it none. */
  perNetwork: RateLimitOptions;
  /** For each address; beyond it with a proof of work. */
  easyPerAddress: RateLimitOptions;
  /** For each site; beyond it with a proof of work. */
  easyPerSite: RateLimitOptions;
  /** Numbers that a proof may have to try. */
  proofNumbers: number;
}

interface Needs extends EraseParts {
  db: Db;
  clock: Clock;
  ids: Ids;
  agents: AgentDirectory;
  outbox: Outbox;
  outside: OutsideFetch;
  secrets: Secrets;
  limits: Limits;
  log: SessionLog;
  options: {
    publicSessions: PublicSessionLimits;
    trustedProxies: readonly string[];
    countryHeader: string | null;
  };
}

export const publicSessions: Routes<Needs> = (app, context) => {
  const { db, clock, ids, secrets, limits, log, options } = context;
  const { perAddress, perNetwork, easyPerAddress, easyPerSite, proofNumbers } =
    options.publicSessions;
  // Each of these costs money in the end.
  const words = { what: 'new conversations', isCostly: true };
  const ofAddress = limits.create('new sessions', perAddress, { ...words, whose: 'an address' });
  const ofNetwork = limits.create('new sessions of a network', perNetwork, {
    ...words,
    whose: 'a network',
  });
  const easyOfAddress = limits.create('easy sessions', easyPerAddress, words);
  const easyOfSite = limits.create('easy sessions of a site', easyPerSite, words);
  const presses = limits.create('public feedback', PRESSES, {
    what: 'calls of feedback',
    whose: 'a session',
  });
  const addressOf = createClientAddress(options.trustedProxies);
  const proofs = createProofOfWork({ db, clock, secrets, maxNumber: proofNumbers });
  const callers = {
    db,
    clock,
    ids,
    users: createUserTokens(context),
    notes: limits.create('refused origins', NOTES),
  };

  serve(app, openSession, async (c, call) => {
    const site = await openPublicSite(db, call.param('public_id'));
    const origin = await requirePage(callers, site, c.req.raw.headers);
    const asked = await call.body();
    const visitor = await whoCalls(callers, site, asked);
    const own = asked.new === true ? null : await resumeSession(context, site, visitor, asked);
    if (own === null) await requireRoom(site, addressOf(c.env, c.req.raw.headers), asked.proof);
    const session = own ?? (await beginSession(context, site, visitor, asked.tools));
    if (site.keeps_devices) {
      const device = deviceOf(c.req.raw.headers, options.countryHeader);
      await keepDevice(db, session.session_id, device, clock.now());
    }
    const expiresAt = Math.ceil((clock.now() + EXPIRY_MS) / 1000) * 1000;
    const token = await signSessionToken(
      await secrets.session_tokens.signing(),
      clock,
      {
        session_id: session.session_id,
        owner_id: visitor.owner,
        agent: session.agent,
        scopes: [SESSION_EVENTS_SCOPE],
        origin,
      },
      { expiresAtMs: expiresAt, jti: ids.uuid() },
    );
    const { guest, mark, warnings } = visitor;
    const settings = shownSettings(site);
    const ticket = {
      session_id: session.session_id,
      token,
      expires_at: new Date(expiresAt).toISOString(),
      ...(own === null ? { is_new: true } : {}),
      ...(mark === null ? {} : { owner: mark }),
      ...(guest === null ? {} : { guest }),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
    return c.json(ticket, 200, NO_STORE);
  });

  serve(app, deleteConversation, async (c, call) => {
    const session = await requireOwn(c.req.raw, call.param('public_id'), await call.body());
    // A refused page has changed nothing; another's session looks like one that isn't there.
    if (session === null) throw noSuchSession();
    await eraseSession(context, session.session_id);
    return c.body(null, 204, NO_STORE);
  });

  serve(app, rateAnswer, async (c, call) => {
    const body = await call.body();
    const session = await requireOwn(c.req.raw, call.param('public_id'), body);
    if (session === null) throw noSuchSession();
    await presses.take(session.session_id);
    const { event_id, value, comment } = body;
    await storeFeedback(log, session.session_id, { event_id, value, comment });
    return c.body(null, 204, NO_STORE);
  });

  /** @throws HttpError 429, with a challenge where a proof of work helps. */
  async function requireRoom(
    site: PublicSite,
    address: string,
    proof: string | undefined,
  ): Promise<void> {
    const caller = `${site.client_id} ${address}`;
    const network = `${site.client_id} ${wideNetworkOf(address)}`;
    // Asked first, taken when a session is handed out: a request that is answered with a challenge has got nothing.
    await ofAddress.take(caller, 0);
    await ofNetwork.take(network, 0);
    const isEasy =
      (await isTaken(easyOfAddress.take(caller))) &&
      (await isTaken(easyOfSite.take(site.client_id)));
    if (isEasy || (proof !== undefined && (await proofs.take(site.client_id, proof)))) {
      await ofAddress.take(caller);
      await ofNetwork.take(network);
      return;
    }
    throw new HttpError(
      429,
      'Many conversations begin here just now. Solve the challenge and send its solution as proof.',
      {
        headers: { 'Retry-After': '1' },
        beside: { challenge: await proofs.challenge(site.client_id) },
      },
    );
  }

  async function requireOwn(
    request: Request,
    publicId: string,
    body: { session_id: string; guest?: string | undefined; user_token?: string | undefined },
  ) {
    const site = await openPublicSite(db, publicId);
    await requirePage(callers, site, request.headers);
    const visitor = await whoCalls(callers, site, body);
    const [fault] = visitor.warnings;
    // Who is signed in and can't show it any more is no guest, whose conversation this would not be.
    if (fault !== undefined) throw unauthenticated(fault);
    return findOwn(db, site, visitor.owner, body.session_id);
  }
};

/** The /48 of an IPv6 network, as client-address.ts writes those; an IPv4 address is its own. */
function wideNetworkOf(address: string): string {
  return address.includes('/') ? address.split(':').slice(0, 3).join(':') : address;
}

/** False where the limit is reached; any other failure is the caller's. */
async function isTaken(taking: Promise<void>): Promise<boolean> {
  try {
    await taking;
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}
