// Agents as records: who answers, what they are told, and their versions.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AgentReply, AgentVersion } from '../../gateway/desk-types.ts';
import type { Api, ApiError } from '../edge/api.ts';

export interface AgentChange {
  name?: string;
  instructions?: string;
  provider?: 'anthropic' | 'openai' | null;
  model?: string | null;
  /** False: a draft, which answers nobody yet. */
  publish?: boolean;
}

export interface AgentsModel {
  /** Null: nothing has come yet. */
  readonly agents: ReadonlySignal<readonly AgentReply[] | null>;
  /** Names of those that the command line or a provider's key has brought. */
  readonly builtIn: ReadonlySignal<readonly string[]>;
  /** The name or the id of the one that answers by default. */
  readonly defaultAgent: ReadonlySignal<string>;
  /** By agent, once asked for. */
  readonly versions: ReadonlySignal<Readonly<Record<string, readonly AgentVersion[]>>>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(): Promise<void>;
  /** @throws ApiError */
  create(change: AgentChange & { name: string }): Promise<void>;
  /** @throws ApiError */
  change(agentId: string, change: AgentChange): Promise<void>;
  loadVersions(agentId: string): Promise<void>;
  /** Lets a version answer: a draft, or an older one. @throws ApiError */
  publish(agentId: string, version: number): Promise<void>;
  /** @throws ApiError */
  makeDefault(nameOrId: string): Promise<void>;
}

interface Listed {
  data: AgentReply[];
  built_in: { name: string }[];
  default_agent: string;
}

/** The desk shows the project that holds where none is named. */
const PROJECT = 'default';

export function createAgents(api: Api): AgentsModel {
  const agents: Signal<readonly AgentReply[] | null> = signal(null);
  const builtIn: Signal<readonly string[]> = signal([]);
  const defaultAgent = signal('');
  const versions: Signal<Readonly<Record<string, readonly AgentVersion[]>>> = signal({});
  const error: Signal<ApiError | null> = signal(null);

  const model: AgentsModel = {
    agents,
    builtIn,
    defaultAgent,
    versions,
    error,
    async load() {
      try {
        const found = await api.call<Listed>('GET', `/admin/agents?project_id=${PROJECT}`);
        agents.value = found.data;
        builtIn.value = found.built_in.map(({ name }) => name);
        defaultAgent.value = found.default_agent;
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async create({ publish: _, ...agent }) {
      await api.call('POST', '/admin/agents', { project_id: PROJECT, ...agent });
      await model.load();
    },
    async change(agentId, change) {
      await api.call('PATCH', `/admin/agents/${agentId}`, change);
      await Promise.all([model.load(), model.loadVersions(agentId)]);
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
    async makeDefault(nameOrId) {
      await api.call('PATCH', `/admin/projects/${PROJECT}`, { default_agent: nameOrId });
      await model.load();
    },
  };
  return model;
}
