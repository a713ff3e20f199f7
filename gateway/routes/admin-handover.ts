// A person of the desk takes a conversation over, writes in it and hands it back.

import { requireDesk } from '../auth/operator.ts';
import { handBack, sayAs, takeOver } from '../desk/handover.ts';
import { writeExactly } from '../http/exact-json.ts';
import type { RouteModule } from '../http/route-module.ts';
import { handBackSession, sayInSession, takeOverSession } from '../schema/desk.ts';
import { serve } from '../schema/endpoint.ts';
import { toWire } from '../sessions/stored-event.ts';

const HEADERS = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };

export const adminHandover: RouteModule = (app, context) => {
  serve(app, takeOverSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    await takeOver(context, call.param('session_id'), caller);
    return c.body(null, 204);
  });

  serve(app, sayInSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    const { text } = await call.body();
    const event = await sayAs(context, call.param('session_id'), caller, text);
    return c.body(writeExactly(toWire(event, false)), 201, HEADERS);
  });

  serve(app, handBackSession, async (c, call) => {
    const caller = await requireDesk(context, c);
    await handBack(context, call.param('session_id'), caller);
    return c.body(null, 204);
  });
};
