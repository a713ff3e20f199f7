// Which tools there are now, from every source, one for each name. It knows nothing of calls.
// Bellhop's own cards come first, then the page's tools, then those registered for any agent (WebMCP), then the site's abilities.

import type { JsonObject } from '../protocol/json.ts';
import { toTool } from './descriptor.ts';
import type { PageTool, Tool, ToolSourceName } from './types.ts';

/** As the site's session endpoint wants it. */
export interface ToolDefinition {
  name: string;
  /** What people read in its place. */
  title: string;
  description: string;
  input_schema: JsonObject;
}

export interface ToolRegistry {
  /**
   * Offers a tool of the page, until `signal` aborts. A later registration of the same name stands before the earlier one; where
   * it ends with its signal, that one is there again. Throws TypeError that names the property at fault.
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

/** A registration of the page; without a signal it stays until another takes its place. */
interface Offer {
  tool: Tool;
  signal: AbortSignal | undefined;
}

const PRECEDENCE: readonly ToolSourceName[] = ['cards', 'page', 'webmcp', 'abilities'];

/** The one way in which the names of other worlds ("shop/add-item", "shop.add") become a tool's name. */
export function toToolName(name: string): string {
  return name.replaceAll('/', '__').replaceAll('.', '_');
}

/** `sources` is what `data-tools` allows; tools of another source are kept but not offered. */
export function createToolRegistry(sources: readonly ToolSourceName[] = PRECEDENCE): ToolRegistry {
  const bySource = new Map(PRECEDENCE.map((source) => [source, new Map<string, Tool>()]));
  const offers = new Map<string, Offer[]>();
  const listeners = new Set<() => void>();
  const of = (source: ToolSourceName): Map<string, Tool> => bySource.get(source) ?? new Map();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  /** The registrations of a name of the page: the last one counts. */
  function offer(name: string, all: Offer[]): void {
    const last = all.at(-1);
    if (last) {
      offers.set(name, all);
      of('page').set(name, last.tool);
    } else {
      offers.delete(name);
      of('page').delete(name);
    }
    changed();
  }

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
      const before = offers.get(tool.name) ?? [];
      // One without a signal ends with the next such one, or a page that registers again and again would keep them all.
      const left = signal ? before : before.filter((one) => one.signal);
      offer(tool.name, [...left, { tool, signal }]);
      signal?.addEventListener?.('abort', () => {
        const now = offers.get(tool.name) ?? [];
        const others = now.filter((one) => one.tool !== tool);
        if (others.length < now.length) offer(tool.name, others);
      });
    },
    unregister(name) {
      if (offers.has(name)) offer(name, []);
    },
    replace(source, tools) {
      bySource.set(source, new Map(tools.map((tool) => [tool.name, tool])));
      changed();
    },
    find: (name) => find(name) ?? find(toToolName(name)),
    list,
    definitions: () =>
      list().map(({ name, title, description, inputSchema }) => ({
        name,
        title,
        description,
        input_schema: inputSchema,
      })),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
