// Tools that the page registered for any agent (WebMCP), read from the browser's own model context or a polyfill's.
// It follows the page's changes; it brings no polyfill, and takes no tools of other windows.

import { writeJson } from '../../dom/json.ts';
import type { Clock, TimerId } from '../../platform/types.ts';
import { isRecord, parseJson } from '../../protocol/json.ts';
import { toTool } from '../descriptor.ts';
import { type ToolRegistry, toToolName } from '../registry.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from '../types.ts';

export interface WebMcpParts {
  /** The page's globals: `{ document, navigator, window }`. Read again and again, since polyfills come late. */
  host: { document?: unknown; navigator?: unknown; window?: unknown };
  registry: Pick<ToolRegistry, 'replace'>;
  clock: Clock;
  /** Says once why a tool of the page isn't offered. */
  warn?: (message: string) => void;
}

export interface ToolSource {
  /** Reads the tools again; resolves when the registry has them. */
  refresh(): Promise<void>;
  close(): void;
}

interface ModelContext {
  getTools(): unknown;
  executeTool(tool: unknown, input: unknown, options: { signal: AbortSignal }): unknown;
  addEventListener?: (type: string, listener: () => void) => void;
  removeEventListener?: (type: string, listener: () => void) => void;
}

/** How long to wait for further changes before reading the tools again: frameworks register many tools at once. */
const DEBOUNCE_MS = 50;
/** When to look again for a model context that a script brings late. */
const LOOK_AGAIN_MS = [500, 2_000, 8_000];

export function createWebMcpSource({ host, registry, clock, warn }: WebMcpParts): ToolSource {
  const timers = new Set<TimerId>();
  const warned = new Set<string>();
  /** Contexts that take the input as a JSON string. */
  const wantsString = new WeakSet<object>();
  let current: ModelContext | null = null;
  let isClosed = false;
  let isWaiting = false;
  let turn = 0;

  const later = (run: () => void, delayMs: number): void => {
    const id = clock.setTimeout(() => {
      timers.delete(id);
      run();
    }, delayMs);
    timers.add(id);
  };

  const onToolChange = (): void => {
    if (isWaiting || isClosed) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      void refresh();
    }, DEBOUNCE_MS);
  };

  /** The current context. Don't keep it: polyfills and the browser replace the object. */
  function follow(): ModelContext | null {
    const next = findContext(host);
    if (next !== current) {
      current?.removeEventListener?.('toolchange', onToolChange);
      next?.addEventListener?.('toolchange', onToolChange);
      current = next;
    }
    return next;
  }

  async function refresh(): Promise<void> {
    if (isClosed) return;
    turn += 1;
    const mine = turn;
    const context = follow();
    let handles: unknown = [];
    try {
      handles = (await context?.getTools()) ?? [];
    } catch (error) {
      say(`WebMCP's getTools failed: ${error instanceof Error ? error.message : error}`);
    }
    // A later reading has begun: drop this older one.
    if (isClosed || mine !== turn) return;
    const tools = new Map<string, Tool>();
    for (const handle of Array.isArray(handles) ? handles : []) {
      const tool = context === null ? null : adapt(context, handle);
      if (tool !== null && !tools.has(tool.name)) tools.set(tool.name, tool);
    }
    registry.replace('webmcp', [...tools.values()]);
  }

  function say(message: string): void {
    if (warned.has(message)) return;
    warned.add(message);
    warn?.(message);
  }

  function adapt(context: ModelContext, handle: unknown): Tool | null {
    if (!isRecord(handle)) return null;
    const { name, window: owner, inputSchema } = handle;
    if (owner !== undefined && host.window !== undefined && owner !== host.window) return null;
    const schema = typeof inputSchema === 'string' ? parseJson(inputSchema) : inputSchema;
    try {
      return toTool(
        {
          name: toToolName(String(name)),
          description: String(handle.description || handle.title || name),
          ...(typeof handle.title === 'string' ? { title: handle.title } : {}),
          ...(isRecord(schema) ? { inputSchema: JSON.parse(writeJson(schema)) } : {}),
          ...(isRecord(handle.annotations) ? { annotations: { ...handle.annotations } } : {}),
          execute: (input, { signal }) => execute(context, handle, input, signal),
        },
        'webmcp',
      );
    } catch (error) {
      say(`A WebMCP tool is not offered. ${error instanceof Error ? error.message : error}`);
      return null;
    }
  }

  async function execute(
    context: ModelContext,
    handle: unknown,
    input: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const run = async (isText: boolean): Promise<unknown> =>
      context.executeTool(handle, isText ? writeJson(input) : input, { signal });
    let reply: unknown;
    const isText = wantsString.has(context);
    try {
      try {
        reply = await run(isText);
      } catch (error) {
        // The context refused the form of the input before anything ran: try the other form once, and keep to it.
        if (!isInputRefusal(error)) throw error;
        reply = await run(!isText);
        if (isText) wantsString.delete(context);
        else wantsString.add(context);
      }
    } catch (error) {
      throw translate(error);
    }
    return readReply(reply);
  }

  void refresh();
  for (const delay of LOOK_AGAIN_MS) {
    later(() => {
      if (findContext(host) !== current) void refresh();
    }, delay);
  }

  return {
    refresh,
    close() {
      isClosed = true;
      current?.removeEventListener?.('toolchange', onToolChange);
      for (const id of timers) clock.clearTimeout(id);
      registry.replace('webmcp', []);
    },
  };
}

function findContext(host: WebMcpParts['host']): ModelContext | null {
  for (const owner of [host.document, host.navigator]) {
    const context = (owner as { modelContext?: Partial<ModelContext> } | undefined)?.modelContext;
    if (typeof context?.getTools === 'function' && typeof context.executeTool === 'function') {
      return context as ModelContext;
    }
  }
  return null;
}

function nameAndMessage(error: unknown): { name: string; message: string } {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  return { name: String(name ?? ''), message: String(message ?? '') };
}

function isInputRefusal(error: unknown): boolean {
  const { name, message } = nameAndMessage(error);
  const isFault = name === 'TypeError' || name === 'UnknownError';
  return isFault && !/executed/.test(message) && /an object|failed to parse input/i.test(message);
}

/** A context's error as one of this room. Browsers hide the message of the tool's own error; polyfills append it to theirs. */
function translate(error: unknown): unknown {
  const { name, message } = nameAndMessage(error);
  if (name !== 'UnknownError' && name !== 'NotFoundError') return error;
  if (/executed|invocation/i.test(message)) {
    return new ToolError('execution_failed', message);
  }
  return new ToolError('tool_unavailable', 'The page has taken this tool back.');
}

/** Browsers hand everything over as text: a result in MCP's shape is read again, anything else stays as it is. */
function readReply(reply: unknown): unknown {
  if (reply === null) return 'The tool left this page for another.';
  if (reply === 'undefined' || reply === 'Operation succeeded') return undefined;
  if (typeof reply !== 'string' || !reply.startsWith('{')) return reply;
  const value = parseJson(reply);
  return isRecord(value) && Array.isArray(value.content) ? value : reply;
}
