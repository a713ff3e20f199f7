// List and send: the events of a session.

import type { z } from '@hono/zod-openapi';
import type { AgentDirectory } from '../agents/directory.ts';
import type { Authenticator } from '../kernel/auth/authenticate.ts';
import { bearerToken } from '../kernel/auth/authenticate.ts';
import { hashToken } from '../kernel/auth/credentials.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { secretBytes } from '../kernel/auth/secrets.ts';
import type { Outages } from '../kernel/db/outages.ts';
import type { Db } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { isIdShaped } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import type { RateLimitOptions } from '../kernel/limits/rate-limit.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { SENTENCES } from '../kernel/sentences.ts';
import { requireSiteOrigin } from '../kernel/tenants/origins.ts';
import { listEvents, type listQuery, sendEvents } from '../log/events-schema.ts';
import { INTENTS_HEADER } from '../log/intents.ts';
import { originOf } from '../log/origin.ts';
import { accessSession } from '../log/session-access.ts';
import type { SessionLog } from '../log/session-log.ts';
import { sortSend } from '../log/sort-send.ts';
import { toWire } from '../log/stored-event.ts';
import type { Runs } from '../runs/runs.ts';
import { send } from '../runs/send.ts';
import type { SessionLimits } from '../runs/session-limits.ts';
import { type Order, readCursor, writeCursor } from './cursor.ts';
import { checkPageContext } from './page-context.ts';
import { traceTools } from './tool-traces.ts';

const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  [INTENTS_HEADER]: '1',
};

interface Needs {
  db: Db;
  ids: Ids;
  log: SessionLog;
  runs: Runs;
  secrets: Secrets;
  outages: Outages;
  authenticate: Authenticator;
  limits: Limits;
  agents: AgentDirectory;
  observer: Observer;
  options: {
    messageLimit: RateLimitOptions;
    publicMessages: RateLimitOptions;
    maxPageBytes: number;
    sessionLimits: SessionLimits;
  };
}

export const sessionEvents: Routes<Needs> = (app, context) => {
  const { db, log, runs, options, secrets, outages, authenticate } = context;
  const messageLimit = context.limits.create('messages', options.messageLimit, {
    what: 'messages',
    // Each may begin an answer of a model.
    isCostly: true,
  });

  // One visitor can't use up what their site has for a day.
  const ofVisitor = context.limits.create('public messages', options.publicMessages, {
    what: 'messages',
    whose: 'a visitor',
    isCostly: true,
  });

  serve(app, listEvents, async (c, call) => {
    const principal = await authenticate(c.req.raw);
    const { session_id, project_id, client_id } = await accessSession(
      db,
      principal,
      call.param('session_id'),
    );
    await requireSiteOrigin(db, principal, client_id, c.req.raw.headers);
    outages.check(project_id);
    const query = call.query();
    const { limit, include_thinking: includeThinking } = query;
    const { from, order } = await readStart(session_id, query);
    const { events: page, hasMore } = await log.readPage(session_id, order, from, {
      limit,
      maxBytes: options.maxPageBytes,
    });
    const last = hasMore ? page.at(-1) : undefined;
    const signing = await secrets.cursors.signing();
    const next_page =
      last === undefined ? null : writeCursor(secretBytes(signing), session_id, order, last.seq);
    const data = page.map((event) => toWire(event, includeThinking));
    const text = writeExactly({ data, next_page });
    // Said here, so that the limit on bytes counts what was answered.
    return c.body(text, 200, { ...HEADERS, 'Content-Length': String(Buffer.byteLength(text)) });
  });

  serve(app, sendEvents, async (c, call) => {
    const sender = hashToken(bearerToken(c.req.raw));
    // Before anything is read of a body that can't be taken anyhow.
    await messageLimit.take(sender, 0);
    const principal = await authenticate(c.req.raw);
    const session = await accessSession(db, principal, call.param('session_id'));
    await requireSiteOrigin(db, principal, session.client_id, c.req.raw.headers);
    outages.check(session.project_id);
    const body = await call.body();
    await messageLimit.take(sender, body.events.length);
    if (principal.kind === 'browser_session' && principal.origin !== null) {
      await ofVisitor.take(`${session.client_id} ${principal.owner_id}`, body.events.length);
    }
    const submission = sortSend(body);
    await checkPageContext(principal, submission, async () => {
      const answering = await context.agents.open(db, session);
      return answering?.agent;
    });
    const tools = traceTools(submission, c.get('trace'));
    c.set('trace', tools.trace);
    const origin = originOf(principal, session, {
      headers: c.req.raw.headers,
      requestId: c.get('requestId'),
      span: c.get('trace').span,
    });
    const { events, after, repeated } = await send(context, session.session_id, submission, origin);
    if (after.kind === 'start') runs.start(session.session_id, after.runId);
    if (after.kind === 'cancel') runs.cancel(after.runId);
    await tools.tell(context, session, c.get('requestId'), repeated);
    const data = events.map((event) => toWire(event, false));
    return c.body(writeExactly({ data }), 200, HEADERS);
  });

  async function readStart(
    sessionId: string,
    { order: wanted, page, after_id: afterId }: z.output<typeof listQuery>,
  ): Promise<{ from: number | null; order: Order }> {
    if (page !== undefined && afterId !== undefined) {
      throw invalid(SENTENCES.page_or_after);
    }
    if (page !== undefined) {
      // A cursor goes on in its own order, which need not be named again.
      const keys = (await secrets.cursors.secrets()).map(secretBytes);
      const cursor = readCursor(keys, sessionId, page);
      if (cursor === null || (wanted ?? cursor.order) !== cursor.order) {
        throw invalid(SENTENCES.bad_cursor);
      }
      return { from: cursor.seq, order: cursor.order };
    }
    const order = wanted ?? 'asc';
    if (afterId === undefined) return { from: null, order };
    const seq = isIdShaped(afterId) ? await log.findSeq(sessionId, afterId) : null;
    if (seq === null) throw invalid(SENTENCES.bad_after);
    return { from: seq, order };
  }
};
