// Turns the words typed into the desk's search into PostgreSQL's full-text query: all words, each by its beginning. Scripts that
// write no spaces have no words for PostgreSQL: their text stands in the index by pairs of characters, and is found by them.

const MAX_WORDS = 12;
const MAX_WORD = 60;
/** Thai, Lao, Burmese, Khmer, kana, Hangul and Han: what the database's function `searched` takes apart, so never changed alone. */
export const SPACELESS =
  /[\u0E01-\u0E3A\u0E40-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3021-\u3029\u3041-\u309F\u30A1-\u30FA\u30FC-\u318F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{323AF}]/u;

export interface SearchPlan {
  /** For to_tsquery('simple', …). */
  tsquery: string;
  /** Each word as it stands, for ILIKE ALL with its wildcards. */
  like: string[];
  /** Whether the query also marks what was found: it doesn't where words were taken apart. */
  isMarkable: boolean;
}

/** Null where there is nothing to look for. */
export function planSearch(text: string): SearchPlan | null {
  const words = (text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD).join(''));
  if (words.length === 0) return null;
  return {
    // Letters, digits and their marks alone: nothing in them is an operator.
    tsquery: words.flatMap(termsOf).join(' & '),
    like: words.map((word) => `%${word}%`),
    isMarkable: !words.some((word) => SPACELESS.test(word)),
  };
}

/** As long as its characters are all of scripts without spaces, or none is. */
function runsOf(word: string): string[] {
  const runs: string[] = [];
  for (const character of word) {
    const run = runs.at(-1) ?? '';
    const isSame = run !== '' && SPACELESS.test(run) === SPACELESS.test(character);
    if (isSame) runs[runs.length - 1] = run + character;
    else runs.push(character);
  }
  return runs;
}

function termsOf(word: string): string[] {
  return runsOf(word).flatMap((run) => {
    const characters = [...run];
    if (!SPACELESS.test(run) || characters.length === 1) return [`${run}:*`];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
}

/**
 * SQL: whether the event in `table` has all words. The index finds them; that they stand there as they were typed says ILIKE,
 * which is also the quicker where some messages are read without the index.
 */
export function hasWords(
  { tsquery, like }: SearchPlan,
  table: string,
  bind: (value: unknown) => string,
): string {
  const words = `${table}.words`;
  return `(${words} IS NOT NULL AND ${words} ILIKE ALL (${bind(like)})
    AND searched(${words}) @@ to_tsquery('simple', ${bind(tsquery)}))`;
}
