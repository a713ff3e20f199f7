// Colleagues and whether they are there.

import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { listColleagues as list, setAway } from '../colleagues.ts';
import { listColleagues, putPresence } from '../colleagues-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

export const adminColleagues: Routes<DeskNeeds> = (app, context) => {
  const { db, clock } = context;

  serve(app, listColleagues, async (c, call) => {
    c.set('isRefresh', true);
    await requireDesk(context, c);
    call.query();
    return c.json({ data: await list(db, clock.now()) }, 200, HEADERS);
  });

  serve(app, putPresence, async (c, call) => {
    const caller = await requireDesk(context, c);
    const { is_away: isAway } = await call.body();
    await setAway(db, caller.person_id, isAway);
    return c.body(null, 204);
  });
};
