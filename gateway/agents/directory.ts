// Finds the agent that answers in a session: one that the command line has brought, or one that an owner has written down. Reads the
// record at each cycle, so that a change counts from the next answer on, in every process.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { SessionRow } from '../log/session-row.ts';
import { limitTools } from './limit-tools.ts';
import type { ModelFactory, WantedModel } from './model/open-model-agent.ts';
import { priceTable } from './prices.ts';
import { type AgentRecord, findAgent, findAgentOf } from './records/agent-rows.ts';
import type { AgentRegistry } from './registry.ts';
import type { OpenRemote } from './remote/open-remote.ts';
import type { AgentSettings } from './settings-schema.ts';
import type { AppPlace } from './tool-servers/app-calls.ts';
import { createHeldCalls } from './tool-servers/held-calls.ts';
import {
  type ToolServerParts,
  type ToolServerState,
  withToolServers,
} from './tool-servers/with-tool-servers.ts';
import type { Agent } from './types.ts';
import { withFallback } from './with-fallback.ts';

const MAX_FALLBACKS = 3;
/** Of one request. */
const DEFAULT_SEARCHES = 3;
const NO_LIMITS = { maxTurns: null, collections: [], daily: null, record: null } as const;

/** The agent that answers a cycle, and its bounds. */
export interface AnsweringAgent {
  agent: Agent;
  /** Null: an agent by code. */
  record: { agent_id: string; version: number } | null;
  /** Model turns of one run; null: as many as the gateway's options say. */
  maxTurns: number | null;
  /** Knowledge that it reads besides the session's own. */
  collections: readonly string[];
  /** Nanocredits of one visitor and day, and what is said beyond; null: no limit. */
  daily: { nano: number; text: string | null } | null;
}

export type Chosen = Pick<SessionRow, 'project_id' | 'agent' | 'agent_version'>;

/** Finds the agents of a gateway: those by code, by name, and those that are records, by id. */
export interface AgentDirectory {
  /** Agents by code; the first is the gateway's default. */
  readonly builtIn: AgentRegistry;
  /** The gateway's own default. */
  readonly first: string;
  /** Null where the session's agent is gone. */
  open(db: Queryable, session: Chosen): Promise<AnsweringAgent | null>;
  /**
   * What the team asks the session's agent beside the conversation: its model alone, without tools and without its fallback. Null:
   * none, as no model is set up, or the agent's backend is the owner's.
   */
  openPlain(
    db: Queryable,
    session: Chosen,
  ): Promise<{ agent: Agent | null; collections: readonly string[] }>;
  /**
   * The server of an app that a session has shown, as the agent's settings have it now. Null: the agent is gone, or has another server
   * by that name.
   */
  placeOfApp(
    db: Queryable,
    session: Chosen,
    shown: { agent_id: string; server: string; url: string },
  ): Promise<AppPlace | null>;
  /** How a session names it: the id of a record, or the name of an agent by code. Null where there is none. */
  find(db: Queryable, projectId: string, nameOrId: string): Promise<string | null>;
  /** The agent that answers where a session names none. */
  defaultOf(db: Queryable, projectId: string, clientId: string | null): Promise<string>;
  /** Why it can't answer, each in a sentence. */
  problemsOf(settings: AgentSettings): string[];
}

export interface DirectoryParts {
  builtIn: AgentRegistry;
  models: ModelFactory;
  /** Opens agents whose backend is the owner's. */
  openRemote: OpenRemote;
  /** Reaches servers whose tools are called here. */
  toolServers: ToolServerParts;
}

const agentRow = z.object({
  agent: z.string().nullable(),
});

