// For an owner's desk: what happened in a project, and which projects there are.

import { z } from 'zod';
import { reachOfPerson } from '../kernel/auth/desk-caller.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { Routes } from '../kernel/http/route-module.ts';
import { unavailable } from '../kernel/http-error.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT, projectRow } from '../kernel/tenants/project-row.ts';
import { countNumbers, type NumbersPlan } from './numbers/numbers.ts';
import type { RollUp } from './numbers/roll-up.ts';
import { countTeam } from './numbers/team.ts';
import { countTopics } from './numbers/topics.ts';
import {
  listProjects,
  readNumbers,
  readTeamNumbers,
  readTopics,
  readUnanswered,
} from './numbers-schema.ts';
import type { DeskNeeds } from './require-desk.ts';
import { requireDesk } from './require-desk.ts';
import { findUnanswered } from './unanswered.ts';

const PATIENCE_MS = 10_000;
const HEADERS = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };

const listedProject = projectRow.extend({ created_at: z.number() });

interface Needs extends DeskNeeds {
  db: Db;
  reports: Db;
  clock: Clock;
  rollUp: RollUp;
  options: DeskNeeds['options'] & { currency: string | null };
}

export const adminNumbers: Routes<Needs> = (app, context) => {
  const { db, reports, clock, rollUp } = context;

  serve(app, readNumbers, async (c, call) => {
    requireAdmin(context, c);
    await inTime(rollUp.catchUp());
    return c.body(writeExactly(await countNumbers(reports, planOf(call.query()))), 200, HEADERS);
  });

  serve(app, readTeamNumbers, async (c, call) => {
    requireAdmin(context, c);
    const query = call.query();
    await inTime(rollUp.catchUp());
    const counted = await countTeam(reports, { ...planOf(query), timeZone: query.time_zone });
    const { currency } = context.options;
    return c.body(writeExactly({ currency, ...counted }), 200, HEADERS);
  });

  serve(app, readUnanswered, async (c, call) => {
    // Whoever may teach agents sees what they could not answer.
    const reach = reachOfPerson(await requireDesk(context, c, 'lead'));
    const plan = { ...planOf(call.query()), reach };
    const { data, questions } = await findUnanswered(reports, plan);
    const groups = data.map(({ last_at, ...group }) => ({
      ...group,
      last_at: new Date(last_at).toISOString(),
    }));
    return c.json({ data: groups, questions }, 200, HEADERS);
  });

  serve(app, readTopics, async (c, call) => {
    requireAdmin(context, c);
    return c.json(await countTopics(reports, planOf(call.query())), 200, HEADERS);
  });

  serve(app, listProjects, async (c, call) => {
    requireAdmin(context, c);
    const { page, limit } = call.query();
    const after = readPlace(page);
    const found = await readRows(
      db,
      listedProject,
      `SELECT project_id, agent_execution, credits_nano, retention_days, default_agent, created_at
         FROM projects WHERE ($1::bigint IS NULL OR (created_at, project_id) > ($1, $2))
        ORDER BY created_at, project_id LIMIT $3`,
      [after?.at ?? null, after?.id ?? null, limit + 1],
    );
    const { rows, next_page } = pageOf(found, limit, ({ project_id }) => project_id);
    const data = rows.map(({ created_at: _, ...row }) => row);
    return c.body(writeExactly({ data, next_page }), 200, HEADERS);
  });

  /** The first sums of a long history take a while; they go on meanwhile. */
  function inTime(summed: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(
        () => reject(unavailable('The numbers of the past are still being summed. Try again.')),
        PATIENCE_MS,
      );
      summed.then(resolve, reject).finally(() => clock.clearTimeout(timer));
    });
  }

  function planOf(query: {
    project_id?: string | undefined;
    client_id?: string | undefined;
    days: string;
  }): NumbersPlan {
    const { project_id: projectId = DEFAULT_PROJECT, client_id: clientId = null, days } = query;
    return { projectId, clientId, days: Number(days), now: clock.now() };
  }
};
