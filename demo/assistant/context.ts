// Understanding in context: what a message says by itself, together with what the agent last asked and what was spoken of,
// gives what the visitor wants. "Two", "blue", "yes", "the second one" and "and Japan?" get their meaning here.

import { contentStems, tokens } from '../../gateway/agent.ts';
import { findVariant, matchProducts, type Product } from './catalogue.ts';
import { type Act, type Intent, it, type Pending } from './intents.ts';
import { findTarget, type Memory } from './memory.ts';
import { findCountry } from './places.ts';
import { findCode, readContact, readThing, takePrice, withoutIdentity } from './slots.ts';
import type { Toolbox } from './toolbox.ts';
import { mend } from './words.ts';

/** What can answer an open question; any other act is a new request. */
const ANSWERS: readonly Act[] = [
  'bare',
  'follow_up',
  'add',
  'question',
  'yes',
  'quantity',
  'nonsense',
  'show',
  'change',
  'about',
  'search',
];

export function resolve(
  intents: readonly Intent[],
  text: string,
  memory: Memory,
  toolbox: Toolbox,
): Intent[] {
  const [first] = intents;
  if (first !== undefined && memory.pending !== null) {
    const answered = answerPending(memory.pending, first, text, memory);
    if (answered !== null) return [answered];
  }
  const whole = intents.flatMap((intent) => both(intent, memory));
  return whole.map((one) => {
    const here = inContext(narrow(one, memory), memory, toolbox);
    return here.act === 'question' ? goOn(here, memory) : here;
  });
}

/** "Add both": the last two that were spoken of. */
function both(intent: Intent, { focus, before }: Memory): Intent[] {
  if (intent.act !== 'add' || focus === null || before === null || !/\bboth\b/i.test(intent.text))
    return [intent];
  return [before, focus.id].map((id) => ({ ...intent, quantity: 1, thing: it(id) }));
}

/** "Under €30?", "only blue ones", "and the dearest?": of the last list. */
function narrow(intent: Intent, { filter }: Memory): Intent {
  if (filter === null) return intent;
  const { act, thing, text } = intent;
  const { price } = takePrice(act === 'follow_up' ? `${text} euros` : '');
  const isRank = thing.rank !== undefined && thing.rank !== 'cheaper' && thing.words === '';
  const isPrice = price !== undefined && filter.price !== undefined && thing.words.match(/^\d*$/);
  if (!intent.narrows && !isPrice && !(isRank && ['follow_up', 'search'].includes(act)))
    return intent;
  const words = isPrice ? filter.words : `${filter.words} ${thing.words}`.trim();
  const range = intent.price ?? price ?? filter.price;
  return { ...intent, act: 'search', thing: { ...thing, words }, ...(range && { price: range }) };
}

/** Null if the visitor didn't answer the question and asked for something else. */
function answerPending(
  pending: Pending,
  first: Intent,
  text: string,
  memory: Memory,
): Intent | null {
  if (first.act === 'stop' || first.act === 'language') return null;
  if (first.act === 'no') return pending.kind === 'message' ? { ...first, act: 'stop' } : null;
  const answers = ANSWERS.includes(first.act);
  switch (pending.kind) {
    case 'offer':
      if (first.act === 'yes') return pending.intent;
      return first.act === 'quantity' && pending.intent.act === 'add'
        ? { ...pending.intent, ...counted(first) }
        : null;
    case 'pick': {
      if (first.act === 'yes' && pending.ids.length > 1)
        return { ...first, act: 'choose', thing: it() };
      const product = answers ? pickFrom(pending.ids, text, first, memory) : null;
      if (product === null) return null;
      const thing = it(product.id, findVariant(text, product.variants));
      return { ...(first.act === 'add' ? first : pending.goal), thing };
    }
    case 'variant': {
      const { ordinal } = first.thing;
      const placed =
        ordinal === undefined ? undefined : pending.options.at(ordinal < 0 ? -1 : ordinal - 1);
      const variant = placed ?? findVariant(text, pending.options);
      if (variant === null || !answers) return null;
      const quantity =
        first.act === 'add' && (first.quantity ?? 1) > 1 ? first.quantity : pending.quantity;
      return {
        ...first,
        act: 'add',
        thing: it(pending.id, variant),
        ...(quantity && { quantity }),
      };
    }
    case 'coupon': {
      const words = tokens(text);
      const code = findCode(text) ?? (words.length === 1 ? (words[0] ?? '').toUpperCase() : null);
      return first.act === 'coupon' || !code ? null : { ...first, act: 'coupon', code };
    }
    case 'message': {
      const isElsewhere =
        ['cart', 'go', 'coupon', 'empty_cart'].includes(first.act) && tokens(text).length < 8;
      if (isElsewhere) return null;
      const { message, topic: _, ...who } = readContact(text);
      const contact = {
        ...pending.contact,
        ...who,
        message: message ?? withoutIdentity(text, who),
      };
      return { ...first, act: 'contact', contact, human: false };
    }
    case 'what': {
      if (!['bare', 'question', 'follow_up', 'search'].includes(first.act)) return null;
      const thing = readThing(mend(text).replace(/[?.!]+$/, ''));
      return {
        ...pending.goal,
        text,
        thing: thing.words === '' ? { ...thing, words: text.trim() } : thing,
      };
    }
  }
}

