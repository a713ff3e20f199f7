// An owner asks a tool server which tools it has, before the first of them is allowed, and whenever it doesn't answer.

import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { AdminNeeds } from '../../kernel/http/operator.ts';
import { requireAdmin } from '../../kernel/http/operator.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import { HttpError, notFound } from '../../kernel/http-error.ts';
import type { OutsideFetch } from '../../kernel/outside-fetch.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { findAgent } from '../records/agent-rows.ts';
import { askToolServer } from './offer-schema.ts';

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  outside: OutsideFetch;
}

export const adminToolServers: Routes<Needs> = (app, context) => {
  const { db, clock, outside } = context;

  serve(app, askToolServer, async (c, call) => {
    requireAdmin(context, c);
    const { url, headers, tools } = await call.body();
    const agentId = call.param('agent_id');
    const answering = await findAgent(db, agentId);
    const newest = answering && (await findAgent(db, agentId, answering.latest_version));
    if (!newest) throw notFound('There is no such agent.');
    // What opens one server is shown to no other.
    const saved = newest.settings.tool_servers.find((server) => server.url === url);
    const asked = {
      url,
      headers: headers ?? saved?.headers,
      tools: tools ?? saved?.tools ?? [],
    };
    // The protocol's library is loaded with the first agent that has a server.
    const { readOffer } = await import('./offer.ts');
    const read = await readOffer(asked, { fetch: outside, clock });
    if (read.kind === 'none') throw new HttpError(502, read.why);
    return c.json(read.offer, 200, { 'Cache-Control': 'no-store' });
  });
};
