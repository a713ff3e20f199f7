// Reads typing errors, numbers and ordinals in a visitor's words. Pure functions of strings; folding case and finding
// stems is the gateway's part.

import { stem, tokens } from '../../gateway/agent.ts';

/** Edits between two words, a swap of neighbours counting once; stops counting above `limit`. */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(before, j - 2) + 1);
      }
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return Math.min(at(previous, b.length), limit + 1);
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.MAX_SAFE_INTEGER;
}

/** Whether `typed` is `meant`, allowing for as many typing errors as are usual in words of this length. */
export function isAlike(typed: string, meant: string): boolean {
  if (typed === meant || stem(typed) === stem(meant)) return true;
  const shorter = Math.min(typed.length, meant.length);
  if (shorter < 3) return false;
  // "mgus": no stem takes off a plural that looks like "bus".
  if (/[^s]us$/.test(typed) && typed.length === meant.length + 1) {
    return isAlike(typed.slice(0, -1), meant);
  }
  // Of short words only a swap of neighbours is forgiven: one letter more makes "cart" a "card".
  if (shorter <= 4) {
    return (
      typed.length === meant.length && isAnagram(typed, meant) && distance(typed, meant, 1) === 1
    );
  }
  const limit = shorter >= 8 ? 2 : 1;
  return distance(typed, meant, limit) <= limit;
}

function isAnagram(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('');
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'zero one two three four five six seven eight nine ten eleven twelve'
      .split(' ')
      .map((word, value) => [word, value]),
  ),
  ...{ couple: 2, pair: 2, both: 2, few: 3, dozen: 12, fifteen: 15, twenty: 20 },
};

/** A number as people write small ones, for a pattern. */
export const SMALL_NUMBER =
  '(?:x ?)?\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|a dozen';

/** What the first fitting pattern catches; null where none fits. */
export function firstOf(text: string, patterns: readonly RegExp[]): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match[1] ?? '';
  }
  return null;
}

/** "3", "x3", "three", "a couple of", "half a dozen" as a number and where it stands; null without one. */
export function findQuantity(text: string): { value: number; phrase: string } | null {
  const half = /\bhalf a dozen(?: of)?\b/.exec(text);
  if (half) return { value: 6, phrase: half[0] };
  const digits =
    /(?:^|\s)(?:x\s?)?(-?\d{1,6})(?:\s?x)?(?:\s(?:pieces|pcs)(?: of)?)?(?=$|[\s,.!?])/.exec(text);
  if (digits) return { value: Number(digits[1]), phrase: digits[0] };
  const words =
    /\b(?:(?:a|the) )?(zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|couple|pair|dozen|few|both|single|one|another|an?)(?: of)?\b(?! bit)/.exec(
      text,
    );
  const word = words?.[1];
  if (words && word !== undefined) return { value: NUMBER_WORDS[word] ?? 1, phrase: words[0] };
  return null;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** 1 for the first, -1 for the last, null without an ordinal. */
export function findOrdinal(text: string): number | null {
  const word = /\b(first|second|third|fourth|fifth|last)\b/.exec(text)?.[1];
  if (word === undefined) return null;
  return word === 'last' ? -1 : ORDINALS.indexOf(word) + 1;
}

/** Whether a text has something like words in it: letters with vowels, or another script, or digits. */
export function isWordlike(text: string): boolean {
  const words = tokens(text);
  if (words.length === 0) return false;
  const odd = words.filter(
    (word) =>
      /^[a-z]+$/.test(word) &&
      (/[bcdfghjklmnpqrstvwxz]{5,}/.test(word) ||
        /(.)\1{3,}/.test(word) ||
        (word.length > 3 && !/[aeiouy]/.test(word)) ||
        /^(asdf|qwer|zxcv|hjkl|jkl)/.test(word)),
  );
  return odd.length * 2 <= words.length && odd.length < words.length;
}
