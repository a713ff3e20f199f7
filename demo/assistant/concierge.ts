// The concierge: an agent that needs no model and no network. It understands a shopper's English, uses the tools
// that the page declares, and answers questions from the knowledge base with its sources.
// Stateless: each turn reads the whole history again, and the same history leads to the same act.

import {
  type Agent,
  type AgentOutput,
  type AgentUsage,
  type Citation,
  estimateTokens,
  historyTokens,
  type Passage,
  type TurnContext,
} from '../../gateway/agent.ts';
import { answerFrom, expandQuery } from './answer.ts';
import { advance, remember } from './dialogue.ts';
import type { Intent } from './intents.ts';
import { splitExchanges } from './memory.ts';
import { createPick } from './phrases.ts';
import { leadIn, suggest } from './talk.ts';
import type { Outcome, Question } from './task.ts';
import { thinkAloud } from './think.ts';

const MODEL = 'concierge';
const PASSAGES = 8;
const SUGGEST = 'suggest_replies';

/** Small and not zero, so that the demo's charts have a shape. */
const PRICES = new Map([
  [MODEL, { input: 200n, output: 800n, cache_read: 20n, cache_creation: 250n }],
]);

export function createConcierge(): Agent {
  return { turn, prices: PRICES };
}

async function* turn(context: TurnContext): AsyncGenerator<AgentOutput> {
  const exchanges = splitExchanges(context.history);
  const exchange = exchanges.at(-1);
  // Suggestions were the last that it had to say.
  if (exchange === undefined || exchange.steps.some(({ name }) => name === SUGGEST)) {
    yield { kind: 'end', stop_reason: 'end_turn' };
    return;
  }
  const memory = remember(exchanges.slice(0, -1), context.tools);
  const pick = createPick(context.random);
  const step = advance(exchange, memory, context.tools, pick);
  const isFirst = exchange.steps.length === 0;
  const read = historyTokens(context.history) + estimateTokens(context.tools);
  let written = '';
  let suggests = false;
  let thought = '';
  const meter = (said: string) => context.meter?.(measure(read, said, thought));

  if (isFirst && !isCourtesy(step.intents)) {
    thought = thinkAloud(step.intents, step.calls, step.outcomes);
    const thinking_ms = Math.round(250 + thought.length * (3 + 3 * context.random()));
    context.meter?.(measure(read, '', ''));
    await context.sleep(thinking_ms);
    context.meter?.(measure(read, '', thought));
    yield { kind: 'thought', text: thought, thinking_ms };
  }
  if (step.calls.length > 0) {
    if (isFirst) {
      written = leadIn(pick);
      yield* write(context, written, [], meter);
    }
    for (const call of step.calls) yield { kind: 'tool_use', name: call.name, input: call.input };
  } else {
    const { text, citations } = await compose(step.outcomes, context);
    written = text;
    yield* write(context, text, citations, meter);
    const replies = suggest(step.outcomes, step.intents);
    const tool = context.tools.find(({ name }) => name === SUGGEST);
    suggests = tool !== undefined && replies.length > 0;
    if (suggests) yield { kind: 'tool_use', name: SUGGEST, input: { replies } };
  }
  yield {
    kind: 'usage',
    usage: measure(read, `${written}${JSON.stringify(step.calls)}`, thought),
  };
  if (step.calls.length === 0 && !suggests) yield { kind: 'end', stop_reason: 'end_turn' };
}

function isCourtesy(intents: readonly Intent[]): boolean {
  return intents.every((intent) =>
    ['talk', 'language', 'stop', 'yes', 'no', 'nonsense'].includes(intent.act),
  );
}

/** Previews word by word at the pace of a quick typist, then the whole. */
async function* write(
  context: TurnContext,
  text: string,
  citations: Citation[],
  meter: (said: string) => void,
): AsyncGenerator<AgentOutput> {
  let said = '';
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    meter(said);
    await context.sleep(30 + Math.floor(context.random() * 31));
    said += word;
    yield { kind: 'delta', text: word };
  }
  meter(text);
  yield {
    kind: 'message',
    blocks: [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }],
  };
}

async function compose(
  outcomes: readonly Outcome[],
  context: TurnContext,
): Promise<{ text: string; citations: Citation[] }> {
  const parts = new Set<string>();
  const citations: Citation[] = [];
  for (const { say, questions = [] } of outcomes) {
    if (say !== '') parts.add(say);
    for (const question of questions) {
      const answer = answerFrom(question, await findPassages(question, context));
      if (answer !== null || question.otherwise !== '')
        parts.add(answer?.text ?? question.otherwise);
      citations.push(...(answer?.citations ?? []));
    }
  }
  return { text: [...parts].join('\n\n') || 'I have nothing to say to that.', citations };
}

/** By the words of the question, and by the names of what it may be about. */
async function findPassages(question: Question, context: TurnContext): Promise<Passage[]> {
  const found: Passage[] = [];
  for (const query of [expandQuery(question), ...question.about]) {
    found.push(...(await context.search(query, PASSAGES)));
  }
  return found.filter(({ uri }, index) => found.findIndex((one) => one.uri === uri) === index);
}

/** Four characters a token, as a rule of thumb; the ledger needs figures that grow with the conversation. */
function measure(read: number, written: string, thought: string): AgentUsage {
  const reasoning = Math.ceil(thought.length / 4);
  return {
    model: MODEL,
    input_tokens: read,
    output_tokens: Math.max(1, Math.ceil(written.length / 4)) + reasoning,
    reasoning_tokens: reasoning,
  };
}
