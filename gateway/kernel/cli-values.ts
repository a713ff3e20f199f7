// Reads single values of the command line and the environment, and says in words what is wrong with one.

/** The process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting is wrong. The message names it, and is printed alone. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An empty variable is one that isn't set. */
export function given(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** @throws UsageError */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}, not “${text}”.`);
}

/** @returns milliseconds. @throws UsageError */
export function seconds(name: string, text: string | undefined, fallback: number): number {
  return 1000 * (text === undefined ? fallback : wholeNumber(name, text, 1, 86_400));
}

/** @throws UsageError */
export function oneOf<T extends string>(
  name: string,
  text: string | undefined,
  known: readonly T[],
  fallback: T,
): T {
  const value = text === undefined ? fallback : known.find((one) => one === text);
  if (value !== undefined) return value;
  throw new UsageError(`${name} must be one of ${known.join(', ')}, not “${text}”.`);
}
