// What well-known models cost by their makers' price lists, in US dollars. An owner's own prices come before these. The plugin
// for WordPress has the same list, by interface-table.ts.

import type { Price } from './types.ts';

/** When these were looked up. */
export const PRICES_OF = '2026-11-29';

/**
 * US dollars for a million tokens: read, written, read from the cache, put into it. By a model's exact name; that of a dated
 * release is followed by its date. Where a long request costs more, the price of a short one stands here.
 */
export const MODEL_PRICES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'claude-fable-5-1': [10, 50, 0.25, 12.5],
  'claude-fable-5': [10, 50, 1, 12.5],
  'claude-opus-5-5': [4, 20, 0.2, 5],
  'claude-opus-5': [5, 25, 0.5, 6.25],
  'claude-opus-4-8': [5, 25, 0.5, 6.25],
  'claude-opus-4-7': [5, 25, 0.5, 6.25],
  'claude-opus-4-6': [5, 25, 0.5, 6.25],
  'claude-opus-4-5': [5, 25, 0.5, 6.25],
  'claude-opus-4-1': [15, 75, 1.5, 18.75],
  'claude-opus-4': [15, 75, 1.5, 18.75],
  'claude-sonnet-5-5': [2, 10, 0.1, 2.5],
  'claude-sonnet-5': [2, 10, 0.2, 2.5],
  'claude-sonnet-4-6': [3, 15, 0.3, 3.75],
  'claude-sonnet-4-5': [3, 15, 0.3, 3.75],
  'claude-sonnet-4': [3, 15, 0.3, 3.75],
  'claude-3-7-sonnet': [3, 15, 0.3, 3.75],
  'claude-haiku-5-5': [0.1, 0.5, 0.01, 0.125],
  'claude-haiku-4-5': [1, 5, 0.1, 1.25],
  'claude-3-5-haiku': [0.8, 4, 0.08, 1],
  'gpt-6.1-sol': [2, 10, 0.1, 2.5],
  'gpt-6.1-terra': [1, 5, 0.05, 1.25],
  'gpt-6-astra': [10, 50, 1, 12.5],
  'gpt-6-sol': [2, 10, 0.2, 2.5],
  'gpt-6-luna': [0.1, 0.5, 0.01, 0.125],
  'gpt-5.6-terra': [2, 12, 0.2, 2],
  'gpt-5.6-luna': [0.2, 1.2, 0.02, 0.2],
  'gpt-5.4': [2.5, 15, 0.25, 2.5],
  'gpt-5.4-mini': [0.75, 4.5, 0.075, 0.75],
  'gpt-5': [1.25, 10, 0.125, 1.25],
  'gpt-5-mini': [0.25, 2, 0.025, 0.25],
  'gpt-5-nano': [0.05, 0.4, 0.005, 0.05],
  'gpt-5-pro': [15, 120, 15, 15],
  'gpt-4.1': [2, 8, 0.5, 2],
  'gpt-4.1-mini': [0.4, 1.6, 0.1, 0.4],
  'gpt-4.1-nano': [0.1, 0.4, 0.025, 0.1],
  'gpt-4o': [2.5, 10, 1.25, 2.5],
  'gpt-4o-mini': [0.15, 0.6, 0.075, 0.15],
  'gemini-3.8-flash': [1.5, 7.5, 0.15, 1.5],
  'gemini-3.7-flash': [1.5, 7.5, 0.15, 1.5],
  'gemini-3.5-flash-lite': [0.3, 2.5, 0.03, 0.3],
  'gemini-3.1-flash-lite': [0.25, 1.5, 0.025, 0.25],
  'gemini-2.5-pro': [1.25, 10, 0.125, 1.25],
  'gemini-2.5-flash': [0.3, 2.5, 0.03, 0.3],
  'gemini-2.5-flash-lite': [0.1, 0.4, 0.01, 0.1],
};

/** The end of a dated release's name, or of one that follows the newest. */
const RELEASE = /(?:-latest|-\d{8}|-\d{4}-\d{2}-\d{2})$/;

/**
 * The list price of a model; null where it isn't known. A name that only begins like a known one is another model: gpt-5-pro
 * costs twelve times as much as gpt-5.
 * @param model its name, with or without its maker's before a slash
 */
export function knownPrice(model: string): Price | null {
  const name = model.toLowerCase().replace(/^.*\//, '').replace(RELEASE, '');
  if (!Object.hasOwn(MODEL_PRICES, name)) return null;
  const [input, output, cacheRead, cacheCreation] = MODEL_PRICES[name] ?? [0, 0, 0, 0];
  return {
    input: nanocredits(input),
    output: nanocredits(output),
    cache_read: nanocredits(cacheRead),
    cache_creation: nanocredits(cacheCreation),
  };
}

/** Of a token, where a million cost so many credits. */
const nanocredits = (perMillion: number): bigint => BigInt(Math.round(perMillion * 1000));
