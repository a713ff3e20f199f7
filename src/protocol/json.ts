// JSON as a type, and the checks that everything from outside passes first.
// Keys that could reach a prototype are refused here, once, for every room.

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const FORBIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** A plain object (not an array, not null) whose keys can be read one by one. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first forbidden key anywhere inside `value`, or null. Iterative, so depth can't overflow the stack. */
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

/** `JSON.parse` as a value: undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Unix milliseconds that a `Date` can hold, or undefined. */
export function asTime(value: unknown): number | undefined {
  const count = asCount(value);
  return count !== undefined && count <= 8.64e15 ? count : undefined;
}

/** A finite, non-negative integer (tokens, nanocredits, milliseconds), or undefined. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
