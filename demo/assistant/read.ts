// A message becomes wishes: each clause is lexed, what is a thing is masked, and the classifier guesses the skill. How a clause goes on
// with the conversation stands in `data/follows.txt`. Pure: the same message, state and guesses give the same wishes.

import { fold } from '../../gateway/agent.ts';
import { FOLLOWS, TOPICS, WORDS } from './data.ts';
import { type Item, isNamed, readItems } from './items.ts';
import type { Guess, Guesser } from './learn.ts';
import { lex, mask, type Token } from './lexer.ts';
import { productsOf, type State, type Wish } from './state.ts';

/** A guess less sure than this is not understood; a change of the cart needs more. */
const LEAST = 0.26;
const LEAST_TO_CHANGE = 0.4;
const { CHANGE = [], LIST = [], TELL = [], RETURN = [] } = FOLLOWS.groups;
/** Speak for a whole message, however many sentences it has. */
const ALONE = ['override', 'crisis', 'danger', 'private', 'write', 'wrote', 'damage', 'bulk'];
/** Without such words nobody is told of a crisis line. */
const HARM = new RegExp(WORDS.harm, 'i');
const COURTESIES = 'greet thanks praise feeling yes no complaint bye stop joke abilities'.split(
  ' ',
);
const MOST_CLAUSES = 6;
const MOST_LETTERS = 2_000;

const IMPERATIVE =
  /^(?:can you |could you |would you )?(?:add|put|remove|delete|take|swap|change|make|order|buy|get|give|throw)\b/;
/** No yes: "hmm maybe". */
const UNSURE = /\b(?:maybe|perhaps|later|not|dunno|unsure)\b/i;
/** Bare, and yet a sentence: "which mugs do you have". */
const VERBAL =
  /\b(?:do you|have you|can i|i (?:want|need|take|like)|show|sell|how much|is there|are there|which)\b/;
const SOFT =
  /^(?:(?:ok|okay|and|so|well|but|also|then|great|thanks|thank you|oh|hmm|um|please|hi|hello|hey|sorry|actually|now|alright|cool|nice|perfect|plus|pity|wait|good|yes(?=[,.!])|no(?=[,.!]| wait| sorry| in | the | make )|guten tag)[,!. ]+)+(?=\S)/i;
const STARTS =
  'how|what|whats|when|where|which|who|why|do|does|is|are|can|could|would|will|show|add|put|remove|take|tell|apply|use|go|open|please|make|compare|delete|send|help|find|also|then|swap|change|drop|halve|double|order|buy|throw|i|im|i’m|my|id|i’d';
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

/** Asks for yes or no somewhere, and for nothing else: "it came yesterday, can I return it". */
export const asksYesOrNo = (text: string): boolean =>
  !/\b(?:how|whats?|which|where|when|whos?|why)\b/i.test(text) &&
  (isPolar(text) ||
    /\b(?:can|could|is|does|will|would|do|may) (?:i|it|this|that|they|the|you|u|my|a)\b/i.test(
      text,
    ));

const plain = (clause: string): string =>
  fold(clause)
    .replace(SOFT, '')
    .replace(/[\s,.!?]+$/, '')
    .trim();
const splitClauses = (text: string): string[] =>
  text
    .slice(0, MOST_LETTERS)
    .split(/(?<=[.!?;])\s+|\n+/)
    .flatMap((sentence) => sentence.trim().split(JOINTS))
    .map((clause) => clause.trim())
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
    .slice(0, MOST_CLAUSES);
const masked = (tokens: readonly Token[]): string => mask(tokens.slice(0, 40));

/** What must be comparable before a message is read. */
export function sentencesOf(text: string, state: State, english: ReadonlySet<string>): string[] {
  const again = state.last ? [`${state.last.text} ${text}`] : [];
  return [...new Set([text, ...splitClauses(text), ...again])].map((clause) =>
    masked(lex(plain(clause), productsOf(state), english)),
  );
}

