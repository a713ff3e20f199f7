// What the conversation is about so far, read from the events alone: the agent keeps no state of its own.
// Splits history into exchanges (what the visitor said, what was done for it) and holds the products, the cart
// and the open question that earlier exchanges left behind.

import {
  type HistoryEvent,
  parseEnvelope,
  type ToolResultBlock,
  tokens,
} from '../../gateway/agent.ts';
import {
  type Cart,
  matchProducts,
  type Product,
  pickFromList,
  readCart,
  readData,
  readProducts,
  sketch,
} from './catalogue.ts';
import type { Aspect, Filter, Pending, Thing } from './intents.ts';
import type { Failure } from './phrases.ts';
import { withoutColour } from './slots.ts';
import { isReading } from './toolbox.ts';

export type ToolAnswer = { ok: true; data: unknown } | { ok: false; failure: Failure };

export interface Step {
  name: string;
  input: Record<string, unknown>;
  answer: ToolAnswer;
}

/** One or more messages of the visitor and what followed, until the next. */
export interface Exchange {
  text: string;
  hasAttachment: boolean;
  steps: Step[];
  isEnded: boolean;
  /** Whether the agent has said anything. */
  isBegun: boolean;
  /** Title of the page that the answer cited last. */
  cited: string | null;
}

export interface Memory {
  products: Map<string, Product>;
  /** Ids of the last list that the visitor saw, in its order. */
  listed: string[];
  /** What the list was narrowed by; null unless the last answer was one. */
  filter: Filter | null;
  focus: { id: string; variant: string | null } | null;
  /** The product that was spoken of before that. */
  before: string | null;
  lastAdd: { id: string; variant: string | null; quantity: number } | null;
  /** How the cart was changed last, unless something was added since. */
  lastChange: { quantity: number } | { delta: number } | null;
  cart: Cart | null;
  pending: Pending | null;
  /** What was last asked, and of which page's subject: a follow-up asks the same of something else. */
  asked: { text: string; aspect?: Aspect; cited: string | null } | null;
}

export function createMemory(): Memory {
  return {
    products: new Map(),
    listed: [],
    filter: null,
    focus: null,
    before: null,
    lastAdd: null,
    lastChange: null,
    cart: null,
    pending: null,
    asked: null,
  };
}

export function splitExchanges(history: readonly HistoryEvent[]): Exchange[] {
  const exchanges: Exchange[] = [];
  const open = new Map<string, { exchange: Exchange; step: Step }>();
  for (const event of history) {
    const current = exchanges.at(-1);
    switch (event.type) {
      case 'user.message': {
        const text = event.content
          .flatMap((block) => (block.type === 'text' ? [block.text] : []))
          .join('\n');
        const hasAttachment = event.content.some((block) => block.type !== 'text');
        // Messages sent together, before anything was said to them, are one request. So are two where the second came
        // while a search for the first was on its way: the visitor has declined nothing, and wants both answered.
        if (
          current !== undefined &&
          !current.isEnded &&
          (!current.isBegun || wasCutShort(current))
        ) {
          current.steps = current.steps.filter((step) => !isCancelled(step));
          current.text += `\n${text}`;
          current.hasAttachment ||= hasAttachment;
        } else {
          exchanges.push({
            text,
            hasAttachment,
            steps: [],
            isEnded: false,
            isBegun: false,
            cited: null,
          });
        }
        break;
      }
      case 'agent.tool_use':
        if (current === undefined) break;
        current.isBegun = true;
        for (const call of event.content) {
          const step: Step = { name: call.name, input: call.input, answer: lost() };
          current.steps.push(step);
          open.set(call.id, { exchange: current, step });
        }
        break;
      case 'user.tool_result':
        for (const block of event.content) {
          const call = open.get(block.tool_use_id);
          if (call === undefined) continue;
          // Nothing was executed: the tool was only loaded, and the real call is still to come.
          if (block.status === 'tool_loaded') {
            call.exchange.steps = call.exchange.steps.filter((step) => step !== call.step);
          } else call.step.answer = readAnswer(block);
        }
        break;
      case 'agent.message':
        if (current === undefined) break;
        current.isBegun = true;
        for (const block of event.content) {
          const citation = block.type === 'text' ? block.citations?.at(-1) : undefined;
          if (citation !== undefined) current.cited = citation.document_title;
        }
        break;
      case 'session.status_idle':
        if (current !== undefined && event.content.stop_reason !== 'client_tool_use')
          current.isEnded = true;
        break;
      case 'session.error':
        if (current !== undefined) current.isEnded = true;
        break;
    }
  }
  return exchanges;
}

