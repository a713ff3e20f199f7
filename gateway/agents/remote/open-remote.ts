// Opens an agent whose backend is the owner's; its protocol is loaded only where a record names it.

import type { OutsideFetch } from '../../kernel/outside-fetch.ts';
import type { RequestClock } from '../model/options.ts';
import type { AgentSettings } from '../settings-schema.ts';
import type { Agent } from '../types.ts';
import type { RemoteProtocol, RemoteTalk } from './protocol.ts';
import { createRemoteAgent } from './remote-agent.ts';

export type RemoteKind = Exclude<AgentSettings['kind'], 'model'>;

export type OpenRemote = (
  kind: RemoteKind,
  backend: NonNullable<AgentSettings['backend']>,
  settings: AgentSettings,
) => Promise<Agent>;

export interface RemoteParts {
  fetch: OutsideFetch;
  /** How long a backend may say nothing. */
  silenceMs: number;
  clock: RequestClock;
}

/** Makes agents whose answers come from an owner's backend. Its protocol's file is loaded with the first of them. */
export function createOpenRemote(parts: RemoteParts): OpenRemote {
  return async (kind, { url, headers = {}, body = null }, settings) => {
    const { context_window: contextWindow, page_context, instructions } = settings;
    return createRemoteAgent({
      ...parts,
      backend: { url, headers, body },
      protocol: await protocolOf(kind),
      instructions,
      // Only the backend's owner knows how much its model reads.
      files: settings.files ?? [],
      models: new Set(Object.keys(settings.prices)),
      ...(contextWindow === null ? {} : { contextWindow }),
      ...(page_context === 'refuse' ? { pageContext: 'refused' as const } : {}),
    });
  };
}

async function protocolOf(kind: RemoteKind): Promise<RemoteProtocol | RemoteTalk> {
  switch (kind) {
    case 'ag_ui':
      return (await import('./ag-ui.ts')).AG_UI;
    case 'ai_sdk':
      return (await import('./ai-sdk.ts')).AI_SDK;
    case 'a2a':
      return (await import('./a2a.ts')).A2A;
    case 'managed_agents':
      return (await import('./managed-agents.ts')).MANAGED_AGENTS;
    case 'http':
      return (await import('./http.ts')).HTTP;
  }
}
