// What a screen reader hears of an answer: its words, without the marks that draw it.

import { describe, expect, it } from 'vitest';
import { plainText } from '../../ui/model/speech.ts';

const plain = (text: string): string => plainText([{ type: 'text', text }], 20_000);

describe('an answer as plain text', () => {
  it.each([
    ['a *single* star', 'a single star'],
    ['a _single_ line', 'a single line'],
    ['*All of it.*', 'All of it.'],
    ['***both*** and **strong** and __strong__', 'both and strong and strong'],
    ['**strong with *emphasis* in it**', 'strong with emphasis in it'],
    ['_one_ _two_, (_three_)', 'one two, (three)'],
    ['これは*強調*です', 'これは強調です'],
    ['* *first*\n* second', 'first\nsecond'],
    ['~~gone~~ [a *link*](https://example.org/a_b_c)', 'gone a link'],
  ])('leaves the marks of %j out', (text, heard) => {
    expect(plain(text)).toBe(heard);
  });

  it.each([
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['my_file_name.txt', 'my_file_name.txt'],
    ['größe_in_cm', 'größe_in_cm'],
    ['Terms* apply.\nSee * below', 'Terms* apply.\nSee * below'],
    ['a_ b_', 'a_ b_'],
  ])('keeps what is no mark: %j', (text, heard) => {
    expect(plain(text)).toBe(heard);
  });

  it('reads a table row by row, without its lines', () => {
    const table = '| way | days |\n| --- | ---: |\n| shop | 1 |\n| by post | 5 |';
    expect(plain(`So:\n\n${table}\n\nDone.`)).toBe('So:\nway, days\nshop, 1\nby post, 5\nDone.');
    expect(plain('a || b\n---')).toBe('a || b\n---');
    expect(plain('| | x |\n|-|-|')).toBe('x');
  });

  it('keeps code as it is written', () => {
    expect(plain('Run `__init__(*args)` or `a*b*c`.')).toBe('Run __init__(*args) or a*b*c.');
    expect(plain('So:\n```py\nx = 2 ** 3 * *a*\n```\n*Done.*')).toBe(
      'So:\nx = 2 ** 3 * *a*\nDone.',
    );
    expect(plain('So:\n```\n_still_ open')).toBe('So:\n_still_ open');
  });

  it('comes to an end with texts that are nothing but marks', () => {
    for (const part of [
      '*',
      '*a ',
      '_a',
      '`',
      '```\n',
      '~~~',
      '[(',
      '* a\n',
      '| ',
      '|\n',
      '|-',
      '|-|\n',
    ]) {
      expect(plain(part.repeat(20_000 / part.length)).length).toBeLessThanOrEqual(20_000);
    }
  });
});
