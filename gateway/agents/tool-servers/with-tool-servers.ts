// Gives an agent the tools of servers that its owner names. Their calls are run here, without the page; the model reads the
// results in its next turn. What a server offers beyond the owner's list, or otherwise than the owner has allowed it, is neither
// shown nor called. What the owner marks as asking is run in the turn after the visitor has allowed it, and not shown where the
// page can't ask.

import type { Db } from '../../kernel/db/types.ts';
import { matchesAny } from '../limit-tools.ts';
import type { ToolServer } from '../settings-schema.ts';
import type { Agent, AgentOutput, TurnContext } from '../types.ts';
import {
  ALLOW_TOOL,
  type Approved,
  approvalInput,
  approvedCalls,
  askedTitle,
} from './approvals.ts';
import type { ListedTool } from './connection.ts';
import { createConnections } from './connections.ts';
import type { HeldCalls } from './held-calls.ts';
import { createKnownTools } from './known-tools.ts';
import { AWAY, type CallParts, createCallRunner } from './run-call.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 256;
const REFUSED = 'This agent may not use that tool, so nothing was run.';

export interface ToolServerParts extends CallParts {
  /** Keeps what owners have allowed. */
  db: Db;
  now(): number;
}

/** An agent's record, and the servers that it names. */
export interface WithServers {
  agentId: string;
  servers: readonly ToolServer[];
}

/** What all agents of a gateway share. */
export interface ToolServerState {
  /** Lists that were read lately. */
  lists: Map<string, { tools: readonly ListedTool[]; until: number }>;
  held: HeldCalls;
}

interface Served {
  server: ToolServer;
  tool: ListedTool;
  asks: boolean;
}

