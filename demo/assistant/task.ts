// What a task is: a generator that yields the tool calls it needs, is handed their answers, and returns what
// came of it. Replaying one with the recorded answers leads to the same next call, so nothing needs storing.

import type { Json } from '../../gateway/agent.ts';
import type { Cart } from './catalogue.ts';
import type { Aspect, Pending } from './intents.ts';
import type { Memory, ToolAnswer } from './memory.ts';
import { type Failure, failureSentence, type Pick } from './phrases.ts';
import { buildInput, type Capability, type Role, readChoices, type Toolbox } from './toolbox.ts';

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
    /** Where half an answer would mislead. */
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

export interface World {
  memory: Memory;
  toolbox: Toolbox;
  pick: Pick;
}

/** Calls one tool by what it does; null where the page doesn't offer it. */
export function* use(
  world: World,
  capability: Capability,
  values: Partial<Record<Role, Json>>,
): Generator<Call[], ToolAnswer | null, ToolAnswer[]> {
  const tool = world.toolbox.find(capability);
  if (tool === null) return null;
  const call = { name: tool.name, input: buildInput(tool, values) };
  let [answer] = yield [call];
  if (answer !== undefined && !answer.ok && isWorthRepeating(capability, answer.failure)) {
    [answer] = yield [call];
  }
  return answer ?? null;
}

/** Once, and only what changes nothing: a second "add" after a lost answer could add twice. */
function isWorthRepeating(capability: Capability, failure: Failure): boolean {
  return (
    failure.retryable && (capability === 'search' || capability === 'cart' || capability === 'show')
  );
}

export function failed(answer: { failure: Failure }, act: string): Outcome {
  return { say: failureSentence(answer.failure, act) };
}

const NEEDS: Record<Capability, { what: string; page: string }> = {
  search: { what: 'search the shop', page: 'products' },
  show: { what: 'open a product', page: 'products' },
  add: { what: 'put things in the cart', page: 'products' },
  change: { what: 'change what is in the cart', page: 'cart' },
  cart: { what: 'look into the cart', page: 'cart' },
  coupon: { what: 'apply coupons', page: 'cart' },
  go: { what: 'open other pages for you', page: '' },
  contact: { what: 'fill in the contact form', page: 'contact' },
  choose: { what: 'show you choices', page: '' },
};

/** Says what this page lacks, and offers the page that is likely to have it. */
export function missing(world: World, capability: Capability): Outcome {
  const { what, page } = NEEDS[capability];
  const go = world.toolbox.find('go');
  const say = `I can't ${what} from here: this page doesn't offer me a tool for it.`;
  if (go === null || page === '' || !readChoices(go, 'page').includes(page)) return { say };
  return {
    say: `${say} The ${page} page may have it. Shall I take you there?`,
    pending: { kind: 'offer', intent: { kind: 'go', page } },
  };
}

/** What a visitor picked through a tool, as one of the options; null where it can't be told. */
export function readChoice(data: unknown, options: readonly string[]): string | null {
  const values = typeof data === 'object' && data !== null ? Object.values(data) : [data];
  for (const value of values.flat()) {
    const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
    const exact = options.find((option) => option.toLowerCase() === text);
    if (exact !== undefined) return exact;
    if (typeof value === 'number' && options[value] !== undefined) return options[value];
  }
  for (const value of values.flat()) {
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    const inside = options.filter((option) => text.includes(option.toLowerCase()));
    if (inside.length === 1) return inside[0] ?? null;
  }
  return null;
}
