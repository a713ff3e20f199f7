// Projects: whether agents answer, and how many credits there are.

import { requireAdmin } from '../auth/operator.ts';
import { readJsonObject } from '../http/body.ts';
import { optionalBoolean, optionalInteger } from '../http/fields.ts';
import { notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import { ensureProject, findProject } from '../sessions/project-row.ts';

export const adminProjects: RouteModule = (app, context) => {
  const { db, clock } = context;

  // A project comes into being when it is first named, here too: it can be set up before its first session.
  app.patch('/admin/projects/:project_id', async (c) => {
    requireAdmin(context, c.req.raw);
    const projectId = c.req.param('project_id');
    if (!isIdShaped(projectId)) throw notFound('There is no such project.');
    const body = await readJsonObject(c.req.raw);
    const execution = optionalBoolean(body, 'agent_execution');
    const credits = optionalInteger(body, 'credits_nano', 0, Number.MAX_SAFE_INTEGER);
    await ensureProject(db, projectId, clock.now());
    if (execution !== undefined) {
      await db.query('UPDATE projects SET agent_execution = $2 WHERE project_id = $1', [
        projectId,
        execution,
      ]);
    }
    if (body.credits_nano !== undefined) {
      await db.query('UPDATE projects SET credits_nano = $2 WHERE project_id = $1', [
        projectId,
        credits ?? null,
      ]);
    }
    const project = await findProject(db, projectId);
    return c.json({
      ...project,
      credits_nano: project.credits_nano === null ? null : Number(project.credits_nano),
    });
  });
};
