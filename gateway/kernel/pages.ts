// Pages of the operator's lists: a place in the list, as the caller carries it from one page to the next.

import { invalid } from './http-error.ts';

/** The last row of the page before: when it was made, and its id. */
export interface PlaceInList {
  at: number;
  id: string;
}

/** Characters of the long fields of one page; a page of long rows ends early. */
const MAX_PAGE_CHARACTERS = 2_000_000;

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

/**
 * @param rows one more than `limit` where there is another page.
 * @param sizeOf the characters of what may be long in a row.
 * @returns at least one row where there is any.
 */
export function pageOf<Row extends { created_at: number }>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
  sizeOf: (row: Row) => number = () => 0,
): { rows: Row[]; next_page: string | null } {
  let size = 0;
  const tooLong = rows.findIndex((row, index) => {
    size += sizeOf(row);
    return index > 0 && size > MAX_PAGE_CHARACTERS;
  });
  const page = rows.slice(0, tooLong < 0 ? limit : Math.min(limit, tooLong));
  const last = page.at(-1);
  if (rows.length === page.length || last === undefined) return { rows: page, next_page: null };
  const next = Buffer.from(`${last.created_at} ${idOf(last)}`, 'utf8').toString('base64url');
  return { rows: page, next_page: next };
}

/** A pattern for ILIKE: text that has these words in it, in this order. */
export const likeOf = (words: string): string => `%${words.trim().replaceAll(/[\\%_]/g, '\\$&')}%`;
