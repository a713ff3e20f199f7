// List and send: the events of a session.

import { accessSession } from '../auth/session-access.ts';
import { readJsonObject } from '../http/body.ts';
import { writeExactly } from '../http/exact-json.ts';
import { invalid } from '../http/http-error.ts';
import { readFlag } from '../http/query.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import { type Order, readCursor, writeCursor } from '../sessions/cursor.ts';
import { originOf } from '../sessions/origin.ts';
import { parseSend } from '../sessions/parse-send.ts';
import { send } from '../sessions/send.ts';
import { toWire } from '../sessions/stored-event.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../wire.ts';

const PATH = '/v1/sessions/:session_id/events';
const HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

export const sessionEvents: RouteModule = (app, context) => {
  const { db, ids, log, runs, secrets, outages, authenticate } = context;

  app.get(PATH, async (c) => {
    const principal = await authenticate(c.req.raw);
    const { session_id, project_id } = await accessSession(
      db,
      principal,
      c.req.param('session_id'),
    );
    outages.check(project_id);
    const limit = readLimit(c.req.query('limit'));
    const wanted = readOrder(c.req.query('order'));
    const includeThinking = readFlag('include_thinking', c.req.query('include_thinking'));
    const { from, order } = await readStart(session_id, wanted, {
      page: c.req.query('page'),
      afterId: c.req.query('after_id'),
    });
    // One more than asked for, to know whether there is another page.
    const events = await log.read(session_id, order, from, limit + 1);
    const page = events.slice(0, limit);
    const last = events.length > limit ? page.at(-1) : undefined;
    const next_page =
      last === undefined ? null : writeCursor(secrets.cursors, session_id, order, last.seq);
    const data = page.map((event) => toWire(event, includeThinking));
    return c.body(writeExactly({ data, next_page }), 200, HEADERS);
  });

  app.post(PATH, async (c) => {
    const principal = await authenticate(c.req.raw);
    const session = await accessSession(db, principal, c.req.param('session_id'));
    outages.check(session.project_id);
    const submission = parseSend(await readJsonObject(c.req.raw));
    const origin = originOf(principal, session, {
      headers: c.req.raw.headers,
      requestId: c.get('requestId'),
      freshTraceId: () => ids.hex(16),
    });
    const { events, after } = await send(context, session.session_id, submission, origin);
    if (after.kind === 'start') runs.start(session.session_id, after.runId);
    if (after.kind === 'cancel') runs.cancel(after.runId);
    const data = events.map((event) => toWire(event, false));
    return c.body(writeExactly({ data }), 200, HEADERS);
  });

  async function readStart(
    sessionId: string,
    wanted: Order | undefined,
    { page, afterId }: { page: string | undefined; afterId: string | undefined },
  ): Promise<{ from: number | null; order: Order }> {
    if (page !== undefined && afterId !== undefined) {
      throw invalid('page and after_id exclude each other; send one of them.');
    }
    if (page !== undefined) {
      // A cursor goes on in its own order, which need not be named again.
      const cursor = readCursor(secrets.cursors, sessionId, page);
      if (cursor === null || (wanted ?? cursor.order) !== cursor.order) {
        throw invalid('page is not a cursor of this session and order; start the list anew.');
      }
      return { from: cursor.seq, order: cursor.order };
    }
    const order = wanted ?? 'asc';
    if (afterId === undefined) return { from: null, order };
    const seq = isIdShaped(afterId) ? await log.findSeq(sessionId, afterId) : null;
    if (seq === null) throw invalid('after_id is not an event of this session.');
    return { from: seq, order };
  }
};

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PAGE_SIZE;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_PAGE_SIZE) {
    throw invalid(`limit must be an integer from 1 to ${MAX_PAGE_SIZE}.`);
  }
  return limit;
}

function readOrder(text: string | undefined): Order | undefined {
  if (text === undefined || text === 'asc' || text === 'desc') return text;
  throw invalid('order must be asc or desc.');
}
