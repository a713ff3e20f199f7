// The price of a token, in nanocredits, by model. Integers, so that every charge is exact.

import { knownPrice } from './known-prices.ts';
import type { Agent, AgentUsage, Price, PriceTable } from './types.ts';

const price = (
  input: bigint,
  output: bigint,
  cache_read: bigint,
  cache_creation: bigint,
): Price => ({
  input,
  output,
  cache_read,
  cache_creation,
});

/** For a model that neither an owner nor the list of known ones names. */
export const DEFAULT_PRICE: Price = price(3_000n, 15_000n, 300n, 3_750n);

/** For embeddings that have no price of their own: a model that makes vectors costs a small part of one that writes. */
export const EMBEDDING_PRICE: Price = price(20n, 0n, 20n, 20n);

/** The scripted agent asks no provider; its price is small and not zero, so that charts have a shape. */
export const PRICES: PriceTable = new Map([['scripted', price(100n, 400n, 10n, 125n)]]);

/** As an owner writes them down: nanocredits for a token, by model. */
export type WrittenPrices = Readonly<
  Record<
    string,
    {
      input: number;
      output: number;
      cache_read?: number | null | undefined;
      cache_creation?: number | null | undefined;
    }
  >
>;

/** A price list as an owner writes it, as a table. Reading or filling the cache costs as much as other input where the list says nothing. */
export function priceTable(prices: WrittenPrices): PriceTable {
  return new Map(
    Object.entries(prices).map(([model, { input, output, cache_read, cache_creation }]) => [
      model,
      price(
        BigInt(input),
        BigInt(output),
        BigInt(cache_read ?? input),
        BigInt(cache_creation ?? input),
      ),
    ]),
  );
}

/** The gateway's prices, and those that its agents bring. */
export function pricesOf(agents: Iterable<Agent>): PriceTable {
  return new Map([...PRICES, ...[...agents].flatMap((agent) => [...(agent.prices ?? [])])]);
}

/** The gateway's prices with those of one agent before them. */
export function pricesWith(prices: PriceTable, agent: Pick<Agent, 'prices'>): PriceTable {
  return agent.prices === undefined ? prices : new Map([...prices, ...agent.prices]);
}

/** @param other for a model that neither the table nor the list of known prices names */
export function creditsOf(
  usage: AgentUsage,
  prices: PriceTable = PRICES,
  other: Price = DEFAULT_PRICE,
): bigint {
  const { input, output, cache_read, cache_creation } =
    prices.get(usage.model) ?? knownPrice(usage.model) ?? other;
  return (
    input * tokens(usage.input_tokens) +
    output * tokens(usage.output_tokens) +
    cache_read * tokens(usage.cache_read_input_tokens) +
    cache_creation * tokens(usage.cache_creation_input_tokens)
  );
}

/** A count from an agent as a whole, non-negative number. */
export function tokenCount(count: number | undefined): number {
  return count !== undefined && Number.isFinite(count) && count > 0 ? Math.trunc(count) : 0;
}

function tokens(count: number | undefined): bigint {
  return BigInt(tokenCount(count));
}
