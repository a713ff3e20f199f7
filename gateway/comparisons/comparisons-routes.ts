// Questions that an owner saves for an agent, and how two of its versions answer them.

import type { Context } from 'hono';
import type { AgentDirectory } from '../agents/directory.ts';
import { findAgent } from '../agents/records/agent-rows.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import type { Comparer } from './comparer.ts';
import {
  findComparison,
  findQuestions,
  mark,
  replaceComparison,
  saveQuestions,
} from './comparison-rows.ts';
import { compareVersions, getQuestions, markBetter, putQuestions } from './comparisons-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  agents: AgentDirectory;
  comparer: Comparer;
}

export const adminComparisons: Routes<Needs> = (app, context) => {
  const { db, clock, agents, comparer } = context;

  serve(app, getQuestions, async (c, call) => {
    // The desk asks again and again while answers come.
    c.set('isRefresh', true);
    requireAdmin(context, c);
    const agentId = await theAgent(call.param('agent_id'));
    // A process may have ended in the middle.
    await comparer.advance(agentId);
    return reply(c, agentId);
  });

  serve(app, putQuestions, async (c, call) => {
    requireAdmin(context, c);
    const agentId = await theAgent(call.param('agent_id'));
    const { questions, expected } = await call.body();
    if (expected !== undefined && expected.length !== questions.length) {
      throw invalid('expected must have a text or null for each of the questions.');
    }
    await db.transaction(async (tx) => {
      await lock(tx, agentId);
      await saveQuestions(
        tx,
        agentId,
        questions,
        expected?.map((text) => text?.trim() || null),
      );
    });
    return reply(c, agentId);
  });

  serve(app, compareVersions, async (c, call) => {
    requireAdmin(context, c);
    const agentId = await theAgent(call.param('agent_id'));
    const { version_a, version_b, is_judged } = await call.body();
    for (const [field, version] of Object.entries({ version_a, version_b })) {
      if ((await findAgent(db, agentId, version)) === null) {
        throw invalid(`${field}: this agent has no version ${version}.`);
      }
    }
    if (is_judged) await requireJudge(agentId);
    await db.transaction(async (tx) => {
      await lock(tx, agentId);
      const questions = await findQuestions(tx, agentId);
      if (questions.length === 0) throw invalid('This agent has no saved questions; save some.');
      const author = c.get('actor') ?? 'admin';
      const now = clock.now();
      await replaceComparison(tx, agentId, {
        version_a,
        version_b,
        is_judged,
        author,
        now,
        questions,
      });
    });
    await comparer.advance(agentId);
    return reply(c, agentId, 202);
  });

  serve(app, markBetter, async (c, call) => {
    requireAdmin(context, c);
    const agentId = await theAgent(call.param('agent_id'));
    const { place, better } = await call.body();
    if (!(await mark(db, agentId, place, better))) {
      throw invalid(`place: the last comparison has no question ${place}.`);
    }
    return reply(c, agentId);
  });

  async function reply(c: Context<AppEnv>, agentId: string, status: 200 | 202 = 200) {
    const [saved, comparison] = await Promise.all([
      findQuestions(db, agentId),
      findComparison(db, agentId, clock.now()),
    ]);
    const questions = saved.map(({ question }) => question);
    const expected = saved.map((one) => one.expected);
    return c.json({ questions, expected, comparison }, status, HEADERS);
  }

  /** @throws HttpError 404 */
  async function theAgent(agentId: string): Promise<string> {
    const record = await findAgent(db, agentId);
    if (record === null) throw notFound('There is no such agent.');
    return record.agent_id;
  }

  /** @throws HttpError 409 */
  async function requireJudge(agentId: string): Promise<void> {
    const record = await findAgent(db, agentId);
    const of = { project_id: record?.project_id ?? '', agent: agentId, agent_version: null };
    if ((await agents.openPlain(db, of)).agent !== null) return;
    throw conflict('This agent has no model that could judge. Compare without is_judged.');
  }

  /** Two that save at once do so one after the other. */
  async function lock(tx: Queryable, agentId: string): Promise<void> {
    await tx.query('SELECT 1 FROM agents WHERE agent_id = $1 FOR UPDATE', [agentId]);
  }
};
