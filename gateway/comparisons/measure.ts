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

const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>()"']*[\p{L}\p{N}/]|[^\s<>()"'@]+@[\p{L}\p{N}.-]+\p{L}/giu;
const NUMBER = /\p{N}+(?:[.,:’' ]\p{N}+)*/gu;
const CODE = /\b(?=[\p{L}\p{N}-]*\p{L})(?:\p{Lu}[\p{Lu}\p{N}-]+|[\p{L}-]*\p{N}[\p{L}\p{N}-]*)/gu;
const INSIDE = /(?<=[\p{L}\p{N},;)]\s+)\p{L}[\p{L}’'-]+/gu;

export function measureAnswer(expected: string, answer: string): Measure {
  const facts = factsOf(expected);
  const said = answer.toLowerCase();
  const numbers = new Set((answer.match(NUMBER) ?? []).map(plainNumber));
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
  const addresses = text.match(ADDRESS) ?? [];
  const rest = text.replace(ADDRESS, ' ');
  const codes = rest.match(CODE) ?? [];
  const numbers = rest.replace(CODE, ' ').match(NUMBER) ?? [];
  const inside = rest.match(INSIDE) ?? [];
  const capitals = inside.filter((word) => /^\p{Lu}\p{Ll}/u.test(word));
  const names = capitals.length > inside.length * MOST_CAPITALS ? [] : capitals;
  const seen = new Map(
    [...addresses, ...numbers, ...codes, ...names].map((one) => [one.toLowerCase(), one]),
  );
  return [...seen.values()];
}

const isNumber = (fact: string) => /^\p{N}/u.test(fact) && !/\p{L}/u.test(fact);

/** 1,000 and 1.000 and 1000 are one; so are 2.50 and 2,5. */
function plainNumber(number: string): string {
  const [, whole = number, part = ''] = /^(.*?)(?:[.,:](\p{N}{1,2}))?$/u.exec(number) ?? [];
  const rest = part.replace(/0+$/, '');
  return whole.replace(/[^\p{N}]/gu, '') + (rest === '' ? '' : `.${rest}`);
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
