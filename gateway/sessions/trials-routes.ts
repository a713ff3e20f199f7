// Trials of agents: a session that an owner makes on the desk to talk to an agent, and the way on which the desk's frame talks
// in it. That frame has no origin of its own, so that what runs in it reaches nothing of the desk's; browsers send "null" as
// its origin, which a gateway with a list of origins refuses. Below /console/trial it is answered all the same, for trials alone.

import { z } from 'zod';
import type { AgentDirectory } from '../agents/directory.ts';
import { findAgent } from '../agents/records/agent-rows.ts';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import type { Secrets } from '../kernel/auth/secrets.ts';
import { signSessionToken } from '../kernel/auth/session-tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { invalid, noSuchAgent } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../kernel/tenants/project-row.ts';
import { addTrial } from '../log/add-trial.ts';
import { noSuchSession, SESSION_EVENTS_SCOPE } from '../log/session-access.ts';
import { findSession } from '../log/session-row.ts';
import { createTrial } from './trials-schema.ts';

const EXPIRY_MS = 4 * 3_600_000;
export const TRIAL_PREFIX = '/console/trial';
const SESSION_PATH = /^\/v1(?:beta1)?\/sessions\/([^/]+)\/events(?:\/stream)?$/;

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  agents: AgentDirectory;
  secrets: Secrets;
}

const projectIdKbCollectionIdRow = z.object({
  project_id: z.string(),
  kb_collection_id: z.string().nullable(),
});

export const adminTrials: Routes<Needs> = (app, context) => {
  const { db, clock, ids, agents, secrets } = context;

  serve(app, createTrial, async (c, call) => {
    requireAdmin(context, c);
    const { client_id: clientId = null, ...body } = await call.body();
    const site = clientId === null ? null : await theSite(clientId);
    const projectId = site?.project_id ?? body.project_id ?? DEFAULT_PROJECT;
    const now = clock.now();
    await ensureProject(db, projectId, now);
    const wanted = body.agent ?? (await agents.defaultOf(db, projectId, clientId));
    const agent = await agents.find(db, projectId, wanted);
    if (agent === null) throw noSuchAgent('agent');
    const version = body.agent_version ?? null;
    if (version !== null && (await findAgent(db, agent, version)) === null) {
      throw invalid('agent_version is not a version of this agent.');
    }
    const sessionId = ids.next('session');
    await addTrial(db, {
      session_id: sessionId,
      project_id: projectId,
      agent,
      agent_version: version,
      client_tools: JSON.stringify(body.client_tools ?? []),
      collection_id: site?.kb_collection_id ?? null,
      created_at: now,
    });
    const expiresAt = Math.ceil((now + EXPIRY_MS) / 1000) * 1000;
    const token = await signSessionToken(
      await secrets.session_tokens.signing(),
      clock,
      { session_id: sessionId, owner_id: null, agent, scopes: [SESSION_EVENTS_SCOPE] },
      { expiresAtMs: expiresAt, jti: ids.uuid() },
    );
    const expires_at = new Date(expiresAt).toISOString();
    return c.json({ session_id: sessionId, agent, token, expires_at }, 201, {
      'Cache-Control': 'no-store',
    });
  });

  app.all(`${TRIAL_PREFIX}/*`, async (c) => {
    const url = new URL(c.req.url);
    const path = url.pathname.slice(TRIAL_PREFIX.length);
    const [, id = ''] = SESSION_PATH.exec(path) ?? [];
    const session = await findSession(db, EVERYTHING, id);
    if (session?.is_trial !== true) throw noSuchSession();
    url.pathname = path;
    return app.fetch(new Request(url, c.req.raw), c.env);
  });

  async function theSite(clientId: string) {
    const [site] = await readRows(
      db,
      projectIdKbCollectionIdRow,
      'SELECT project_id, kb_collection_id FROM sites WHERE client_id = $1',
      [clientId],
    );
    if (site === undefined) throw invalid('client_id is not a site.');
    return site;
  }
};
