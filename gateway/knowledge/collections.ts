// Collections as the database holds them. Documents are one JSON text of a row, which is locked while they change.

import type { Db, Queryable } from '../db/types.ts';
import { invalid } from '../http/http-error.ts';
import type { KnowledgeDocument } from './passages.ts';

const MAX_DOCUMENTS = 5000;
/** Of all documents of one collection together: its index stands in memory. */
const MAX_CHARACTERS = 20_000_000;

export interface CollectionRow {
  collection_id: string;
  project_id: string;
  name: string | null;
  documents: KnowledgeDocument[];
  created_at: number;
}

const COLUMNS = 'collection_id, project_id, name, documents, created_at';
type Stored = Omit<CollectionRow, 'documents'> & { documents: string };

const readRow = ({ documents, ...row }: Stored): CollectionRow => ({
  ...row,
  documents: JSON.parse(documents) as KnowledgeDocument[],
});

/** @param projectId null: of all projects. */
export async function findCollections(
  db: Queryable,
  projectId: string | null,
): Promise<CollectionRow[]> {
  const rows = await db.query<Stored>(
    `SELECT ${COLUMNS} FROM collections WHERE $1::text IS NULL OR project_id = $1
      ORDER BY created_at DESC, collection_id LIMIT 500`,
    [projectId],
  );
  return rows.map(readRow);
}

export async function findCollection(db: Queryable, id: string): Promise<CollectionRow | null> {
  const [row] = await db.query<Stored>(
    `SELECT ${COLUMNS} FROM collections WHERE collection_id = $1`,
    [id],
  );
  return row === undefined ? null : readRow(row);
}

/**
 * Replaces the documents by what `change` makes of them. Two changes at once follow each other.
 * @returns null where the collection is gone. @throws HttpError 400 where they would be too many.
 */
export function changeDocuments(
  db: Db,
  id: string,
  change: (documents: readonly KnowledgeDocument[]) => KnowledgeDocument[],
): Promise<CollectionRow | null> {
  return db.transaction(async (tx) => {
    const [locked] = await tx.query<Stored>(
      `SELECT ${COLUMNS} FROM collections WHERE collection_id = $1 FOR UPDATE`,
      [id],
    );
    if (locked === undefined) return null;
    const before = readRow(locked);
    const documents = change(before.documents);
    if (documents.length > MAX_DOCUMENTS) {
      throw invalid(`A collection has ${MAX_DOCUMENTS} documents at most; begin another one.`);
    }
    if (charactersOf(documents) > MAX_CHARACTERS) {
      throw invalid(`A collection has ${MAX_CHARACTERS} characters at most; begin another one.`);
    }
    await tx.query(
      'UPDATE collections SET documents = $2, revision = revision + 1 WHERE collection_id = $1',
      [id, JSON.stringify(documents)],
    );
    return { ...before, documents };
  });
}

/** New ones at the end, others in their place. */
export function withDocuments(
  before: readonly KnowledgeDocument[],
  added: readonly KnowledgeDocument[],
): KnowledgeDocument[] {
  return [...new Map([...before, ...added].map((one) => [one.uri, one])).values()];
}

export function charactersOf(documents: readonly KnowledgeDocument[]): number {
  return documents.reduce((sum, { text }) => sum + text.length, 0);
}
