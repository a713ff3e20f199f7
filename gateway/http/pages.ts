// Pages of the operator's lists: a place in the list, as the caller carries it from one page to the next.

import { invalid } from './http-error.ts';

/** The last row of the page before: when it was made, and its id. */
export interface PlaceInList {
  at: number;
  id: string;
}

/** @throws HttpError 400 */
export function readPlace(page: string | undefined): PlaceInList | null {
  if (page === undefined) return null;
  const text = Buffer.from(page, 'base64url').toString('utf8');
  const [at = '', ...rest] = text.split(' ');
  const id = rest.join(' ');
  if (!/^\d{1,15}$/.test(at) || id === '' || id.includes('\0')) {
    throw invalid('page must be the next_page of a reply.');
  }
  return { at: Number(at), id };
}

/** @param rows one more than `limit` where there is another page. */
export function pageOf<Row extends { created_at: number }>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): { rows: Row[]; next_page: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || last === undefined) return { rows: page, next_page: null };
  const next = Buffer.from(`${last.created_at} ${idOf(last)}`, 'utf8').toString('base64url');
  return { rows: page, next_page: next };
}

/** For ILIKE: whatever has these words in it, where they stand. */
export const likeOf = (words: string): string => `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
