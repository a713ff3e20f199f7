// Another agent for a turn whose own can't answer: the provider is away, refuses, or is too slow.

import { ALLOW_TOOL } from './tool-servers/approvals.ts';
import type { Agent, AgentOutput, TurnContext } from './types.ts';

const PASSING = ['upstream_error', 'rate_limit_error', 'upstream_timeout'];

/** Once anything of a turn can be seen, its failure stays one: nobody gets two answers to one question. */
export function withFallback(agent: Agent, fallback: Agent): Agent {
  return {
    ...agent,
    prices: new Map([...(fallback.prices ?? []), ...(agent.prices ?? [])]),
    ...(fallback.pageContext === 'refused' ? { pageContext: 'refused' as const } : {}),
    resumesFromSummary: agent.resumesFromSummary === true && fallback.resumesFromSummary === true,
    async *turn(context: TurnContext): AsyncGenerator<AgentOutput> {
      let isSilent = true;
      for await (const output of agent.turn(context)) {
        if (isSilent && output.kind === 'fail' && PASSING.includes(output.code)) {
          yield* withoutAsking(fallback, context);
          return;
        }
        if (output.kind !== 'usage') isSilent = false;
        yield output;
      }
    },
  };
}

/** A tool that a visitor has allowed is run by the agent itself, on its own server. So a fallback asks for no tool. */
async function* withoutAsking(fallback: Agent, context: TurnContext): AsyncGenerator<AgentOutput> {
  const tools = context.tools.filter(({ name }) => name !== ALLOW_TOOL);
  for await (const output of fallback.turn({ ...context, tools })) {
    const isAsking = output.kind === 'tool_use' && output.name === ALLOW_TOOL;
    yield isAsking
      ? {
          kind: 'broken_tool_use',
          name: output.name,
          code: 'permission_denied',
          message: 'A fallback asks the visitor for nothing, so nothing was run.',
        }
      : output;
  }
}
