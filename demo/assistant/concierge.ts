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
import { TALK } from './data.ts';
import { isProductPage, readShop } from './facts.ts';
import { type Exchange, splitExchanges } from './history.ts';
import { detectLanguage, politeLine } from './language.ts';
import { createGuesser, type Guesser, readStored, type Stored } from './learn.ts';
import type { Meaning } from './meaning.ts';
import { plan } from './plan.ts';
import { readMessage, sentencesOf } from './read.ts';
import { withUsedTools } from './replay.ts';
import {
  createState,
  goOn,
  learnAnswers,
  noteWords,
  productsOf,
  type State,
  type Wish,
} from './state.ts';
import { choicesOf, find, NAMES } from './toolbox.ts';
import type { Outcome, World } from './world.ts';

const MODEL = 'concierge';
const THINKING_MS = 250;
const WORD_MS = 30;
const THOUGHT = "I look at what the shop's pages and tools say.";
/** The last that it does in an exchange: what they answer changes nothing. */
const CLOSING: readonly string[] = [NAMES.suggest, NAMES.items];

/** Small and not zero, so that the demo's charts have a shape. */
const PRICES = new Map([
  [MODEL, { input: 200n, output: 800n, cache_read: 20n, cache_creation: 250n }],
]);

/** By these the pages that hold the shop's figures are found. */
const POLICIES =
  'standard delivery express days costs | ship countries abroad customs | return refund | broken photo damage | warranty | pay cards gift coupon | contact email phone write call'.split(
    ' | ',
  );

const UNTOLD = { price: null, amount: null, variants: [], summary: '', inStock: null };

interface Mind {
  meaning: Meaning;
  stored: Stored;
  guess: Guesser;
}
interface Sight {
  wishes: Wish[];
  world: World;
  /** Null in English. */
  language: string | null;
}

export function createConcierge(meaning: Meaning): Agent {
  meaning.warm();
  const stored = readStored();
  const guess = createGuesser(stored, (sentence) => meaning.vectorOf(sentence));
  return { turn: (context) => turn(context, { meaning, stored, guess }), prices: PRICES };
}

async function* turn(context: TurnContext, mind: Mind): AsyncGenerator<AgentOutput> {
  const exchanges = splitExchanges(context.history);
  const exchange = exchanges.at(-1);
  const isClosed = exchange?.steps.some(({ name }) => CLOSING.includes(name));
  if (exchange === undefined || (isClosed && exchange.said !== '')) {
    yield { kind: 'end', stop_reason: 'end_turn' };
    return;
  }
  const { wishes, world, language } = await look(exchanges, exchange, context, mind);
  const { calls, outcomes } =
    language === null
      ? plan(exchange, wishes, world)
      : { calls: [], outcomes: [{ say: politeLine(language, world.shop.people) }] };
  const read = historyTokens(context.history) + estimateTokens(context.tools);
  const isTalk = wishes.every(({ name }) => name in TALK);
  const thought = exchange.steps.length === 0 && !isTalk ? THOUGHT : '';
  const meter = (said: string) => context.meter?.(measure(read, said, thought));
  if (thought !== '') {
    meter('');
    await context.sleep(THINKING_MS);
    yield { kind: 'thought', text: thought, thinking_ms: THINKING_MS };
  }
  let next: { name: string; input: Record<string, unknown> }[] = calls;
  let written = JSON.stringify(calls);
  if (calls.length === 0) {
    const { text, citations, items } = compose(outcomes);
    written = text;
    yield* write(context, text, citations, meter);
    next = language === null ? close(world, wishes, text, items) : [];
  }
  for (const { name, input } of next) yield { kind: 'tool_use', name, input };
  yield { kind: 'usage', usage: measure(read, written, thought) };
  if (next.length === 0) yield { kind: 'end', stop_reason: 'end_turn' };
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
  let wishes: Wish[] = [];
  const passages = new Map<string, Passage>();
  const search = async (query: string, most: number) => {
    for (const one of await context.search(query, most)) passages.set(one.uri, one);
  };
  if (exchange.text.trim() !== '') await search(exchange.text, 8);
  // A page without a search sells what its tool lists: "mug", "tea-pot".
  if (find(context.tools, 'search') === null)
    for (const id of choicesOf(find(context.tools, 'add'), 'product_id'))
      state.products.set(id, { ...UNTOLD, id, name: id.replace(/[-_]+/g, ' ') });
  for (const one of exchanges) {
    learnAnswers(state, one);
    // Before the shop has told what it sells, its pages' titles tell which words are names.
    if (one === exchange && !state.isComplete)
      for (const { title } of [...passages.values()].filter(isProductPage))
        state.products.set(title, { ...UNTOLD, id: title, name: title });
    language = languageOf(one.text, state, mind, language);
    wishes = language === null ? await read(one.text, state, mind) : [];
    noteWords(state, one.text, wishes);
    if (one !== exchange) goOn(state, one, wishes);
  }
  for (const query of POLICIES) await search(query, 3);
  for (const { name } of productsOf(state)) await search(name, 2);
  const found = [...passages.values()];
  const tools = withUsedTools(context.tools, exchange.steps);
  return { wishes, world: { tools, state, passages: found, shop: readShop(found) }, language };
}

/** Null in English. */
function languageOf(text: string, state: State, { stored }: Mind, before: string | null) {
  const names = new Set(productsOf(state).flatMap(({ name }) => tokens(name)));
  return detectLanguage(text, (word) => stored.vocabulary.has(word) || names.has(word), before);
}

async function read(text: string, state: State, { meaning, stored, guess }: Mind): Promise<Wish[]> {
  const { vocabulary } = stored;
  await meaning.learn(sentencesOf(text, state, vocabulary));
  return readMessage(text, state, guess, vocabulary);
}

/** One answer from those of a message's wishes. What fits any question is dropped where another fits. */
function compose(outcomes: readonly Outcome[]): {
  text: string;
  citations: Citation[];
  items: Product[];
} {
  const [sure, some] = [
    outcomes.filter(({ isLost, isFallback }) => !isLost && !isFallback),
    outcomes.filter(({ isLost }) => !isLost),
  ];
  const used = sure.length > 0 ? sure : (some.length > 0 ? some : outcomes).slice(0, 1);
  const all = [...new Set(used.map(({ say }) => say))];
  const said = all.filter((say) => !all.some((other) => other !== say && other.includes(say)));
  const citations = used.flatMap((one) => one.citations ?? []);
  return {
    text: said.join('\n\n') || 'What can I do for you?',
    citations: [...new Map(citations.map((one) => [one.document_uri, one])).values()],
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
  const replies = text.includes('Shall I')
    ? ['Yes, please', 'No, thanks']
    : text.includes('Your total is')
      ? ['What is in my cart?', 'Take me to the checkout']
      : wishes.every(({ name }) => ['greet', 'abilities'].includes(name))
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
