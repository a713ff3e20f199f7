// The desk's search finds words in each locale, and text in scripts without spaces, by one index.

import type { Migration } from '../types.ts';

/** Thai, Lao, Burmese, Khmer, kana, Hangul and Han; as in gateway/desk/search.ts. */
const SPACELESS = String.raw`\u0E01-\u0E3A\u0E40-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3021-\u3029\u3041-\u309F\u30A1-\u30FA\u30FC-\u318F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U000323AF`;
/**
 * What stands between words. PostgreSQL's own parser takes some of it for a part of them: a whole address is one word to it, and
 * with the locale C so is everything around ’ and “.
 */
const BETWEEN = String.raw`\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u060C-\u060D\u061B-\u061F\u066A-\u066D\u06D4\u0964-\u0965\u2000-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u30FB\uFE10-\uFE6F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\U0001F000-\U0001FAFF`;

export const searchedWords: Migration = {
  id: '100-parted-words',
  statements: [
    // All that a text is found by: its words, and of text without spaces each pair of neighbours, first those that begin at the
    // first, third and fifth character of a run, then the others. A last one without a neighbour stands alone. In PL/pgSQL, so
    // that the planner sees one call with a cost: what SQL alone does it takes for cheap, and reads the table instead of the index.
    String.raw`CREATE FUNCTION searched(words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN to_tsvector('simple',
          regexp_replace(words, '[${BETWEEN}]+|([${SPACELESS}]{1,2})', ' \1 ', 'g') || ' ' ||
          regexp_replace(
            regexp_replace(regexp_replace(words, '[^${SPACELESS}]+', ' ', 'g'), '(^| )[${SPACELESS}]', ' ', 'g'),
            '([${SPACELESS}]{2})', '\1 ', 'g'));
      END
    $$`,
  ],
};

/** A step of its own: a step's indexes are made before its statements. */
export const search: Migration = {
  id: '100-search',
  indexes: [
    { name: 'events_searched', on: 'events USING gin (searched(words)) WHERE words IS NOT NULL' },
  ],
  statements: ['DROP INDEX events_words'],
};
