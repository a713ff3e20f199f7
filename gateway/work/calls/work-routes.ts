// Colleagues change conversations, one or many, and keep the tags that these may have.

import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import { reachOfPerson } from '../../kernel/auth/desk-caller.ts';
import { requireAdmin } from '../../kernel/http/operator.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import { HttpError, invalid } from '../../kernel/http-error.ts';
import type { Ids } from '../../kernel/ids.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { findSession } from '../../log/session-row.ts';
import { addTag as add, changeTag, listTags as list, deleteTag as remove } from '../tags.ts';
import {
  addTag,
  changeConversation,
  changeConversations,
  deleteTag,
  listTags,
  patchTag,
} from '../work-schema.ts';
import { changeWork, checkAssignee } from './change.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends DeskNeeds {
  log: SessionLog;
  ids: Ids;
}

export const adminWork: Routes<Needs> = (app, context) => {
  const { db, clock, ids } = context;

  serve(app, changeConversation, async (c, call) => {
    const caller = await requireDesk(context, c);
    const change = readChange(await call.body());
    await checkAssignee(db, caller, change.assigned_to);
    await changeWork(context, call.param('session_id'), change);
    return c.body(null, 204);
  });

  serve(app, changeConversations, async (c, call) => {
    const caller = await requireDesk(context, c);
    const { session_ids, ...given } = await call.body();
    const change = readChange(given);
    await checkAssignee(db, caller, change.assigned_to);
    let changed = 0;
    const reach = reachOfPerson(caller);
    for (const sessionId of new Set(session_ids)) {
      // Another site's is as good as gone.
      if ((await findSession(db, reach, sessionId)) === null) continue;
      try {
        await changeWork(context, sessionId, change);
        changed += 1;
      } catch (failure) {
        // Deleted meanwhile: the others are still to be changed.
        if (!(failure instanceof HttpError) || failure.status !== 404) throw failure;
      }
    }
    return c.json({ changed }, 200, HEADERS);
  });

  /** @throws HttpError 400 for a time that is over */
  function readChange<Change extends { snoozed_until?: string | null | undefined }>(given: Change) {
    const { snoozed_until: until, ...rest } = given;
    const at = typeof until === 'string' ? Date.parse(until) : until;
    if (typeof at === 'number' && at <= clock.now()) {
      throw invalid('snoozed_until must be a time to come.');
    }
    return { ...rest, snoozed_until: at };
  }

  serve(app, listTags, async (c, call) => {
    c.set('isRefresh', true);
    await requireDesk(context, c);
    call.query();
    return c.json({ data: await list(db) }, 200, HEADERS);
  });

  serve(app, addTag, async (c, call) => {
    await requireDesk(context, c);
    const tag = { tag_id: ids.next('tag'), ...(await call.body()) };
    await add(db, tag, clock.now());
    return c.json(tag, 201, HEADERS);
  });

  serve(app, patchTag, async (c, call) => {
    await requireDesk(context, c);
    return c.json(await changeTag(db, call.param('tag_id'), await call.body()), 200, HEADERS);
  });

  serve(app, deleteTag, async (c, call) => {
    requireAdmin(context, c);
    await remove(db, call.param('tag_id'));
    return c.body(null, 204);
  });
};
