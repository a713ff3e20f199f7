import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, parseColor, toHex } from '../../theme/index.ts';

const hexOf = (css: string): string | null => {
  const color = parseColor(css);
  return color && toHex(color);
};

describe('parseColor', () => {
  it.each([
    ['#05b', '#0055bb'],
    ['#005B5B', '#005b5b'],
    ['#005b5b80', '#005b5b'],
    ['rgb(0, 91, 91)', '#005b5b'],
    ['rgb(0 91 91 / 50%)', '#005b5b'],
    ['rgba(0,91,91,.5)', '#005b5b'],
    ['rgb(100% 0% 0%)', '#ff0000'],
    ['RGB(300 -4 0)', '#ff0000'],
    ['hsl(180 100% 17.8%)', '#005b5b'],
    ['hsl(0.5turn, 100%, 17.8%)', '#005b5b'],
    ['oklch(0.627955 0.257683 29.2339)', '#ff0000'],
    ['oklch(62.8% 64.42% 29.23deg)', '#ff0000'],
    ['oklch(none 0 0)', '#000000'],
  ])('reads %s', (css, hex) => {
    expect(hexOf(css)).toBe(hex);
  });

  it.each([
    '',
    'bleu',
    '#12',
    '#12345',
    'rgb(1 2)',
    'rgb(1,2,3,4,5)',
    'rgb(a b c)',
    'url(x)',
    '#fff;color:red',
    'rgb(1 2 3 4)',
  ])('refuses %j', (css) => {
    expect(parseColor(css)).toBeNull();
  });

  it('asks the resolver for what it cannot read itself, and believes only what it then can', () => {
    expect(parseColor('rebeccapurple', () => 'rgb(102 51 153 / 1)')).toMatchObject({
      r: 102,
      b: 153,
    });
    expect(parseColor('bleu', () => null)).toBeNull();
    expect(parseColor('bleu', () => 'bleu')).toBeNull();
  });

  it('gives a hex colour back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const hex = `#${value.toString(16).padStart(6, '0')}`;
        expect(hexOf(hex)).toBe(hex);
      }),
    );
  });
});

describe('contrast', () => {
  it('is 21 for black on white, whichever comes first', () => {
    const [black, white] = [parseColor('#000'), parseColor('#fff')];
    if (!black || !white) throw new Error('unreadable');
    expect(contrast(black, white)).toBeCloseTo(21);
    expect(contrast(white, black)).toBeCloseTo(21);
  });
});
