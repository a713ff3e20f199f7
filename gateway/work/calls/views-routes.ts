// Saved views of the list, each with how many conversations it has for the person who asks.

import { countFiltered } from '../../desk/conversations.ts';
import { readFilter } from '../../desk/read-filter.ts';
import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import { type DeskCaller, reachOfPerson } from '../../kernel/auth/desk-caller.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import type { Ids } from '../../kernel/ids.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import {
  addView as add,
  changeView,
  listViews as list,
  deleteView as remove,
  type SavedView,
} from '../views.ts';
import { addView, deleteView, listViews, patchView } from '../views-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  ids: Ids;
}

export const adminViews: Routes<Needs> = (app, context) => {
  const { db, clock, ids } = context;

  serve(app, listViews, async (c, call) => {
    c.set('isRefresh', true);
    const caller = await requireDesk(context, c);
    call.query();
    const views = await list(db, caller.person_id);
    const data = [];
    for (const view of views) data.push(await present(view, caller));
    return c.json({ data }, 200, HEADERS);
  });

  serve(app, addView, async (c, call) => {
    const caller = await requireDesk(context, c);
    const { is_shared, ...rest } = await call.body();
    const view = {
      ...rest,
      view_id: ids.next('view'),
      person_id: is_shared ? null : caller.person_id,
    };
    await add(db, view, caller.person_id, clock.now());
    return c.json(await present(view, caller), 201, HEADERS);
  });

  serve(app, patchView, async (c, call) => {
    const caller = await requireDesk(context, c);
    const change = await call.body();
    const view = await changeView(db, call.param('view_id'), caller.person_id, change);
    return c.json(await present(view, caller), 200, HEADERS);
  });

  serve(app, deleteView, async (c, call) => {
    const caller = await requireDesk(context, c);
    await remove(db, call.param('view_id'), caller.person_id);
    return c.body(null, 204);
  });

  async function present({ person_id, ...view }: SavedView, caller: DeskCaller) {
    const filter = readFilter(view.filter, caller, clock.now());
    return {
      ...view,
      is_shared: person_id === null,
      count: await countFiltered(db, reachOfPerson(caller), filter),
    };
  }
};
