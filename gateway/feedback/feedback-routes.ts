// "Was this helpful?": a site's server passes on what its visitor said of an answer.

import type { Db } from '../kernel/db/types.ts';
import type { OperatorNeeds } from '../kernel/http/operator.ts';
import { requireOperator } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { noSuchSession } from '../log/session-access.ts';
import type { SessionLog } from '../log/session-log.ts';
import { findSession } from '../log/session-row.ts';
import { storeFeedback } from './feedback.ts';
import { giveFeedback } from './feedback-schema.ts';

/** For each session: a visitor's presses all come with the one token of the site. */
const PRESSES = { perSecond: 1, burst: 30 };

interface Needs extends OperatorNeeds {
  db: Db;
  log: SessionLog;
  limits: Limits;
}

export const adminFeedback: Routes<Needs> = (app, context) => {
  const { db, log } = context;
  const presses = context.limits.create('feedback', PRESSES, {
    what: 'calls of feedback',
    whose: 'a session',
  });

  serve(app, giveFeedback, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findSession(db, reach, call.param('session_id'));
    if (session === null) throw noSuchSession();
    await presses.take(session.session_id);
    const { owner_id: owner, ...wish } = await call.body();
    // As for a visitor's token: a session without an owner is anybody's who has its id.
    const isOwners = owner === undefined || (session.owner_id ?? owner) === owner;
    if (!isOwners) throw noSuchSession();
    const stored = await storeFeedback(log, session.session_id, wish);
    const nothing = { value: null, comment: null, given_at: null };
    return c.json({ event_id: wish.event_id, ...(stored ?? nothing) }, 200, {
      'Cache-Control': 'no-store',
    });
  });
};
