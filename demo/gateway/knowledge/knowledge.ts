// Knowledge-base collections: full-text search over the passages of their documents.
// An index is built when a collection is first asked, and kept while it is in use.

import MiniSearch from 'minisearch';
import type { Passage } from '../agents/types.ts';
import type { Queryable } from '../db/types.ts';

export interface KnowledgeDocument {
  /** Click-through address. */
  uri: string;
  title: string;
  text: string;
}

export type Search = (query: string, limit: number) => Promise<Passage[]>;

export interface Knowledge {
  /** Null where the collection no longer exists. */
  open(collectionId: string): Promise<Search | null>;
}

interface IndexedPassage {
  id: number;
  uri: string;
  title: string;
  text: string;
}

const MAX_PASSAGE_CHARACTERS = 900;
const MAX_INDEXES = 64;

export function createKnowledge(db: Queryable): Knowledge {
  // Collections never change once made, so an index never goes stale.
  const indexes = new Map<string, Search>();
  return {
    async open(collectionId) {
      const known = indexes.get(collectionId);
      if (known !== undefined) return known;
      const [row] = await db.query<{ documents: string }>(
        'SELECT documents FROM collections WHERE collection_id = $1',
        [collectionId],
      );
      if (row === undefined) return null;
      const search = indexDocuments(JSON.parse(row.documents) as KnowledgeDocument[]);
      const [oldest] = indexes.keys();
      if (indexes.size >= MAX_INDEXES && oldest !== undefined) indexes.delete(oldest);
      indexes.set(collectionId, search);
      return search;
    },
  };
}

function indexDocuments(documents: readonly KnowledgeDocument[]): Search {
  const passages: IndexedPassage[] = documents.flatMap(({ uri, title, text }) =>
    splitPassages(text).map((passage) => ({ id: 0, uri, title, text: passage })),
  );
  passages.forEach((passage, id) => {
    passage.id = id;
  });
  const index = new MiniSearch<IndexedPassage>({ fields: ['title', 'text'] });
  index.addAll(passages);
  return async (query, limit) =>
    index
      .search(query, { boost: { title: 2 }, prefix: (term) => term.length > 3, fuzzy: 0.2 })
      .slice(0, Math.max(0, limit))
      .flatMap(({ id, score }) => {
        const passage = passages[id as number];
        return passage === undefined
          ? []
          : [{ uri: passage.uri, title: passage.title, text: passage.text, score }];
      });
}

/** Paragraphs, joined while they fit together; a longer one stays whole. */
export function splitPassages(text: string): string[] {
  const passages: string[] = [];
  let open = '';
  for (const paragraph of text.split(/\n\s*\n/)) {
    const trimmed = paragraph.trim();
    if (trimmed === '') continue;
    if (open !== '' && open.length + trimmed.length > MAX_PASSAGE_CHARACTERS) {
      passages.push(open);
      open = trimmed;
    } else open = open === '' ? trimmed : `${open}\n\n${trimmed}`;
  }
  if (open !== '') passages.push(open);
  return passages;
}
