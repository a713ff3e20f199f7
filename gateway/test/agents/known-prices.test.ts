import { describe, expect, it } from 'vitest';
import { MODEL_PRICES } from '../../agents/known-prices.ts';
import { creditsOf, DEFAULT_PRICE, priceTable } from '../../agents/prices.ts';

const MILLION = 1_000_000;
const used = (model: string) => ({ model, input_tokens: MILLION, output_tokens: MILLION });
/** Credits for a million tokens read and a million written. */
const credits = (model: string, ...more: [] | [ReturnType<typeof priceTable>]) =>
  Number(creditsOf(used(model), ...more)) / 1e9;

describe('a request', () => {
  it.each([
    ['gpt-6-luna', 0.6],
    ['openai/gpt-5-2025-08-07', 11.25],
    ['claude-sonnet-5-5', 12],
    ['claude-haiku-4-5-20251001', 6],
    ['gpt-5-pro', 135],
  ])('of %s costs what its maker’s list says', (model, cost) => {
    expect(credits(model)).toBeCloseTo(cost, 9);
  });

  it.each(['gpt-5.1-codex-max', 'gpt-5-mini-pro', 'nobody-knows', 'constructor', '__proto__'])(
    'of %s, which no list names, costs the price of an unknown one',
    (model) => {
      expect(creditsOf(used(model))).toBe(
        BigInt(MILLION) * (DEFAULT_PRICE.input + DEFAULT_PRICE.output),
      );
    },
  );

  it('costs what the owner says, where the owner says it', () => {
    const own = priceTable({ 'gpt-6-luna': { input: 0, output: 7_000 } });
    expect(credits('gpt-6-luna', own)).toBe(7);
  });

  it('pays for what came from the cache, and went there, by the list', () => {
    const usage = {
      model: 'claude-sonnet-5-5',
      input_tokens: 0,
      output_tokens: 0,
      cache_read_input_tokens: MILLION,
      cache_creation_input_tokens: MILLION,
    };
    expect(Number(creditsOf(usage)) / 1e9).toBeCloseTo(2.6, 9);
  });

  it('costs a whole number of nanocredits for each token', () => {
    for (const [model, prices] of Object.entries(MODEL_PRICES))
      for (const price of prices)
        expect(Math.abs(price * 1000 - Math.round(price * 1000)), model).toBeLessThan(1e-6);
  });
});
