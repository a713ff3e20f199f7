// Reads from the environment the prices of tokens for the whole gateway. An agent's record may have its own.

import { type Environment, given, UsageError } from '../kernel/cli-values.ts';
import { words } from '../kernel/schema/words.ts';
import { priceTable } from './prices.ts';
import { prices as pricesSchema } from './settings-schema.ts';
import type { PriceTable } from './types.ts';

const NAME = 'BELLHOP_PRICES';

/** Empty where nothing is set. @throws UsageError */
export function readPrices(env: Environment): PriceTable {
  const text = given(env[NAME]);
  if (text === undefined) return new Map();
  const read = pricesSchema.safeParse(readJson(text), { error: words });
  if (read.success) return priceTable(read.data);
  const [first] = read.error.issues;
  const where = first?.path.join('.') ?? '';
  throw new UsageError(
    `${NAME}${where === '' ? '' : `, ${where}`} ${first?.message ?? 'is not valid'}.`,
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      `${NAME} must be JSON, like {"gpt-4.1-mini": {"input": 400, "output": 1600}}.`,
    );
  }
}
