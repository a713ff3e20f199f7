// The sites: whose pages have the chat, who answers there and from what, and the keys by which their servers call.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AgentReply, CollectionReply, Key, SiteState } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import { createFinder, type Finder, type FinderParts } from './finder.ts';
import { readPages } from './read-pages.ts';

export interface SiteChange {
  name?: string | null;
  status?: SiteState['status'];
  agent?: string | null;
  allowed_origins?: readonly string[] | null;
  kb_collection_id?: string | null;
  expected_kb_collection_id?: string | null;
}

/** A secret that is shown once. */
export interface Minted {
  clientId: string;
  secret: string;
}

export interface SiteChoices {
  agents: readonly { id: string; name: string }[];
  collections: readonly CollectionReply[];
}

export interface Sites {
  /** Null: nothing has come yet. */
  readonly sites: ReadonlySignal<readonly SiteState[] | null>;
  readonly finder: Finder<SiteState>;
  /** Names of agents by id. */
  readonly agentNames: ReadonlySignal<Readonly<Record<string, string>>>;
  /** Of the site that is open; null: not read yet. */
  readonly keys: ReadonlySignal<readonly Key[] | null>;
  /** Who may answer and what may be read there, of the open site's project. */
  readonly choices: ReadonlySignal<SiteChoices | null>;
  readonly minted: ReadonlySignal<Minted | null>;
  readonly error: ReadonlySignal<ApiError | null>;
  load(): Promise<void>;
  /** Reads all that the page of one site shows. */
  open(clientId: string): Promise<void>;
  /** @returns its client_id. @throws ApiError */
  create(name: string, projectId: string): Promise<string>;
  /** @throws ApiError */
  change(clientId: string, change: SiteChange): Promise<void>;
  /** One more service token. @throws ApiError */
  mint(clientId: string): Promise<void>;
  /** The successor of a key, which goes on for a day. @throws ApiError */
  rotate(clientId: string, keyId: string): Promise<void>;
  /** @throws ApiError */
  revoke(clientId: string, keyId: string): Promise<void>;
  forgetMinted(): void;
}

interface AgentsReply {
  data: AgentReply[];
  built_in: { name: string }[];
  next_page: string | null;
}

export function createSites(parts: FinderParts): Sites {
  const { api } = parts;
  const finder = createFinder<SiteState>(parts, () => '/admin/sites');
  const sites: Signal<readonly SiteState[] | null> = signal(null);
  const agentNames: Signal<Readonly<Record<string, string>>> = signal({});
  const keys: Signal<readonly Key[] | null> = signal(null);
  const choices: Signal<SiteChoices | null> = signal(null);
  const minted: Signal<Minted | null> = signal(null);
  const error: Signal<ApiError | null> = signal(null);

  const model: Sites = {
    sites,
    finder,
    agentNames,
    keys,
    choices,
    minted,
    error,
    async load() {
      try {
        const [found, agents] = await Promise.all([
          readPages<SiteState>(api, '/admin/sites'),
          readPages<AgentReply>(api, '/admin/agents'),
        ]);
        sites.value = found.data;
        finder.refresh();
        agentNames.value = Object.fromEntries(
          agents.data.map(({ agent_id, name }) => [agent_id, name]),
        );
        error.value = null;
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async open(clientId) {
      if (minted.peek()?.clientId !== clientId) minted.value = null;
      keys.value = null;
      choices.value = null;
      await model.load();
      try {
        const site = await siteOf(clientId);
        await Promise.all([loadKeys(clientId), loadChoices(site.project_id)]);
      } catch (failure) {
        error.value = failure as ApiError;
      }
    },
    async create(name, projectId) {
      const made = await api.call<{ client_id: string; service_token: string }>(
        'POST',
        '/admin/sites',
        { name, project_id: projectId },
      );
      minted.value = { clientId: made.client_id, secret: made.service_token };
      await model.load();
      return made.client_id;
    },
    async change(clientId, change) {
      await api.call('PATCH', `/admin/sites/${clientId}`, change);
      await model.load();
    },
    async mint(clientId) {
      const { service_token: secret } = await api.call<{ service_token: string }>(
        'POST',
        `/admin/sites/${clientId}/service-tokens`,
      );
      minted.value = { clientId, secret };
      await loadKeys(clientId);
    },
    async rotate(clientId, keyId) {
      const { secret } = await api.call<{ secret: string }>('POST', `/admin/keys/${keyId}/rotate`);
      minted.value = { clientId, secret };
      await loadKeys(clientId);
    },
    async revoke(clientId, keyId) {
      await api.call('DELETE', `/admin/keys/${keyId}`);
      await loadKeys(clientId);
    },
    forgetMinted() {
      minted.value = null;
    },
  };
  return model;

  /** One beyond the pages that were read is read by itself. */
  async function siteOf(clientId: string): Promise<SiteState> {
    const known = sites.peek() ?? [];
    const listed = known.find(({ client_id }) => client_id === clientId);
    if (listed !== undefined) return listed;
    const site = await api.call<SiteState>('GET', `/admin/sites/${encodeURIComponent(clientId)}`);
    sites.value = [...known, site];
    return site;
  }

  async function loadKeys(clientId: string): Promise<void> {
    const query = new URLSearchParams({ client_id: clientId });
    keys.value = (await readPages<Key>(api, `/admin/keys?${query}`)).data;
  }

  async function loadChoices(projectId: string): Promise<void> {
    const query = new URLSearchParams({ project_id: projectId });
    const [agents, { data: collections }] = await Promise.all([
      readPages<AgentReply, AgentsReply>(api, `/admin/agents?${query}`),
      readPages<CollectionReply>(api, `/admin/collections?${query}`),
    ]);
    choices.value = {
      agents: [
        ...agents.data.map(({ agent_id: id, name }) => ({ id, name })),
        ...agents.built_in.map(({ name }) => ({ id: name, name })),
      ],
      collections,
    };
  }
}
