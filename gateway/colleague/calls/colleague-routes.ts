// The team asks the agent about a conversation, and owners choose what it may be asked.

import type { Context } from 'hono';
import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import { EVERYTHING } from '../../kernel/auth/reach.ts';
import { requireAdmin } from '../../kernel/http/operator.ts';
import type { AppEnv, Routes } from '../../kernel/http/route-module.ts';
import { notFound } from '../../kernel/http-error.ts';
import { isIdShaped } from '../../kernel/ids.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../../kernel/tenants/project-row.ts';
import { noSuchSession } from '../../log/session-access.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { findSession, type SessionRow } from '../../log/session-row.ts';
import type { Colleague } from '../colleague.ts';
import {
  askAgent,
  deleteHelp,
  draftAnswer,
  patchColleagueSettings,
  readColleagueSettings,
  readHelp,
  readSpent,
  suggest,
  summarise,
} from '../colleague-schema.ts';
import { changeSettings, deleteText, findSettings, sumSpent } from '../rows.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const DAY_MS = 86_400_000;

interface Needs extends DeskNeeds {
  log: SessionLog;
  colleague: Colleague;
}

export const adminColleague: Routes<Needs> = (app, context) => {
  const { db, clock, log, colleague } = context;

  serve(app, readColleagueSettings, async (c, call) => {
    requireAdmin(context, c);
    return c.json(await findSettings(db, theProject(call.param('project_id'))), 200, HEADERS);
  });

  serve(app, patchColleagueSettings, async (c, call) => {
    requireAdmin(context, c);
    const projectId = theProject(call.param('project_id'));
    const change = await call.body();
    await ensureProject(db, projectId, clock.now());
    const after = await db.transaction((tx) => changeSettings(tx, projectId, change));
    return c.json(after, 200, HEADERS);
  });

  serve(app, readHelp, async (c, call) => {
    c.set('isRefresh', true);
    await requireDesk(context, c);
    call.query();
    return reply(c, call.param('session_id'));
  });

  serve(app, draftAnswer, async (c, call) => {
    await requireDesk(context, c);
    const session = await theSession(call.param('session_id'));
    return c.json(await colleague.draft(session), 200, HEADERS);
  });

  serve(app, summarise, async (c, call) => {
    const { person_id, name } = await requireDesk(context, c);
    const session = await theSession(call.param('session_id'));
    await colleague.summarise(session, { person_id, name });
    return reply(c, session.session_id);
  });

  serve(app, askAgent, async (c, call) => {
    const { person_id, name } = await requireDesk(context, c);
    const session = await theSession(call.param('session_id'));
    const { text } = await call.body();
    await colleague.ask(session, { person_id, name }, text);
    return reply(c, session.session_id, 201);
  });

  serve(app, suggest, async (c, call) => {
    const { person_id, name } = await requireDesk(context, c);
    const session = await theSession(call.param('session_id'));
    await colleague.suggest(session, { person_id, name });
    return reply(c, session.session_id);
  });

  serve(app, deleteHelp, async (c, call) => {
    await requireDesk(context, c);
    const sessionId = call.param('session_id');
    await log.write(sessionId, async (write) => {
      await deleteText(write.tx, sessionId, call.param('text_id'));
      write.noteWork();
    });
    return c.body(null, 204);
  });

  serve(app, readSpent, async (c, call) => {
    requireAdmin(context, c);
    const { project_id = DEFAULT_PROJECT, days } = call.query();
    const from = clock.now() - Number(days) * DAY_MS;
    return c.json({ data: await sumSpent(db, project_id, from) }, 200, HEADERS);
  });

  async function reply(c: Context<AppEnv>, sessionId: string, status: 200 | 201 = 200) {
    return c.json(await colleague.read(await theSession(sessionId)), status, HEADERS);
  }

  /** @throws HttpError 404 */
  async function theSession(sessionId: string): Promise<SessionRow> {
    const session = await findSession(db, EVERYTHING, sessionId);
    if (session === null) throw noSuchSession();
    return session;
  }
};

/** @throws HttpError 404 */
function theProject(projectId: string): string {
  if (!isIdShaped(projectId)) throw notFound('There is no such project.');
  return projectId;
}
