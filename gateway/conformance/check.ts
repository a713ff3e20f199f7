// What a check is, and how it says that a rule is broken. Knows nothing of HTTP or of the gateway.

import type { World } from './world.ts';

/** One rule of the interface, as something that can be tried on a running gateway. */
export interface Check {
  /** `group.name`, stable. */
  id: string;
  /** The rule, as a sentence. */
  title: string;
  /**
   * The interface doesn't say this: a gateway may do otherwise, which is reported and breaks no rule. The widget
   * relies on it, or anyone would want it.
   */
  isBeyond: boolean;
  run(world: World): Promise<void>;
}

export interface Group {
  name: string;
  checks: Check[];
}

/** The rule is broken. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The rule can't be tried here. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

type Entry = [title: string, run: Check['run'], beyond?: typeof BEYOND];

/** Marks what the interface doesn't say. */
export const BEYOND = 'beyond the interface';

/** Ids are `group.name`, so that one check can be named on the command line. `beyond` holds for all of them. */
export function group(name: string, checks: Record<string, Entry>, beyond?: typeof BEYOND): Group {
  return {
    name,
    checks: Object.entries(checks).map(([id, [title, run, own]]) => ({
      id: `${name}.${id}`,
      title,
      isBeyond: (own ?? beyond) !== undefined,
      run,
    })),
  };
}

export function ensure(condition: unknown, broken: string): asserts condition {
  if (!condition) throw new Broken(broken);
}

export function same(actual: unknown, expected: unknown, what: string): void {
  const [a, b] = [stable(actual), stable(expected)];
  if (a !== b) throw new Broken(`${what}: expected ${cut(b)}, got ${cut(a)}`);
}

/** A value inside of JSON by a dotted path; undefined where there is none. */
export function get(value: unknown, path: string): unknown {
  let at = value;
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

export function isInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}

export function cut(text: string, length = 300): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** JSON with sorted keys: the order of fields means nothing. */
function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}