export function withToolServers(
  agent: Agent,
  { agentId, servers }: WithServers,
  parts: ToolServerParts,
  { lists, held }: ToolServerState,
): Agent {
  const known = createKnownTools(parts, agentId);
  return {
    ...agent,
    async *turn(context: TurnContext): AsyncGenerator<AgentOutput> {
      const open = createConnections(parts, context.signal, (server) =>
        lists.delete(keyOf(server)),
      );
      const calls = createCallRunner(agentId, parts, held, open, context);
      const canAsk = context.tools.some(({ name }) => name === ALLOW_TOOL);
      try {
        let hasGoneOn = false;
        for await (const output of calls.goOn(isServers)) {
          hasGoneOn = true;
          yield output;
        }
        // Names of a backend's own tools have no slash: it runs them itself.
        const allowed = approvedCalls(context.history).filter(({ tool }) => tool.includes('/'));
        for (const call of allowed) yield* runAllowed(call, context);
        // The agent reads the results in the turn that follows.
        if (hasGoneOn || allowed.length > 0) return;
        const served = new Map<string, Served>();
        const tools = context.tools.filter(({ name }) => name !== ALLOW_TOOL);
        for (const server of servers) {
          for (const tool of await listOf(server)) {
            const name = `${server.name}/${tool.name}`;
            if (served.has(name) || !matchesAny(server.tools, tool.name)) continue;
            const { title: _, annotations: __, ui, ...definition } = tool;
            if (ui?.isForModel === false) continue;
            const asks = matchesAny(server.ask ?? [], tool.name);
            if (asks && !canAsk) continue;
            served.set(name, { server, tool, asks });
            tools.push({ ...definition, name });
          }
        }
        for await (const output of agent.turn({ ...context, tools })) {
          if (output.kind === 'tool_use' && output.isQuestion === true) {
            yield canAsk ? output : unasked;
          } else if (output.kind === 'tool_use')
            yield* serve(output, served.get(output.name), context);
          else yield isMissing(output) && isOurs(output.name) ? refusal(output.name) : output;
        }
      } catch (error) {
        context.signal.throwIfAborted();
        if (!(error instanceof Unlisted)) throw error;
        yield { kind: 'fail', code: 'toolset_incomplete' };
      } finally {
        open.close();
      }

      /** A name that only the gateway may call, whether the agent was shown it or not. */
      function isOurs(name: string): boolean {
        return name === ALLOW_TOOL || isServers(name);
      }

      function isServers(name: string): boolean {
        return servers.some((server) => name.startsWith(`${server.name}/`));
      }

      /** Those that are as the owner has allowed them. */
      async function listOf(server: ToolServer): Promise<readonly ListedTool[]> {
        const key = keyOf(server);
        const kept = lists.get(key);
        if (kept !== undefined && kept.until > parts.now()) {
          return known.allowed(server, kept.tools, false);
        }
        const tools = await open
          .to(server)
          .then((connection) => connection.list())
          .catch(() => {
            throw new Unlisted();
          });
        const [oldest] = lists.keys();
        if (lists.size >= MAX_KEPT && oldest !== undefined) lists.delete(oldest);
        lists.delete(key);
        lists.set(key, { tools, until: parts.now() + KEPT_MS });
        return known.allowed(server, tools, true);
      }

      async function* serve(
        call: Extract<AgentOutput, { kind: 'tool_use' }>,
        of: Served | undefined,
        { signal, tools: ofPage }: TurnContext,
      ): AsyncGenerator<AgentOutput> {
        const { name, input } = call;
        if (of === undefined) {
          const isPages = name !== ALLOW_TOOL && ofPage.some((tool) => tool.name === name);
          yield isPages || !isOurs(name) ? call : refusal(name);
        } else if (of.asks) {
          const asked = approvalInput({ tool: name, title: of.tool.title, input });
          yield { kind: 'tool_use', name: ALLOW_TOOL, input: asked };
        } else {
          const tool = lists.has(keyOf(of.server)) ? of.tool : await findAgain(of, signal);
          if (tool === 'unlisted') yield unreadable({ tool: name, input });
          else if (tool === null) yield refusal(name);
          else yield* calls.run({ tool: name, input }, { server: of.server, tool });
        }
      }

      /** The server has said that its tools are others now: null where this one isn't as the owner has allowed it. */
      async function findAgain(
        { server, tool: { name } }: Served,
        signal: AbortSignal,
      ): Promise<ListedTool | 'unlisted' | null> {
        const tools = await listed(server);
        signal.throwIfAborted();
        return tools === null ? 'unlisted' : (tools.find((one) => one.name === name) ?? null);
      }

      /** Null: the server is away. */
      async function listed(server: ToolServer): Promise<readonly ListedTool[] | null> {
        try {
          return await listOf(server);
        } catch (error) {
          if (error instanceof Unlisted) return null;
          throw error;
        }
      }

      /** While the visitor was being asked, the owner may have taken the tool from the agent, or the server have changed it. */
      async function* runAllowed(
        call: Approved,
        { signal }: TurnContext,
      ): AsyncGenerator<AgentOutput> {
        const server = servers.find(({ name }) => call.tool.startsWith(`${name}/`));
        const name = call.tool.slice((server?.name.length ?? 0) + 1);
        if (server === undefined || !matchesAny(server.tools, name)) {
          yield refusal(call.tool);
          return;
        }
        const tools = await listed(server);
        signal.throwIfAborted();
        const tool = tools?.find((one) => one.name === name);
        if (tools === null) yield unreadable(call);
        else if (tool === undefined || askedTitle(tool.title) !== call.title) {
          yield refusal(call.tool);
        } else yield* calls.run(call, { server, tool });
      }
    },
  };
}

const keyOf = ({ url, headers }: ToolServer) => JSON.stringify([url, headers]);

/** A call of a tool that the agent was not shown. */
const isMissing = (
  output: AgentOutput,
): output is Extract<AgentOutput, { kind: 'broken_tool_use' }> =>
  output.kind === 'broken_tool_use' && output.code === 'tool_unavailable';

/** The page has no way to ask, and the backend hears of a no. */
const unasked: AgentOutput = {
  kind: 'broken_tool_use',
  name: ALLOW_TOOL,
  message: 'This page can’t ask the visitor, so nothing was run.',
  code: 'permission_denied',
};

const refusal = (name: string): AgentOutput => ({
  kind: 'broken_tool_use',
  name,
  message: REFUSED,
  code: 'permission_denied',
});

const unreadable = ({ tool, input }: Pick<Approved, 'tool' | 'input'>): AgentOutput => ({
  kind: 'served_tool_use',
  name: tool,
  input,
  ...AWAY,
});

/** The tools of a server can't be known: the run stops rather than go on with a part of them. */
class Unlisted extends Error {}