const isCancelled = ({ answer }: Step): boolean =>
  !answer.ok && answer.failure.code === 'cancelled';

/** Its calls were cancelled by the next message, and none of them asked the visitor anything. */
function wasCutShort({ steps }: Exchange): boolean {
  const cancelled = steps.filter(isCancelled);
  return cancelled.length > 0 && cancelled.every(({ name }) => isReading(name));
}

function lost(): ToolAnswer {
  return {
    ok: false,
    failure: { code: 'unclassified', message: '', field: null, retryable: false },
  };
}

function readAnswer(block: ToolResultBlock): ToolAnswer {
  if (block.is_error !== true) return { ok: true, data: readData(block.content) };
  const envelope = parseEnvelope(block.content);
  return {
    ok: false,
    failure: {
      code: block.error_code ?? envelope?.error.code ?? 'unclassified',
      message: envelope?.error.message ?? (typeof block.content === 'string' ? block.content : ''),
      field: envelope?.error.field ?? null,
      retryable: envelope?.error.retryable ?? false,
    },
  };
}

/** Remembers the products and the cart that an answer holds. */
export function learn(memory: Memory, answer: ToolAnswer): void {
  if (!answer.ok) return;
  const cart = readCart(answer.data);
  if (cart !== null) {
    memory.cart = cart;
    for (const line of cart.lines) {
      if (memory.products.has(line.id)) continue;
      memory.products.set(line.id, { ...sketch(line.id, line.name), isPartial: true });
    }
    return;
  }
  for (const product of readProducts(answer.data)) memory.products.set(product.id, product);
}

export interface Target {
  product: Product;
  variant: string | null;
}

/** The product that the words mean, as far as the conversation tells; null where it must be looked up. */
export function findTarget(thing: Thing, memory: Memory): Target | null {
  if (thing.id !== undefined) {
    const product = memory.products.get(thing.id);
    return product === undefined ? null : { product, variant: thing.variant ?? null };
  }
  const listed = memory.listed.flatMap((id) => memory.products.get(id) ?? []);
  const ranked = pickFromList(
    thing,
    narrow(listed, thing.ordinal === undefined ? thing.words : withoutColour(thing.words)),
  );
  if (ranked !== null && (thing.ordinal !== undefined || listed.length > 0)) {
    return { product: ranked, variant: null };
  }
  if (thing.ordinal !== undefined || thing.rank !== undefined) return null;
  const focus = memory.focus === null ? undefined : memory.products.get(memory.focus.id);
  if (thing.words === '') {
    return thing.points && focus !== undefined
      ? { product: focus, variant: memory.focus?.variant ?? null }
      : null;
  }
  const pool = [...(focus === undefined ? [] : [focus]), ...listed, ...memory.products.values()];
  const matches = matchProducts(thing.words, [...new Set(pool)]);
  const best = matches[0];
  if (best === undefined || best.score < 0.99) return null;
  // "the green one" is a variant of what was spoken of, if it has one.
  const ofFocus = matches.find((match) => match.product.id === focus?.id);
  if (thing.points && ofFocus?.score === best.score) return ofFocus;
  if (!best.isNamed && !thing.points) return null;
  const rivals = matches.filter((match) => match.score === best.score && match.isNamed);
  const isExact = tokens(best.product.name).length <= tokens(thing.words).length;
  return rivals.length > 1 && !isExact && rivals[0]?.product.id !== focus?.id ? null : best;
}

function narrow(listed: Product[], words: string): Product[] {
  if (words === '') return listed;
  const matches = matchProducts(words, listed).map((match) => match.product.id);
  return matches.length === 0 ? listed : listed.filter((product) => matches.includes(product.id));
}
