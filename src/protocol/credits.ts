// Credits are counted in whole nanocredits, which may be more than a number can hold.

import type { ExactInteger } from './json.ts';

const NANO_DIGITS = 9;

/**
 * Nanocredits as a bigint, which adds and compares exactly.
 * @example const isDear = toNanocredits(usage.credits_nano) > 1_000_000_000n;
 */
export function toNanocredits(value: ExactInteger): bigint {
  return BigInt(value);
}

/**
 * Credits with all their digits and no needless zeros, such as "0.00125" or "9007199254.740993".
 * @example console.log(`It cost ${formatCredits(usage.credits_nano)} credits.`);
 */
export function formatCredits(value: ExactInteger | bigint): string {
  const nano = BigInt(value);
  const digits = (nano < 0n ? -nano : nano).toString().padStart(NANO_DIGITS + 1, '0');
  const whole = digits.slice(0, -NANO_DIGITS);
  const rest = digits.slice(-NANO_DIGITS).replace(/0+$/, '');
  return `${nano < 0n ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`;
}
