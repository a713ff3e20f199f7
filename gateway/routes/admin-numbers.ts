// For an owner's desk: what happened in a project, and which projects there are.

import { requireAdmin } from '../auth/operator.ts';
import { countNumbers } from '../desk/numbers.ts';
import { writeExactly } from '../http/exact-json.ts';
import type { RouteModule } from '../http/route-module.ts';
import { serve } from '../schema/endpoint.ts';
import { listProjects, readNumbers } from '../schema/numbers.ts';
import { DEFAULT_PROJECT, type ProjectRow } from '../sessions/project-row.ts';

const HEADERS = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };

export const adminNumbers: RouteModule = (app, context) => {
  const { db, clock } = context;

  serve(app, readNumbers, async (c, call) => {
    requireAdmin(context, c);
    const {
      project_id: projectId = DEFAULT_PROJECT,
      client_id: clientId = null,
      days,
    } = call.query();
    const plan = { projectId, clientId, days: Number(days), now: clock.now() };
    return c.body(writeExactly(await countNumbers(db, plan)), 200, HEADERS);
  });

  serve(app, listProjects, async (c) => {
    requireAdmin(context, c);
    const data = await db.query<ProjectRow>(
      `SELECT project_id, agent_execution, credits_nano, retention_days, default_agent FROM projects
        ORDER BY created_at, project_id LIMIT 500`,
    );
    return c.body(writeExactly({ data }), 200, HEADERS);
  });
};
