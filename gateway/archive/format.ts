// The lines of an archive besides the rows.

/** Raised when a line means something else than before. */
export const FORMAT = 'bellhop-gateway-archive-1';

/** Each database keeps its own; the sums of numbers are made of the other rows. */
export const KEPT_APART: ReadonlySet<string> = new Set([
  'migrations',
  'number_state',
  'number_dirty',
  'number_hours',
  'number_days',
  'number_sessions',
  'number_lasts',
  'number_charges',
  'number_thumbs',
  'number_waits',
]);

/** The first line. */
export interface Head {
  format: string;
  /** Steps of the schema that the rows belong to, in order. */
  migrations: readonly string[];
}

/** The last line. An archive without it was cut off. */
export interface Tail {
  /** For each table. */
  rows: Readonly<Record<string, number>>;
}

/** An archive that can't be used, in words for the terminal. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
