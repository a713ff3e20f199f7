// A site's server says how a conversation went for its visitor.

import type { Db } from '../kernel/db/types.ts';
import type { OperatorNeeds } from '../kernel/http/operator.ts';
import { requireOperator } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { noSuchSession } from '../log/session-access.ts';
import type { SessionLog } from '../log/session-log.ts';
import { findSession } from '../log/session-row.ts';
import { readRating, storeRating } from './ratings.ts';
import { rateConversation } from './ratings-schema.ts';

/** For each session: a visitor's presses all come with the one token of the site. */
const PRESSES = { perSecond: 1, burst: 30 };

interface Needs extends OperatorNeeds {
  db: Db;
  log: SessionLog;
  limits: Limits;
}

export const adminRatings: Routes<Needs> = (app, context) => {
  const { db, log } = context;
  const presses = context.limits.create('rating', PRESSES, {
    what: 'calls of rating',
    whose: 'a session',
  });

  serve(app, rateConversation, async (c, call) => {
    const reach = await requireOperator(context, c);
    const session = await findSession(db, reach, call.param('session_id'));
    if (session === null) throw noSuchSession();
    const { owner_id: owner, value, comment } = await call.body();
    // As for a visitor's token: a session without an owner is anybody's who has its id.
    if (owner !== undefined && (session.owner_id ?? owner) !== owner) throw noSuchSession();
    await presses.take(session.session_id);
    const stored = await log.write(session.session_id, async (write) => {
      await storeRating(write, { value, comment });
      return readRating(write.tx, session.session_id);
    });
    const nothing = { value: null, comment: null, asked_at: null, rated_at: null };
    return c.json(stored ?? nothing, 200, { 'Cache-Control': 'no-store' });
  });
};
