// The event stream: what happens in a session from now on.

import { accessSession } from '../auth/session-access.ts';
import { HttpError, rateLimited } from '../http/http-error.ts';
import { readFlag } from '../http/query.ts';
import type { RouteModule } from '../http/route-module.ts';
import { openEventStream } from '../stream/event-stream.ts';

/** A stream ends this long before its token, so that no event is sent on a token that is over. */
const EXPIRY_MARGIN_MS = 100;
const RETRY_AFTER_S = 5;

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // nginx would hold the frames back otherwise.
  'X-Accel-Buffering': 'no',
};

export const sessionStream: RouteModule = (app, context) => {
  const { db, clock, hub, options, outages, authenticate, closing } = context;

  app.get('/v1beta1/sessions/:session_id/events/stream', async (c) => {
    const request = c.req.raw;
    const principal = await authenticate(request);
    const { session_id, project_id } = await accessSession(
      db,
      principal,
      c.req.param('session_id'),
    );
    outages.check(project_id);
    const includeThinking = readFlag('include_thinking', c.req.query('include_thinking'));
    if (hub.count(session_id) >= options.stream.maxPerSession) {
      throw rateLimited(
        `This session has ${options.stream.maxPerSession} open streams already; close one.`,
        RETRY_AFTER_S,
      );
    }
    // HEAD asks for the headers alone: don't open a stream for it.
    if (request.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
    const untilExpiry =
      principal.kind === 'browser_session'
        ? principal.expires_at - EXPIRY_MARGIN_MS - clock.now()
        : Number.POSITIVE_INFINITY;
    const stream = await openEventStream(context, {
      sessionId: session_id,
      includeThinking,
      hasPreviews: (c.req.queries('event_deltas[]') ?? []).includes('agent.message'),
      keepAliveMs: options.stream.keepAliveMs,
      pollMs: db.isExclusive ? null : options.stream.pollMs,
      lifetimeMs: Math.max(0, Math.min(options.stream.rotationMs, untilExpiry)),
      signal: AbortSignal.any([request.signal, closing]),
      isStillAllowed,
    });
    return new Response(stream, { headers: STREAM_HEADERS });

    /** A key may be taken back, or a site suspended, while the stream is open. */
    async function isStillAllowed(): Promise<boolean> {
      try {
        await accessSession(db, await authenticate(request), session_id);
        return true;
      } catch (error) {
        if (error instanceof HttpError) return false;
        throw error;
      }
    }
  });
};
