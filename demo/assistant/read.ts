// A message becomes wishes: each clause is lexed, what is a thing is masked, and the classifier guesses the skill. What a clause leaves
// out comes from the conversation. Pure: the same message, state and guesses give the same wishes.

import { fold } from '../../gateway/agent.ts';
import { TOPICS } from './data.ts';
import { type Item, isNamed, readItems } from './items.ts';
import type { Guess, Guesser } from './learn.ts';
import { lex, mask, type Token } from './lexer.ts';
import { productsOf, type State, type Wish } from './state.ts';

/** A guess less sure than this is not understood; a change of the cart needs more. */
const LEAST = 0.26;
const LEAST_TO_CHANGE = 0.4;
const CHANGES = ['add', 'quantity', 'remove', 'empty', 'swap'];
/** Speak for a whole message, however many sentences it has. */
const ALONE = ['override', 'crisis', 'danger', 'private', 'write', 'wrote', 'damage', 'bulk'];
const COURTESIES = [
  'greet',
  'thanks',
  'praise',
  'feeling',
  'yes',
  'no',
  'complaint',
  'bye',
  'stop',
  'joke',
];
const ON_PRODUCTS = [
  'price',
  'stock',
  'colours',
  'about',
  'detail',
  'show',
  'compare',
  'restock',
  'total',
];
const IMPERATIVE =
  /^(?:can you |could you |would you )?(?:add|put|remove|delete|take|swap|change|make|order|buy|get|give|throw)\b/;
/** Bare, and yet a sentence: "which mugs do you have". */
const VERBAL =
  /\b(?:do you|have you|can i|i (?:want|need|take|like)|show|sell|how much|is there|are there|which)\b/;
const RETURNS = ['returns', 'not_returned', 'return_cost'];
const SENDING = ['abroad', 'delivery_time', 'delivery_cost', 'express', 'customs', 'dispatch'];

const SOFT =
  /^(?:(?:ok|okay|and|so|well|but|also|then|great|thanks|thank you|oh|hmm|um|please|hi|hello|hey|sorry|actually|now|alright|cool|nice|perfect|plus|wait|good|yes(?=[,.!])|no(?=[,.!])|guten tag)[,!. ]+)+(?=\S)/i;
const STARTS =
  'how|what|whats|when|where|which|who|why|do|does|is|are|can|could|would|will|show|add|put|remove|take|tell|apply|use|go|open|please|make|compare|delete|send|help|find|also|then|swap|change|i|im|i’m|my|id|i’d';
const JOINTS = new RegExp(
  String.raw`(?:,| and| but| then| plus|, and|, but)+ (?=(?:first )?(?:${STARTS})\b(?! (?:one|two|blue)))`,
  'i',
);
const ASKS =
  /^(?:how|what|whats|when|where|which|who|why|do|does|is|are|will|would|am|did|was|has|have)\b/;
export const isQuestion = (text: string): boolean => /\?\s*$/.test(text) || ASKS.test(plain(text));
/** Asks for yes or no. */
export const isPolar = (text: string): boolean =>
  /^(?:do|does|is|are|can|could|will|would|am|did|has|have|may|should|isnt|arent|was)\b/.test(
    plain(text),
  );

export function splitClauses(text: string): string[] {
  return text
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .flatMap((sentence) => sentence.split(JOINTS))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}
export const plain = (clause: string): string =>
  fold(clause)
    .replace(SOFT, '')
    .replace(/[\s,.!?]+$/, '')
    .trim();

/** What must be comparable before a message is read. */
export function sentencesOf(text: string, state: State, english: ReadonlySet<string>): string[] {
  const clauses = splitClauses(text.slice(0, 2_000)).slice(0, 6);
  const { last } = state;
  return [...new Set([text, ...clauses, ...(last ? [`${last.text} ${text}`] : [])])].map((clause) =>
    masked(lex(plain(clause), productsOf(state), english)),
  );
}
const masked = (tokens: readonly Token[]): string => mask(tokens.slice(0, 40));

