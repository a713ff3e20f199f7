// Measures without any model how far an answer says what is expected: by facts, which are numbers, addresses and names, and by the
// words that both share. A paraphrase in other words measures low, so that only two answers to one question are compared by it, and
// a lost fact counts more than a changed word. Pure.

export interface Measure {
  /** From 0 to 1. */
  likeness: number;
  /** Facts of the expected answer that this one lacks, as they are written there. */
  missing: string[];
}

export type Change = 'better' | 'same' | 'worse';

const FACTS_WEIGHT = 0.6;
/** A smaller difference says nothing. */
const NOTICEABLE = 0.15;
const MIN_WORD = 3;
/** Letters by which two forms of one word are taken for the same. */
const STEM = 5;
/** Where more of the words inside sentences begin with a capital, as in German, a capital marks no name. */
const MOST_CAPITALS = 0.2;
const MAX_MISSING = 12;

export function measureAnswer(expected: string, answer: string): Measure {
  const facts = factsOf(expected);
  const said = answer.toLowerCase();
  const numbers = new Set(
    answer
      .split(/\s+/)
      .map(bare)
      .filter((word) => /^\p{N}/u.test(word))
      .map(plainNumber),
  );
  const has = (fact: string) =>
    isNumber(fact) ? numbers.has(plainNumber(fact)) : said.includes(fact.toLowerCase());
  const missing = facts.filter((fact) => !has(fact));
  const own = stemsOf(answer);
  const wanted = [...stemsOf(expected)];
  const shared = wanted.filter((stem) => own.has(stem)).length;
  const words = wanted.length === 0 ? 1 : shared / wanted.length;
  const kept = facts.length === 0 ? words : 1 - missing.length / facts.length;
  return {
    likeness: FACTS_WEIGHT * kept + (1 - FACTS_WEIGHT) * words,
    missing: missing.slice(0, MAX_MISSING),
  };
}

/** What has become of an answer from one version to the next. Null: it failed, or hasn't come. */
export function changeOf(before: Measure | null, after: Measure | null): Change {
  if (before === null || after === null) {
    return before === after ? 'same' : after === null ? 'worse' : 'better';
  }
  const lost = after.missing.filter((fact) => !before.missing.includes(fact)).length;
  const won = before.missing.filter((fact) => !after.missing.includes(fact)).length;
  if (lost !== won) return lost > won ? 'worse' : 'better';
  const by = after.likeness - before.likeness;
  return Math.abs(by) < NOTICEABLE ? 'same' : by < 0 ? 'worse' : 'better';
}

function factsOf(text: string): string[] {
  const facts = new Map<string, string>();
  const names: string[] = [];
  let inside = 0;
  let isInside = false;
  for (const raw of text.split(/\s+/)) {
    const word = bare(raw);
    if (word === '') continue;
    if (isAddress(word) || /\p{N}/u.test(word) || isCapitals(word)) {
      facts.set(word.toLowerCase(), word);
    } else if (isInside) {
      inside += 1;
      if (/^\p{Lu}\p{Ll}/u.test(word)) names.push(word);
    }
    // Behind a full stop or a colon a capital is the sentence's.
    isInside = /[\p{L}\p{N},;)]$/u.test(raw);
  }
  const areNames = names.length <= inside * MOST_CAPITALS;
  for (const name of areNames ? names : []) facts.set(name.toLowerCase(), name);
  return [...facts.values()];
}

const isAddress = (word: string) => /^(?:https?:\/\/|www\.)/i.test(word) || word.includes('@');
const isCapitals = (word: string) => word.length > 1 && !/[^\p{Lu}-]/u.test(word);
const isNumber = (fact: string) => /^\p{N}/u.test(fact) && !/\p{L}/u.test(fact);

/** Without the marks around it. */
function bare(word: string): string {
  const letters = [...word];
  const isMark = (letter: string) => !/[\p{L}\p{N}/]/u.test(letter);
  const from = letters.findIndex((letter) => !isMark(letter));
  const to = letters.findLastIndex((letter) => !isMark(letter));
  return letters.slice(Math.max(0, from), to + 1).join('');
}

/** 1,000 and 1.000 and 1000 are one; so are 2.50 and 2,5. */
function plainNumber(number: string): string {
  const parts = number.split(/[^\p{N}]/u);
  const last = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  // Three digits behind a mark are thousands, fewer are hundredths.
  const isPart = last.length === 1 || last.length === 2;
  const whole = (isPart ? parts.slice(0, -1) : parts).join('');
  const rest = isPart ? String(Number(`0.${last}`)).slice(2) : '';
  return rest === '' ? whole : `${whole}.${rest}`;
}

function stemsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.filter((word) => word.length >= MIN_WORD).map((word) => word.slice(0, STEM)),
  );
}
