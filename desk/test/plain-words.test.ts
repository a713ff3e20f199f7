import { expect, it } from 'vitest';
import { plainWords } from '../model/plain-words.ts';

it.each([
  [
    'In two days, with **DHL**.\n\n- Tuesday\n- or Wednesday',
    'In two days, with DHL. Tuesday or Wednesday',
  ],
  [
    '# Lamps\n\nSee [the list](https://a.example/lamps) and `code`.',
    'Lamps See the list and code.',
  ],
  ['| a | b |\n|---|:--|\n| 1 | 2 |', 'a b 1 2'],
  ['1. one\n2) two', 'one two'],
  ['2 * 3 * 4 and a_b_c, snake__case', '2 * 3 * 4 and a_b_c, snake__case'],
  ['<b>raw</b> stays', '<b>raw</b> stays'],
  ['**cut in the mid', '**cut in the mid'],
  ['See [it](https://a.example/lamp_(desk)).', 'See it.'],
  ['| a |\n| :--: |\n|--|\n| - |', 'a -'],
])('an answer stands in the list without its marks: %j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});

/** What a pattern that tries again and again would never be done with. */
it.each([
  ['dashes', `${'-'.repeat(60)}x`],
  ['dashes and colons', `|${':--:'.repeat(400)}x`],
  ['blanks', `${' '.repeat(200_000)}x`],
  ['blanks between bars', `a${' \t'.repeat(100_000)}b`],
  ['brackets', '['.repeat(200_000)],
  ['beginnings of links', '[]('.repeat(70_000)],
  ['beginnings of links in links', '[a](b('.repeat(40_000)],
  ['marks', '**a __b ~~c `d ``e '.repeat(10_000)],
])('a line of nothing but %s is done at once', (_, line) => {
  expect(plainWords(`${line}\nand an end`)).toEqual(expect.any(String));
});
