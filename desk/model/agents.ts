// Agents as records: who answers, what they are told, and their versions.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type {
  AgentReply,
  AgentVersion,
  CardReply,
  CollectionReply,
  Project,
  SiteState,
  ToolOffer,
} from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import type { AgentChange } from './agent-fields.ts';
import { createFinder, type Finder, type FinderParts } from './finder.ts';
import { readPages } from './read-pages.ts';

export interface AgentsModel {
  readonly projectId: ReadonlySignal<string>;
  readonly projects: ReadonlySignal<readonly Project[]>;
  /** Null: nothing has come yet. */
  readonly agents: ReadonlySignal<readonly AgentReply[] | null>;
  readonly finder: Finder<AgentReply>;
  /** Names of those that the command line or a provider's key has brought. */
  readonly builtIn: ReadonlySignal<readonly string[]>;
  /** The name or the id of the one that answers by default. */
  readonly defaultAgent: ReadonlySignal<string>;
  /** Of the project: what an agent may read, and whose pages' tools a trial may have. */
  readonly collections: ReadonlySignal<readonly CollectionReply[]>;
  readonly sites: ReadonlySignal<readonly SiteState[]>;
  /** By agent, once asked for; the newest first. */
  readonly versions: ReadonlySignal<Readonly<Record<string, readonly AgentVersion[]>>>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(projectId?: string): Promise<void>;
  /** Reads all that the page of one agent shows, in whatever project it is. */
  open(agentId: string): Promise<void>;
  /** @returns its id. @throws ApiError */
  create(change: AgentChange & { name: string }): Promise<string>;
  /** @throws ApiError */
  change(agentId: string, change: AgentChange): Promise<void>;
  /** @throws ApiError */
  remove(agentId: string): Promise<void>;
  loadVersions(agentId: string): Promise<void>;
  /** Lets a version answer: a draft, or an older one. @throws ApiError */
  publish(agentId: string, version: number): Promise<void>;
  /** What an A2A agent says of itself, as it was saved last. @throws ApiError, in whose words the reason stands where there is no card */
  readCard(agentId: string): Promise<CardReply>;
  /**
   * What a tool server offers, saved or not; without headers those go that are saved for its address.
   * @throws ApiError, in whose words the reason stands where it doesn't answer
   */
  askToolServer(
    agentId: string,
    server: { url: string; headers: Record<string, string> | null },
  ): Promise<ToolOffer>;
  /** @throws ApiError */
  makeDefault(nameOrId: string): Promise<void>;
}

interface Listed {
  data: AgentReply[];
  built_in: { name: string }[];
  default_agent: string;
  next_page: string | null;
}

export function createAgents(parts: FinderParts): AgentsModel {
  const { api } = parts;
  const projectId = signal('default');
  const listPath = (project: string) =>
    `/admin/agents?${new URLSearchParams({ project_id: project })}`;
  const finder = createFinder<AgentReply>(parts, () => listPath(projectId.peek()));
  const projects: Signal<readonly Project[]> = signal([]);
  const agents: Signal<readonly AgentReply[] | null> = signal(null);
  const builtIn: Signal<readonly string[]> = signal([]);
  const defaultAgent = signal('');
  const collections: Signal<readonly CollectionReply[]> = signal([]);
  const sites: Signal<readonly SiteState[]> = signal([]);
  const versions: Signal<Readonly<Record<string, readonly AgentVersion[]>>> = signal({});
  const error: Signal<ApiError | null> = signal(null);

  const model: AgentsModel = {
    projectId,
    projects,
    agents,
    finder,
    builtIn,
    defaultAgent,
    collections,
    sites,
    versions,
    error,
    async load(project = projectId.peek()) {
      if (project !== projectId.peek()) agents.value = null;
      projectId.value = project;
      const query = new URLSearchParams({ project_id: project });
      try {
        const [found, known, knowledge, places] = await Promise.all([
          readPages<AgentReply, Listed>(api, listPath(project)),
          readPages<Project>(api, '/admin/projects'),
          readPages<CollectionReply>(api, `/admin/collections?${query}`),
          readPages<SiteState>(api, '/admin/sites'),
        ]);
        if (project !== projectId.peek()) return;
        agents.value = found.data;
        finder.refresh();
        builtIn.value = found.built_in.map(({ name }) => name);
        defaultAgent.value = found.default_agent;
        projects.value = known.data;
        collections.value = knowledge.data;
        sites.value = places.data.filter(({ project_id }) => project_id === project);
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async open(agentId) {
      try {
        const agent = await api.call<AgentReply>('GET', `/admin/agents/${agentId}`);
        await Promise.all([model.load(agent.project_id), model.loadVersions(agentId)]);
        const listed = agents.peek() ?? [];
        // One beyond the pages that were read.
        if (!listed.some(({ agent_id }) => agent_id === agentId)) agents.value = [...listed, agent];
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async create({ publish: _, ...agent }) {
      const body = { project_id: projectId.peek(), ...agent };
      const { agent_id } = await api.call<AgentReply>('POST', '/admin/agents', body);
      await model.load();
      return agent_id;
    },
    async change(agentId, change) {
      await api.call('PATCH', `/admin/agents/${agentId}`, change);
      await Promise.all([model.load(), model.loadVersions(agentId)]);
    },
    async remove(agentId) {
      await api.call('DELETE', `/admin/agents/${agentId}`);
      await model.load();
    },
    async loadVersions(agentId) {
      const path = `/admin/agents/${agentId}/versions`;
      const { data } = await api
        .call<{ data: AgentVersion[] }>('GET', path)
        .catch(() => ({ data: [] }));
      versions.value = { ...versions.peek(), [agentId]: data };
    },
    async publish(agentId, version) {
      await api.call('POST', `/admin/agents/${agentId}/publish`, { version });
      await Promise.all([model.load(), model.loadVersions(agentId)]);
    },
    readCard: (agentId) => api.call('GET', `/admin/agents/${encodeURIComponent(agentId)}/card`),
    askToolServer: (agentId, { url, headers }) =>
      api.call('POST', `/admin/agents/${encodeURIComponent(agentId)}/tool-servers`, {
        url,
        ...(headers === null ? {} : { headers }),
      }),
    async makeDefault(nameOrId) {
      await api.call('PATCH', `/admin/projects/${projectId.peek()}`, { default_agent: nameOrId });
      await model.load();
    },
  };
  return model;
}
