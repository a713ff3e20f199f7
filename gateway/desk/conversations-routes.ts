// Conversations as the desk reads them: the list, one with its events, what was read, and the stream of what changes.

import { z } from 'zod';
import { listFeedback, readFeedback } from '../feedback/feedback.ts';
import { reachOfPerson } from '../kernel/auth/desk-caller.ts';
import { EVERYTHING, type Reach, whereReached } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, rateLimited } from '../kernel/http-error.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { likeOf } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { Origin } from '../log/origin.ts';
import { noSuchSession } from '../log/session-access.ts';
import type { SessionLog } from '../log/session-log.ts';
import { findSession, type SessionRow } from '../log/session-row.ts';
import { type StoredEvent, toWire } from '../log/stored-event.ts';
import { languageOf } from '../log/visitor-language.ts';
import { readRating } from '../ratings/ratings.ts';
import type { ToolDefinition } from '../wire.ts';
import { readMentions } from '../work/notes.ts';
import { countConversations, listConversations as list, markRead } from './conversations.ts';
import type { Desk } from './desk.ts';
import {
  getConversation,
  listConversationEvents,
  listConversations,
  listFilters,
  openDeskStream,
  ownQuestion,
  readConversation,
} from './desk-schema.ts';
import { openDeskStream as openStream, STREAM_HEADERS } from './desk-stream.ts';
import type { DeskFeed } from './feed.ts';
import { readFilter } from './read-filter.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const JSON_HEADERS = { ...HEADERS, 'Content-Type': 'application/json' };
/** Streams of one desk session: one for each tab. */
const MAX_STREAMS = 12;
const RETRY_AFTER_S = 5;
const MAX_FEEDBACK = 500;

interface Needs extends DeskNeeds {
  log: SessionLog;
  desk: Desk;
  /** Aborted when the gateway closes: open streams end. */
  closing: AbortSignal;
  options: DeskNeeds['options'] & {
    maxPageBytes: number;
    stream: { keepAliveMs: number; rotationMs: number };
  };
}

const clientIdNameRow = z.object({
  client_id: z.string(),
  name: z.string().nullable(),
});

const agentNameRow = z.object({
  agent: z.string(),
  name: z.string(),
});

const sessionIdRow = z.object({ session_id: z.string() });

const seqRow = z.object({
  seq: z.number(),
  run_id: z.string(),
  origin: z.string().nullable(),
  asks: ownQuestion.nullable(),
});