/** Made once for each gateway. */
export function createAgentDirectory({
  builtIn,
  models,
  openRemote,
  toolServers,
}: DirectoryParts): AgentDirectory {
  const shared: ToolServerState = {
    lists: new Map(),
    held: createHeldCalls(toolServers.clock),
  };
  const [first = 'scripted'] = builtIn.keys();

  const directory: AgentDirectory = {
    builtIn,
    first,
    async open(db, session) {
      const code = builtIn.get(session.agent);
      if (code !== undefined) return { ...NO_LIMITS, agent: code };
      const record = await findAgent(db, session.agent, session.agent_version);
      if (record === null || record.project_id !== session.project_id) return null;
      return openRecord(db, record);
    },
    async openPlain(db, session) {
      const code = builtIn.get(session.agent);
      // One that asks no model has no summary of its own, either.
      if (code !== undefined) {
        return { agent: code.summarise === undefined ? null : code, collections: [] };
      }
      const record = await findAgent(db, session.agent, session.agent_version);
      if (record === null || record.project_id !== session.project_id) {
        return { agent: null, collections: [] };
      }
      const { settings, learned_collection: learned } = record;
      const own = settings.kind === 'model' ? await models.open(wantedModel(settings)) : null;
      const prices = new Map([...(own?.prices ?? []), ...priceTable(settings.prices)]);
      return {
        agent: own === null ? null : { ...own, prices },
        collections: [...settings.collections, ...(learned === null ? [] : [learned])],
      };
    },
    async placeOfApp(db, { project_id }, { agent_id, server: name, url }) {
      const record = await findAgent(db, agent_id);
      if (record === null || record.project_id !== project_id) return null;
      const server = record.settings.tool_servers.find(
        (one) => one.name === name && one.url === url,
      );
      return server === undefined ? null : { agentId: agent_id, server };
    },
    async find(db, projectId, nameOrId) {
      if (builtIn.has(nameOrId)) return nameOrId;
      return (await findAgentOf(db, projectId, nameOrId))?.agent_id ?? null;
    },
    async defaultOf(db, projectId, clientId) {
      const [row] = await readRows(
        db,
        agentRow,
        `SELECT COALESCE((SELECT agent FROM sites WHERE client_id = $2), default_agent) AS agent
           FROM projects WHERE project_id = $1`,
        [projectId, clientId],
      );
      return row?.agent ?? first;
    },
    problemsOf(settings) {
      if (settings.kind !== 'model') return [];
      const problem = models.problemOf(wantedModel(settings));
      return problem === null ? [] : [problem];
    },
  };
  return directory;

  async function openRecord(db: Queryable, record: AgentRecord): Promise<AnsweringAgent> {
    const { agent_id, read_version, settings, learned_collection: learned } = record;
    const { limits, collections } = settings;
    const nano = limits.credits_nano_per_visitor_day;
    return {
      agent: await build(db, record, [agent_id]),
      record: { agent_id, version: read_version },
      maxTurns: limits.turns,
      collections: learned === null ? collections : [...collections, learned],
      daily: nano === null ? null : { nano, text: limits.reached_text },
    };
  }

  /** @param path the agents whose fallback this is, and itself. */
  async function build(
    db: Queryable,
    { agent_id, project_id, settings }: AgentRecord,
    path: readonly string[],
  ): Promise<Agent> {
    const asked = (await openOwn(settings)) ?? cannotAnswer();
    const { tool_servers: servers } = settings;
    const own = withToolServers(asked, { agentId: agent_id, servers }, toolServers, shared);
    const mayCall = settings.tools === null ? own : limitTools(own, settings.tools);
    const priced = {
      ...mayCall,
      prices: new Map([...(own.prices ?? []), ...priceTable(settings.prices)]),
    };
    const fallback = await openFallback(db, project_id, settings.fallback, path);
    return fallback === null ? priced : withFallback(priced, fallback);
  }

  function openOwn(settings: AgentSettings): Promise<Agent | null> {
    const { kind, backend } = settings;
    if (kind === 'model') return models.open(wantedModel(settings));
    return backend === null ? Promise.resolve(null) : openRemote(kind, backend, settings);
  }

  async function openFallback(
    db: Queryable,
    projectId: string,
    name: string | null,
    path: readonly string[],
  ): Promise<Agent | null> {
    if (name === null || path.includes(name) || path.length > MAX_FALLBACKS) return null;
    const code = builtIn.get(name);
    if (code !== undefined) return code;
    const record = await findAgent(db, name);
    if (record === null || record.project_id !== projectId) return null;
    return build(db, record, [...path, name]);
  }
}

function wantedModel(settings: AgentSettings): WantedModel {
  return {
    provider: settings.provider,
    model: settings.model,
    reasoningEffort: settings.reasoning_effort,
    contextWindow: settings.context_window,
    maxOutputTokens: settings.limits.output_tokens,
    pageContext: settings.page_context,
    files: settings.files,
    webSearch:
      settings.web_search === null
        ? null
        : {
            domains: settings.web_search.domains ?? [],
            maxUses: settings.web_search.max_uses ?? DEFAULT_SEARCHES,
          },
    instructions: settings.instructions,
  };
}

/** Its provider's key is missing; the operator reads why in the agent's `problems`. */
function cannotAnswer(): Agent {
  return {
    resumesFromSummary: true,
    async *turn() {
      yield { kind: 'fail', code: 'upstream_error', text: 'This assistant isn’t set up yet.' };
    },
  };
}
