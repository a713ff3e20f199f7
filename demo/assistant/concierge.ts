// The concierge: an agent that needs no language model and no network. It compares what a visitor says with example sentences,
// uses the tools that the page declares, and answers questions from the shop's pages with their source. The edge: it gathers
// what the pure core looks at, and yields what that decides. Stateless: each turn reads the whole history again.

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
import { ASPECTS } from './aspects.ts';
import type { Product } from './catalogue.ts';
import { EXAMPLES, TOPICS } from './examples.ts';
import { type Exchange, splitExchanges } from './history.ts';
import { detectLanguage, politeLine } from './language.ts';
import { learnSkills } from './learn.ts';
import type { Meaning } from './meaning.ts';
import { avoidMore, createMemory, goOn, learnSteps, type Memory, type Wish } from './memory.ts';
import { sentencesIn } from './pages.ts';
import { plan, withUsedTools } from './plan.ts';
import { contentOf, type Guesser, readMessage, sentencesOf } from './read.ts';
import { find, NAMES } from './toolbox.ts';
import { type Outcome, people, type World } from './world.ts';

const MODEL = 'concierge';
const PASSAGES = 8;
const THINKING_MS = 250;
const WORD_MS = 30;
/** The last that it does in an exchange: what they answer changes nothing. */
const CLOSING: readonly string[] = [NAMES.suggest, NAMES.items];

/** Small and not zero, so that the demo's charts have a shape. */
const PRICES = new Map([
  [MODEL, { input: 200n, output: 800n, cache_read: 20n, cache_creation: 250n }],
]);

/** What is compared with every message; learnt once. */
export const KNOWN = [
  ...EXAMPLES.map(({ text }) => text),
  ...[...TOPICS.values()].map(({ look }) => look),
  ...ASPECTS.flatMap(({ asks }) => asks),
];

export function createConcierge(meaning: Meaning): Agent {
  meaning.warm();
  const skills = meaning.learn(KNOWN).then(() => learnSkills(EXAMPLES, meaning));
  return { turn: (context) => turn(context, meaning, skills), prices: PRICES };
}

interface Sight {
  wishes: Wish[];
  world: World;
  language: string | null;
}

async function* turn(
  context: TurnContext,
  meaning: Meaning,
  skills: Promise<Guesser>,
): AsyncGenerator<AgentOutput> {
  const exchanges = splitExchanges(context.history);
  const exchange = exchanges.at(-1);
  const closed = exchange?.steps.filter(({ name }) => CLOSING.includes(name)) ?? [];
  if (exchange === undefined || (closed.length > 0 && exchange.said !== '')) {
    yield { kind: 'end', stop_reason: 'end_turn' };
    return;
  }
  const { wishes, world, language } = await look(
    exchanges,
    exchange,
    context,
    meaning,
    await skills,
  );
  const { calls, outcomes } =
    language === null
      ? plan(exchange, wishes, world)
      : { calls: [], outcomes: [{ say: politeLine(language, people(world).text) }] };
  const read = historyTokens(context.history) + estimateTokens(context.tools);
  let written = '';
  let thought = '';
  const meter = (said: string) => context.meter?.(measure(read, said, thought));
  if (
    calls.length === 0 &&
    exchange.steps.length === 0 &&
    language === null &&
    !isCourtesy(wishes)
  ) {
    thought = thinkAloud(wishes);
    meter('');
    await context.sleep(THINKING_MS);
    yield { kind: 'thought', text: thought, thinking_ms: THINKING_MS };
  }
  let closing: { name: string; input: Record<string, unknown> }[] = [];
  if (calls.length > 0) {
    for (const { name, input } of calls) yield { kind: 'tool_use', name, input };
  } else {
    const { text, citations, items } = compose(outcomes);
    written = text;
    yield* write(context, text, citations, meter);
    closing = close(world, wishes, text, items);
    for (const { name, input } of closing) yield { kind: 'tool_use', name, input };
  }
  yield { kind: 'usage', usage: measure(read, `${written}${JSON.stringify(calls)}`, thought) };
  if (calls.length === 0 && closing.length === 0) yield { kind: 'end', stop_reason: 'end_turn' };
}

