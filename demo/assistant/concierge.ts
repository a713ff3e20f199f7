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
  tokens,
} from '../../gateway/agent.ts';
import type { Product } from './catalogue.ts';
import { TOPICS } from './data.ts';
import { readShop } from './facts.ts';

import { type Exchange, splitExchanges } from './history.ts';
import { detectLanguage, politeLine } from './language.ts';
import { createGuesser, type Guesser, readStored, type Stored } from './learn.ts';
import type { Meaning } from './meaning.ts';
import { plan, withUsedTools } from './plan.ts';
import { readMessage, sentencesOf } from './read.ts';
import {
  createState,
  goOn,
  learnAnswers,
  noteDenied,
  noteWords,
  productsOf,
  type State,
  type Wish,
} from './state.ts';

import { find, NAMES } from './toolbox.ts';
import type { Outcome, World } from './world.ts';

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

/** By these the pages that hold the shop's figures are found. */
const POLICIES = [
  'standard delivery express days costs',
  'ship countries abroad customs',
  'return refund',
  'broken photo damage',
  'warranty',
  'pay cards gift coupon',
  'contact email phone write call',
];

export function createConcierge(meaning: Meaning): Agent {
  meaning.warm();
  const stored = readStored();
  const guess = createGuesser(stored, (sentence) => meaning.vectorOf(sentence));
  return { turn: (context) => turn(context, { meaning, stored, guess }), prices: PRICES };
}

interface Mind {
  meaning: Meaning;
  stored: Stored;
  guess: Guesser;
}

interface Sight {
  wishes: Wish[];
  world: World;
  language: string | null;
}

async function* turn(context: TurnContext, mind: Mind): AsyncGenerator<AgentOutput> {
  const exchanges = splitExchanges(context.history);
  const exchange = exchanges.at(-1);
  const closed = exchange?.steps.filter(({ name }) => CLOSING.includes(name)) ?? [];
  if (exchange === undefined || (closed.length > 0 && exchange.said !== '')) {
    yield { kind: 'end', stop_reason: 'end_turn' };
    return;
  }
  const { wishes, world, language } = await look(exchanges, exchange, context, mind);
  const { calls, outcomes } =
    language === null
      ? plan(exchange, wishes, world)
      : { calls: [], outcomes: [{ say: politeLine(language, world.shop.people) }] };
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

/** Reads the conversation: its state, the wishes of the last message, and the pages that may speak of them. */
async function look(
  exchanges: readonly Exchange[],
  exchange: Exchange,
  context: TurnContext,
  mind: Mind,
): Promise<Sight> {
  const state = createState();
  let language: string | null = null;
  for (const one of exchanges.slice(0, -1)) {
    learnAnswers(state, one);
    language = languageOf(one.text, state, mind, language);
    goOn(state, one, language === null ? await read(one.text, state, mind) : []);
  }
  const before = { asked: state.asked, country: state.country };
  learnAnswers(state, exchange);
  Object.assign(state, { asked: before.asked });
  const passages = new Map<string, Passage>();
  const search = async (query: string, most = PASSAGES) => {
    for (const one of query === '' ? [] : await context.search(query, most))
      passages.set(one.uri, passages.get(one.uri) ?? one);
  };
  await search(exchange.text);
  // Before the shop has told what it sells, its pages' titles tell which words are names.
  const titles = [...passages.values()]
    .filter(({ uri }) => /\/products\//.test(uri))
    .map(({ title }) => sketch(title));
  const seen: State =
    state.products.size > 0
      ? state
      : { ...state, products: new Map(titles.map((one) => [one.id, one])) };
  language = languageOf(exchange.text, seen, mind, language);
  const wishes = language === null ? await read(exchange.text, seen, mind) : [];
  noteWords(state, exchange.text, wishes);
  noteDenied(state, wishes);
  const focus = state.products.get(state.focus?.id ?? '');
  const names = wishes.flatMap(({ items }) => items.flatMap(({ products }) => products ?? []));
  const looksWide = wishes.some(({ name }) =>
    ['search', 'gift', 'compare', 'prefer', 'detail'].includes(name),
  );
  const wanted = new Set(
    [...names, ...(focus ? [focus] : []), ...(looksWide ? productsOf(state) : [])].map(
      ({ name }) => name,
    ),
  );
  for (const query of POLICIES) await search(query, 3);
  for (const name of wanted) await search(name, 2);
  const found = [...passages.values()];
  const world = {
    tools: withUsedTools(context.tools, exchange.steps),
    state,
    passages: found,
    shop: readShop(found),
  };
  return { wishes, world, language };
}

/** Null in English, and where the visitor dictates a message. */
function languageOf(text: string, state: State, { stored }: Mind, before: string | null) {
  const names = new Set(productsOf(state).flatMap(({ name }) => tokens(name)));
  return state.asked?.about === 'message'
    ? null
    : detectLanguage(text, (word) => stored.vocabulary.has(word) || names.has(word), before);
}

async function read(text: string, state: State, { meaning, stored, guess }: Mind): Promise<Wish[]> {
  const { vocabulary } = stored;
  await meaning.learn(sentencesOf(text, state, vocabulary));
  return readMessage(text, state, guess, vocabulary);
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

const TALKS =
  'greet thanks praise bye feeling yes no unknown stop joke abilities who crisis danger'.split(' ');
const isCourtesy = (wishes: readonly Wish[]): boolean =>
  wishes.every(({ name }) => TALKS.includes(name));

/** The reasoning summary: in a few words, what follows from what was asked. */
function thinkAloud(wishes: readonly Wish[]): string {
  return wishes.some(({ name }) => name in TOPICS)
    ? 'I look at what our pages say.'
    : 'I know enough to answer.';
}

function compose(outcomes: readonly Outcome[]): {
  text: string;
  citations: Citation[];
  items: Product[];
} {
  const sure = outcomes.filter(({ isLost }) => !isLost);
  const fitting = sure.filter(({ isFallback }) => !isFallback);
  const some = fitting.length > 0 ? fitting : sure.slice(0, 1);
  const used = some.length > 0 ? some : outcomes.slice(0, 1);
  const said: string[] = [];
  for (const { say } of used) {
    // What one answer has said, the next need not say again.
    const isNew = say
      .split(/(?<=[.!?])\s/)
      .some((one) => !said.some((before) => before.includes(one)));
    if (say !== '' && isNew) said.push(say);
  }
  const citations = used.flatMap((one) => one.citations ?? []);
  return {
    text: said.join('\n\n') || 'What can I do for you?',
    citations: citations.filter(
      (one, at) => citations.findIndex(({ document_uri: uri }) => uri === one.document_uri) === at,
    ),
    items: [...new Set(used.flatMap((one) => one.items ?? []))],
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

  const isOpen = wishes.every(({ name }) => ['greet', 'abilities'].includes(name));
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