export function readMessage(
  text: string,
  state: State,
  guessAny: Guesser,
  english: ReadonlySet<string>,
): Wish[] {
  const products = productsOf(state);
  const read = (clause: string): Wish => {
    const tokens = lex(/[A-Z]{4}/.test(clause) ? clause : plain(clause), products, english);
    return { name: '', text: clause, tokens, items: readItems(tokens) };
  };
  const whole = read(text.slice(0, MOST_LETTERS));
  if (/^use the tool \w+$/i.test(text.trim())) return [{ ...whole, name: 'tool' }];
  const clauses = splitClauses(text);
  const guess: Guesser = HARM.test(text)
    ? guessAny
    : (sentence) => guessAny(sentence).filter(({ name }) => name !== 'crisis');
  const [best] = guess(masked(whole.tokens));
  // What the whole sounds like, one of its sentences must sound like, too.
  const isOfPart = (name: string) =>
    clauses.some((clause) => guess(masked(read(clause).tokens))[0]?.name === name);
  if (best && ALONE.includes(best.name) && isOfPart(best.name) && state.asked?.about !== 'message')
    if (best.sure > (clauses.length > 1 ? 0.5 : 0.4)) return [{ ...whole, name: best.name }];
  const wishes: Wish[] = [];
  const now: State = { ...state };
  for (const clause of clauses) {
    const wish = decide(read(clause), now, guess);
    wishes.push(wish);
    if (wish.name === 'unknown' || COURTESIES.includes(wish.name)) continue;
    Object.assign(now, { last: wish, asked: null });
    now.country = wish.tokens.find(({ country }) => country)?.country ?? now.country;
    const [only, ...others] = wish.items.flatMap((item) => item.products ?? []);
    if (only && others.length === 0) now.focus = { id: only.id, variant: null };
  }
  const urgent = wishes.find(({ name }) => name === 'crisis' || name === 'danger');
  return urgent ? [urgent] : join(wishes, text);
}

/** Clauses that are one matter become one wish. */
function join(wishes: readonly Wish[], text: string): Wish[] {
  const real = wishes.filter(({ name }) => name !== 'unknown' && !COURTESIES.includes(name));
  if (real.length === 0)
    return [...wishes.filter(({ name }) => name !== 'unknown'), ...wishes].slice(0, 1);
  const out: Wish[] = [];
  for (const wish of real) {
    const before = out.at(-1);
    if (before && topicOf(before, wish)) {
      const items = wish.items.filter(({ isPlural, isPointer }) => !isPlural && !isPointer);
      const name = wish.name === 'cart' ? 'total' : wish.name;
      const places = before.tokens.filter(({ is }) => is === 'country');
      const tokens = [...wish.tokens, ...places];
      out.splice(-1, 1, { ...wish, name, tokens, items: [...before.items, ...items] });
    } else if (
      before?.name === 'compare' &&
      /^which\b/.test(plain(wish.text)) &&
      [...LIST, 'detail'].includes(wish.name)
    ) {
      // "What is the difference, and which can I wash?" is about the same things.
      out.push({ ...wish, name: 'compare', items: before.items });
    } else if (before && isOfList(before) && isOfList(wish) && !asksFor(wish)) {
      // "A present for my mum, she drinks tea, budget 50": one list.
      const name = before.name === 'gift' ? 'gift' : wish.name;
      const items = [...before.items, ...wish.items];
      out.splice(-1, 1, { ...before, name, items, tokens: [...before.tokens, ...wish.tokens] });
    } else if (before && isAside(before, wish)) {
      out.splice(-1, 1, wish);
    } else if (before?.name === 'returns' && wish.name === 'not_returned') {
      // "Can I return it? I lit it once": the second settles the first.
      out.splice(-1, 1, { ...wish, items: [...before.items, ...wish.items] });
    } else if (!before || !isSame(before, wish, out)) out.push(wish);
    if (wish.name === 'combine' && before?.name === 'coupon') out.splice(-2, 1);
  }
  const isEdit = out.some(({ name }) => CHANGE.includes(name));
  const asks = out.find(({ name }) => LIST.includes(name));
  // "I'm allergic to wool, any ideas?": what is excluded is noted anyway, and the question is answered.
  const kept = out.filter(
    ({ name }) =>
      !(name === 'cart' && isEdit) &&
      (name !== 'prefer' || (!asks && out.every((one) => one.name === 'prefer'))),
  );
  const dropped = wishes.filter((one) => !real.includes(one) || one.name === 'prefer');
  const unheard = wishes.find(
    (one) => one.name === 'unknown' && isQuestion(one.text) && one.tokens.length > 2,
  );
  const whole = kept.map((wish) => {
    // "I'll have 60 euros in the cart, is delivery free?": the sum stands in a clause that asks nothing.
    const isPriced = wish.name === 'missing' || wish === asks;
    if (isPriced && !wish.tokens.some(({ is }) => is === 'price')) {
      const sum = dropped.flatMap(({ tokens }) => tokens.filter(({ is }) => is === 'price'));
      if (sum.length > 0)
        return { ...wish, ...(wish === asks && { text }), tokens: [...wish.tokens, ...sum] };
    }
    // "Can I return it? I washed it": what was done to it is part of the question.
    const isWhole = wish === asks || (kept.length === 1 && RETURN.includes(wish.name));
    return isWhole && wishes.length > 1 ? { ...wish, text } : wish;
  });
  return unheard ? [...whole, { ...unheard, name: 'half' }] : whole;
}

