// Agents as records: an owner writes down who answers. A version never changes; another one may be let to answer.

import type { Context } from 'hono';
import { z } from 'zod';
import { nameOfActor } from '../kernel/auth/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import type { AdminNeeds } from '../kernel/http/operator.ts';
import { requireAdmin } from '../kernel/http/operator.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { faultOfUrl } from '../kernel/outside-address.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../kernel/tenants/project-row.ts';
import {
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  listAgentVersions,
  patchAgent,
  publishAgent,
} from './agents-schema.ts';
import type { AgentDirectory } from './directory.ts';
import {
  type AgentRecord,
  addVersion,
  findAgent,
  findAgents,
  findUseOf,
} from './records/agent-rows.ts';
import { changed, NOTHING_SAID, readSettings, shown } from './records/settings.ts';
import { countWaiting } from './records/waiting-tools.ts';
import type { AgentSettings } from './settings-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };

interface Needs extends AdminNeeds {
  db: Db;
  clock: Clock;
  ids: Ids;
  agents: AgentDirectory;
  options: AdminNeeds['options'] & { agentsMayBePrivate: boolean };
}

const versionRow = z.object({
  version: z.number(),
  author: z.string(),
  created_at: z.number(),
  settings: z.string(),
});

export const adminAgents: Routes<Needs> = (app, context) => {
  const { db, clock, ids, agents } = context;
  const presentAll = async (records: readonly AgentRecord[]) => {
    const waiting = await countWaiting(db, records);
    return records.map((record) => ({
      ...presentAgent(context, record),
      waiting_tools: waiting.get(record.agent_id) ?? 0,
    }));
  };
  const present = async (agentId: string) => {
    const [presented] = await presentAll([await theAgent(db, agentId)]);
    return presented;
  };
  const author = (c: Context<AppEnv>) => c.get('actor') ?? 'admin';

  serve(app, createAgent, async (c, call) => {
    requireAdmin(context, c);
    const { project_id = DEFAULT_PROJECT, name, ...change } = await call.body();
    const now = clock.now();
    const agentId = ids.next('agent');
    await ensureProject(db, project_id, now);
    const settings = await checked(project_id, changed(NOTHING_SAID, change), agentId);
    await db.transaction(async (tx) => {
      await requireFreeName(tx, project_id, name, agentId);
      await tx.query(
        `INSERT INTO agents (agent_id, project_id, name, version, latest_version, created_at)
         VALUES ($1, $2, $3, 1, 1, $4)`,
        [agentId, project_id, name, now],
      );
      await addVersion(tx, agentId, 1, { settings, author: author(c), now });
    });
    return c.json(await present(agentId), 201, HEADERS);
  });

  serve(app, listAgents, async (c, call) => {
    requireAdmin(context, c);
    const { project_id: project = null, q = '', page, limit } = call.query();
    const wanted = { projectId: project, words: q, after: readPlace(page), limit };
    const { rows, next_page } = pageOf(
      await findAgents(db, wanted),
      limit,
      ({ agent_id }) => agent_id,
      ({ settings }) => JSON.stringify(settings).length,
    );
    return c.json(
      {
        data: await presentAll(rows),
        next_page,
        built_in: [...agents.builtIn.keys()].map((name) => ({ name })),
        default_agent: await agents.defaultOf(db, project ?? DEFAULT_PROJECT, null),
      },
      200,
      HEADERS,
    );
  });

  serve(app, getAgent, async (c, call) => {
    requireAdmin(context, c);
    return c.json(await present(call.param('agent_id')), 200, HEADERS);
  });

  serve(app, patchAgent, async (c, call) => {
    requireAdmin(context, c);
    const agentId = call.param('agent_id');
    const { name, publish, from_version: named, ...change } = await call.body();
    const { project_id } = await theAgent(db, agentId);
    await db.transaction(async (tx) => {
      // Locked, so that of two changes at once the later begins with what the earlier has written.
      await tx.query('SELECT 1 FROM agents WHERE agent_id = $1 FOR UPDATE', [agentId]);
      // From what answers: a draft that somebody else has written goes out only by being named.
      const { version: published, latest_version } = await theAgent(tx, agentId);
      const base = await findAgent(tx, agentId, named ?? published);
      if (base === null) throw invalid(`from_version: this agent has no version ${named}.`);
      if (name !== undefined) {
        await requireFreeName(tx, project_id, name, agentId);
        await tx.query('UPDATE agents SET name = $2 WHERE agent_id = $1', [agentId, name]);
      }
      const settings = await checked(project_id, changed(base.settings, change), agentId, tx);
      const isNew = JSON.stringify(settings) !== JSON.stringify(base.settings);
      const version = isNew ? latest_version + 1 : (named ?? published);
      if (isNew) {
        const now = clock.now();
        await addVersion(tx, agentId, version, { settings, author: author(c), now });
        await tx.query('UPDATE agents SET latest_version = $2 WHERE agent_id = $1', [
          agentId,
          version,
        ]);
      }
      // A change answers at once unless it is said to be a draft; a new name alone lets no draft out.
      if (publish ?? isNew) await answerWith(tx, agentId, version);
    });
    return c.json(await present(agentId), 200, HEADERS);
  });

  serve(app, deleteAgent, async (c, call) => {
    requireAdmin(context, c);
    const { agent_id } = await theAgent(db, call.param('agent_id'));
    await db.transaction(async (tx) => {
      const use = await findUseOf(tx, agent_id);
      if (use !== null) throw conflict(`This agent is ${use}; name another there first.`);
      await tx.query('DELETE FROM agents WHERE agent_id = $1', [agent_id]);
    });
    return c.body(null, 204);
  });

  serve(app, listAgentVersions, async (c, call) => {
    requireAdmin(context, c);
    const { agent_id, version: published } = await theAgent(db, call.param('agent_id'));
    const { page, limit } = call.query();
    const found = await readRows(
      db,
      versionRow,
      `SELECT version, ${nameOfActor('author')} AS author, created_at, settings
         FROM agent_versions WHERE agent_id = $1 AND ($2::bigint IS NULL OR version < $2)
        ORDER BY version DESC LIMIT $3`,
      [agent_id, readPlace(page)?.at ?? null, limit + 1],
    );
    // A version's place is its number: several may have been written in one millisecond.
    const places = found.map((row) => ({ row, created_at: row.version }));
    const { rows, next_page } = pageOf(
      places,
      limit,
      () => 'version',
      ({ row }) => row.settings.length,
    );
    const data = rows.map(({ row: { version, author: by, created_at, settings } }) => ({
      version,
      is_published: version === published,
      author: by,
      created_at: new Date(created_at).toISOString(),
      settings: shown(readSettings(settings)),
    }));
    return c.json({ data, next_page }, 200, HEADERS);
  });

  serve(app, publishAgent, async (c, call) => {
    requireAdmin(context, c);
    const { version } = await call.body();
    const { agent_id, project_id } = await theAgent(db, call.param('agent_id'));
    const wanted = await findAgent(db, agent_id, version);
    if (wanted === null) throw invalid(`version: this agent has no version ${version}.`);
    // A collection or agent that it names may have been deleted since.
    await checked(project_id, wanted.settings, agent_id);
    await answerWith(db, agent_id, version);
    return c.json(await present(agent_id), 200, HEADERS);
  });

  async function answerWith(tx: Queryable, agentId: string, version: number): Promise<void> {
    await tx.query('UPDATE agents SET version = $2 WHERE agent_id = $1', [agentId, version]);
  }

  /** Names are how people choose an agent, so that no two may have one, code's among them. */
  async function requireFreeName(
    tx: Queryable,
    projectId: string,
    name: string,
    agentId: string,
  ): Promise<void> {
    const [taken] = await tx.query(
      'SELECT 1 FROM agents WHERE project_id = $1 AND name = $2 AND agent_id <> $3',
      [projectId, name, agentId],
    );
    if (taken !== undefined || agents.builtIn.has(name)) {
      throw conflict(`There is an agent called “${name}” already; choose another name.`);
    }
  }

  /** The settings, with the fallback by its id. @throws HttpError 400 where they name what isn't the project's. */
  async function checked(
    projectId: string,
    settings: AgentSettings,
    agentId: string,
    tx: Queryable = db,
  ): Promise<AgentSettings> {
    for (const [index, id] of settings.collections.entries()) {
      const [row] = isIdShaped(id)
        ? await tx.query('SELECT 1 FROM collections WHERE collection_id = $1 AND project_id = $2', [
            id,
            projectId,
          ])
        : [];
      if (row === undefined) {
        throw invalid(`collections[${index}] is not a collection of this project.`);
      }
    }
    checkServers(context, settings);
    if (settings.fallback === null) return settings;
    const fallback = await agents.find(tx, projectId, settings.fallback);
    if (fallback === null) throw invalid('fallback is not an agent of this project.');
    if (fallback === agentId) throw invalid('fallback must be another agent than this one.');
    return { ...settings, fallback };
  }
};

