// A site's conversations for its own pages, as the list in a WordPress has them: what was said last, and since when nothing was.
// The service token already opens each of these sessions; this only finds them. Answering is for the people of the desk.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { OperatorNeeds } from '../kernel/http/operator.ts';
import { requireOperator } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { listConversations } from './conversations.ts';
import { listSiteConversations } from './desk-schema.ts';

interface Needs extends OperatorNeeds {
  db: Db;
  clock: Clock;
}

export const siteConversations: Routes<Needs> = (app, context) => {
  serve(app, listSiteConversations, async (c, call) => {
    const reach = await requireOperator(context, c);
    const clientId = call.param('client_id');
    if (reach.kind === 'site' && reach.client_id !== clientId) {
      throw notFound('There is no such site.');
    }
    const { q: search, page, limit } = call.query();
    const found = await listConversations(context.db, reach, {
      personId: null,
      now: context.clock.now(),
      order: 'newest',
      clientId,
      search,
      page,
      limit,
    });
    const data = found.data.map((one) => ({
      session_id: one.session_id,
      owner_id: one.owner_id,
      state: one.state,
      last_words: one.last_words,
      last_by: one.last_by,
      last_at: one.last_at,
      created_at: one.created_at,
      match: one.match,
      thumbs_up: one.thumbs_up,
      thumbs_down: one.thumbs_down,
    }));
    const body = { data, next_page: found.next_page };
    return c.json(body, 200, { 'Cache-Control': 'no-store' });
  });
};
