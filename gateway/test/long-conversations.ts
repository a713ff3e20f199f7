// What the tests of compaction say and ask: words by the number, an agent that counts honestly, and what any
// provider wants of a history.

import { expect } from 'vitest';
import type { AgentOutput, TurnContext } from '../agents/types.ts';
import type { HistoryEvent } from '../log/history-event.ts';
import { historyTokens } from '../log/tokens.ts';
import type { SessionHandle, WireEvent } from './harness.ts';
import { end, said, usage } from './puppets.ts';

/** Answers with `text` and counts honestly. */
export async function* reply(context: TurnContext, text: string): AsyncGenerator<AgentOutput> {
  yield said(text);
  yield usage('scripted', historyTokens(context.history), Math.ceil(text.length / 4));
  yield end;
}

export const ofType = (events: readonly WireEvent[], type: string) =>
  events.filter((event) => event.type === type);
export const textOf = (event: WireEvent | undefined) => event?.content[0]?.text as string;
export const idleOf = async (session: SessionHandle) =>
  ofType(await session.events(), 'session.status_idle').at(-1);
export const words = (count: number, word = 'word') => Array(count).fill(word).join(' ');

/** What any provider asks of a history: calls with their results, results with their calls. */
export function expectWhole(history: readonly HistoryEvent[]): void {
  const calls = new Set<string>();
  const answered = new Set<string>();
  for (const event of history) {
    if (event.type === 'agent.tool_use') for (const { id } of event.content) calls.add(id);
    if (event.type !== 'user.tool_result') continue;
    for (const { tool_use_id } of event.content) {
      expect(calls).toContain(tool_use_id);
      answered.add(tool_use_id);
    }
  }
  expect([...answered].sort()).toEqual([...calls].sort());
  expect(history.findLastIndex((event) => event.type === 'session.compaction')).toBeLessThan(1);
}