export const adminConversations: Routes<Needs> = (app, context) => {
  const { db, clock, log, desk, options, closing } = context;
  const streams = new Map<string, number>();

  serve(app, listConversations, async (c, call) => {
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c);
    const { page, limit, ...given } = call.query();
    const now = clock.now();
    const reach = reachOfPerson(caller);
    const found = await list(db, reach, { ...readFilter(given, caller, now), page, limit });
    const counts = await countConversations(db, caller.person_id, now, reach);
    return c.json({ ...found, counts }, 200, HEADERS);
  });

  serve(app, getConversation, async (c, call) => {
    c.set('isRefresh', true);
    const { person_id: personId } = await requireDesk(context, c);
    const sessionId = call.param('session_id');
    const { data } = isIdShaped(sessionId)
      ? await list(db, EVERYTHING, { personId, now: clock.now(), sessionId, limit: 1 })
      : { data: [] };
    if (data[0] === undefined) throw noSuchSession();
    const feedback = await listFeedback(db, sessionId, MAX_FEEDBACK);
    const language = await languageOf(db, sessionId);
    const rating = await readRating(db, sessionId);
    const tool_titles = await readToolTitles(sessionId);
    return c.json({ ...data[0], language, feedback, rating, tool_titles }, 200, HEADERS);
  });

  serve(app, listConversationEvents, async (c, call) => {
    await requireDesk(context, c);
    const session = await find(call.param('session_id'));
    const { before, after, limit } = call.query();
    if (before !== undefined && after !== undefined) {
      throw invalid('before and after exclude each other; send one of them.');
    }
    // The desk follows an open conversation by itself. That somebody opened it stands in the audit.
    c.set('isRefresh', after !== undefined);
    const order = after === undefined ? 'desc' : 'asc';
    const place = before ?? after;
    const from = place === undefined ? null : await seqOf(session, place);
    const size = { limit, maxBytes: options.maxPageBytes };
    const { events, hasMore } = await log.readPage(session.session_id, order, from, size);
    if (order === 'desc') events.reverse();
    const { runOf, runs } = await readRuns(session, events);
    const [first, last] = [events[0]?.seq ?? 0, events.at(-1)?.seq ?? 0];
    const given = await readFeedback(db, session.session_id, first, last);
    const data = events.map((event) => {
      const feedback = given.get(event.event_id);
      const said = feedback === undefined ? {} : { feedback };
      return { ...toWire(event, true), run_id: runOf(event), ...said };
    });
    return c.body(writeExactly({ data, runs, has_more: hasMore }), 200, JSON_HEADERS);
  });

  serve(app, readConversation, async (c, call) => {
    c.set('isRefresh', true);
    const { person_id: personId } = await requireDesk(context, c, 'viewer');
    const session = await find(call.param('session_id'));
    const { event_id: eventId } = await call.body();
    const seq = await seqOf(session, eventId);
    await markRead(db, personId, session.session_id, seq);
    await readMentions(db, personId, session.session_id, clock.now());
    return c.body(null, 204);
  });

  serve(app, listFilters, async (c, call) => {
    c.set('isRefresh', true);
    const reach = reachOfPerson(await requireDesk(context, c));
    const { q = '' } = call.query();
    const params: unknown[] = [q === '' ? '' : likeOf(q)];
    const sites = await readRows(
      db,
      clientIdNameRow,
      `SELECT client_id, name FROM sites
        WHERE ($1 = '' OR name ILIKE $1 OR client_id ILIKE $1) AND ${whereReached(reach, 'sites', params)}
        ORDER BY created_at DESC, site_id DESC LIMIT 500`,
      params,
    );
    const agents = await readRows(
      db,
      agentNameRow,
      `SELECT s.agent, COALESCE(a.name, s.agent) AS name
         FROM (WITH RECURSIVE known AS (
             (SELECT agent FROM sessions ORDER BY agent LIMIT 1)
             UNION ALL SELECT (SELECT agent FROM sessions WHERE agent > known.agent ORDER BY agent LIMIT 1)
               FROM known WHERE known.agent IS NOT NULL)
           SELECT agent FROM known WHERE agent IS NOT NULL LIMIT 200) s LEFT JOIN agents a ON a.agent_id = s.agent
        ORDER BY name, s.agent LIMIT 200`,
    );
    return c.json({ sites, agents }, 200, HEADERS);
  });

  serve(app, openDeskStream, async (c, call) => {
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c);
    call.query();
    if (c.req.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS });
    const key = caller.desk_session_id ?? caller.person_id;
    const open = streams.get(key) ?? 0;
    if (open >= MAX_STREAMS) {
      throw rateLimited(`The desk has ${open} streams open already; close a tab.`, RETRY_AFTER_S);
    }
    streams.set(key, open + 1);
    const body = openStream({
      feed: feedOf(reachOfPerson(caller)),
      presences: desk.presences,
      clock,
      caller,
      db,
      keepAliveMs: options.stream.keepAliveMs,
      lifetimeMs: options.stream.rotationMs,
      signal: AbortSignal.any([c.req.raw.signal, closing]),
      onEnd: () => {
        const left = (streams.get(key) ?? 1) - 1;
        if (left === 0) streams.delete(key);
        else streams.set(key, left);
      },
    });
    return new Response(body, { headers: STREAM_HEADERS });
  });

  /** Tells of the conversations that its listener may see, and of no others. */
  function feedOf(reach: Reach): Pick<DeskFeed, 'listen'> {
    if (reach.kind === 'everything') return desk.feed;
    return {
      listen: (listener) =>
        desk.feed.listen(async (ids) => {
          const params: unknown[] = [ids];
          const rows = await readRows(
            db,
            sessionIdRow,
            `SELECT session_id FROM sessions
              WHERE session_id = ANY($1::text[]) AND ${whereReached(reach, 'sessions', params)}`,
            params,
            // The desk lists again when it has the next word of anything.
          ).catch(() => []);
          if (rows.length > 0) listener(rows.map(({ session_id }) => session_id));
        }),
    };
  }

  async function readToolTitles(sessionId: string): Promise<Record<string, string>> {
    const session = await findSession(db, EVERYTHING, sessionId);
    const tools = JSON.parse(session?.client_tools ?? '[]') as ToolDefinition[];
    return Object.fromEntries(
      tools.flatMap(({ name, title }) => (title === undefined ? [] : [[name, title]])),
    );
  }

  async function find(sessionId: string): Promise<SessionRow> {
    const session = await findSession(db, EVERYTHING, sessionId);
    if (session === null) throw noSuchSession();
    return session;
  }

  async function seqOf(session: SessionRow, eventId: string): Promise<number> {
    const seq = await log.findSeq(session.session_id, eventId);
    if (seq === null) throw invalid(`This conversation has no event ${eventId}.`);
    return seq;
  }

  /** The runs that these events belong to, and the ids that support asks for. */
  async function readRuns(session: SessionRow, events: readonly StoredEvent[]) {
    const [first, last] = [events[0]?.seq ?? 0, events.at(-1)?.seq ?? 0];
    const rows = await readRows(
      db,
      seqRow,
      `SELECT e.seq, e.run_id, runs.origin,
              (SELECT q.kind FROM own_questions q WHERE q.run_id = e.run_id) AS asks
         FROM events e LEFT JOIN runs ON runs.run_id = e.run_id
        WHERE e.session_id = $1 AND e.seq BETWEEN $2 AND $3 AND e.run_id IS NOT NULL`,
      [session.session_id, first, last],
    );
    const bySeq = new Map(rows.map(({ seq, run_id }) => [seq, run_id]));
    const runs = Object.fromEntries(
      rows.flatMap(({ run_id, origin, asks }) => {
        if (origin === null) return [];
        const { trace_id, request_id } = JSON.parse(origin) as Origin;
        return [[run_id, { trace_id, request_id, ...(asks === null ? {} : { asks }) }]];
      }),
    );
    return { runs, runOf: ({ seq }: StoredEvent) => bySeq.get(seq) ?? null };
  }
};
