// Plays a script: an array of turns, one for each user.message; a turn is an array of steps. It keeps no state:
// where it is follows from the run's position alone, so it survives a restart in the middle of a pause.

import { estimateTokens, historyTokens } from '../log/tokens.ts';
import type { TextBlock } from '../wire.ts';
import { readScript, type SayStep, type Step, type ThinkStep } from './script.ts';
import type { Agent, AgentOutput, AgentUsage, TurnContext } from './types.ts';

const PREVIEW = /.{1,24}/gsu;

export const scriptedAgent: Agent = { turn, resumesFromSummary: true };

async function* turn(context: TurnContext): AsyncGenerator<AgentOutput> {
  const { steps, unspoken } = currentSegment(context);
  if (steps.length === 0) {
    yield { kind: 'end', stop_reason: 'end_turn' };
    return;
  }
  const read = historyTokens(context.history);
  const room = context.contextWindow - read;
  // Waiting alone asks no model; everything else does, from its beginning.
  const meter = (tokens: number) => context.meter?.(usageOf(read, tokens));
  let written = 0;
  for (const step of unspoken) yield thought(step);
  for (const step of steps) {
    if ('think' in step) {
      meter(written);
      if (step.ms !== undefined) await context.sleep(step.ms);
      written += estimateTokens(step.think);
      meter(written);
      yield thought(step);
    } else if ('say' in step) {
      const tokens = estimateTokens(step.say);
      if (written + tokens > room) {
        const fitting = cutToFit(step.say, room - written);
        if (fitting !== '') yield* say({ ...step, say: fitting }, context, meter, written);
        yield usage(read, Math.max(0, room));
        yield { kind: 'end', stop_reason: 'model_context_window_exceeded' };
        return;
      }
      yield* say(step, context, meter, written);
      written += tokens;
      meter(written);
    } else if ('wait_ms' in step) {
      await context.sleep(step.wait_ms);
    } else if ('compact' in step) {
      yield { kind: 'compact', summary: step.compact };
    } else if ('call' in step || 'load' in step) {
      const kind = 'call' in step ? 'tool_use' : 'load_tool';
      for (const { name, input } of 'call' in step ? step.call : step.load) {
        written += estimateTokens(input) + estimateTokens(name);
        meter(written);
        yield { kind, name, input };
      }
      if ('call' in step && step.ms !== undefined) await context.sleep(step.ms);
      // The next steps are another turn: after the results, or at once where a tool was only loaded.
      yield usage(read, written);
      return;
    } else if ('stop' in step) {
      yield usage(read, written);
      yield { kind: 'end', stop_reason: step.stop };
      return;
    } else {
      yield usage(read, written);
      yield { kind: 'fail', code: step.fail };
      return;
    }
  }
  yield usage(read, written);
  yield { kind: 'end', stop_reason: 'end_turn' };
}

interface Segment {
  steps: Step[];
  /** Thoughts from before a pause that no message has taken yet: they belong to the next one. */
  unspoken: ThinkStep[];
}

/** What comes next: this run's messages' turns in a row, from behind as many calls as it has had turns before. */
function currentSegment({ script, position, turn }: TurnContext): Segment {
  const { earlier_messages = 0, messages = 1 } = position ?? {};
  const steps = readScript(script ?? [])
    .slice(earlier_messages, earlier_messages + messages)
    .flat();
  let start = 0;
  for (let past = 1; past < turn; past += 1) {
    const call = steps.findIndex(
      (step, index) => index >= start && ('call' in step || 'load' in step),
    );
    if (call === -1) return { steps: [], unspoken: [] };
    start = call + 1;
  }
  const past = steps.slice(0, start);
  const spoken = past.findLastIndex((step) => 'say' in step);
  const unspoken = past.slice(spoken + 1).filter((step) => 'think' in step);
  return { steps: steps.slice(start), unspoken };
}

function thought({ think, ms }: ThinkStep): AgentOutput {
  return { kind: 'thought', text: think, ...(ms === undefined ? {} : { thinking_ms: ms }) };
}

async function* say(
  step: SayStep,
  context: TurnContext,
  meter: (tokens: number) => void,
  before: number,
): AsyncGenerator<AgentOutput> {
  const blocks = typeof step.say === 'string' ? [textBlock(step.say)] : step.say;
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const pieces = text.match(PREVIEW) ?? [];
  let said = '';
  meter(before);
  for (const piece of pieces) {
    if (step.ms !== undefined) await context.sleep(step.ms / pieces.length);
    said += piece;
    meter(before + estimateTokens(said));
    yield { kind: 'delta', text: piece };
  }
  const { citations } = step;
  yield {
    kind: 'message',
    blocks:
      citations === undefined
        ? blocks
        : blocks.map((block) => (block.type === 'text' ? { citations, ...block } : block)),
  };
}

/** The part of a message that still fits into the window: its text, from the start. */
function cutToFit(said: SayStep['say'], tokens: number): string {
  const text =
    typeof said === 'string'
      ? said
      : said.map((block) => (block.type === 'text' ? block.text : '')).join('');
  let end = text.length;
  while (end > 0 && estimateTokens(text.slice(0, end)) > tokens) end = Math.floor(end * 0.9);
  return text.slice(0, end);
}

function textBlock(text: string): TextBlock {
  return { type: 'text', text };
}

function usage(read: number, written: number): AgentOutput {
  return { kind: 'usage', usage: usageOf(read, written) };
}

function usageOf(read: number, written: number): AgentUsage {
  return { model: 'scripted', input_tokens: read, output_tokens: written };
}
