// Offers the page's own tools to the browser's agents too (WebMCP), where the browser has that interface. A call of theirs is no
// call of the conversation: it is checked and asked for by the same rules, but stands in no journal and is posted nowhere.

import { writeJson } from '../dom/json.ts';
import type { Clock } from '../platform/types.ts';
import { isRecord, type JsonObject } from '../protocol/json.ts';
import { freezeInput } from './input.ts';
import type { ToolRegistry } from './registry.ts';
import { runHandler } from './run.ts';
import type { Tool } from './types.ts';
import { validate } from './validate.ts';

export interface WebMcpPublisherParts {
  /** The page's globals. */
  host: { document?: unknown; navigator?: unknown };
  registry: Pick<ToolRegistry, 'list' | 'onChange'>;
  clock: Clock;
  /** In a frame of another origin only read-only tools are offered. */
  isFramed: boolean;
  /** The browser's own question: the visitor's yes or no to these words. */
  confirm?: (words: string) => boolean;
  warn: (sentence: string) => void;
}

interface ModelContext {
  registerTool(tool: object, options: { signal: AbortSignal }): unknown;
}

export function createWebMcpPublisher(parts: WebMcpPublisherParts): { close(): void } {
  const { host, registry, clock, isFramed, warn } = parts;
  const { confirm = (words: string) => globalThis.confirm(words) } = parts;
  const offered = new Map<string, { tool: Tool; ended: AbortController }>();
  let calls = 0;

  async function run(tool: Tool, given: unknown): Promise<unknown> {
    const input = freezeInput(isRecord(given) ? (given as JsonObject) : {});
    await validate(tool.inputSchema, input);
    if (tool.approval !== 'auto' && !confirm(`${tool.title}\n\n${writeJson(input, 2)}`)) {
      throw new Error('The visitor did not allow it.');
    }
    calls += 1;
    const { signal } = new AbortController();
    const call = { toolUseId: `webmcp-${calls}` };
    const { ended } = await runHandler(
      tool,
      (context) => tool.execute(input, context),
      call,
      signal,
      clock,
    );
    if (!ended.isOk) throw new Error(ended.failure.message);
    return ended.content === undefined
      ? undefined
      : { content: [{ type: 'text', text: ended.content }] };
  }

  function offer(context: ModelContext, tool: Tool): void {
    const ended = new AbortController();
    offered.set(tool.name, { tool, ended });
    const { name, title, description, inputSchema } = tool;
    const annotations = {
      readOnlyHint: tool.isReadOnly,
      idempotentHint: tool.isIdempotent,
      destructiveHint: tool.isDestructive,
    };
    const described = { name, title, description, inputSchema, annotations };
    const shown = { ...described, execute: (input: unknown) => run(tool, input) };
    // It rejects, or throws, where the page has registered a tool of this name itself.
    void (async () => context.registerTool(shown, { signal: ended.signal }))().catch(
      (error: unknown) => {
        if (!ended.signal.aborted) {
          warn(
            `The browser's agents are not offered "${name}": ${error instanceof Error ? error.message : error}`,
          );
        }
      },
    );
  }

  function update(): void {
    const context = findContext(host);
    if (context === null) return;
    const wanted = registry
      .list()
      .filter(({ source, isReadOnly }) => source === 'page' && (isReadOnly || !isFramed));
    for (const [name, { tool, ended }] of offered) {
      if (wanted.includes(tool)) continue;
      ended.abort();
      offered.delete(name);
    }
    for (const tool of wanted) if (!offered.has(tool.name)) offer(context, tool);
  }

  const stop = registry.onChange(update);
  update();
  return {
    close() {
      stop();
      for (const { ended } of offered.values()) ended.abort();
      offered.clear();
    },
  };
}

function findContext({ document, navigator }: WebMcpPublisherParts['host']): ModelContext | null {
  for (const owner of [document, navigator]) {
    const context = (owner as { modelContext?: Partial<ModelContext> } | undefined)?.modelContext;
    if (typeof context?.registerTool === 'function') return context as ModelContext;
  }
  return null;
}
