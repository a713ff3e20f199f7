// The settings of an agent's record, from version to version.

import type { AgentSettings, SettingsChange } from '../settings-schema.ts';

export const NOTHING_SAID: AgentSettings = {
  kind: 'model',
  backend: null,
  instructions: '',
  provider: null,
  model: null,
  reasoning_effort: null,
  context_window: null,
  page_context: null,
  files: null,
  web_search: null,
  limits: {
    output_tokens: null,
    turns: null,
    credits_nano_per_visitor_day: null,
    reached_text: null,
  },
  tools: null,
  tool_servers: [],
  collections: [],
  fallback: null,
  prices: {},
};

/** A setting that the change leaves out stays as it was; null takes it back. Limits are changed one by one. */
export function changed(before: AgentSettings, change: SettingsChange): AgentSettings {
  const limits =
    change.limits === null
      ? NOTHING_SAID.limits
      : merged(before.limits, NOTHING_SAID.limits, change.limits ?? {});
  const after = merged(before, NOTHING_SAID, { ...change, limits: undefined });
  return {
    ...after,
    limits,
    backend:
      after.backend === null
        ? null
        : withBody(before.backend, withHeaders(before.backend, after.backend)),
    tool_servers: after.tool_servers.map((server) =>
      withHeaders(
        before.tool_servers.find(({ name }) => name === server.name),
        server,
      ),
    ),
  };
}

interface Server {
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers that a change leaves out stay where the address stays: what opens one server is not shown to another. */
function withHeaders<T extends Server>(before: Server | null | undefined, after: T): T {
  if (after.headers !== undefined || before?.url !== after.url) return after;
  return { ...after, headers: before.headers };
}

type Backend = NonNullable<AgentSettings['backend']>;

/** So does a body, for the server whose it is. */
function withBody(before: Backend | null, after: Backend): Backend {
  if (after.body !== undefined || before?.url !== after.url) return after;
  return { ...after, body: before.body };
}

/** As an operator sees them: headers by their names alone. */
export function shown(settings: AgentSettings) {
  const { backend, tool_servers } = settings;
  return {
    ...settings,
    backend: backend === null ? null : named(backend),
    tool_servers: tool_servers.map(named),
  };
}

function named<T extends Server>({ headers = {}, ...server }: T) {
  return { ...server, header_names: Object.keys(headers) };
}

function merged<T extends object>(before: T, empty: T, change: object): T {
  const given = new Map(Object.entries(change));
  const fields = Object.entries(before).map(([name, value]) => {
    const next: unknown = given.get(name);
    if (next === undefined) return [name, value];
    return [name, next === null ? empty[name as keyof T] : next];
  });
  return Object.fromEntries(fields) as T;
}

/** A version as it was stored, also by an older gateway that knew fewer fields. */
export function readSettings(text: string): AgentSettings {
  const stored = JSON.parse(text) as Partial<AgentSettings>;
  return {
    ...NOTHING_SAID,
    ...stored,
    limits: { ...NOTHING_SAID.limits, ...stored.limits },
  };
}
