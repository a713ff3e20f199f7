// A desk says which conversation its person reads, and that they type an answer; their colleagues see it.

import { reachOfPerson } from '../kernel/auth/desk-caller.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { noSuchSession } from '../log/session-access.ts';
import { findSession } from '../log/session-row.ts';
import type { Relay } from '../log/stream/relay.ts';
import type { Desk } from './desk.ts';
import { putConversationPresence } from './presences-schema.ts';
import { type DeskNeeds, requireDesk } from './require-desk.ts';

/** For each person: a desk says it every three seconds, and at each step through the list. */
const SAYS = { perSecond: 2, burst: 30 };

interface Needs extends DeskNeeds {
  desk: Pick<Desk, 'presences'>;
  relay: Pick<Relay, 'presence'>;
  limits: Limits;
}

export const adminPresences: Routes<Needs> = (app, context) => {
  const { db, desk, relay } = context;
  const says = context.limits.create('presence', SAYS, {
    what: 'calls of presence',
    whose: 'a person',
  });

  serve(app, putConversationPresence, async (c, call) => {
    // A desk says it by itself.
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c, 'viewer');
    const { state } = await call.body();
    const { person_id, name } = caller;
    await says.take(person_id);
    const session = await findSession(db, reachOfPerson(caller), call.param('session_id'));
    if (session === null) throw noSuchSession();
    const { session_id, client_id } = session;
    const presence = { session_id, client_id, person_id, name, state };
    desk.presences.note(presence);
    relay.presence(presence);
    return c.body(null, 204);
  });
};
