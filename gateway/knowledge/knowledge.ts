// Knowledge-base collections: full-text search over the passages of their documents.
// An index is built when a collection is first asked, and again after its documents have changed.

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
  const indexes = new Map<string, { revision: number; search: Search }>();
  return {
    async open(collectionId) {
      const known = indexes.get(collectionId);
      // Another process may have changed or deleted the collection.
      const [row] = await db.query<{ revision: number; documents: string | null }>(
        `SELECT revision, CASE WHEN revision = $2 THEN NULL ELSE documents END AS documents
           FROM collections WHERE collection_id = $1`,
        [collectionId, known?.revision ?? 0],
      );
      if (row !== undefined && row.documents === null && known !== undefined) return known.search;
      indexes.delete(collectionId);
      if (row === undefined) return null;
      const index = createKnowledgeIndex(JSON.parse(row.documents ?? '[]') as KnowledgeDocument[]);
      const search: Search = async (query, limit) => index.search(query, limit);
      const [oldest] = indexes.keys();
      if (indexes.size >= MAX_INDEXES && oldest !== undefined) indexes.delete(oldest);
      indexes.set(collectionId, { revision: row.revision, search });
      return search;
    },
  };
}
