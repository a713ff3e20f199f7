// One line of the table, and the arithmetic that all of the benchmarks share.

export interface BenchRow {
  what: string;
  /** The measured median, or a figure that is computed from it. */
  value: string;
  /** The floor of the same run on the same machine: plain text, an empty page, a bare fetch. */
  reference?: string;
  ratio?: string;
  /** The limit; "shown" where there is none. */
  must: string;
  isMet: boolean;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest of `values` that at least `share` of them don't exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;

/** A measure in milliseconds beside its floor. Without `most` it is only shown. */
export function timeRow(
  what: string,
  measured: number,
  floor: { what: string; ms: number } | null,
  most: number | null,
): BenchRow {
  return {
    what,
    value: ms(measured),
    ...(floor === null
      ? {}
      : {
          reference: `${floor.what} ${ms(floor.ms)}`,
          ...(floor.ms > 0 ? { ratio: times(measured / floor.ms) } : {}),
        }),
    must: most === null ? 'shown' : `≤ ${ms(most)}`,
    isMet: most === null || measured <= most,
  };
}

/** One measure of the widget against another one of it. */
export function growthRow(what: string, after: number, before: number, most: number): BenchRow {
  return {
    what,
    value: ms(after),
    reference: ms(before),
    ratio: times(after / before),
    must: `≤ ${most} ×`,
    isMet: after / before <= most,
  };
}

export function countRow(
  what: string,
  count: number,
  most: number | null,
  reference?: string,
): BenchRow {
  return {
    what,
    value: String(count),
    ...(reference === undefined ? {} : { reference }),
    must: most === null ? 'shown' : most === 0 ? '0' : `≤ ${most}`,
    isMet: most === null || count <= most,
  };
}
