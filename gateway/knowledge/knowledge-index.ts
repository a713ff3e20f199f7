// A collection's documents as a search index in memory. Forgives typing slips and word endings. Knows no database:
// knowledge.ts builds a new index when the documents change.

import MiniSearch from 'minisearch';
import type { Passage } from '../agents/types.ts';
import { type KnowledgeDocument, splitPassages } from './passages.ts';

export type { KnowledgeDocument } from './passages.ts';

export interface KnowledgeIndex {
  /** Best first, at most `limit`. `score` is comparable within one reply only. */
  search(query: string, limit: number): Passage[];
  /** How many passages there are. */
  size: number;
}

const MAX_QUERY_CHARS = 1_000;

/** Too common to tell one passage from another. */
const COMMON = new Set(
  'a an and are as at be by can could do does for from get has have how i if in is it its me my of on or our the their there they this to us was we what when where which who will with would you your'.split(
    ' ',
  ),
);

/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** Particles and endings of Japanese, which stand in every sentence. */
const PARTICLE = /^\p{sc=Hiragana}{1,2}$/u;
const words = new Intl.Segmenter('ja', { granularity: 'word' });
const splitAtBlanks = MiniSearch.getDefault('tokenize') as (text: string) => string[];

function tokenize(text: string): string[] {
  if (!UNSPACED.test(text)) return splitAtBlanks(text);
  return Array.from(words.segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike === true && !PARTICLE.test(segment) ? [segment] : [],
  );
}

export function createKnowledgeIndex(documents: readonly KnowledgeDocument[]): KnowledgeIndex {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    storeFields: ['uri', 'title', 'heading', 'text'],
    tokenize,
    processTerm: (term) => {
      const word = term.toLowerCase();
      return COMMON.has(word) || word.length > 60 ? null : singular(word);
    },
    searchOptions: {
      boost: { title: 2, heading: 2 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.3 },
    },
  });
  const passages = documents.flatMap((document) =>
    splitPassages(document.text).map(({ heading, text }) => ({
      uri: document.uri,
      title: document.title,
      heading,
      text: heading === '' ? text : `${heading}. ${text}`,
    })),
  );
  index.addAll(passages.map((passage, id) => ({ id, ...passage })));
  return {
    search(query, limit) {
      return index
        .search(query.slice(0, MAX_QUERY_CHARS))
        .slice(0, Math.max(0, limit))
        .map((hit) => ({ uri: hit.uri, title: hit.title, text: hit.text, score: hit.score }));
    },
    size: passages.length,
  };
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)
    ? word.slice(0, -1)
    : word;
}
