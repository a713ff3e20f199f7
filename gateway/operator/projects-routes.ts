// Projects: whether agents answer, and how many credits there are.

import type { AgentDirectory } from '../agents/directory.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Outages } from '../kernel/db/outages.ts';
import type { Db } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { noSuchAgent, notFound } from '../kernel/http-error.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { ensureProject, findProject } from '../kernel/tenants/project-row.ts';
import { beginOutage, patchProject } from './projects-schema.ts';

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  outages: Outages;
  agents: AgentDirectory;
}

export const adminProjects: Routes<Needs> = (app, context) => {
  const { db, clock, outages, agents } = context;

  // A project comes into being when it is first named, here too: it can be set up before its first session.
  serve(app, patchProject, async (c, call) => {
    requireAdmin(context, c);
    const projectId = call.param('project_id');
    if (!isIdShaped(projectId)) throw notFound('There is no such project.');
    const {
      agent_execution: execution,
      credits_nano: credits,
      retention_days: retention,
      default_agent: named,
    } = await call.body();
    await ensureProject(db, projectId, clock.now());
    if (execution !== undefined) {
      await db.query('UPDATE projects SET agent_execution = $2 WHERE project_id = $1', [
        projectId,
        execution,
      ]);
    }
    if (credits !== undefined) {
      await db.query('UPDATE projects SET credits_nano = $2 WHERE project_id = $1', [
        projectId,
        credits,
      ]);
    }
    if (retention !== undefined) {
      await db.query('UPDATE projects SET retention_days = $2 WHERE project_id = $1', [
        projectId,
        retention,
      ]);
    }
    if (named !== undefined) {
      const agent = named === null ? null : await agents.find(db, projectId, named);
      if (named !== null && agent === null) throw noSuchAgent('default_agent');
      await db.query('UPDATE projects SET default_agent = $2 WHERE project_id = $1', [
        projectId,
        agent,
      ]);
    }
    const { retention_days, default_agent, ...rest } = await findProject(db, projectId);
    const project = {
      ...rest,
      ...(retention_days === null ? {} : { retention_days }),
      ...(default_agent === null ? {} : { default_agent }),
    };
    return c.body(writeExactly(project), 200, { 'Content-Type': 'application/json' });
  });

  serve(app, beginOutage, async (c, call) => {
    requireAdmin(context, c);
    const projectId = call.param('project_id');
    if (!isIdShaped(projectId)) throw notFound('There is no such project.');
    const { ms } = await call.body();
    outages.begin(projectId, ms);
    return c.json({ project_id: projectId, ms });
  });
};