export function readMessage(
  text: string,
  state: State,
  guess: Guesser,
  english: ReadonlySet<string>,
): Wish[] {
  const products = productsOf(state);
  const read = (clause: string): Wish => {
    const tokens = lex(/[A-Z]{4}/.test(clause) ? clause : plain(clause), products, english);
    return { name: '', text: clause, tokens, items: readItems(tokens) };
  };
  const whole = read(text.slice(0, 2_000));
  const best = guess(masked(whole.tokens));
  const clauses = splitClauses(text.slice(0, 2_000)).slice(0, 6);
  const alone = best.find(({ name }) => ALONE.includes(name));
  if (
    alone &&
    alone.sure > (clauses.length > 1 ? 0.5 : 0.4) &&
    alone === best[0] &&
    state.asked?.about !== 'message'
  )
    return [{ ...whole, name: alone.name }];
  const wishes: Wish[] = [];
  const now: State = { ...state };
  for (const clause of clauses) {
    const wish = decide(read(clause), now, guess);
    wishes.push(wish);
    if (wish.name === 'unknown' || COURTESIES.includes(wish.name)) continue;
    now.last = wish;
    now.asked = null;
    const [only, ...others] = wish.items.flatMap((item) => item.products ?? []);
    if (only && others.length === 0) now.focus = { id: only.id, variant: null };
  }
  const urgent = wishes.find(({ name }) => name === 'crisis' || name === 'danger');
  return urgent ? [urgent] : join(wishes, text);
}

/** Two clauses that are one matter become one wish. */
function join(wishes: readonly Wish[], text: string): Wish[] {
  const real = wishes.filter(({ name }) => name !== 'unknown' && !COURTESIES.includes(name));
  if (real.length === 0) {
    const known = wishes.filter(({ name }) => name !== 'unknown');
    return (known.length > 0 ? known : wishes).slice(0, 1);
  }
  const out: Wish[] = [];
  for (const wish of real) {
    const before = out.at(-1);
    const isOpen =
      !wish.items.some(isNamed) ||
      (before?.isBare && isQuestion(wish.text) && wish.items.some(({ isPointer }) => isPointer));
    // "The mug then, and a candle. Does that stay under 50?", "I'm looking at this bag, can it carry a laptop?": the first names
    // what the second is about. So is "the cheapest of those, add it".
    const named =
      before &&
      isOpen &&
      before.items.some((item) => isNamed(item) || item.rank === 'low' || item.rank === 'high');
    const isTopicOnly =
      named &&
      ((before.isBare && isQuestion(wish.text)) ||
        (['about', 'search'].includes(before.name) &&
          !isQuestion(before.text) &&
          [...ON_PRODUCTS, 'add'].includes(wish.name)));
    const isSent =
      before && wish.name === 'delivery_time' && ['dispatch', 'express'].includes(before.name);
    const isEcho =
      before?.name === wish.name &&
      !CHANGES.includes(wish.name) &&
      !ON_PRODUCTS.includes(wish.name);
    if (before && isTopicOnly)
      out.splice(-1, 1, {
        ...wish,
        name: wish.name === 'cart' ? 'total' : wish.name,
        items: [
          ...before.items,
          ...wish.items.filter(({ isPlural, isPointer }) => !isPlural && !isPointer),
        ],
      });
    else if (
      !isEcho &&
      !isSent &&
      !(wish.name === 'coupon' && out.some(({ name }) => name === 'combine'))
    )
      out.push(wish);
    if (wish.name === 'combine' && before?.name === 'coupon') out.splice(-2, 1);
  }
  const isEdit = out.some(({ name }) => CHANGES.includes(name));
  const asks = out.find(({ name }) => ['gift', 'search'].includes(name));
  // "I'm allergic to wool, any ideas?": what is excluded is noted anyway, and the question is answered.
  return out
    .filter(
      ({ name }) =>
        !(name === 'cart' && isEdit) &&
        (name !== 'prefer' || (asks === undefined && out.every((one) => one.name === 'prefer'))),
    )
    .map((wish) => (wish === asks && wishes.length > 1 ? { ...wish, text } : wish));
}

