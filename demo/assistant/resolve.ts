// Understanding in context: takes what a message says by itself and what the agent last asked, and settles what
// the visitor wants. "Two", "blue", "yes" and "the second one" get their meaning here.

import { contentStems, tokens } from '../../gateway/agent.ts';
import { findVariant, matchProducts, type Product } from './catalogue.ts';
import type { Intent, Pending, Reference } from './intents.ts';
import { findTarget, type Memory } from './memory.ts';
import { readReference } from './reference.ts';
import { itself } from './task.ts';
import { matchOther, type Toolbox } from './toolbox.ts';
import { findCode } from './understand-cart.ts';
import { readContact } from './understand-contact.ts';

/** The intents that can answer an open question; any other intent is a new request. */
const ANSWERS = new Set<Intent['kind']>([
  ...(['bare', 'follow_up', 'add', 'question', 'yes', 'quantity'] as const),
  ...(['nonsense', 'show', 'change', 'about', 'search'] as const),
]);

export function resolve(
  intents: readonly Intent[],
  text: string,
  memory: Memory,
  toolbox: Toolbox,
): Intent[] {
  const [first] = intents;
  if (first !== undefined && memory.pending !== null) {
    const answered = answerPending(memory.pending, intents, text, memory);
    if (answered !== null) return answered;
  }
  return intents.map((intent) => settle(intent, text, memory, toolbox));
}

/** Null if the visitor didn't answer the question and asked for something else. */
function answerPending(
  pending: Pending,
  intents: readonly Intent[],
  text: string,
  memory: Memory,
): Intent[] | null {
  const [first] = intents;
  if (first === undefined || first.kind === 'stop' || first.kind === 'language') return null;
  if (first.kind === 'no') return pending.kind === 'message' ? [{ kind: 'stop' }] : null;
  switch (pending.kind) {
    case 'offer':
      if (first.kind === 'yes') return [pending.intent];
      if (first.kind === 'quantity' && pending.intent.kind === 'add')
        return [{ ...pending.intent, quantity: first.quantity }];
      return null;
    case 'pick': {
      if (first.kind === 'yes' && pending.ids.length > 1) return [{ kind: 'choose', words: '' }];
      const product = pickPending(pending.ids, text, first, memory);
      if (product === null) return null;
      const reference = itself(product, findVariant(text, product.variants));
      return first.kind === 'add'
        ? [{ ...first, product: reference }]
        : [{ ...pending.goal, product: reference } as Intent];
    }
    case 'variant': {
      const ordinal = 'product' in first ? first.product.ordinal : undefined;
      const placed =
        ordinal === undefined ? undefined : pending.options.at(ordinal < 0 ? -1 : ordinal - 1);
      const variant = placed ?? findVariant(text, pending.options);
      if (variant === null || !ANSWERS.has(first.kind)) return null;
      const quantity =
        first.kind === 'add' && first.quantity > 1 ? first.quantity : pending.quantity;
      const product = { words: '', isPronoun: true, id: pending.id, variant };
      return [{ kind: 'add', product, quantity }];
    }
    case 'coupon': {
      if (first.kind === 'coupon' && first.code !== null) return null;
      const words = tokens(text);
      const code = findCode(text) ?? (words.length === 1 ? (words[0] ?? '').toUpperCase() : null);
      return code === null || code === '' ? null : [{ kind: 'coupon', code }];
    }
    case 'message': {
      const isElsewhere =
        ['cart', 'go', 'coupon', 'empty_cart'].includes(first.kind) && tokens(text).length < 8;
      if (isElsewhere) return null;
      const { message, topic: _, ...rest } = readContact(text);
      return [{ ...pending.contact, ...rest, message: message ?? withoutIdentity(text, rest) }];
    }
    case 'what':
      if (!['bare', 'question', 'follow_up', 'search'].includes(first.kind)) return null;
      return [nameThing(pending, text)];
    case 'field': {
      if (!['bare', 'question', 'follow_up', 'quantity', 'nonsense', 'coupon'].includes(first.kind))
        return null;
      const value = first.kind === 'quantity' ? first.quantity : text.trim().slice(0, 500);
      return [
        {
          kind: 'tool',
          name: pending.name,
          input: { ...pending.input, [pending.field]: value },
          text,
        },
      ];
    }
  }
}

function nameThing(pending: Pending & { kind: 'what' }, text: string): Intent {
  const reference = readReference(text.toLowerCase().replace(/[?.!]+$/, ''));
  if (pending.goal === 'add')
    return { kind: 'add', product: reference, quantity: pending.quantity };
  const words = contentStems(reference.words).length === 0 ? text.trim() : reference.words;
  return pending.goal === 'choose'
    ? { kind: 'choose', words }
    : { kind: 'search', words, aspect: 'list' };
}

