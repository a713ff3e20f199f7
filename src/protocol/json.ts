// JSON as a type, and the first checks of everything from outside. Keys that could reach a prototype are refused here,
// for every room.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** A plain object (not an array, not null) whose keys can be read one by one. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NOTHING: Record<string, unknown> = Object.create(null);

/** The fields of a value, to be read one by one; none where it is no plain object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : NOTHING;
}

/** A field for an object that lacks it where there is no value. */
export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}

/** Those of these fields that are texts, for an object that lacks the others. */
export function textsOf<Key extends string>(
  value: Record<string, unknown>,
  ...keys: readonly Key[]
): { [K in Key]?: string } {
  const texts: { [K in Key]?: string } = {};
  for (const key of keys) {
    const text = asString(value[key]);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

/** The first forbidden key anywhere inside `value`, or null. Iterative, so that depth can't overflow the stack. */
export function findForbiddenKey(value: unknown): string | null {
  const queue: unknown[] = [value];
  while (queue.length > 0) {
    const next = queue.pop();
    if (Array.isArray(next)) {
      for (const item of next) queue.push(item);
    } else if (isRecord(next)) {
      for (const key of Object.keys(next)) {
        if (FORBIDDEN_KEYS.includes(key)) return key;
        queue.push(next[key]);
      }
    }
  }
  return null;
}

/**
 * Copies an object without what a page has put onto Object.prototype; members of its classes stay. Use it for options,
 * also for those that the browser's own functions read, such as `fetch`.
 */
export function ownOf<T extends object>(value: T): T {
  const names = new Set<PropertyKey>();
  for (
    let owner: unknown = value;
    isRecord(owner) && Object.hasOwn(owner, 'hasOwnProperty') === false;
    owner = Object.getPrototypeOf(owner)
  ) {
    for (const name of Reflect.ownKeys(owner)) names.add(name);
  }
  const found = Object.create(null);
  for (const name of names) if (name !== 'constructor') found[name] = Reflect.get(value, name);
  return found;
}

/**
 * An integer that may be larger than 2^53, above which a double loses digits: a number as long as that is exact, else
 * all its digits as a string. `BigInt(value)` reads both, and both survive JSON and structured clones.
 */
export type ExactInteger = number | string;

/** Finds a `credits_nano` too long for a number, as a field only: inside a string its quotes would be escaped. */
const LONG_CREDITS = /([{,]\s*"credits_nano"\s*:\s*)(\d{16,})(?=\s*[,}])/g;

/**
 * Parses JSON into objects without a prototype; undefined if the text isn't JSON. A `credits_nano` that is too large
 * for a number becomes a string of its digits. The interface's other integers, counts and times, stay far below 2^53.
 */
export function parseJson(text: string): unknown {
  try {
    return withoutPrototypes(JSON.parse(text.replace(LONG_CREDITS, '$1"$2"')));
  } catch {
    return undefined;
  }
}

/** Changes `value` in place. Iterative, so that depth can't overflow the stack. */
function withoutPrototypes(value: unknown): unknown {
  const queue: unknown[] = [value];
  while (queue.length > 0) {
    const next = queue.pop();
    if (isRecord(next)) Object.setPrototypeOf(next, null);
    if (typeof next === 'object' && next !== null) {
      for (const item of Object.values(next)) queue.push(item);
    }
  }
  return value;
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Unix milliseconds that a `Date` can hold, or undefined. */
export function asTime(value: unknown): number | undefined {
  const count = asCount(value);
  return count !== undefined && count <= 8.64e15 ? count : undefined;
}

/** A finite, non-negative integer (tokens, milliseconds), or undefined. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** As `asCount`, and 0 where there is none. */
export function countOf(value: unknown): number {
  return asCount(value) ?? 0;
}

/** Nanocredits: a whole number from 0, or its digits (as `parseJson` leaves them), or undefined. */
export function asExact(value: unknown): ExactInteger | undefined {
  const isWhole = Number.isInteger(value) || (typeof value === 'string' && /^\d{16,}$/.test(value));
  return isWhole && Number(value) >= 0 ? toExact(BigInt(value as ExactInteger)) : undefined;
}

export function addExact(a: ExactInteger, b: ExactInteger): ExactInteger {
  return toExact(BigInt(a) + BigInt(b));
}

function toExact(value: bigint): ExactInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
