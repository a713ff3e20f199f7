// The team answers what its agents could not, and corrects what they said wrong.

import type { DeskNeeds } from '../../desk/require-desk.ts';
import { requireDesk } from '../../desk/require-desk.ts';
import { EVERYTHING } from '../../kernel/auth/reach.ts';
import { requireAdmin } from '../../kernel/http/operator.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import { notFound } from '../../kernel/http-error.ts';
import { pageOf, readPlace } from '../../kernel/pages.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { noSuchSession } from '../../log/session-access.ts';
import { findSession } from '../../log/session-row.ts';
import { findLearned, findOneLearned, presentLearned } from '../learned-rows.ts';
import type { Learning } from '../learning.ts';
import { learn, listLearned, readLearned, unlearn } from '../learning-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const gone = () => notFound('There is no such answer.');

interface Needs extends DeskNeeds {
  learning: Learning;
}

export const adminLearning: Routes<Needs> = (app, context) => {
  const { db, learning } = context;

  serve(app, learn, async (c, call) => {
    const { person_id, name } = await requireDesk(context, c, 'lead');
    const session = await findSession(db, EVERYTHING, call.param('session_id'));
    if (session === null) throw noSuchSession();
    const lesson = { ...(await call.body()), by: { person_id, name } };
    return c.json(await learning.learn(session, lesson), 201, HEADERS);
  });

  serve(app, readLearned, async (c, call) => {
    // The desk asks again and again while the trial's answer comes.
    c.set('isRefresh', true);
    await requireDesk(context, c, 'lead');
    call.query();
    const row = await findOneLearned(db, call.param('learned_id'), call.param('session_id'));
    if (row === null) throw gone();
    return c.json(await learning.present(row), 200, HEADERS);
  });

  serve(app, listLearned, async (c, call) => {
    requireAdmin(context, c);
    const { project_id = null, page, limit } = call.query();
    const { rows, next_page } = pageOf(
      await findLearned(db, project_id, { after: readPlace(page), limit }),
      limit,
      ({ learned_id }) => learned_id,
      ({ answer, question }) => answer.length + question.length,
    );
    return c.json({ data: rows.map(presentLearned), next_page }, 200, HEADERS);
  });

  serve(app, unlearn, async (c, call) => {
    requireAdmin(context, c);
    const row = await findOneLearned(db, call.param('learned_id'));
    if (row === null) throw gone();
    await learning.unlearn(row);
    return c.body(null, 204);
  });
};
