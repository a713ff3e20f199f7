// What a search compares, in several scripts, and what it shows of a message.

import { describe, expect, it } from 'vitest';
import { excerptOf, fold, plainLine, wantedWords } from '../../content/search-text.ts';

const shown = (line: string, typed: string): string =>
  excerptOf(line, wantedWords(typed))
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

describe('what is compared', () => {
  it.each([
    ['Café', 'cafe'],
    ['STRASSE', 'straße'],
    ['ΟΔΌΣ', 'οδος'],
    ['İSTANBUL', 'istanbul'],
    ['Ærø', 'aero'],
    ['أَهْلاً', 'اهلا'],
    ['مكتبة', 'مكتبه'],
    ['שָׁלוֹם', 'שלום'],
    ['ｶﾞﾗｽ', 'がらす'],
    ['ガラス', 'がらす'],
    ['한국어', '한국어'],
  ])('%s is found by %s', (text, typed) => {
    expect(fold(text)).toBe(fold(typed));
  });

  it.each([
    ['か', 'が'],
    ['ที่', 'ทา'],
    ['की', 'के'],
  ])('%s and %s stay two', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  it('is the words without the marks of Markdown', () => {
    expect(
      plainLine('# Tents\n\n- the **Fjell** [tent](https://a.example/b), `2 kg`\n> ~~old~~'),
    ).toBe('Tents the Fjell tent, 2 kg old');
    expect(plainLine('| a | b |')).toBe('a b');
  });
});

describe('the words around a hit', () => {
  it('are marked as they were written, whatever was typed', () => {
    expect(shown('Das Café hat Straßen', 'CAFE strasse')).toBe('Das [Café] hat [Straße]n');
    expect(shown('عَرَبِيّ', 'عربي')).toBe('[عَرَبِيّ]');
    expect(shown('防水のガラスです', 'がらす')).toBe('防水の[ガラス]です');
  });

  it('are few: the hit with some words before and after it', () => {
    const line = `${'before '.repeat(40)}tent${' after'.repeat(40)}`;
    const text = shown(line, 'tent');
    expect(text).toContain('before [tent] after');
    expect(text.length).toBeLessThan(130);
    expect(text.startsWith('…before')).toBe(true);
    expect(text.endsWith('…')).toBe(true);
  });

  it('never take a letter apart', () => {
    expect(shown('👩‍🚒 e\u0301te\u0301 tent', 'ete')).toBe('👩‍🚒 [e\u0301te\u0301] tent');
  });

  it('come soon of ten thousand messages', () => {
    const messages = Array.from({ length: 10_000 }, (_, n) => `Message **${n}** about é things`);
    const from = performance.now();
    const folded = messages.map((text) => fold(plainLine(text)));
    expect(folded.filter((text) => text.includes('9999')).length).toBe(1);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});
