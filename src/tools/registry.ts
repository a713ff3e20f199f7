// Which tools there are now, from every source, one for each name. It knows nothing of calls.
// Bellhop's own cards come first, then the page's tools, then those registered for any agent (WebMCP), then the site's abilities.

import type { JsonObject } from '../protocol/json.ts';
import { toTool } from './descriptor.ts';
import type { PageTool, Tool, ToolSourceName } from './types.ts';

/** As the site's session endpoint wants it. */
export interface ToolDefinition {
  name: string;
  description: string;
  input_schema: JsonObject;
}

export interface ToolRegistry {
  /**
   * Offers a tool of the page, until `signal` aborts. A later registration of the same name replaces the earlier one.
   * Throws TypeError that names the property at fault.
   */
  register<Input = JsonObject>(tool: PageTool<Input>, options?: { signal?: AbortSignal }): void;
  unregister(name: string): void;
  /** All tools of one other source, at once. */
  replace(source: Exclude<ToolSourceName, 'page'>, tools: readonly Tool[]): void;
  /** WordPress's names with a slash, and WebMCP's with a dot, find their tools too. */
  find(name: string): Tool | null;
  /** One for each name, by precedence of source. */
  list(): Tool[];
  definitions(): ToolDefinition[];
  /** Called after each change; returns how to stop. */
  onChange(listener: () => void): () => void;
}

const PRECEDENCE: readonly ToolSourceName[] = ['cards', 'page', 'webmcp', 'abilities'];

/** The one way in which the names of other worlds ("shop/add-item", "shop.add") become a tool's name. */
export function toToolName(name: string): string {
  return name.replaceAll('/', '__').replaceAll('.', '_');
}

/** `sources` is what `data-tools` allows; tools of another source are kept but not offered. */
export function createToolRegistry(sources: readonly ToolSourceName[] = PRECEDENCE): ToolRegistry {
  const bySource = new Map(PRECEDENCE.map((source) => [source, new Map<string, Tool>()]));
  const listeners = new Set<() => void>();
  const of = (source: ToolSourceName): Map<string, Tool> => bySource.get(source) ?? new Map();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  function find(name: string): Tool | null {
    for (const source of PRECEDENCE) {
      const tool = sources.includes(source) ? of(source).get(name) : undefined;
      if (tool !== undefined) return tool;
    }
    return null;
  }

  const list = (): Tool[] => {
    const names = new Set(PRECEDENCE.flatMap((source) => [...of(source).keys()]));
    return [...names].map(find).filter((tool) => tool !== null);
  };

  return {
    register(descriptor, { signal } = {}) {
      const tool = toTool(descriptor, 'page');
      if (signal?.aborted) return;
      of('page').set(tool.name, tool);
      // Only this very registration ends with its signal, not a later one of the same name.
      signal?.addEventListener?.('abort', () => {
        if (of('page').get(tool.name) !== tool) return;
        of('page').delete(tool.name);
        changed();
      });
      changed();
    },
    unregister(name) {
      if (of('page').delete(name)) changed();
    },
    replace(source, tools) {
      bySource.set(source, new Map(tools.map((tool) => [tool.name, tool])));
      changed();
    },
    find: (name) => find(name) ?? find(toToolName(name)),
    list,
    definitions: () =>
      list().map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
