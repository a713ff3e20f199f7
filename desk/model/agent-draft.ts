// What somebody has typed into an agent's form and not saved: kept as text for this device, and brought back into what the fields
// begin with. Only what differs from the saved record is brought back, so that a colleague's later change of the rest stays.
// Secrets are never kept. Pure.

import type { AgentChange, AgentSettings } from './agent-fields.ts';
import { changeOf, type Fields } from './agent-form.ts';

/** What the form begins with. */
export interface FormStart {
  name: string;
  settings: AgentSettings;
}

const SECRETS: readonly string[] = ['backend-headers', 'server-headers'];

/** What the form says now, as text; empty if that is what it began with. @param start what it said when nothing was typed */
export function draftOf(fields: Fields, start: AgentChange): string {
  const typed = Object.entries(withoutSecrets(fields)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(start[name as keyof AgentChange]),
  );
  return typed.length === 0 ? '' : JSON.stringify(Object.fromEntries(typed));
}

export function withoutSecrets(fields: Fields): AgentChange {
  return changeOf({
    get: (name) => (SECRETS.includes(name) ? null : fields.get(name)),
    getAll: (name) => (SECRETS.includes(name) ? [] : fields.getAll(name)),
  });
}

/** What is saved, and above it what was typed; null where there is nothing, or nothing that can be read. */
export function withDraft(saved: FormStart, draft: string): FormStart | null {
  const typed = read(draft);
  if (typed === null) return null;
  const { name = saved.name, tool_servers, backend, limits, ...rest } = typed;
  const { settings } = saved;
  return {
    name,
    settings: {
      ...settings,
      ...rest,
      ...(limits === undefined ? {} : { limits: { ...settings.limits, ...limits } }),
      ...(backend === undefined
        ? {}
        : { backend: backend && { header_names: [], ...settings.backend, ...backend } }),
      ...(tool_servers === undefined
        ? {}
        : {
            tool_servers: tool_servers.map((server) => ({
              ask: [],
              header_names: [],
              ...settings.tool_servers.find(({ name: known }) => known === server.name),
              ...server,
            })),
          }),
    } as AgentSettings,
  };
}

function read(draft: string): AgentChange | null {
  if (draft === '') return null;
  try {
    const typed: unknown = JSON.parse(draft);
    return typeof typed === 'object' && typed !== null ? typed : null;
  } catch {
    return null;
  }
}
