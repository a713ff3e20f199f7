// Turns the words typed into the desk's search into PostgreSQL's full-text query: all words, each by its beginning. Scripts that
// write no spaces have no words for the index, so they are also looked for as they stand.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';

const MAX_WORDS = 12;
const MAX_WORD = 60;
/** Han, kana, Hangul and Thai. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export interface SearchPlan {
  /** For to_tsquery('simple', …), which also marks what was found; null: no words. */
  tsquery: string | null;
  /** For ILIKE ALL, with their wildcards; null where the index is enough. */
  like: string[] | null;
}

const isKnownRow = z.object({
  is_known: z.boolean(),
});

/**
 * Whether the database parts words where people do. With the locale C it takes all beyond ASCII for letters, ’ and “ too, so
 * that its index has no word beside them.
 */
export async function knowsWords(db: Queryable): Promise<boolean> {
  const [row] = await readRows(
    db,
    isKnownRow,
    `SELECT to_tsvector('simple', 'a’b') @@ 'b'::tsquery AS is_known`,
  );
  return row?.is_known === true;
}

/** Null where there is nothing to look for. */
export function planSearch(text: string, hasIndex: boolean): SearchPlan | null {
  const words = (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD).join(''));
  if (words.length === 0) return null;
  const like = words.map((word) => `%${word}%`);
  if (words.some((word) => SPACELESS.test(word))) return { tsquery: null, like };
  // Letters and digits alone: nothing in them is an operator.
  const tsquery = words.map((word) => `${word}:*`).join(' & ');
  return { tsquery, like: hasIndex ? null : like };
}
