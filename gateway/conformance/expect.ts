// How a check says that a rule is broken, or can't be tried. Knows nothing of HTTP or of the gateway.

/** The rule is broken. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** The rule can't be tried here. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
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
