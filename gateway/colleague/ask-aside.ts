// Asks an agent's model one thing outside of any conversation: one turn, without tools, whose words go to the team alone.

import type { Agent, AgentUsage, Passage } from '../agents/types.ts';
import { type Clock, sleep } from '../kernel/clock.ts';
import { HttpError, unavailable } from '../kernel/http-error.ts';
import { wordsOf } from '../log/words.ts';

/** A person waits for it. */
const PATIENCE_MS = 60_000;
const CONTEXT_WINDOW = 128_000;

export interface Aside {
  /** What the agent has to do, besides its own instructions. */
  task: string;
  /** The visitor's side, where nothing is an instruction. */
  material: string;
  search(limit: number): Promise<Passage[]>;
}

/** @param onUsed told what each request has used, that of a failed answer too. @throws HttpError 503 */
export async function askAside(
  agent: Agent,
  clock: Clock,
  { task, material, search }: Aside,
  onUsed: (usage: AgentUsage) => void,
): Promise<string> {
  const controller = new AbortController();
  const timer = clock.setTimeout(() => controller.abort(), PATIENCE_MS);
  const { signal } = controller;
  let underWay: AgentUsage | null = null;
  let text = '';
  try {
    const outputs = agent.turn({
      history: [
        {
          id: 'evt_aside',
          type: 'user.message',
          content: [{ type: 'text', text: material }],
          processed_at: null,
        },
      ],
      contextWindow: agent.contextWindow ?? CONTEXT_WINDOW,
      system: task,
      tools: [],
      turn: 1,
      position: { earlier_messages: 0, messages: 1, pauses: 0 },
      search: (_, limit) => search(limit),
      random: () => 0.5,
      sleep: (ms) => sleep(clock, ms, signal),
      signal,
      meter: (usage) => {
        underWay = usage;
      },
      script: null,
    });
    for await (const output of outputs) {
      if (output.kind === 'usage') {
        underWay = null;
        onUsed(output.usage);
      }
      if (output.kind === 'message') text += `\n\n${wordsOf('agent.message', output.blocks) ?? ''}`;
      if (output.kind === 'fail') throw failed(output.code);
      if (output.kind === 'too_long') throw failed('context_exceeded');
    }
    signal.throwIfAborted();
    return text.trim();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw failed(signal.aborted ? 'run_timeout' : 'internal_error');
  } finally {
    clock.clearTimeout(timer);
    if (underWay !== null) onUsed(underWay);
  }
}

const failed = (code: string) => unavailable(`The agent couldn’t answer (${code}). Try again.`);