/** Reads the conversation: its memory, the wishes of the last message, and the pages that may speak of them. */
async function look(
  exchanges: readonly Exchange[],
  exchange: Exchange,
  context: TurnContext,
  meaning: Meaning,
  guess: Guesser,
): Promise<Sight> {
  const memory = createMemory();
  for (const one of exchanges.slice(0, -1)) {
    learnSteps(memory, one);
    await meaning.learn(sentencesOf(one.text, memory));
    goOn(memory, one, readMessage(one.text, memory, guess));
  }
  const wasAsked = memory.asked;
  learnSteps(memory, exchange);
  avoidMore(memory, exchange.text);
  memory.asked = wasAsked;
  const passages = await passagesFor(exchange.text, memory, context);
  // Before the shop has told what it sells, its pages' titles tell which words are names.
  const titles = passages
    .filter(({ uri }) => /\/products\//.test(uri))
    .map(({ title }) => sketch(title));
  const seen: Memory =
    memory.products.size > 0
      ? memory
      : { ...memory, products: new Map(titles.map((one) => [one.id, one])) };
  await meaning.learn(sentencesOf(exchange.text, seen));
  const wishes = readMessage(exchange.text, seen, guess);
  for (const wish of wishes) {
    const names = [...(memory.focus ? [memory.focus.id] : []), ...memory.listed].flatMap(
      (id) => memory.products.get(id)?.name ?? [],
    );
    const look = wish.kind === 'topic' ? (TOPICS.get(wish.name)?.look ?? '') : '';
    const own = wish.slots.mentions.flatMap(({ products }) => products.map(({ name }) => name));
    for (const query of new Set([look, wish.text, ...own, ...(wish.kind === 'act' ? names : [])]))
      passages.push(...(query === '' ? [] : await context.search(query, PASSAGES)));
  }
  const unique = passages.filter(
    ({ uri }, at) => passages.findIndex((one) => one.uri === uri) === at,
  );
  await meaning.learn([
    ...sentencesIn(unique),
    ...wishes.flatMap(({ text, slots }) => [text, contentOf(text, slots).join(' ')]),
    ...[...memory.products.values()].flatMap(({ name, summary }) => [name, summary]),
  ]);
  const names = [...seen.products.values()].map(({ name }) => name);
  const isOther = memory.asked === null || memory.asked.about !== 'message';
  const world = {
    tools: withUsedTools(context.tools, exchange.steps),
    memory,
    passages: unique,
    meaning,
  };
  return { wishes, world, language: isOther ? detectLanguage(exchange.text, names) : null };
}

/** How people are reached stands in every answer that needs it; the words of the message find the rest. */
async function passagesFor(
  text: string,
  _memory: Memory,
  { search }: TurnContext,
): Promise<Passage[]> {
  return [
    ...(await search(text, PASSAGES)),
    ...(await search('contact email phone write call', 3)),
  ];
}

const sketch = (name: string): Product => ({
  id: name,
  name,
  price: null,
  amount: null,
  variants: [],
  summary: '',
  inStock: null,
});

const isCourtesy = (wishes: readonly Wish[]): boolean =>
  wishes.every(
    ({ kind, name }) => kind === 'talk' || kind === 'unknown' || ['yes', 'no'].includes(name),
  );

/** The reasoning summary: in a few words, what follows from what was asked. */
function thinkAloud(wishes: readonly Wish[]): string {
  return wishes.some(({ kind }) => kind === 'topic')
    ? 'I look at what our pages say.'
    : 'I know enough to answer.';
}

function compose(outcomes: readonly Outcome[]): {
  text: string;
  citations: Citation[];
  items: Product[];
} {
  const sure = outcomes.filter(({ isLost }) => !isLost);
  const used = sure.length > 0 ? sure : outcomes.slice(0, 1);
  const said = [...new Set(used.map(({ say }) => say).filter((say) => say !== ''))];
  const citations = used.flatMap((one) => one.citations ?? []);
  return {
    text: said.join('\n\n') || 'What can I do for you?',
    citations: citations.filter(
      (one, at) => citations.findIndex(({ document_uri: uri }) => uri === one.document_uri) === at,
    ),
    items: used.flatMap((one) => one.items ?? []),
  };
}

/** The cards below the answer, and what the visitor may well say next. */
function close({ tools }: World, wishes: readonly Wish[], text: string, items: readonly Product[]) {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  if (items.length > 0) {
    const canAdd = find(tools, 'add') !== null;
    const cards = items.map(({ name, price, summary, inStock, image, link }) => ({
      title: name,
      text: inStock === false ? 'Out of stock' : summary,
      ...(price && { price }),
      ...(image && { image }),
      ...(link && { link }),
      ...(inStock !== false && canAdd && { button: `Add ${name} to my cart` }),
    }));
    calls.push({ name: NAMES.items, input: { items: cards } });
  }
  const isOpen = wishes.every(
    ({ kind, name }) => kind === 'talk' && ['greet', 'abilities'].includes(name),
  );
  const replies =
    /\?$/.test(text) && /^.*\bShall I\b/s.test(text)
      ? ['Yes, please', 'No, thanks']
      : /Your total is/.test(text)
        ? ['What is in my cart?', 'Take me to the checkout']
        : isOpen
          ? ['What do you sell?', 'How long does delivery take?', 'Can I return things?']
          : [];
  if (replies.length > 0 && find(tools, 'suggest') !== null)
    calls.push({ name: NAMES.suggest, input: { replies } });
  return calls;
}

/** Previews word by word, then the whole. */
async function* write(
  context: TurnContext,
  text: string,
  citations: Citation[],
  meter: (said: string) => void,
): AsyncGenerator<AgentOutput> {
  let said = '';
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    meter(said);
    await context.sleep(WORD_MS);
    said += word;
    yield { kind: 'delta', text: word };
  }
  meter(text);
  yield {
    kind: 'message',
    blocks: [{ type: 'text', text, ...(citations.length === 0 ? {} : { citations }) }],
  };
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