/** "The mug then, and a candle. Does that stay under 50?", "I'm looking at this bag, can it carry a laptop?", "the cheapest of those,
 * add it": the first names what the second is about. */
function topicOf(before: Wish, wish: Wish): boolean {
  const isAsked = isQuestion(wish.text);
  const isOpen =
    !wish.items.some(isNamed) ||
    (before.isBare === true && isAsked && wish.items.some(({ isPointer }) => isPointer));
  const names = before.items.some(
    (item) => isNamed(item) || /^(?:low|high)$/.test(item.rank ?? ''),
  );
  // "The candle gives me a headache, can I return it?" asks nothing of the candle.
  const isStatement =
    before.name === 'about' && !/^(?:tell|show|describe)\b/.test(plain(before.text));
  const isTopic =
    (before.isBare && isAsked) ||
    (isStatement && !isQuestion(before.text) && wish.name in TOPICS) ||
    (['about', 'search'].includes(before.name) &&
      !isQuestion(before.text) &&
      [...TELL, 'add'].includes(wish.name));
  return isOpen && names && isTopic === true;
}

/** "My cat is curious, is it toxic for cats?": the first seeks nothing. */
const isOfList = ({ name }: Wish): boolean => LIST.includes(name);
/** Asks for a thing of its own: "do you have a backpack". */
export const asksFor = ({ items, text }: Wish): boolean =>
  items.some(isNamed) ||
  /\b(?:do (?:you|u) (?:also )?(?:have|sell|carry|stock|do)|(?:is|are) there|got any|looking for)\b/i.test(
    text,
  );

const isAside = (before: Wish, wish: Wish): boolean =>
  LIST.includes(before.name) &&
  before.items.length === 0 &&
  /^(?:my|our|we|i have)\b/i.test(plain(before.text)) &&
  wish.name === 'detail' &&
  wish.items.some(({ isPointer, products }) => isPointer ?? products);

const isSame = (before: Wish, wish: Wish, out: readonly Wish[]): boolean =>
  (before.name === wish.name && ![...CHANGE, ...TELL].includes(wish.name)) ||
  (wish.name === 'delivery_time' && ['dispatch', 'express'].includes(before.name)) ||
  (wish.name === 'coupon' && out.some(({ name }) => name === 'combine'));

function decide(wish: Wish, state: State, guess: Guesser): Wish {
  const { tokens, items, text } = wish;
  const guesses = weigh(guess(masked(tokens)), wish, state);
  const [best] = guesses;
  const answer = readAnswer(wish, state, best);
  if (answer !== null) return answer;
  const signs = signsOf(wish, state, best);
  const row = FOLLOWS.rows.find(({ signs: wanted }) =>
    wanted.every((some) =>
      some.some((one) => (one.startsWith('!') ? !signs.has(one.slice(1)) : signs.has(one))),
    ),
  );
  if (row) return goOn(wish, row.means, state, signs);
  const isBare = signs.has('bare') && signs.has('named') && { isBare: true as const };
  if (best && !signs.has('unsure')) return { ...wish, name: best.name, ...isBare };
  // What it would mean, said after the last.
  const again =
    state.last && tokens.length <= 8 && !signs.has('named')
      ? guess(masked([...state.last.tokens, ...tokens]))[0]
      : undefined;
  if (again && again.sure > 0.45 && !CHANGE.includes(again.name)) {
    const kept = LIST.includes(again.name)
      ? (state.last?.tokens.filter(({ is }) => is === 'price' && !signs.has('price')) ?? [])
      : [];
    const tokensOfBoth = [...kept, ...tokens];
    return { ...wish, name: again.name, text: `${state.last?.text} ${text}`, tokens: tokensOfBoth };
  }
  if (items.filter(({ products }) => products).length > 1) return { ...wish, name: 'compare' };
  if (signs.has('named') || (signs.has('pointer') && signs.has('focus')))
    return { ...wish, name: isQuestion(text) ? 'detail' : 'about' };
  if (signs.has('focus') && isQuestion(text) && TELL.includes(state.last?.name ?? ''))
    return { ...wish, name: 'detail' };
  const isGuess = best && best.sure > 0.2 && ![...CHANGE, 'coupon'].includes(best.name);
  return { ...wish, name: isGuess ? best.name : 'unknown' };
}

