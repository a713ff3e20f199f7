// An agent that says one thing and asks nobody.

import type { Agent } from './types.ts';

/** An agent that answers each message with this text, and costs nothing. */
export function sayOnly(text: string): Agent {
  return {
    resumesFromSummary: true,
    async *turn() {
      yield { kind: 'message', blocks: [{ type: 'text', text }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  };
}
