// Calls of tool servers that the visitor has to allow. The interface has no approval of its own, so the gateway asks by a client
// tool that the page offers for it: the call names the tool and the exact input, and the visitor's answer is its result.
// The call that is run is the one that stands in the log; an answer of the page says yes or no, and never what.

import type { HistoryEvent } from '../../log/history-event.ts';
import { isRecord, type ToolResultBlock } from '../../wire.ts';

/** The page's tool (`data-cards="approvals"`). No agent is shown it, and none may call it. */
export const ALLOW_TOOL = 'allow_server_tool';

export interface Approved {
  /** As the agent calls it: `server/tool`. */
  tool: string;
  /** Under which the visitor was asked: the server's own name for the tool; null where it had none. */
  title: string | null;
  input: Record<string, unknown>;
}

const MAX_TITLE = 120;

/** A tool's title as a visitor is shown it. */
export const askedTitle = (title: string | null) => title?.slice(0, MAX_TITLE) ?? null;

/** The question that the visitor is asked. */
export function approvalInput({ tool, title, input }: Approved): Record<string, unknown> {
  return { tool, ...(title === null ? {} : { title: askedTitle(title) }), input };
}

/**
 * The calls that the visitor has allowed in the pause that has just ended, and that nothing was run for. Where the agent has
 * done anything since, or another run has begun, there is none: what was allowed and not run then is never run later.
 */
export function approvedCalls(history: readonly HistoryEvent[]): Approved[] {
  const end = history.findLastIndex(
    ({ type }) => type === 'session.status_idle' || type === 'session.error',
  );
  const pause = history[end];
  if (pause?.type !== 'session.status_idle') return [];
  if (pause.content.stop_reason !== 'client_tool_use') return [];
  if (history.slice(end).some(({ type }) => type.startsWith('agent.'))) return [];
  const begin = history.findLastIndex(
    ({ type }, at) => at < end && type === 'session.status_running',
  );
  const cycle = history.slice(begin + 1);
  const results = new Map<string, ToolResultBlock>();
  for (const event of cycle) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) results.set(block.tool_use_id, block);
  }
  return cycle.flatMap((event) => {
    if (event.type !== 'agent.tool_use') return [];
    return event.content.flatMap(({ id, name, input }) => {
      const result = results.get(id);
      if (name !== ALLOW_TOOL || result === undefined || !saysYes(result)) return [];
      const { tool, title, input: asked } = input;
      if (typeof tool !== 'string' || !isRecord(asked)) return [];
      return [{ tool, title: typeof title === 'string' ? title : null, input: asked }];
    });
  });
}

/** Anything else, silence and a failure among it, is a no. */
function saysYes({ content, is_error }: ToolResultBlock): boolean {
  return is_error !== true && typeof content === 'string' && allows(content);
}

/** Whether a visitor's answer is a yes. */
export function allows(content: string): boolean {
  try {
    const said: unknown = JSON.parse(content);
    return isRecord(said) && said.allowed === true;
  } catch {
    return false;
  }
}