function decide(wish: Wish, state: State, guess: Guesser): Wish {
  const { tokens, items, text } = wish;
  const isNamedHere = items.some(isNamed);
  const guesses = weigh(guess(masked(tokens)), wish, state);
  const [best] = guesses;
  const answer = readAnswer(wish, state, best);
  if (answer !== null) return answer;
  const has = (...kinds: Token['is'][]) => tokens.some(({ is }) => kinds.includes(is));
  const bare = isBare(tokens);
  // "Make it four mugs" has no word but of closed classes, and is an order all the same.
  const isOrder =
    best !== undefined &&
    CHANGES.includes(best.name) &&
    best.sure > (IMPERATIVE.test(plain(text)) ? 0.3 : 0.6) &&
    !/\?/.test(text);
  const isWhole = best !== undefined && best.sure > 0.7 && VERBAL.test(plain(text));
  if (bare && !isOrder && !isWhole) {
    const varied = vary(wish, state);
    if (varied !== null) return varied;
  }
  const isSure =
    best !== undefined &&
    best.sure >=
      (CHANGES.includes(best.name) && !IMPERATIVE.test(plain(text)) ? LEAST_TO_CHANGE : LEAST);
  if (!isSure || best === undefined) {
    if (state.last && RETURNS.includes(state.last.name) && /\b(?:pays?|costs?|free)\b/i.test(text))
      return { ...wish, name: 'return_cost' };
    if (state.last && SENDING.includes(state.last.name) && has('country', 'day', 'time'))
      return { ...wish, name: has('country') ? 'abroad' : state.last.name };
    const again =
      state.last && tokens.length <= 8 && !isNamedHere
        ? guess(masked(lexAgain(state.last, tokens)))[0]
        : undefined;
    if (again && again.sure > 0.45 && !CHANGES.includes(again.name))
      return { ...wish, name: again.name, text: `${state.last?.text} ${text}` };
    if (items.filter(({ products }) => products).length > 1) return { ...wish, name: 'compare' };
    if (isNamedHere || (has('pointer') && state.focus))
      return { ...wish, name: isQuestion(text) ? 'detail' : 'about' };
    if (state.focus && isQuestion(text) && state.last && ON_PRODUCTS.includes(state.last.name))
      return { ...wish, name: 'detail' };
    return {
      ...wish,
      name:
        best && best.sure > 0.2 && !CHANGES.includes(best.name) && best.name !== 'coupon'
          ? best.name
          : 'unknown',
    };
  }
  const last0 = state.last;
  let { name } = best;
  // "And an unlit one?" goes on with the topic.
  if (
    last0 &&
    last0.name in TOPICS &&
    name === 'search' &&
    !isNamedHere &&
    tokens.length <= 6 &&
    /^(?:and|or|what about|also|even)\b/i.test(text)
  )
    return { ...wish, name: last0.name };
  const { last } = state;
  // "How much?" after "do you ship to Norway?" asks for the price of shipping.
  if (
    last &&
    SENDING.includes(last.name) &&
    !isNamedHere &&
    ['price', 'delivery_time', 'delivery_cost'].includes(name) &&
    state.country
  )
    name = 'abroad';
  else if (last && SENDING.includes(last.name) && !isNamedHere && name === 'price')
    name = 'delivery_cost';
  else if (
    last &&
    RETURNS.includes(last.name) &&
    !isNamedHere &&
    ['price', 'payment', 'charged'].includes(name)
  )
    name = 'return_cost';
  else if (
    last &&
    last.name === 'damage' &&
    ['returns', 'not_returned', 'return_cost'].includes(name)
  )
    name = 'damage';
  if (
    !isNamedHere &&
    !has('pointer') &&
    state.focus === null &&
    ['colours', 'stock', 'price'].includes(name) &&
    !has('plural')
  )
    name = 'search';
  if (
    name === 'prefer' &&
    /\b(?:ideas?|gifts?|presents?|recommend|suggest|what (?:can|could|do|should)|looking|show|another|other)\b/.test(
      fold(text),
    )
  )
    name = /gift|present|idea|recommend|suggest/.test(fold(text)) ? 'gift' : 'search';
  if (CHANGES.includes(name) && /^(?:does|do you|is|are|how|when|why|will)\b/.test(plain(text)))
    name = items.some((item) => item.products) ? 'about' : 'unknown';
  // "Only kitchen stuff": what the list was narrowed by stays.
  if (
    name === 'search' &&
    last &&
    ['search', 'gift'].includes(last.name) &&
    /^(?:only|just|but|in|from|with|without|and)\b/i.test(plain(text))
  )
    return {
      ...wish,
      name,
      tokens: [
        ...last.tokens.filter(({ is }) => ['price', 'colour'].includes(is) && !has(is)),
        ...tokens,
      ],
    };
  if (name === 'add' && isDenied(wish)) name = 'prefer';
  if (
    name === 'add' &&
    last &&
    CHANGES.includes(last.name) &&
    /^(?:only|just)\b/i.test(plain(text)) &&
    items.some(({ quantity }) => quantity !== undefined)
  )
    name = 'quantity';
  return { ...wish, name, ...(bare && isNamedHere && { isBare: true as const }) };
}

