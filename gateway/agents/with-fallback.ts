// Another agent for a turn whose own can't answer: the provider is away, refuses, or is too slow.

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
          yield* fallback.turn(context);
          return;
        }
        if (output.kind !== 'usage') isSilent = false;
        yield output;
      }
    },
  };
}
