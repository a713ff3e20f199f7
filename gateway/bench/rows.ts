// Lines of the table of `npm run bench`, in the shape that it takes.

export interface Row {
  what: string;
  value: string;
  reference?: string;
  ratio?: string;
  must: string;
  isMet: boolean;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;

/** Without `most` it is only shown. */
export function row(
  what: string,
  value: string,
  measured: number,
  most: { value: number; text: string } | null,
  beside: { reference?: string; ratio?: string } = {},
): Row {
  return {
    what,
    value,
    ...beside,
    must: most === null ? 'shown' : `≤ ${most.text}`,
    isMet: most === null || measured <= most.value,
  };
}