const lexAgain = (last: Wish, tokens: readonly Token[]): Token[] => [...last.tokens, ...tokens];

/** A skill that speaks of a product is likelier where one is named or was spoken of. */
function weigh(guesses: readonly Guess[], { items }: Wish, { focus, listed }: State): Guess[] {
  const isNamedHere = items.some(isNamed);
  const isSpokenOf = focus !== null || listed.length > 0;
  const factor = (name: string) =>
    ON_PRODUCTS.includes(name)
      ? isNamedHere
        ? 1.2
        : isSpokenOf
          ? 1.1
          : 0.5
      : name === 'yes' || name === 'no'
        ? 0.8
        : 1;
  return guesses
    .map((one) => ({ ...one, sure: one.sure * factor(one.name) }))
    .sort((a, b) => b.sure - a.sure);
}

/** Whether nothing is said but things: "and in blue?", "the second one", "what about the teapot". */
const isBare = (tokens: readonly Token[]): boolean =>
  tokens.length <= 12 &&
  tokens.every(({ is }) => is !== 'word') &&
  tokens.some(({ is }) => !['light', 'joint', 'pointer', 'word', 'not'].includes(is)) &&
  !/^(?:do you have|can i have|have you|show me)\b/.test(tokens.map(({ word }) => word).join(' '));

/** What answers the question that the assistant asked last; null where the message is about something else. */
function readAnswer(wish: Wish, { asked, last }: State, best?: Guess): Wish | null {
  if (asked === null) return null;
  const { tokens, items, text } = wish;
  const isShort = tokens.length <= 6;
  const isYes = best?.name === 'yes' && isShort;
  switch (asked.about) {
    case 'cart':
      return isYes ? { ...wish, name: 'add', items: [{ colours: [], isPointer: true }] } : null;
    case 'people':
      return isYes ? { ...wish, name: 'write', text: '' } : null;
    case 'variant':
    case 'which': {
      const [item] = items;
      const isPick =
        item && (item.colours[0] ?? item.products ?? item.ordinal ?? item.rank) !== undefined;
      if (!isPick || asked.wish === null || tokens.length > 7 || isQuestion(text)) return null;
      const open =
        asked.wish.items.findLast((one) => one.colours.length === 0) ?? asked.wish.items.at(-1);
      const merged: Item = {
        ...open,
        ...item,
        colours: item.colours,
        ...(item.quantity === undefined &&
          open?.quantity !== undefined && { quantity: open.quantity }),
      };
      if (!item.products && open?.products) merged.products = open.products;
      return { ...asked.wish, tokens: [...asked.wish.tokens, ...tokens], items: [merged] };
    }
    case 'code': {
      const code =
        tokens.find(({ is }) => is === 'code')?.word ??
        (/^[\w-]{4,30}$/.test(text.trim()) ? text.trim().toUpperCase() : null);
      return code === null
        ? null
        : { ...wish, name: 'coupon', tokens: [{ is: 'code', word: code }] };
    }
    case 'message':
      return best && ['stop', 'no'].includes(best.name) && best.sure > 0.6
        ? null
        : { ...wish, name: 'write', text: `${last?.text ?? ''} message: ${text}` };
  }
}

/** "No candles either": all that is named is unwanted. */
const isDenied = ({ items }: Wish): boolean => {
  const named = items.filter(isNamed);
  return named.length > 0 && named.every(({ isNot }) => isNot);
};

