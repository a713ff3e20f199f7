// Who writes in a conversation, for the colleague who answers.

import { listConversations } from '../desk/conversations.ts';
import { type DeskNeeds, requireDesk } from '../desk/require-desk.ts';
import { reachOfPerson } from '../kernel/auth/desk-caller.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { noSuchSession } from '../log/session-access.ts';
import { findSession } from '../log/session-row.ts';
import { isRecord } from '../wire.ts';
import { readDevice } from './devices.ts';
import { ABOUT_USER } from './user-token.ts';
import { readVisitor, type VisitorKnown } from './visitor-schema.ts';

const MOST_OTHERS = 10;

export const adminVisitors: Routes<DeskNeeds> = (app, context) => {
  const { db, clock } = context;

  serve(app, readVisitor, async (c, call) => {
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c);
    call.query();
    const reach = reachOfPerson(caller);
    const session = await findSession(db, reach, call.param('session_id'));
    if (session === null) throw noSuchSession();
    const { session_id: id, owner_id: ownerId, client_id: clientId } = session;
    const found =
      ownerId === null
        ? { data: [] }
        : await listConversations(db, reach, {
            personId: caller.person_id,
            now: clock.now(),
            order: 'newest',
            ownerId,
            ...(clientId === null ? {} : { clientId }),
            limit: MOST_OTHERS + 1,
          });
    const others = found.data
      .filter((one) => one.session_id !== id && one.client_id === clientId)
      .slice(0, MOST_OTHERS)
      .map(({ session_id, last_at, status, visitor_words }) => ({
        session_id,
        last_at,
        status,
        visitor_words,
      }));
    const known = { facts: factsIn(session.system), ...(await readDevice(db, id)), others };
    return c.json(known, 200, { 'Cache-Control': 'no-store' });
  });
};

/** Of the session's `system`, where a user's token has written it; what an operator has written is for the agent alone. */
function factsIn(system: string | null): VisitorKnown['facts'] {
  if (system?.startsWith(ABOUT_USER) !== true) return [];
  const facts: unknown = JSON.parse(system.slice(ABOUT_USER.length));
  return Object.entries(isRecord(facts) ? facts : {}).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ name, value }]
      : [],
  );
}
