// Tools of an agent's servers that wait for an owner: what was allowed and what is offered instead, and one press to allow that.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { conflict, notFound } from '../kernel/http-error.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { findAgent } from './records/agent-rows.ts';
import { allowTool, findWaiting } from './records/waiting-tools.ts';
import { allowServerTool, listServerTools, readDefinition } from './server-tools-schema.ts';

const NO_TOOL = 'This agent’s server offers no such tool that waits.';

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
}

export const adminServerTools: Routes<Needs> = (app, context) => {
  const { db, clock } = context;

  serve(app, listServerTools, async (c, call) => {
    requireAdmin(context, c);
    const { page, limit } = call.query();
    const agentId = call.param('agent_id');
    const servers = await serversOf(agentId);
    const found = await findWaiting(db, agentId, servers, { after: readPlace(page), limit });
    const { rows, next_page } = pageOf(
      found,
      limit,
      ({ place }) => place,
      ({ allowed, offered }) => (allowed?.length ?? 0) + offered.length,
    );
    const data = rows.flatMap(({ server, tool, allowed, offered, digest, offered_at }) =>
      server === null
        ? []
        : [
            {
              server: server.name,
              url: server.url,
              tool,
              allowed: allowed === null ? null : readDefinition(allowed),
              offered: readDefinition(offered),
              digest,
              offered_at: new Date(offered_at).toISOString(),
            },
          ],
    );
    return c.json({ data, next_page }, 200, { 'Cache-Control': 'no-store' });
  });

  serve(app, allowServerTool, async (c, call) => {
    requireAdmin(context, c);
    const { url, digest } = await call.body();
    const [agentId, server, tool] = [
      call.param('agent_id'),
      call.param('server'),
      call.param('tool'),
    ];
    const isNamed = (await serversOf(agentId)).some(
      (one) => one.name === server && one.url === url,
    );
    if (!isNamed || tool.includes('\0')) throw notFound(NO_TOOL);
    const by = { actor: c.get('actor') ?? 'admin', now: clock.now() };
    switch (await allowTool(db, { agentId, server, url, tool, digest }, by)) {
      case 'gone':
        throw notFound(NO_TOOL);
      case 'changed':
        throw conflict('The server has changed this tool again: look at what it offers now.');
      case 'allowed':
        return c.body(null, 204);
    }
  });

  /** The servers of the version that answers and of the newest, which may be a draft. @throws HttpError 404 */
  async function serversOf(agentId: string) {
    const answering = await findAgent(db, agentId);
    if (answering === null) throw notFound('There is no such agent.');
    const newest = await findAgent(db, agentId, answering.latest_version);
    return [answering, newest].flatMap((record) => record?.settings.tool_servers ?? []);
  }
};
