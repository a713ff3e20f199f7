// Gives an agent the tools of servers that its owner names. Their calls are run here, without the page; the model reads the
// results in its next turn. What a server offers beyond the owner's list is neither shown nor called.

import type { OutsideFetch } from '../../http/outside-fetch.ts';
import type { ToolServer } from '../../schema/agent-settings.ts';
import type { ToolDefinition } from '../../wire.ts';
import { matchesAny } from '../limit-tools.ts';
import type { Agent, AgentOutput, TurnContext } from '../types.ts';
import type { ToolConnection } from './connection.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 256;
const REFUSED = 'This agent may not use that tool, so nothing was run.';
const UNREADABLE = 'The tool’s server could not be reached, or didn’t answer in time.';

export interface ToolServerParts {
  fetch: OutsideFetch;
  now(): number;
}

/** Lists that were read lately, of all agents. */
export type ToolLists = Map<string, { tools: readonly ToolDefinition[]; until: number }>;

interface Served {
  server: ToolServer;
  /** As the server calls it. */
  name: string;
}

export function withToolServers(
  agent: Agent,
  servers: readonly ToolServer[],
  parts: ToolServerParts,
  lists: ToolLists,
): Agent {
  return {
    ...agent,
    async *turn(context: TurnContext): AsyncGenerator<AgentOutput> {
      const open = createConnections(parts, context.signal);
      try {
        const served = new Map<string, Served>();
        const tools = [...context.tools];
        for (const server of servers) {
          for (const tool of await listOf(server)) {
            const name = `${server.name}/${tool.name}`;
            if (served.has(name) || !matchesAny(server.tools, tool.name)) continue;
            served.set(name, { server, name: tool.name });
            tools.push({ ...tool, name });
          }
        }
        for await (const output of agent.turn({ ...context, tools })) {
          if (output.kind !== 'tool_use') yield output;
          else yield await serve(output, served.get(output.name), context);
        }
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof Unlisted)) throw error;
        yield { kind: 'fail', code: 'toolset_incomplete' };
      } finally {
        open.close();
      }

      async function listOf(server: ToolServer): Promise<readonly ToolDefinition[]> {
        const key = JSON.stringify([server.url, server.headers]);
        const kept = lists.get(key);
        if (kept !== undefined && kept.until > parts.now()) return kept.tools;
        try {
          const tools = await (await open.to(server)).list();
          const [oldest] = lists.keys();
          if (lists.size >= MAX_KEPT && oldest !== undefined) lists.delete(oldest);
          lists.delete(key);
          lists.set(key, { tools, until: parts.now() + KEPT_MS });
          return tools;
        } catch {
          throw new Unlisted();
        }
      }

      async function serve(
        call: Extract<AgentOutput, { kind: 'tool_use' }>,
        of: Served | undefined,
        { signal, tools: ofPage }: TurnContext,
      ): Promise<AgentOutput> {
        const { name, input } = call;
        if (of === undefined) {
          const isForeign = servers.some((server) => name.startsWith(`${server.name}/`));
          if (!isForeign || ofPage.some((tool) => tool.name === name)) return call;
          return { kind: 'broken_tool_use', name, message: REFUSED, code: 'permission_denied' };
        }
        try {
          const result = await (await open.to(of.server)).call(of.name, input);
          return { kind: 'served_tool_use', name, input, ...result };
        } catch {
          signal.throwIfAborted();
          return { kind: 'served_tool_use', name, input, text: UNREADABLE, isFailure: true };
        }
      }
    },
  };
}

/** The tools of a server can't be known: the run stops rather than go on with a part of them. */
class Unlisted extends Error {}

/** One connection to each server for a turn, made when it is first needed. */
function createConnections({ fetch }: ToolServerParts, signal: AbortSignal) {
  const made = new Map<ToolServer, Promise<ToolConnection>>();
  return {
    to(server: ToolServer): Promise<ToolConnection> {
      const known = made.get(server) ?? connect(server);
      made.set(server, known);
      return known;
    },
    close(): void {
      for (const connection of made.values()) {
        connection.then((open) => open.close()).catch(() => {});
      }
    },
  };
  async function connect(server: ToolServer): Promise<ToolConnection> {
    const { connectTools } = await import('./connection.ts');
    return connectTools(server, fetch, signal);
  }
}
