// Passages as a full-text index in memory. Forgives typing slips and word endings. Knows no database: knowledge.ts builds a new
// index when the documents change.

import MiniSearch from 'minisearch';
import type { Passage } from '../agents/types.ts';
import { bestOf, type Hit } from './join-hits.ts';
import { type KnowledgeDocument, type KnownPassage, passagesOf } from './passages.ts';
import { type Language, languageOf, termsOf } from './terms.ts';

export interface KnowledgeIndex {
  /** Best first, at most `limit`. */
  search(query: string, limit: number): Hit[];
}

const MAX_QUERY_CHARS = 1_000;
/** Of a document, to tell its language by. */
const ENOUGH_CHARS = 2000;
/** Stands in no word. */
const BETWEEN = ' ';

export function createKnowledgeIndex(passages: readonly KnownPassage[]): KnowledgeIndex {
  const languages = languagesOf(passages);
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    // Words are cut and stemmed before, since only there the language of the document is known.
    tokenize: (terms) => terms.split(BETWEEN),
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 2, heading: 2 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.3 },
    },
  });
  index.addAll(
    passages.map(({ uri, title, heading, text }, id) => {
      const terms = (words: string) => termsOf(words, languages.get(uri) ?? null).join(BETWEEN);
      return { id, title: terms(title), heading: terms(heading), text: terms(text) };
    }),
  );
  return {
    search(query, limit) {
      // A question is often too short to tell its language, so it is read in each one of the collection.
      const asked = query.slice(0, MAX_QUERY_CHARS);
      const words = new Set(
        [...new Set(languages.values())].flatMap((language) => termsOf(asked, language)),
      );
      if (words.size === 0) return [];
      return index
        .search([...words].join(BETWEEN))
        .slice(0, Math.max(0, limit))
        .flatMap(({ id, score }) => {
          const passage = passages[Number(id)];
          return passage === undefined ? [] : [{ passage, score }];
        });
    },
  };
}

/** By the document's uri. One that is too short to tell is taken to be in the language of the others. */
function languagesOf(passages: readonly KnownPassage[]): Map<string, Language | null> {
  const texts = new Map<string, string>();
  for (const { uri, title, text } of passages) {
    const before = texts.get(uri) ?? title;
    if (before.length < ENOUGH_CHARS) texts.set(uri, `${before}. ${text}`);
  }
  const main = languageOf([...texts.values()].join('\n'));
  return new Map([...texts].map(([uri, text]) => [uri, languageOf(text) ?? main]));
}

/** The same for what has documents at hand, and no database: tests and measurements. */
export function searchDocuments(documents: readonly KnowledgeDocument[]) {
  const index = createKnowledgeIndex(passagesOf(documents));
  return (query: string, limit: number): Passage[] => bestOf(index.search(query, limit), limit);
}