/** The last wish, of something else: "and the teapot?", "in blue", "what about Japan?". */
function vary(wish: Wish, state: State): Wish | null {
  const { last, changed, focus } = state;
  const { tokens, items, text } = wish;
  const has = (...kinds: Token['is'][]) => tokens.some(({ is }) => kinds.includes(is));
  const named = items.some(isNamed);
  const wasChange = last !== null && [...CHANGES, 'cart'].includes(last.name) && changed.length > 0;
  if (has('code')) return { ...wish, name: 'coupon' };
  if (has('country')) return { ...wish, name: last?.name === 'express' ? 'express' : 'abroad' };
  if (has('day', 'time') && !named)
    return last && [...SENDING, 'hours', 'place', 'person'].includes(last.name)
      ? {
          ...wish,
          name: ['place', 'person'].includes(last.name)
            ? 'hours'
            : last.name === 'abroad'
              ? 'delivery_time'
              : last.name,
        }
      : null;
  if (
    last &&
    ['delivery_cost', 'missing'].includes(last.name) &&
    (has('price') || (has('number') && /\bfor\b/.test(text)))
  )
    return { ...wish, name: 'delivery_cost' };
  if (!wasChange && isDenied(wish)) return { ...wish, name: 'prefer' };
  if (last && ['compare', 'total'].includes(last.name) && items.some(({ rank }) => rank))
    return { ...wish, name: 'compare' };
  if (last?.name === 'total' && named)
    return { ...wish, name: 'total', items: [...last.items, ...items] };
  const isInstead =
    has('instead') ||
    (has('not') && items.length > 0) ||
    /^(?:oh,? )?(?:no|oops|sorry)\b/i.test(text);
  if (wasChange && isInstead && items.some((item) => item.colours.length > 0 || item.products))
    return { ...wish, name: 'swap' };
  const isAsked = isQuestion(text) || /\?/.test(text);
  if (
    wasChange &&
    !isAsked &&
    !named &&
    items.some(
      ({ quantity, isMore, isLess, colours }) =>
        (quantity !== undefined || isMore || isLess) && colours.length === 0,
    )
  )
    return { ...wish, name: items.some(({ isMore }) => isMore) ? 'add' : 'quantity' };
  if (
    wasChange &&
    !isAsked &&
    items.some(({ colours }) => colours.length > 0) &&
    !named &&
    !items.some(({ quantity }) => quantity) &&
    !/\b(?:too|also|and|another)\b/.test(text)
  )
    return { ...wish, name: 'swap' };
  const isOrder =
    !isAsked &&
    items.length > 0 &&
    (named || items.some(({ colours, quantity }) => colours.length > 0 || quantity !== undefined));
  if (
    isOrder &&
    (wasChange ||
      items.some(({ quantity, products }) => quantity !== undefined && (products ?? focus)))
  ) {
    if (last?.name === 'remove' && named) return { ...wish, name: 'remove' };
    return { ...wish, name: 'add', isBare: true };
  }
  const isList = last !== null && ['search', 'gift'].includes(last.name);
  const limit = items.find(({ quantity }) => (quantity ?? 0) > 4)?.quantity;
  // "What can I buy for 15 euros? And for 30?"
  if (isList && limit !== undefined && !named && last.tokens.some(({ is }) => is === 'price'))
    return {
      ...last,
      text: `${last.text} ${text}`,
      tokens: [...last.tokens, { is: 'price', word: '20 euros', most: limit, n: limit }],
    };
  if (
    isOrder &&
    isList &&
    items.some(
      ({ ordinal, products, colours }) => (ordinal !== undefined || products) && colours.length > 0,
    )
  )
    return { ...wish, name: 'add', isBare: true };
  if (items.filter(({ products }) => products).length > 1)
    return {
      ...wish,
      name:
        last && ['total', 'compare', 'add'].includes(last.name)
          ? last.name
          : isAsked
            ? 'compare'
            : 'add',
      isBare: true,
    };
  if (
    last &&
    (has('price') || items.some(({ rank }) => rank) || (isList && has('colour') && !named))
  ) {
    if (
      items.some(
        ({ rank, isPlural, isPointer }) =>
          (rank === 'low' || rank === 'high') && isPlural && !isPointer,
      )
    )
      return { ...wish, name: 'about' };
    if (isList || !named)
      return {
        ...wish,
        name: last.name === 'gift' ? 'gift' : 'search',
        text: isList ? `${last.text} ${text}` : text,
        tokens: isList
          ? [
              ...last.tokens.filter(
                ({ is }) => !(['price', 'rank', 'colour'].includes(is) && has(is)),
              ),
              ...tokens,
            ]
          : tokens,
      };
  }
  if (
    last &&
    named &&
    [
      'price',
      'stock',
      'colours',
      'detail',
      'about',
      'show',
      'warranty',
      'not_returned',
      'returns',
      'remove',
      'restock',
    ].includes(last.name)
  )
    return {
      ...wish,
      name: last.name,
      text: ['detail', 'returns', 'not_returned'].includes(last.name) ? last.text : text,
      isBare: true,
    };
  if (has('colour') && focus !== null && !named) return { ...wish, name: 'colours' };
  if (named) return { ...wish, name: 'about', isBare: true };
  return null;
}