/** What the table looks at. */
function signsOf(wish: Wish, state: State, best: Guess | undefined): Set<string> {
  const { tokens, items, text } = wish;
  const { last, changed, focus, country } = state;
  const signs = new Set<string>(tokens.map(({ is }) => is));
  const some = (holds: (item: Item) => unknown) => items.some(holds);
  const isImperative = IMPERATIVE.test(plain(text));
  const isChange = best !== undefined && CHANGE.includes(best.name);
  const isSure = best && best.sure >= (isChange && !isImperative ? LEAST_TO_CHANGE : LEAST);
  // "Make it four mugs" has no word but of closed classes, and is an order all the same.
  const isOrder = isChange && best.sure > (isImperative ? 0.3 : 0.6) && !/\?/.test(text);
  const isWhole = best && best.sure > 0.7 && VERBAL.test(plain(text));
  const isBare =
    tokens.length <= 12 &&
    tokens.every(({ is }) => is !== 'word') &&
    tokens.some(({ is }) => !['light', 'joint', 'pointer', 'not'].includes(is)) &&
    !/^(?:do you have|can i have|have you|show me)\b/.test(plain(text));
  const denied = items.filter(isNamed);
  const holds: Record<string, unknown> = {
    bare: isBare,
    elliptic: isBare && !isOrder && !isWhole,
    named: denied.length > 0,
    many: items.filter(({ products }) => products).length > 1,
    quantity: some(({ quantity }) => quantity !== undefined),
    limit: some(({ quantity }) => (quantity ?? 0) > 4),
    huge: some(({ quantity }) => (quantity ?? 0) > 20),
    more: some(({ isMore }) => isMore),
    less: some(({ isLess }) => isLess),
    plural: some(({ isPlural }) => isPlural),
    extreme: some(({ rank }) => rank === 'low' || rank === 'high'),
    denied: denied.length > 0 && denied.every(({ isNot }) => isNot),
    day: signs.has('day') || signs.has('time'),
    question: isQuestion(text) || /\?/.test(text),
    short: tokens.length <= 6,
    unsure: !isSure,
    focus,
    abroad: country,
    last,
    changed: changed.length > 0 && [...CHANGE, 'cart'].includes(last?.name ?? ''),
  };
  for (const [sign, is] of Object.entries(holds)) is ? signs.add(sign) : signs.delete(sign);
  for (const [kind, name] of [
    ['guess', isSure ? best?.name : undefined],
    ['after', last?.name],
  ] as const) {
    if (name === undefined) continue;
    signs.add(`${kind}:${name}`);
    for (const [group, names] of Object.entries(FOLLOWS.groups))
      if (names.includes(name)) signs.add(`${kind}:${group}`);
    if (name in TOPICS) signs.add(`${kind}:TOPIC`);
  }
  for (const [word, pattern] of FOLLOWS.words)
    if (pattern.test(text) || pattern.test(plain(text))) signs.add(word);
  return signs;
}

