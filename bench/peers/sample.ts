// Many measurements of one thing as one figure: how many, the median, and how far apart they lie.

import { quantile } from '../row.ts';

export interface Figure {
  n: number;
  median: number;
  low: number;
  high: number;
}

/** What a contestant can't do, so that nothing was measured. */
export interface Absent {
  absent: string;
}

export type Cell = Figure | Absent;

export const isFigure = (cell: Cell | undefined): cell is Figure =>
  cell !== undefined && 'median' in cell;

/** Of at least one value. `low` and `high` are the quartiles; with fewer than eight values the least and the greatest. */
export function figure(values: readonly number[]): Figure {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value))) {
    throw new Error(`These are no measurements: ${values.join(', ') || 'none'}.`);
  }
  const isMany = values.length >= 8;
  return {
    n: values.length,
    median: quantile(values, 0.5),
    low: isMany ? quantile(values, 0.25) : Math.min(...values),
    high: isMany ? quantile(values, 0.75) : Math.max(...values),
  };
}
