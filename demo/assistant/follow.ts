// What a clause means in its conversation: an answer to the assistant's question, else a row of `data/follows.txt`, else the guess.

import { isQuestion, plain } from './clauses.ts';
import { FOLLOWS, TOPICS, WORDS } from './data.ts';
import { type Item, isNamed } from './items.ts';
import type { Guess } from './learn.ts';
import type { State, Wish } from './state.ts';

/** A guess less sure than this is not understood; a change of the cart needs more. */
const LEAST = 0.26;
const LEAST_TO_CHANGE = 0.4;
const { CHANGE = [], TELL = [] } = FOLLOWS.groups;
const IMPERATIVE = new RegExp(WORDS.clauses.imperative);
/** No yes: "hmm maybe". */
const UNSURE = new RegExp(WORDS.clauses.unsure, 'i');

export function decide(wish: Wish, state: State, guesses: readonly Guess[]): Wish {
  const { items, text } = wish;
  const onProducts = items.some(isNamed) ? 1.2 : state.focus || state.listed.length > 0 ? 1.1 : 0.5;
  // A skill that speaks of a product is likelier where one is named or was spoken of.
  const [best] = guesses
    .map(({ name, sure }) => ({ name, sure: sure * (TELL.includes(name) ? onProducts : 1) }))
    .sort((a, b) => b.sure - a.sure);
  const answer = readAnswer(wish, state, best);
  if (answer !== null) return answer;
  const signs = signsOf(wish, state, best);
  const isBare = signs.has('bare') && signs.has('named');
  const own: Wish = { ...wish, ...(isBare && { isBare }) };
  const holds = (one: string) => (one.startsWith('!') ? !signs.has(one.slice(1)) : signs.has(one));
  const row = FOLLOWS.rows.find((one) => one.signs.every((some) => some.some(holds)));
  if (row) return goOn(own, row.means, state, signs);
  if (best && !signs.has('unsure')) return { ...own, name: best.name };
  if (signs.has('named') || (signs.has('pointer') && signs.has('focus')))
    return { ...own, name: isQuestion(text) ? 'detail' : 'about' };
  if (signs.has('focus') && isQuestion(text) && TELL.includes(state.last?.name ?? ''))
    return { ...own, name: 'detail' };
  return { ...own, name: 'unknown' };
}

/** What the table looks at. */
function signsOf(wish: Wish, state: State, best: Guess | undefined): Set<string> {
  const { tokens, items, text } = wish;
  const { last, changed, focus, country } = state;
  const said = plain(text);
  const signs = new Set<string>(tokens.map(({ is }) => is));
  const some = (holds: (item: Item) => unknown) => items.some(holds);
  const isImperative = IMPERATIVE.test(said);
  const isChange = best !== undefined && CHANGE.includes(best.name);
  const isSure = best && best.sure >= (isChange && !isImperative ? LEAST_TO_CHANGE : LEAST);
  // "Make it four mugs" has no word but of closed classes, and is an order all the same.
  const isOrder = isChange && best.sure > (isImperative ? 0.3 : 0.6) && !/\?/.test(text);
  const isBare =
    tokens.length <= 12 &&
    tokens.every(({ is }) => is !== 'word') &&
    tokens.some(({ is }) => !['light', 'joint', 'pointer', 'not'].includes(is)) &&
    !/^(?:do you have|can i have|have you|show me)\b/.test(said);
  const named = items.filter(isNamed);
  const holds: Record<string, unknown> = {
    bare: isBare,
    elliptic: isBare && !isOrder,
    named: named.length > 0,
    many: items.filter(({ products }) => products).length > 1,
    quantity: some(({ quantity }) => quantity !== undefined),
    limit: some(({ quantity }) => (quantity ?? 0) > 4),
    huge: some(({ quantity }) => (quantity ?? 0) > 20),
    more: some(({ isMore }) => isMore),
    less: some(({ isLess }) => isLess),
    plural: some(({ isPlural }) => isPlural),
    extreme: some(({ rank }) => rank === 'low' || rank === 'high'),
    denied: named.length > 0 && named.every(({ isNot }) => isNot),
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
  const skills = { guess: isSure ? best.name : undefined, after: last?.name };
  for (const [kind, name] of Object.entries(skills)) {
    if (name === undefined) continue;
    signs.add(`${kind}:${name}`);
    for (const [group, names] of Object.entries(FOLLOWS.groups))
      if (names.includes(name)) signs.add(`${kind}:${group}`);
    if (name in TOPICS) signs.add(`${kind}:TOPIC`);
  }
  for (const [word, pattern] of FOLLOWS.words)
    if (pattern.test(text) || pattern.test(said)) signs.add(word);
  return signs;
}

/** What a row of the table means, with what it takes from the last wish. */
function goOn(wish: Wish, means: string, { last }: State, signs: ReadonlySet<string>): Wish {
  if (last === null) return { ...wish, name: means };
  const { text, tokens, items } = wish;
  const kept = last.tokens.filter(
    ({ is }) => !(['price', 'rank', 'colour'].includes(is) && signs.has(is)),
  );
  const both = { ...wish, name: last.name, text: `${last.text} ${text}` };
  switch (means) {
    case 'same':
      return { ...wish, name: last.name };
    case 'retell':
      return { ...wish, name: last.name, text: last.text };
    case 'those':
      return { ...wish, name: 'add', items: last.items.filter(isNamed) };
    case 'sum':
      return { ...wish, name: 'total', items: [...last.items, ...items] };
    case 'refine':
      return { ...both, tokens: [...kept, ...tokens] };
    case 'limit': {
      const n = items.find(({ quantity }) => (quantity ?? 0) > 4)?.quantity ?? 0;
      const rest = last.tokens.filter(({ is }) => is !== 'price');
      const price = { is: 'price', word: '20 euros', most: n, n } as const;
      return { ...both, items: last.items, tokens: [...rest, price] };
    }
    default:
      return { ...wish, name: means };
  }
}

/** What answers the question that the assistant asked last; null where the message is about something else. */
function readAnswer(wish: Wish, { asked, changed }: State, best?: Guess): Wish | null {
  if (asked === null) return null;
  const { tokens, items, text } = wish;
  const isYes = best?.name === 'yes' && tokens.length <= 6 && !UNSURE.test(text);
  switch (asked.about) {
    case 'cart':
      return isYes ? { ...wish, name: 'add', items: [{ colours: [], isPointer: true }] } : null;
    case 'human':
      return isYes ? { ...wish, name: 'person', items: [] } : null;
    case 'variant':
    case 'which': {
      const [item] = items;
      const isPick =
        item && (item.colours[0] ?? item.products ?? item.ordinal ?? item.rank) !== undefined;
      if (!isPick || asked.wish === null || tokens.length > 7 || isQuestion(text)) return null;
      // The colour is for the thing that still lacks one.
      const isDone = ({ products }: Item) => changed.some(({ id }) => products?.[0]?.id === id);
      const all = asked.wish.items.filter((one) => !isDone(one));
      const lacking = all.filter(({ colours }) => colours.length === 0);
      const open =
        lacking.find(({ products }) => products?.[0]?.variants[1]) ?? lacking.at(-1) ?? all.at(-1);
      const others = item.products ? [] : all.filter((one) => one !== open && isNamed(one));
      return {
        ...asked.wish,
        tokens: [...asked.wish.tokens, ...tokens],
        items: [{ ...open, ...item }, ...others],
      };
    }
  }
}
