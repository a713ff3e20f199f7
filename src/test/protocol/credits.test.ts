import { describe, expect, it } from 'vitest';
import { formatCredits, toNanocredits } from '../../protocol/credits.ts';

describe('credits', () => {
  it.each([
    [0, '0'],
    [1, '0.000000001'],
    [1_250_000, '0.00125'],
    [3_000_000_000, '3'],
    ['9007199254740993123', '9007199254.740993123'],
    [-1_500_000_000, '-1.5'],
  ])('of %s nanocredits are written %s, with every digit', (nano, text) => {
    expect(formatCredits(nano)).toBe(text);
  });

  it('add up beyond what a number holds', () => {
    expect(formatCredits(toNanocredits('9007199254740993') + toNanocredits(1))).toBe(
      '9007199.254740994',
    );
  });
});
