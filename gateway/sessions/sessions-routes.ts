// Sessions, for operators and for sites: create one, change what it offers, issue a token for a visitor.

import { z } from '@hono/zod-openapi';
import { chooseAgent } from '../agents/choose-agent.ts';
import type { AgentDirectory } from '../agents/directory.ts';
import type { Reach } from '../kernel/auth/reach.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { signSessionToken } from '../kernel/auth/session-tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import type { OperatorNeeds } from '../kernel/http/operator.ts';
import { requireOperator } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { findPlace } from '../kernel/tenants/find-place.ts';
import { ensureProject } from '../kernel/tenants/project-row.ts';
import { mayUseCollection } from '../knowledge/collections.ts';
import { insertSession } from '../log/insert-session.ts';
import type { Outbox } from '../log/news.ts';
import { noSuchSession, SESSION_EVENTS_SCOPE } from '../log/session-access.ts';
import {
  findNewestSessions,
  findSession,
  type SessionRow,
  sessionResource,
} from '../log/session-row.ts';
import {
  createSession,
  getSession,
  issueToken,
  listRuns,
  listSessions,
  patchSession,
} from './sessions-schema.ts';

const DEFAULT_EXPIRY_S = 900;
const NEWEST_RUNS = 100;

const runSummary = z.object({
  run_id: z.string(),
  status: z.string(),
  agent_version: z.number().nullable(),
  turns: z.number(),
  pauses: z.number(),
  created_at: z.number(),
  ended_at: z.number().nullable(),
});

interface Needs extends OperatorNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  agents: AgentDirectory;
  secrets: Secrets;
  outbox: Outbox;
}

export const adminSessions: Routes<Needs> = (app, context) => {
  const { db, clock, ids, agents, secrets, outbox } = context;

  serve(app, createSession, async (c, call) => {
    const reach = await requireOperator(context, c);
    const body = await call.body();
    const { project_id, client_id } = await findPlace(db, reach, body, 'sessions');
    const { script = null, client_tools: tools = [], owner_id: owner = null } = body;
    const now = clock.now();
    await ensureProject(db, project_id, now);
    const agent = await chooseAgent({ db, agents }, { project_id, client_id }, body);
    await requireCollection(db, reach, body.collection_id, project_id);
    const sessionId = ids.next('session');
    const writeNews = await outbox.open();
    const session = {
      session_id: sessionId,
      project_id,
      client_id,
      agent,
      agent_version: body.agent_version ?? null,
      system: body.system ?? null,
      owner_id: owner,
      client_tools: JSON.stringify(tools),
      collection_id: body.collection_id ?? null,
      script,
      context_window: body.context_window ?? null,
      created_at: now,
    };
    await db.transaction((tx) => insertSession(tx, session, writeNews));
    return c.json({ session_id: sessionId }, 201);
  });

  serve(app, listSessions, async (c, call) => {
    const reach = await requireOperator(context, c);
    const { project_id: named, owner_id: ownerId = null, page, limit } = call.query();
    const isOne = reach.kind === 'everything' && named !== undefined;
    const within = isOne ? ({ kind: 'project', project_id: named } as const) : reach;
    const found = await findNewestSessions(db, within, { ownerId, after: readPlace(page), limit });
    const { rows, next_page } = pageOf(found, limit, ({ session_id }) => session_id);
    const data = rows.map(sessionResource);
    return c.json({ data, next_page }, 200, { 'Cache-Control': 'no-store' });
  });

  serve(app, getSession, async (c, call) => {
    const reach = await requireOperator(context, c);
    return c.json(sessionResource(await findTheirs(reach, call.param('session_id'))));
  });

  serve(app, listRuns, async (c, call) => {
    const reach = await requireOperator(context, c);
    const { session_id, agent } = await findTheirs(reach, call.param('session_id'));
    const rows = await readRows(
      db,
      runSummary,
      `SELECT run_id, status, agent_version, turns, pauses, created_at, ended_at FROM runs
        WHERE session_id = $1 ORDER BY created_at DESC, run_id LIMIT ${NEWEST_RUNS}`,
      [session_id],
    );
    const data = rows.map(({ created_at, ended_at, ...row }) => ({
      ...row,
      agent,
      created_at: new Date(created_at).toISOString(),
      ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
    }));
    return c.json({ data }, 200, { 'Cache-Control': 'no-store' });
  });

  serve(app, patchSession, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findTheirs(reach, call.param('session_id'));
    const {
      client_tools: tools,
      context_window: contextWindow,
      collection_id: collection,
      system,
    } = await call.body();
    await requireCollection(db, reach, collection, session.project_id);
    if (contextWindow !== undefined) {
      await db.query('UPDATE sessions SET context_window = $2 WHERE session_id = $1', [
        session.session_id,
        contextWindow,
      ]);
    }
    if (system !== undefined) {
      await db.query('UPDATE sessions SET system = $2 WHERE session_id = $1', [
        session.session_id,
        system,
      ]);
    }
    if (tools !== undefined) {
      await db.query('UPDATE sessions SET client_tools = $2 WHERE session_id = $1', [
        session.session_id,
        JSON.stringify(tools),
      ]);
    }
    if (collection !== undefined) {
      await db.query('UPDATE sessions SET collection_id = $2 WHERE session_id = $1', [
        session.session_id,
        collection,
      ]);
    }
    return c.json(sessionResource(await findTheirs(reach, session.session_id)));
  });

  serve(app, issueToken, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findTheirs(reach, call.param('session_id'));
    const body = await call.body();
    const expiresIn = body.expires_in_s ?? DEFAULT_EXPIRY_S;
    // Tokens end on whole seconds; this one lasts at least as long as asked for.
    const expiresAt = Math.ceil(clock.now() / 1000 + expiresIn) * 1000;
    const token = await signSessionToken(
      await secrets.session_tokens.signing(),
      clock,
      {
        session_id: session.session_id,
        // Without a word on the visitor the token is for the one whose session it is.
        owner_id: body.owner_id ?? session.owner_id,
        agent: session.agent,
        scopes: body.scopes ?? [SESSION_EVENTS_SCOPE],
      },
      { expiresAtMs: expiresAt, jti: ids.uuid() },
    );
    return c.json({ token, expires_at: new Date(expiresAt).toISOString() }, 201);
  });

  async function findTheirs(reach: Reach, sessionId: string): Promise<SessionRow> {
    const session = await findSession(db, reach, sessionId);
    if (session === null) throw noSuchSession();
    return session;
  }
};

/** @throws HttpError 400 for a collection that isn't the project's, or is another site's than the one that asks. */
async function requireCollection(
  db: Queryable,
  reach: Reach,
  id: string | null | undefined,
  projectId: string,
): Promise<void> {
  if (id === undefined || id === null) return;
  if (!(await mayUseCollection(db, reach, id, projectId))) {
    throw invalid('collection_id is not a collection of this project.');
  }
}
