// Which of a page's tools an agent may call: patterns of names, in which * stands for any letters. The tools of its own servers have
// patterns of their own.

import { ALLOW_TOOL } from './tool-servers/approvals.ts';
import type { Agent, AgentOutput, TurnContext } from './types.ts';

const REFUSED = 'This agent may not use that tool, so nothing was run.';

export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matches(pattern, name));
}

/** Each part between the stars is taken where it stands first: no pattern takes longer than the name is long. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/**
 * The agent sees no other tools of the page; a call of one that it makes up is answered here and never reaches the page. The tool by
 * which the gateway asks the visitor stays: it is no agent's to call, whatever it may.
 * @param agent has the tools of its servers already, whose calls never come out of it as the page's
 */
export function limitTools(agent: Agent, patterns: readonly string[]): Agent {
  return {
    ...agent,
    async *turn(context: TurnContext): AsyncGenerator<AgentOutput> {
      const may = (name: string) => name === ALLOW_TOOL || matchesAny(patterns, name);
      const tools = context.tools.filter(({ name }) => may(name));
      for await (const output of agent.turn({ ...context, tools })) {
        const isCall =
          output.kind === 'tool_use' ||
          output.kind === 'load_tool' ||
          // Of a tool that it has, the agent hears what was wrong with the call.
          (output.kind === 'broken_tool_use' && output.code === 'tool_unavailable');
        yield isCall && !may(output.name)
          ? {
              kind: 'broken_tool_use',
              name: output.name,
              code: 'permission_denied',
              message: REFUSED,
            }
          : output;
      }
    },
  };
}
