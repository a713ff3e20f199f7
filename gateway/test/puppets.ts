// Agents that do what a test tells them, turn by turn, and the words to tell it in.

import type { Agent, AgentOutput, SummaryRequest, TurnContext } from '../agents/types.ts';
import type { SessionHandle } from './harness.ts';

export interface Puppets {
  /** puppet goes on from a summary of its own run; reader reads its run whole; writer summarises by itself. */
  agents: Record<'puppet' | 'reader' | 'writer', Agent>;
  /** What they do in their next turns. */
  play: (context: TurnContext) => AsyncIterable<AgentOutput>;
  /** What writer makes of old turns. */
  summarise: NonNullable<Agent['summarise']>;
  /** Of every turn so far. */
  contexts: TurnContext[];
  /** Every summary that writer was asked for. */
  asked: SummaryRequest[];
  /** Before each test. */
  reset(): void;
}

export function createPuppets(): Puppets {
  const turn = (context: TurnContext) => {
    puppets.contexts.push(context);
    return puppets.play(context);
  };
  const puppets: Puppets = {
    agents: {
      puppet: { turn, resumesFromSummary: true },
      reader: { turn },
      writer: {
        turn,
        resumesFromSummary: true,
        summarise(request) {
          puppets.asked.push(request);
          return puppets.summarise(request);
        },
      },
    },
    play: () => outputs(end),
    summarise: async () => ({ text: 'In short.', usage: null }),
    contexts: [],
    asked: [],
    reset() {
      puppets.contexts = [];
      puppets.asked = [];
      puppets.summarise = async () => ({ text: 'In short.', usage: null });
    },
  };
  return puppets;
}

export const said = (text: string): AgentOutput => ({
  kind: 'message',
  blocks: [{ type: 'text', text }],
});
export const call = (name: string): AgentOutput => ({ kind: 'tool_use', name, input: {} });
export const usage = (model: string, input: number, output: number): AgentOutput => ({
  kind: 'usage',
  usage: { model, input_tokens: input, output_tokens: output },
});
export const end: AgentOutput = { kind: 'end', stop_reason: 'end_turn' };

export async function* outputs(...items: AgentOutput[]): AsyncGenerator<AgentOutput> {
  yield* items;
}

export const isRunning = async (session: Pick<SessionHandle, 'types'>) =>
  (await session.types()).at(-1) === 'session.status_running';
