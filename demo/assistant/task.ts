// What a task is: a generator that yields the tool calls it needs, is handed their answers, and returns what came of it.
// Replaying one with the recorded answers leads to the same next call, so nothing needs storing.

import type { Json, JsonObject } from '../../gateway/agent.ts';
import type { Cart } from './catalogue.ts';
import { type Aspect, type Filter, type Intent, it, type Pending } from './intents.ts';
import type { Memory, Target, ToolAnswer } from './memory.ts';
import { type Failure, failureSentence, type Pick } from './phrases.ts';
import { buildInput, type Capability, readChoices, type Toolbox } from './toolbox.ts';

export interface Call {
  name: string;
  input: Record<string, Json>;
}

/** A question for the shop's pages. */
export interface Question {
  text: string;
  /** What it may be about where it names nothing: titles of pages, names of products. */
  about: readonly string[];
  /** The question that it goes on from. */
  goesOn?: string;
  /** It asks which of several things `about` it is; each is answered for. */
  isOfList?: boolean;
  /** What to say where the pages know nothing. */
  otherwise: string;
}

export interface Outcome {
  /** Markdown; empty where the answers to `questions` say everything. */
  say: string;
  questions?: readonly Question[];
  pending?: Pending;
  focus?: { id: string; variant: string | null };
  lastAdd?: { id: string; variant: string | null; quantity: number };
  lastChange?: { quantity: number } | { delta: number };
  listed?: string[];
  filter?: Filter;
  cart?: Cart;
  /** What the cart holds after this; said once, for all that an exchange did. */
  isChange?: true;
  asked?: { text: string; aspect?: Aspect };
}

export type Task = Generator<Call[], Outcome, ToolAnswer[]>;
/** A part of a task: what it has found, or how the whole task ends. */
export type Part<T> = Generator<Call[], T | { outcome: Outcome }, ToolAnswer[]>;

export interface World {
  memory: Memory;
  toolbox: Toolbox;
  pick: Pick;
}

export type Used = { data: unknown } | { outcome: Outcome; failure?: Failure };

/** Calls one tool by what it does; ends the task where the page doesn't offer it, or where it fails. */
export function* use(
  world: World,
  capability: Capability,
  values: JsonObject,
  act: string,
): Generator<Call[], Used, ToolAnswer[]> {
  const tool = world.toolbox.find(capability);
  if (tool === null) return { outcome: missing(world, capability) };
  const call = { name: tool.name, input: buildInput(tool, values) };
  let [answer] = yield [call];
  if (answer?.ok === false && isWorthRepeating(capability, answer.failure)) [answer] = yield [call];
  if (answer === undefined) return { outcome: missing(world, capability) };
  if (answer.ok) return { data: answer.data };
  return { outcome: { say: failureSentence(answer.failure, act) }, failure: answer.failure };
}

/** Once, and only what changes nothing: a second "add" after a lost answer could add twice. */
function isWorthRepeating(capability: Capability, { retryable }: Failure): boolean {
  return retryable && ['search', 'cart', 'show'].includes(capability);
}

const NEEDS: Record<Capability, [what: string, page: string]> = {
  search: ['search the shop', 'products'],
  show: ['open a product', 'products'],
  add: ['put things in the cart', 'products'],
  change: ['change what is in the cart', 'cart'],
  cart: ['look into the cart', 'cart'],
  coupon: ['apply coupons', 'cart'],
  go: ['open other pages for you', ''],
  contact: ['fill in the contact form', 'contact'],
  choose: ['show you choices', ''],
  items: ['show you products in the chat', ''],
  form: ['ask you for details in the chat', ''],
  suggest: ['suggest answers', ''],
};

/** Says what this page lacks, and offers the page that is likely to have it. */
export function missing(world: World, capability: Capability): Outcome {
  const [what, page] = NEEDS[capability];
  const go = world.toolbox.find('go');
  const say = `I can't ${what} from here: this page doesn't offer me a tool for it.`;
  if (go === null || !readChoices(go, 'page').includes(page)) return { say };
  return {
    say: `${say} The ${page} page may have it. Shall I take you there?`,
    pending: { kind: 'offer', intent: { act: 'go', text: '', thing: it(), page } },
  };
}

export type Choice = { chosen: string } | { is: 'refused' | 'open' };

/** Lets the visitor press one of some words. Open: the page has no tool for it, or the visitor wrote on instead. */
export function* letChoose(
  world: World,
  question: string,
  options: readonly string[],
): Generator<Call[], Choice, ToolAnswer[]> {
  if (world.toolbox.find('choose') === null) return { is: 'open' };
  const used = yield* use(world, 'choose', { question, options: [...options] }, 'ask you');
  if ('outcome' in used) return { is: used.failure?.code === 'declined' ? 'refused' : 'open' };
  const said = JSON.stringify(used.data ?? '').toLowerCase();
  const inside = options.filter((option) => said.includes(option.toLowerCase()));
  const chosen = inside.sort((a, b) => b.length - a.length)[0];
  return chosen === undefined ? { is: 'open' } : { chosen };
}

/** Ends with the offer to put it into the cart, where there is one to put it in. */
export function offer(world: World, sentence: string, { product, variant }: Target): Outcome {
  const focus = { id: product.id, variant };
  if (product.inStock === false || world.toolbox.find('add') === null) {
    return { say: sentence, focus };
  }
  const intent: Intent = { act: 'add', text: '', thing: it(product.id, variant), quantity: 1 };
  return {
    say: `${sentence} Shall I put it in your cart?`,
    focus,
    pending: { kind: 'offer', intent },
  };
}
