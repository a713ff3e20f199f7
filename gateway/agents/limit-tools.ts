// Which of a session's tools an agent may call: patterns of names, in which * stands for any letters.

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
 * The agent sees no other tools; a call of one that it makes up is answered here and never reaches the page. The tool by which
 * the gateway asks the visitor stays: it is no agent's to call, whatever it may.
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
          output.kind === 'broken_tool_use';
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
