// Knowledge-base collections: full-text search over the passages of their documents.
// An index is built when a collection is first asked, and kept while it is in use.

import type { Passage } from '../agents/types.ts';
import type { Queryable } from '../db/types.ts';
import { createKnowledgeIndex, type KnowledgeDocument } from './knowledge-index.ts';

export type { KnowledgeDocument } from './knowledge-index.ts';

export type Search = (query: string, limit: number) => Promise<Passage[]>;

export interface Knowledge {
  /** Null where the collection no longer exists. */
  open(collectionId: string): Promise<Search | null>;
}

const MAX_INDEXES = 64;

export function createKnowledge(db: Queryable): Knowledge {
  // Collections never change once made, so an index never goes stale.
  const indexes = new Map<string, Search>();
  return {
    async open(collectionId) {
      const known = indexes.get(collectionId);
      if (known !== undefined) {
        // Another process may have deleted the collection.
        const rows = await db.query('SELECT 1 FROM collections WHERE collection_id = $1', [
          collectionId,
        ]);
        if (rows.length > 0) return known;
        indexes.delete(collectionId);
        return null;
      }
      const [row] = await db.query<{ documents: string }>(
        'SELECT documents FROM collections WHERE collection_id = $1',
        [collectionId],
      );
      if (row === undefined) return null;
      const index = createKnowledgeIndex(JSON.parse(row.documents) as KnowledgeDocument[]);
      const search: Search = async (query, limit) => index.search(query, limit);
      const [oldest] = indexes.keys();
      if (indexes.size >= MAX_INDEXES && oldest !== undefined) indexes.delete(oldest);
      indexes.set(collectionId, search);
      return search;
    },
  };
}
