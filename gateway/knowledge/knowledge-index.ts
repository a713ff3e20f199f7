// Passages as a full-text index in memory. Forgives typing slips and word endings. Knows neither database nor thread.

import MiniSearch from 'minisearch';
import { type Language, languageOf, termsOf } from '../agents/terms.ts';
import type { Passage } from '../agents/types.ts';
import { bestOf } from './join-hits.ts';
import { type KnowledgeDocument, type KnownPassage, passagesOf } from './passages.ts';

/** Groups of words that mean the same. */
export type Synonyms = readonly (readonly string[])[];

/** A passage by its number in the list that was indexed. */
export interface Place {
  place: number;
  score: number;
}

export interface KnowledgeIndex {
  /** Best first, at most `limit`. */
  search(query: string, limit: number): Place[];
}

const MAX_QUERY_CHARS = 1_000;
/** Characters of a document by which its language is told. */
const ENOUGH_CHARS = 1000;
/** Documents of a collection by which its main language is told. */
const ENOUGH_DOCUMENTS = 20;
/** Passages; some ten milliseconds. */
const SLICE = 40;
/** Stands in no word. */
const BETWEEN = ' ';

/** Made a slice at a time: a large collection takes seconds, in which others are answered. */
export async function buildKnowledgeIndex(
  passages: readonly KnownPassage[],
  synonyms: Synonyms = [],
): Promise<KnowledgeIndex> {
  const { index, add } = beginIndex(passages, synonyms);
  for (let from = 0; from < passages.length; from += SLICE) {
    add(from, from + SLICE);
    await new Promise((done) => setImmediate(done));
  }
  return index;
}

function beginIndex(passages: readonly KnownPassage[], synonyms: Synonyms) {
  const languageIn = createLanguages(passages);
  /** The languages of the passages that were added. */
  const languages = new Set<Language | null>();
  const words = new MiniSearch({
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
  const index: KnowledgeIndex = {
    search(query, limit) {
      // A question is often too short to tell its language, so it is read in each one of the collection.
      const asked = query.slice(0, MAX_QUERY_CHARS);
      const read = (text: string) => [...languages].flatMap((language) => termsOf(text, language));
      const terms = withSynonyms(new Set(read(asked)), synonyms, read);
      if (terms.size === 0) return [];
      return words
        .search([...terms].join(BETWEEN))
        .slice(0, Math.max(0, limit))
        .map(({ id, score }) => ({ place: Number(id), score }));
    },
  };
  return {
    index,
    add(from: number, to: number): void {
      for (const [i, { uri, title, heading, text }] of passages.slice(from, to).entries()) {
        const language = languageIn(uri);
        languages.add(language);
        const terms = (part: string) => termsOf(part, language).join(BETWEEN);
        words.add({
          id: from + i,
          title: terms(title),
          heading: terms(heading),
          text: terms(text),
        });
      }
    },
  };
}

/** Where a question has all words of one of them, the words of the others are looked for as well. */
function withSynonyms(
  asked: ReadonlySet<string>,
  synonyms: Synonyms,
  read: (text: string) => string[],
): Set<string> {
  const terms = new Set(asked);
  for (const group of synonyms) {
    const readings = group.map(read).filter((words) => words.length > 0);
    if (!readings.some((words) => words.every((word) => asked.has(word)))) continue;
    for (const word of readings.flat()) terms.add(word);
  }
  return terms;
}

/** A document's language by its uri. One that is too short to tell is taken to be in the language of the others. */
function createLanguages(passages: readonly KnownPassage[]): (uri: string) => Language | null {
  const texts = new Map<string, string>();
  for (const { uri, title, text } of passages) {
    const before = texts.get(uri) ?? title;
    if (before.length < ENOUGH_CHARS) texts.set(uri, `${before}. ${text}`);
  }
  const main = languageOf([...texts.values()].slice(0, ENOUGH_DOCUMENTS).join('\n'));
  const known = new Map<string, Language | null>();
  return (uri) => {
    const before = known.get(uri);
    if (before !== undefined) return before;
    const language = languageOf(texts.get(uri) ?? '') ?? main;
    known.set(uri, language);
    return language;
  };
}

/** The same for what has documents at hand, and no database: tests and measurements. */
export function searchDocuments(documents: readonly KnowledgeDocument[], synonyms: Synonyms = []) {
  const passages = passagesOf(documents);
  const { index, add } = beginIndex(passages, synonyms);
  add(0, passages.length);
  return (query: string, limit: number): Passage[] => {
    const hits = index.search(query, limit).flatMap(({ place, score }) => {
      const passage = passages[place];
      return passage === undefined ? [] : [{ passage, score }];
    });
    return bestOf(hits, limit);
  };
}