const counted = ({ quantity }: Intent) => (quantity === undefined ? {} : { quantity });

/** Which product of a list the answer names: by place, by price, or by what sets it apart. */
function pickFrom(
  ids: readonly string[],
  text: string,
  first: Intent,
  memory: Memory,
): Product | null {
  const list = ids.flatMap((id) => memory.products.get(id) ?? []);
  if (first.act === 'quantity') return list[(first.quantity ?? 1) - 1] ?? null;
  if (list.length === 1 && first.act === 'yes') return list[0] ?? null;
  // A question about one of them is no pick.
  if (first.act === 'question' || first.aspect !== undefined || first.goesOn !== undefined)
    return null;
  if (first.narrows || (first.thing.rank !== undefined && /^(?:which|what|is)\b/i.test(text)))
    return null;
  const thing =
    first.thing.words === '' && !first.thing.points ? readThing(mend(text)) : first.thing;
  if (thing.ordinal !== undefined || thing.rank !== undefined) {
    return findTarget(thing, { ...memory, listed: [...ids] })?.product ?? null;
  }
  const [best, second] = matchProducts(thing.words, list);
  if (best === undefined || best.score < 0.6) return null;
  const isTie =
    second?.score === best.score &&
    tokens(best.product.name).length === tokens(second.product.name).length;
  return isTie ? null : best.product;
}

function inContext(intent: Intent, memory: Memory, toolbox: Toolbox): Intent {
  const { act, text, thing } = intent;
  const it_ = namesVariant(intent, memory);
  if (it_ && !intent.asks && /\bplease\b/i.test(text))
    return { ...intent, act: 'add', quantity: 1, thing: { ...thing, points: true } };
  if (it_)
    return {
      ...intent,
      act: 'search',
      aspect: memory.asked?.aspect ?? 'colours',
      thing: { ...thing, points: true },
    };
  switch (act) {
    case 'quantity': {
      const { lastAdd, focus } = memory;
      if (lastAdd !== null) return { ...intent, act: 'change', thing: it(lastAdd.id) };
      return { ...intent, act: 'add', thing: focus === null ? thing : it() };
    }
    case 'follow_up':
      return followUp(intent, memory);
    case 'bare': {
      if (findTarget(thing, memory) !== null) return { ...intent, act: 'show' };
      if (memory.asked !== null && findCountry(mend(text)) !== null)
        return followUp(intent, memory);
      const isShort = tokens(text).length <= 5 && contentStems(text).length > 0;
      const act = isShort && toolbox.find('search') !== null ? 'search' : 'question';
      return { ...intent, act };
    }
    case 'search': {
      if (!thing.points || thing.rank !== undefined) return intent;
      // "What does it cost?", of delivery; "do you have it in blue?", of a product.
      const target = findTarget(thing, memory);
      if (target === null && memory.asked)
        return { ...intent, act: 'question', goesOn: memory.asked.text };
      return target === null || intent.aspect !== undefined
        ? intent
        : { ...intent, aspect: 'colours' };
    }
    default:
      return intent;
  }
}

/** "What about blue?": nothing but a variant of what was spoken of. */
function namesVariant({ act, thing }: Intent, memory: Memory): boolean {
  const focus = memory.focus === null ? undefined : memory.products.get(memory.focus.id);
  const said = contentStems(thing.words);
  return (
    focus !== undefined &&
    ['about', 'bare', 'follow_up'].includes(act) &&
    said.length > 0 &&
    said.every((word) => findVariant(word, focus.variants) !== null)
  );
}

/** "And the green one?" asks what was asked before, of something else. */
function followUp(intent: Intent, memory: Memory): Intent {
  const { thing, asks, code } = intent;
  const { asked, lastAdd } = memory;
  if (code && memory.cart?.coupon) return { ...intent, act: 'coupon' };
  if (thing.rank !== undefined) return { ...intent, act: 'search' };
  if (findCountry(mend(intent.text)) !== null) {
    return { ...intent, act: 'question', goesOn: asked?.text ?? 'Do you ship there?' };
  }
  if (!asks && memory.lastChange !== null)
    return { ...intent, act: 'change', ...memory.lastChange };
  if (asked !== null && asked.aspect === undefined && thing.ordinal === undefined) {
    return { ...intent, act: 'question', goesOn: asked.text };
  }
  const target = findTarget(thing, memory);
  if (!asks && lastAdd !== null && asked === null)
    return { ...intent, act: 'add', ...(intent.quantity === undefined && { quantity: 1 }) };
  if (asked?.aspect !== undefined) return { ...intent, act: 'search', aspect: asked.aspect };
  if (target === null) return { ...intent, act: thing.words === '' ? 'show' : 'search' };
  return {
    ...intent,
    act: target.variant === null ? 'show' : 'search',
    ...(target.variant !== null && { aspect: 'stock' as const }),
  };
}

const POINTS_BACK =
  /\b(?:it|its|they|them|that|this|those|these|there|one|ones|the (?:paper|handle|cable|bulb|wick|lid|strainer))\b/;

/** A question that points back goes on from the one before. */
function goOn(intent: Intent, { asked }: Memory): Intent {
  if (asked === null || !POINTS_BACK.test(mend(intent.text))) return intent;
  return { ...intent, goesOn: asked.text };
}