/** Which product of a list the answer names: by place, by price, or by what sets it apart. */
function pickPending(
  ids: readonly string[],
  text: string,
  first: Intent,
  memory: Memory,
): Product | null {
  const list = ids.flatMap((id) => memory.products.get(id) ?? []);
  if (!ANSWERS.has(first.kind)) return null;
  if (first.kind === 'quantity') return list[first.quantity - 1] ?? null;
  if (list.length === 1 && first.kind === 'yes') return list[0] ?? null;
  const reference = 'product' in first ? first.product : readReference(text.toLowerCase());
  if (reference.ordinal !== undefined || reference.isCheapest === true) {
    return findTarget(reference, { ...memory, listed: [...ids] })?.product ?? null;
  }
  const [best, second] = matchProducts(reference.words, list);
  if (best === undefined || best.score < 0.6) return null;
  return second !== undefined &&
    second.score === best.score &&
    tokens(best.product.name).length === tokens(second.product.name).length
    ? null
    : best.product;
}

function settle(intent: Intent, message: string, memory: Memory, toolbox: Toolbox): Intent {
  const ofFocus = namesVariant(intent, memory);
  if (ofFocus !== null)
    return followUp({ kind: 'follow_up', product: ofFocus, asks: true }, memory);
  switch (intent.kind) {
    case 'quantity':
      return settleQuantity(intent.quantity, memory);
    case 'follow_up':
      return followUp(intent, memory);
    case 'bare':
      return settleBare(intent.text, memory, toolbox);
    case 'order':
    case 'question': {
      const other = matchOther(intent.text, toolbox);
      return other === null ? intent : { kind: 'tool', ...other, text: intent.text };
    }
    case 'show':
    case 'search':
    case 'about': {
      // "show my orders" may name a tool of the page rather than a product.
      const text = intent.kind === 'search' ? intent.words : intent.product.words;
      // On a site without a catalogue, "find the page about rooms" can mean nothing but a tool.
      const hasCatalogue = toolbox.find('search') !== null;
      const other = text === '' ? null : matchOther(hasCatalogue ? text : message, toolbox);
      if (other === null || findTarget(readReference(text), memory) !== null) return intent;
      return { kind: 'tool', ...other, text };
    }
    default:
      return intent;
  }
}

/** "What about blue?": nothing but a variant of what was spoken of. */
function namesVariant(intent: Intent, memory: Memory): Reference | null {
  const focus = memory.focus === null ? undefined : memory.products.get(memory.focus.id);
  if (focus === undefined || (intent.kind !== 'about' && intent.kind !== 'bare')) return null;
  const words = intent.kind === 'about' ? intent.product.words : intent.text.toLowerCase();
  const said = contentStems(words);
  const isVariant =
    said.length > 0 && said.every((word) => findVariant(word, focus.variants) !== null);
  return isVariant ? { words, isPronoun: true } : null;
}

function settleQuantity(quantity: number, memory: Memory): Intent {
  const it: Reference = { words: '', isPronoun: true };
  if (memory.lastAdd !== null)
    return { kind: 'change', product: { ...it, id: memory.lastAdd.id }, quantity };
  if (memory.focus !== null) return { kind: 'add', product: it, quantity };
  return { kind: 'add', product: { words: '', isPronoun: false }, quantity };
}

/** "And the green one?" asks what was asked before, of something else. */
function followUp(intent: Intent & { kind: 'follow_up' }, memory: Memory): Intent {
  const { product, asks } = intent;
  const aspect = memory.aspect === 'list' ? null : memory.aspect;
  const target = findTarget(product, memory);
  if (target === null) {
    return product.words === ''
      ? { kind: 'show', product }
      : { kind: 'search', words: product.words, aspect: aspect ?? 'list', reference: product };
  }
  const reference = itself(target.product, target.variant);
  if (!asks && memory.lastAdd !== null && memory.aspect === null) {
    return { kind: 'add', product: reference, quantity: 1 };
  }
  if (aspect === null && target.variant === null) return { kind: 'show', product: reference };
  return { kind: 'search', words: '', aspect: aspect === 'price' ? 'price' : 'stock', reference };
}

function settleBare(text: string, memory: Memory, toolbox: Toolbox): Intent {
  const other = matchOther(text, toolbox);
  if (other !== null) return { kind: 'tool', ...other, text };
  const reference = readReference(text.toLowerCase().replace(/[?.!]+$/, ''));
  if (findTarget(reference, memory) !== null) return { kind: 'show', product: reference };
  const words = tokens(text);
  const isShort = words.length <= 5 && contentStems(text).length > 0;
  if (isShort && toolbox.find('search') !== null)
    return { kind: 'search', words: reference.words || text, aspect: 'list', reference };
  return { kind: 'question', text };
}

/** The message without the sentence that only said who writes. */
function withoutIdentity(text: string, contact: { name?: string; email?: string }): string {
  const plain = text
    .replace(contact.email ?? /$^/, '')
    .replace(
      contact.name === undefined
        ? /$^/
        : new RegExp(`(?:my name is|i am|i'm|this is)\\s+${contact.name}\\b`, 'i'),
      '',
    )
    .replace(/^[\s,.;:]*(?:and )?(?:my e-?mail(?: address)? is)?[\s,.;:]*/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return (plain.length >= 3 ? plain : text.trim()).slice(0, 2_000);
}