/** @throws HttpError 400 for a backend or a tool server that is missing, or that this gateway doesn't go to. */
function checkServers(
  { options }: Pick<Needs, 'options'>,
  { kind, backend, tool_servers: servers }: AgentSettings,
): void {
  if (kind !== 'model' && backend === null) {
    throw invalid(`backend is required where kind is ${kind}: {"url": "https://…"}.`);
  }
  if (kind === 'managed_agents' && backend !== null) {
    for (const field of ['agent', 'environment_id']) {
      if (backend.body?.[field] !== undefined) continue;
      throw invalid(`backend.body.${field} is required: a session there is begun with the body.`);
    }
  }
  if (kind !== 'model' && servers.length > 0) {
    throw invalid(`tool_servers are for agents of the kind model; a backend has its own.`);
  }
  const check = (field: string, url: string) => {
    const fault = faultOfUrl(url, options.agentsMayBePrivate);
    if (fault !== null) throw invalid(`${field}.url ${fault}.`);
  };
  if (backend !== null) check('backend', backend.url);
  const names = new Set<string>();
  for (const [index, { name, url }] of servers.entries()) {
    check(`tool_servers[${index}]`, url);
    if (names.has(name)) throw invalid(`tool_servers[${index}].name is there twice.`);
    names.add(name);
  }
}

/** @throws HttpError 404 */
async function theAgent(db: Queryable, agentId: string, version: number | null = null) {
  const record = await findAgent(db, agentId, version);
  if (record === null) throw notFound('There is no such agent.');
  return record;
}

function presentAgent({ agents }: Pick<Needs, 'agents'>, record: AgentRecord) {
  const { agent_id, project_id, name, version, latest_version, settings, created_at } = record;
  return {
    agent_id,
    project_id,
    name,
    version,
    latest_version,
    settings: shown(settings),
    problems: agents.problemsOf(settings),
    created_at: new Date(created_at).toISOString(),
  };
}
