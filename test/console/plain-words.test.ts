import { expect, it } from 'vitest';
import { plainWords } from '../../console/model/plain-words.ts';

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
])('an answer stands in the list without its marks: %j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});
