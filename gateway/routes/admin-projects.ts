// Projects: whether agents answer, and how many credits there are.

import { requireAdmin } from '../auth/operator.ts';
import { MAX_BODY_BYTES, readJsonObject } from '../http/body.ts';
import { readExactly, writeExactly } from '../http/exact-json.ts';
import { optionalBoolean, optionalInteger } from '../http/fields.ts';
import { invalid, notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import { ensureProject, findProject } from '../sessions/project-row.ts';

/** What the database's bigint holds. */
const MAX_CREDITS_NANO = 2n ** 63n - 1n;
/** A drill that is forgotten ends by itself. */
const MAX_OUTAGE_MS = 600_000;

export const adminProjects: RouteModule = (app, context) => {
  const { db, clock, outages } = context;

  // A project comes into being when it is first named, here too: it can be set up before its first session.
  app.patch('/admin/projects/:project_id', async (c) => {
    requireAdmin(context, c.req.raw);
    const projectId = c.req.param('project_id');
    if (!isIdShaped(projectId)) throw notFound('There is no such project.');
    const body = await readJsonObject(c.req.raw, MAX_BODY_BYTES, readExactly);
    const execution = optionalBoolean(body, 'agent_execution');
    const credits = readBalance(body.credits_nano);
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
        credits,
      ]);
    }
    const project = await findProject(db, projectId);
    return c.body(writeExactly(project), 200, { 'Content-Type': 'application/json' });
  });

  app.post('/admin/projects/:project_id/outage', async (c) => {
    requireAdmin(context, c.req.raw);
    const projectId = c.req.param('project_id');
    if (!isIdShaped(projectId)) throw notFound('There is no such project.');
    const ms = optionalInteger(await readJsonObject(c.req.raw), 'ms', 0, MAX_OUTAGE_MS);
    if (ms === undefined) throw invalid('ms is required: how long the outage lasts; 0 ends it.');
    outages.begin(projectId, ms);
    return c.json({ project_id: projectId, ms });
  });
};

function readBalance(value: unknown): bigint | null {
  if (value === undefined || value === null) return null;
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const credits = isWhole ? BigInt(value as bigint | number) : -1n;
  if (credits < 0n || credits > MAX_CREDITS_NANO) {
    throw invalid(`credits_nano must be an integer from 0 to ${MAX_CREDITS_NANO}.`);
  }
  return credits;
}
