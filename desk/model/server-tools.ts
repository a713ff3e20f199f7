// Tools of an agent's servers that it doesn't call until somebody has looked at them.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ServerTool } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface ServerTools {
  /** Of the agent that is open, the oldest first. */
  readonly waiting: ReadonlySignal<readonly ServerTool[]>;
  readonly hasMore: ReadonlySignal<boolean>;
  open(agentId: string): Promise<void>;
  /** Those that follow. @throws ApiError */
  more(): Promise<void>;
  /** Exactly what is shown. @throws ApiError, also where the server has changed it again: it is shown anew then */
  allow(tool: ServerTool): Promise<void>;
}

export function createServerTools(api: Api): ServerTools {
  const waiting: Signal<readonly ServerTool[]> = signal([]);
  const next: Signal<string | null> = signal(null);
  const hasMore = signal(false);
  let agentId = '';

  const model: ServerTools = {
    waiting,
    hasMore,
    async open(id) {
      if (id !== agentId) waiting.value = [];
      agentId = id;
      // Without the list the agent's page still shows everything else.
      await read(null).catch(() => {});
    },
    more: () => read(next.peek()),
    async allow({ server, url, tool, digest }) {
      const names = [agentId, 'server-tools', server, tool].map(encodeURIComponent).join('/');
      try {
        await api.call('POST', `/admin/agents/${names}/allow`, { url, digest });
      } finally {
        await model.open(agentId);
      }
    },
  };
  return model;

  async function read(page: string | null): Promise<void> {
    const of = agentId;
    const query = page === null ? '' : `?${new URLSearchParams({ page })}`;
    const found = await api.call<{ data: ServerTool[]; next_page: string | null }>(
      'GET',
      `/admin/agents/${encodeURIComponent(of)}/server-tools${query}`,
    );
    if (of !== agentId) return;
    waiting.value = page === null ? found.data : [...waiting.peek(), ...found.data];
    next.value = found.next_page;
    hasMore.value = found.next_page !== null;
  }
}
