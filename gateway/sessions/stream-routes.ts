// The event stream: what happens in a session from now on.

import type { Authenticator } from '../kernel/auth/authenticate.ts';
import type { Principal } from '../kernel/auth/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Outages } from '../kernel/db/outages.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { rateLimited } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { requireSiteOrigin } from '../kernel/tenants/origins.ts';
import { openStream } from '../log/events-schema.ts';
import { accessSession } from '../log/session-access.ts';
import { connectionOf } from '../log/stream/connection.ts';
import type { OpenStreams } from '../log/stream/open-streams.ts';

/** A stream ends this long before its token, so that no event is sent on a token that is over. */
const EXPIRY_MARGIN_MS = 100;
const RETRY_AFTER_S = 5;

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx would hold the frames back otherwise.
  'X-Accel-Buffering': 'no',
};

interface Needs {
  db: Db;
  clock: Clock;
  streams: OpenStreams;
  outages: Outages;
  authenticate: Authenticator;
  /** Aborted when the gateway closes: open streams end. */
  closing: AbortSignal;
  options: { stream: { rotationMs: number; maxPerSession: number } };
}

/** Keeps three headers of the request, and nothing else of it: a stream may be open for an hour. */
function authenticatingAgain(
  { db, authenticate }: Pick<Needs, 'db' | 'authenticate'>,
  { url, headers }: Request,
  clientId: string | null,
): () => Promise<Principal> {
  const kept = ['authorization', 'origin', 'host'].flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return async () => {
    const again = new Request(url, { headers: kept });
    const now = await authenticate(again);
    // A site that is switched off, or that a page is taken off of, ends its visitors' streams.
    await requireSiteOrigin(db, now, clientId, again.headers);
    return now;
  };
}

export const sessionStream: Routes<Needs> = (app, context) => {
  const { db, clock, streams, options, outages, authenticate, closing } = context;

  serve(app, openStream, async (c, call) => {
    const request = c.req.raw;
    const principal = await authenticate(request);
    const { session_id, project_id, client_id } = await accessSession(
      db,
      principal,
      call.param('session_id'),
    );
    await requireSiteOrigin(db, principal, client_id, c.req.raw.headers);
    outages.check(project_id);
    const { include_thinking: includeThinking } = call.query();
    // HEAD asks for the headers alone: don't open a stream for it.
    if (request.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
    const untilExpiry =
      principal.kind === 'browser_session'
        ? principal.expires_at - EXPIRY_MARGIN_MS - clock.now()
        : Number.POSITIVE_INFINITY;
    const connection = connectionOf(c.env);
    const body = await streams.open({
      sessionId: session_id,
      includeThinking,
      hasPreviews: (c.req.queries('event_deltas[]') ?? []).includes('agent.message'),
      lifetimeMs: Math.max(0, Math.min(options.stream.rotationMs, untilExpiry)),
      // A socket tells by itself that its reader has gone; a signal for each would cost kilobytes.
      signal: connection === null ? AbortSignal.any([request.signal, closing]) : closing,
      connection,
      credential: request.headers.get('authorization') ?? '',
      authenticate: authenticatingAgain(context, request, client_id),
    });
    if (body === null) {
      throw rateLimited(
        `This session has ${options.stream.maxPerSession} open streams already; close one.`,
        RETRY_AFTER_S,
      );
    }
    return new Response(body, { headers: STREAM_HEADERS });
  });
};
