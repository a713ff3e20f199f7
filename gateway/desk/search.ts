// What somebody types into the desk's search, as PostgreSQL's full-text query: all words, each by its beginning. Scripts that
// write no spaces have no words for the index, so they are also looked for as they stand.

const MAX_WORDS = 12;
const MAX_WORD = 60;
/** Han, kana, Hangul and Thai. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export interface SearchPlan {
  /** For to_tsquery('simple', …); null: no words. */
  tsquery: string | null;
  /** For ILIKE, with its wildcards; null where words are enough. */
  like: string | null;
}

/** Null where there is nothing to look for. */
export function planSearch(text: string): SearchPlan | null {
  const words = (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD).join(''));
  if (words.length === 0) return null;
  if (words.some((word) => SPACELESS.test(word))) {
    return { tsquery: null, like: `%${text.trim().replace(/[\\%_]/g, '\\$&')}%` };
  }
  // Letters and digits alone: nothing in them is an operator.
  return { tsquery: words.map((word) => `${word}:*`).join(' & '), like: null };
}
