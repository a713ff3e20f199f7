// A person of the desk takes a conversation over, writes in it and hands it back.

import { writeExactly } from '../kernel/exact-json.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Limits } from '../kernel/limits/limits.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { SessionLog } from '../log/session-log.ts';
import { toWire } from '../log/stored-event.ts';
import type { Relay } from '../log/stream/relay.ts';
import type { Runs } from '../runs/runs.ts';
import type { SessionLimits } from '../runs/session-limits.ts';
import { handBackSession, sayInSession, takeOverSession, typeInSession } from './desk-schema.ts';
import { handBack, requireHolder, sayAs, takeOver } from './handover.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';

const HEADERS = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };

/** For each conversation: a desk says it every three seconds. */
const TYPING = { perSecond: 1, burst: 5 };

interface Needs extends DeskNeeds {
  log: SessionLog;
  ids: Ids;
  limits: Limits;
  runs: Runs;
  relay: Pick<Relay, 'preview'>;
  options: DeskNeeds['options'] & { sessionLimits: SessionLimits };
}

export const adminHandover: Routes<Needs> = (app, context) => {
  const { db, ids, relay } = context;
  const typing = context.limits.create('typing', TYPING, {
    what: 'calls of typing',
    whose: 'a conversation',
  });

  serve(app, takeOverSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    await takeOver(context, call.param('session_id'), caller);
    return c.body(null, 204);
  });

  serve(app, sayInSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    const said = await call.body();
    const event = await sayAs(context, call.param('session_id'), caller, said);
    return c.body(writeExactly(toWire(event, false)), 201, HEADERS);
  });

  serve(app, typeInSession, async (c, call) => {
    // A desk says it by itself.
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c);
    const sessionId = call.param('session_id');
    await typing.take(sessionId);
    await requireHolder(db, sessionId, caller);
    const event = { type: 'person.typing' as const, id: ids.next('event') };
    relay.preview(sessionId, { type: 'event_start', event });
    return c.body(null, 204);
  });

  serve(app, handBackSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    await handBack(context, call.param('session_id'), caller);
    return c.body(null, 204);
  });
};