/** What a row of the table means, with what it takes from the last wish. */
function goOn(wish: Wish, means: string, { last }: State, signs: ReadonlySet<string>): Wish {
  const isBare = signs.has('bare') && signs.has('named') && { isBare: true as const };
  const own = { ...wish, ...isBare };
  if (last === null) return { ...own, name: means };
  const { text, tokens } = wish;
  const kept = (...kinds: string[]) => last.tokens.filter(({ is }) => kinds.includes(is));
  const said = { ...wish, name: last.name, text: `${last.text} ${text}` };
  switch (means) {
    case 'same':
      return { ...own, name: last.name };
    case 'retell':
      return { ...own, name: last.name, text: last.text };
    case 'those':
      return { ...own, name: 'add', items: last.items.filter(isNamed) };
    case 'measure':
      return {
        ...own,
        name: last.name,
        text: last.text.replace(/\d+/, /\d+/.exec(text)?.[0] ?? ''),
      };
    case 'sum':
      return { ...own, name: 'total', items: [...last.items, ...wish.items] };
    case 'refine': {
      const rest = last.tokens.filter(
        ({ is }) => !(['price', 'rank', 'colour'].includes(is) && signs.has(is)),
      );
      return { ...said, tokens: [...rest, ...tokens] };
    }
    case 'limit': {
      const n = wish.items.find(({ quantity }) => (quantity ?? 0) > 4)?.quantity ?? 0;
      const rest = last.tokens.filter(({ is }) => is !== 'price');
      return {
        ...said,
        items: last.items,
        tokens: [...rest, { is: 'price', word: '20 euros', most: n, n }],
      };
    }
    case 'narrow':
      return {
        ...wish,
        name: 'search',
        tokens: [...kept('price', 'colour').filter(({ is }) => !signs.has(is)), ...tokens],
      };
    default:
      return { ...own, name: means };
  }
}

/** A skill that speaks of a product is likelier where one is named or was spoken of. */
function weigh(guesses: readonly Guess[], { items }: Wish, { focus, listed }: State): Guess[] {
  const onProducts = items.some(isNamed) ? 1.2 : focus !== null || listed.length > 0 ? 1.1 : 0.5;
  const factor = (name: string) =>
    TELL.includes(name) ? onProducts : name === 'yes' || name === 'no' ? 0.8 : 1;
  return guesses
    .map((one) => ({ ...one, sure: one.sure * factor(one.name) }))
    .sort((a, b) => b.sure - a.sure);
}

/** What answers the question that the assistant asked last; null where the message is about something else. */
function readAnswer(wish: Wish, { asked, last, changed }: State, best?: Guess): Wish | null {
  if (asked === null) return null;
  const { tokens, items, text } = wish;
  const isYes = best?.name === 'yes' && tokens.length <= 6 && !UNSURE.test(text);
  switch (asked.about) {
    case 'cart':
      return isYes ? { ...wish, name: 'add', items: [{ colours: [], isPointer: true }] } : null;
    case 'human':
      return isYes ? { ...wish, name: 'person', items: [] } : null;
    case 'people':
      return isYes ? { ...wish, name: 'write', text: '' } : null;
    case 'variant':
    case 'which': {
      const [item] = items;
      const isPick =
        item && (item.colours[0] ?? item.products ?? item.ordinal ?? item.rank) !== undefined;
      if (!isPick || asked.wish === null || tokens.length > 7 || isQuestion(text)) return null;
      const isDone = ({ products }: Item) => changed.some(({ id }) => products?.[0]?.id === id);
      const all = asked.wish.items.filter((one) => !isDone(one));
      const isOpen = ({ colours, products }: Item) =>
        colours.length === 0 && products?.length === 1 && (products[0]?.variants.length ?? 0) > 1;
      const open =
        all.find(isOpen) ?? all.findLast((one) => one.colours.length === 0) ?? all.at(-1);
      const merged: Item = {
        ...open,
        ...item,
        colours: item.colours,
        ...(item.quantity === undefined &&
          open?.quantity !== undefined && { quantity: open.quantity }),
      };
      if (!item.products && open?.products) merged.products = open.products;
      const others = item.products ? [] : all.filter((one) => one !== open && isNamed(one));
      return {
        ...asked.wish,
        tokens: [...asked.wish.tokens, ...tokens],
        items: [merged, ...others],
      };
    }
    case 'code': {
      const code =
        tokens.find(({ is }) => is === 'code')?.word ??
        (/^[\w-]{4,30}$/.test(text.trim()) ? text.trim().toUpperCase() : null);
      return code ? { ...wish, name: 'coupon', tokens: [{ is: 'code', word: code }] } : null;
    }
    case 'message':
      return best && ['stop', 'no'].includes(best.name) && best.sure > 0.6
        ? null
        : { ...wish, name: 'write', text: `${last?.text ?? ''} message: ${text}` };
  }
}
