// A message becomes wishes: each clause is lexed, what is a thing is masked, and the classifier guesses the skill. Clauses that are one
// matter become one wish. Pure: the same message, state and guesses give the same wishes.

import { asksFor, isQuestion, MOST_LETTERS, plain, splitClauses } from './clauses.ts';
import { FOLLOWS, TOPICS, WORDS } from './data.ts';
import { decide } from './follow.ts';
import { isNamed, readItems } from './items.ts';
import type { Guesser } from './learn.ts';
import { lex, mask, type Token } from './lexer.ts';
import { productsOf, type State, type Wish } from './state.ts';

const { CHANGE = [], LIST = [], TELL = [], RETURN = [], TALKING = [] } = FOLLOWS.groups;
/** Without such words nobody is told of a crisis line. */
const HARM = new RegExp(WORDS.harm, 'i');
const SAFETY = new RegExp(WORDS.safety, 'i');

const masked = (tokens: readonly Token[]): string => mask(tokens.slice(0, 40));

/** What must be comparable before a message is read. */
export const sentencesOf = (text: string, state: State, english: ReadonlySet<string>): string[] =>
  [text, ...splitClauses(text)].map((clause) =>
    masked(lex(plain(clause), productsOf(state), english)),
  );

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
  const guess = (tokens: readonly Token[]) =>
    guessAny(masked(tokens)).filter(({ name }) => name !== 'crisis' || HARM.test(text));
  const whole = read(text.slice(0, MOST_LETTERS));
  if (/^use the tool \w+$/i.test(text.trim())) return [{ ...whole, name: 'tool' }];
  const clauses = splitClauses(text).map(read);
  const wishes: Wish[] = [];
  const now: State = { ...state };
  for (const clause of clauses) {
    const wish = decide(clause, now, guess(clause.tokens));
    wishes.push(wish);
    if (TALKING.includes(wish.name)) continue;
    Object.assign(now, { last: wish, asked: null });
    now.country = wish.tokens.find(({ country }) => country)?.country ?? now.country;
  }
  const urgent = wishes.find(({ name }) => name === 'crisis' || name === 'danger');
  return urgent ? [urgent] : join(wishes, text);
}

function join(wishes: readonly Wish[], text: string): Wish[] {
  const real = wishes.filter(({ name }) => !TALKING.includes(name));
  if (real.length === 0)
    return [...wishes.filter(({ name }) => name !== 'unknown'), ...wishes].slice(0, 1);
  const joined: Wish[] = [];
  for (const wish of real) {
    const before = joined.at(-1);
    const one = before && joinTwo(before, wish);
    if (one) joined.splice(-1, 1, one);
    else if (!joined.some(({ name }) => name === wish.name && ![...CHANGE, ...TELL].includes(name)))
      joined.push(wish);
  }
  const isEdit = joined.some(({ name }) => CHANGE.includes(name));
  const asks = joined.find(({ name }) => LIST.includes(name));
  // "I'm allergic to wool, any ideas?": what is excluded is noted anyway, and the question is answered.
  const kept = joined.filter(
    ({ name }) =>
      !(name === 'cart' && isEdit) &&
      (name !== 'prefer' || joined.every((one) => one.name === 'prefer')),
  );
  return kept.map((wish) => {
    // "I'm expecting a baby, is the candle ok": whatever the question is like, it asks for safety.
    if (['about', 'detail'].includes(wish.name) && isQuestion(wish.text) && SAFETY.test(text))
      return { ...wish, name: 'detail', text };
    // "Can I return it? I washed it": what was done to it is part of the question.
    const isWhole = wish === asks || (kept.length === 1 && RETURN.includes(wish.name));
    return isWhole ? { ...wish, text } : wish;
  });
}

/** Two clauses that are one matter, or null. */
function joinTwo(before: Wish, wish: Wish): Wish | null {
  if (isAbout(before, wish)) {
    const items = wish.items.filter(({ isPlural, isPointer }) => !isPlural && !isPointer);
    const places = before.tokens.filter(({ is }) => is === 'country');
    const name = wish.name === 'cart' ? 'total' : wish.name;
    const all = [...before.items, ...items];
    return { ...wish, name, tokens: [...wish.tokens, ...places], items: all };
  }
  // "A present for my mum, she drinks tea": one list.
  if (LIST.includes(before.name) && LIST.includes(wish.name) && !asksFor(wish)) {
    const items = [...before.items, ...wish.items];
    return { ...before, items, tokens: [...before.tokens, ...wish.tokens] };
  }
  return null;
}

/** "The mug then, and a candle. Does that stay under 50?", "I'm looking at this bag, can it carry a laptop?", "the cheapest of those,
 * add it": the first names what the second is about. */
function isAbout(before: Wish, wish: Wish): boolean {
  const isAsked = isQuestion(wish.text);
  const isOpen =
    !wish.items.some(isNamed) ||
    (before.isBare === true && isAsked && wish.items.some(({ isPointer }) => isPointer));
  const names = before.items.some(
    (item) => isNamed(item) || /^(?:low|high)$/.test(item.rank ?? ''),
  );
  if (!isOpen || !names || isQuestion(before.text)) return false;
  // "The candle gives me a headache, can I return it?" asks nothing of the candle.
  const isStatement =
    before.name === 'about' && !/^(?:tell|show|describe)\b/.test(plain(before.text));
  return (
    (before.isBare === true && isAsked) ||
    (isStatement && wish.name in TOPICS) ||
    (['about', 'search'].includes(before.name) && [...TELL, 'add'].includes(wish.name))
  );
}
