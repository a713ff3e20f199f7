// What a task is: a generator that yields the tool calls it needs, is handed their answers, and returns what
// came of it. Replaying one with the recorded answers leads to the same next call, so nothing needs storing.

import type { Json, JsonObject } from '../../gateway/agent.ts';
import type { Cart, Product } from './catalogue.ts';
import type { Aspect, Intent, Pending, Reference } from './intents.ts';
import type { Memory, Target, ToolAnswer } from './memory.ts';
import { type Failure, failureSentence, type Pick } from './phrases.ts';
import { buildInput, type Capability, readChoices, type Toolbox } from './toolbox.ts';

export interface Call {
  name: string;
  input: Record<string, Json>;
}

export interface Outcome {
  /** Markdown; empty where `answer` says everything. */
  say: string;
  /** A question for the knowledge base, and what to say where it knows nothing. */
  answer?: {
    question: string;
    otherwise: string;
    /** Say nothing unless the knowledge base has a full answer: half of it would mislead. */
    isStrict?: boolean;
  };
  pending?: Pending;
  focus?: { id: string; variant: string | null };
  lastAdd?: { id: string; variant: string | null; quantity: number };
  listed?: string[];
  cart?: Cart;
  /** What the cart costs after this; said once, for all that an exchange did. */
  total?: string;
  aspect?: Aspect;
}

export type Task = Generator<Call[], Outcome, ToolAnswer[]>;
/** A part of a task. */
export type Part<T> = Generator<Call[], T, ToolAnswer[]>;
/** What a part has found, or how the whole task ends. */
export type Found<T> = T | { outcome: Outcome };

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
): Part<Used> {
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
};

/** Says what this page lacks, and offers the page that is likely to have it. */
export function missing(world: World, capability: Capability): Outcome {
  const [what, page] = NEEDS[capability];
  const go = world.toolbox.find('go');
  const say = `I can't ${what} from here: this page doesn't offer me a tool for it.`;
  if (go === null || !readChoices(go, 'page').includes(page)) return { say };
  return {
    say: `${say} The ${page} page may have it. Shall I take you there?`,
    pending: { kind: 'offer', intent: { kind: 'go', page } },
  };
}

/** What a visitor picked with offer_choices, `{"chosen": "…"}`, as one of the options; null where it can't be told. */
export function readChoice(data: unknown, options: readonly string[]): string | null {
  const said = JSON.stringify(data ?? '').toLowerCase();
  const inside = options.filter((option) => said.includes(option.toLowerCase()));
  return inside.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** "It": this very product. */
export function itself(product: Product, variant: string | null = null): Reference {
  return {
    words: '',
    isPronoun: true,
    id: product.id,
    ...(variant === null ? {} : { variant }),
  };
}

/** Ends with the offer to put it into the cart, where there is one to put it in. */
export function offer(world: World, sentence: string, { product, variant }: Target): Outcome {
  const focus = { id: product.id, variant };
  if (product.inStock === false || world.toolbox.find('add') === null) {
    return { say: sentence, focus };
  }
  const intent: Intent = { kind: 'add', product: itself(product, variant), quantity: 1 };
  return {
    say: `${sentence} Shall I put it in your cart?`,
    focus,
    pending: { kind: 'offer', intent },
  };
}
