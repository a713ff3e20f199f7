// An owner asks what an A2A agent says of itself, by the address and the headers that its record has.

import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { AdminNeeds } from '../../kernel/http/operator.ts';
import { requireAdmin } from '../../kernel/http/operator.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import { conflict, HttpError, notFound } from '../../kernel/http-error.ts';
import type { OutsideFetch } from '../../kernel/outside-fetch.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { findAgent } from '../records/agent-rows.ts';
import { getAgentCard } from './card-schema.ts';

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  outside: OutsideFetch;
}

export const adminAgentCards: Routes<Needs> = (app, context) => {
  const { db, clock, outside } = context;

  serve(app, getAgentCard, async (c, call) => {
    requireAdmin(context, c);
    const agentId = call.param('agent_id');
    const answering = await findAgent(db, agentId);
    const newest = answering && (await findAgent(db, agentId, answering.latest_version));
    if (!newest) throw notFound('There is no such agent.');
    const { kind, backend } = newest.settings;
    if (kind !== 'a2a' || backend === null) throw conflict('This agent speaks no A2A.');
    // The protocol's library is loaded with the first agent that speaks it.
    const { readCard } = await import('./a2a-card.ts');
    const read = await readCard(backend, { fetch: outside, clock });
    if (read.kind === 'none') throw new HttpError(502, read.why);
    return c.json({ card: read.card, problem: read.problem }, 200, { 'Cache-Control': 'no-store' });
  });
};
