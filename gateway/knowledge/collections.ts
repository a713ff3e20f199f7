// Collections and their documents as the database holds them. A collection's row is locked while its documents change, and its
// revision grows, so that indexes in memory know that they are old.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Reach, reachesShared, whereShared } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { invalid } from '../kernel/http-error.ts';
import { isIdShaped } from '../kernel/ids.ts';
import { likeOf, type PlaceInList } from '../kernel/pages.ts';
import { type KnowledgeDocument, knowledgeDocument } from './passages.ts';

const MAX_DOCUMENTS = 5000;
/** Characters of all documents of one collection together: its index stands in memory. */
const MAX_CHARACTERS = 20_000_000;

const storedRow = z.object({
  collection_id: z.string(),
  project_id: z.string(),
  /** The site whose own it is: it alone of all sites may use it. Null: the operator's, for all sites of the project. */
  client_id: z.string().nullable(),
  name: z.string().nullable(),
  created_at: z.number(),
  /** How many there are, and characters in them. */
  documents: z.number(),
  characters: z.number(),
  revision: z.number(),
  /** The model and revision for which all vectors are made; null: for none. */
  embedded_as: z.string().nullable(),
  /** JSON: string[][] */
  synonyms: z.string(),
});
type Stored = z.output<typeof storedRow>;

export interface CollectionRow extends Omit<Stored, 'synonyms'> {
  /** Words that mean the same. */
  synonyms: string[][];
}

export const documentRow = z.object({
  uri: z.string(),
  title: z.string(),
  characters: z.number(),
});
export type DocumentRow = z.output<typeof documentRow>;

const COLUMNS =
  'c.collection_id, c.project_id, c.client_id, c.name, c.created_at, c.revision, c.embedded_as, c.synonyms';
/** @param collections their rows, as SQL. */
const select = (collections: string) => `SELECT ${COLUMNS},
    count(d.uri_hash)::integer AS documents, COALESCE(sum(d.characters), 0)::bigint AS characters
  FROM ${collections} c LEFT JOIN documents d ON d.collection_id = c.collection_id`;

const readRow = (row: Stored): CollectionRow => ({
  ...row,
  synonyms: JSON.parse(row.synonyms) as string[][],
});

/**
 * Those that the caller may read, the newest first: of a site its own, and what the operator has made for its project.
 * @param words in their names or ids; empty: all.
 * @returns one row more than `limit` where there is another page
 */
export async function findCollections(
  db: Queryable,
  reach: Reach,
  { words, after, limit }: { words: string; after: PlaceInList | null; limit: number },
): Promise<CollectionRow[]> {
  const like = words === '' ? '' : likeOf(words);
  const params: unknown[] = [like, after?.at ?? null, after?.id ?? null, limit + 1];
  // The page first: otherwise the documents of all collections would be counted.
  const rows = await readRows(
    db,
    storedRow,
    `${select(`(SELECT * FROM collections c WHERE ${whereShared(reach, 'c', params)}
           AND ($1 = '' OR c.name ILIKE $1 OR c.collection_id ILIKE $1)
           AND ($2::bigint IS NULL
             OR (c.created_at <= $2 AND (c.created_at < $2 OR c.collection_id > $3)))
         ORDER BY c.created_at DESC, c.collection_id LIMIT $4)`)}
      GROUP BY ${COLUMNS} ORDER BY c.created_at DESC, c.collection_id`,
    params,
  );
  return rows.map(readRow);
}

/** One that the caller may read; null where there is none within reach. */
export async function findCollection(
  db: Queryable,
  reach: Reach,
  id: string,
): Promise<CollectionRow | null> {
  if (!isIdShaped(id)) return null;
  const [row] = await readRows(
    db,
    storedRow,
    `${select('collections')} WHERE c.collection_id = $1 GROUP BY c.collection_id`,
    [id],
  );
  return row !== undefined && reachesShared(reach, row) ? readRow(row) : null;
}

/** Whether the caller may have a session or a site of this project answered from it. */
export async function mayUseCollection(
  db: Queryable,
  reach: Reach,
  id: string,
  projectId: string,
): Promise<boolean> {
  const params: unknown[] = [id, projectId];
  const rows = await db.query(
    `SELECT 1 FROM collections
      WHERE collection_id = $1 AND project_id = $2 AND ${whereShared(reach, 'collections', params)}`,
    params,
  );
  return rows.length > 0;
}

/** Synonyms count from the next question on, as documents do. A field that is left out stays as it was. */
export async function changeCollection(
  db: Queryable,
  id: string,
  { name, synonyms }: { name?: string | null | undefined; synonyms?: string[][] | undefined },
): Promise<void> {
  await db.query(
    `UPDATE collections
        SET name = CASE WHEN $2 THEN $3 ELSE name END, synonyms = COALESCE($4, synonyms),
            revision = revision + CASE WHEN $4::text IS NULL THEN 0 ELSE 1 END
      WHERE collection_id = $1`,
    [
      id,
      name !== undefined,
      name ?? null,
      synonyms === undefined ? null : JSON.stringify(synonyms),
    ],
  );
}

/** Lists all documents of a collection in their order, without their texts. */
export function listDocuments(db: Queryable, collectionId: string): Promise<DocumentRow[]> {
  return readRows(
    db,
    documentRow,
    'SELECT uri, title, characters FROM documents WHERE collection_id = $1 ORDER BY position',
    [collectionId],
  );
}

export function readDocuments(db: Queryable, collectionId: string): Promise<KnowledgeDocument[]> {
  return readRows(
    db,
    knowledgeDocument,
    'SELECT uri, title, body AS text FROM documents WHERE collection_id = $1 ORDER BY position',
    [collectionId],
  );
}

export async function findDocument(
  db: Queryable,
  collectionId: string,
  uri: string,
): Promise<KnowledgeDocument | null> {
  const [row] = await readRows(
    db,
    knowledgeDocument,
    `SELECT uri, title, body AS text FROM documents WHERE collection_id = $1 AND uri_hash = $2`,
    [collectionId, hashOf(uri)],
  );
  return row ?? null;
}

/**
 * New ones go to the end, those of a known uri take its place. Two changes at once follow each other.
 * @returns false where the collection is gone. @throws HttpError 400 where there would be too many.
 */
export function putDocuments(
  db: Db,
  collectionId: string,
  documents: readonly KnowledgeDocument[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await beginChange(tx, collectionId))) return false;
    await insertDocuments(tx, collectionId, documents);
    return true;
  });
}

/** A document that isn't there counts as deleted. */
export function deleteDocument(db: Db, collectionId: string, uri: string): Promise<void> {
  return db.transaction(async (tx) => {
    if (await beginChange(tx, collectionId)) await removeDocument(tx, collectionId, uri);
  });
}

/** For a caller that holds the collection's row. */
export async function removeDocument(
  tx: Queryable,
  collectionId: string,
  uri: string,
): Promise<void> {
  await tx.query('DELETE FROM documents WHERE collection_id = $1 AND uri_hash = $2', [
    collectionId,
    hashOf(uri),
  ]);
}

const documentsCharactersRow = z.object({
  documents: z.number(),
  characters: z.number(),
});

/** For a caller that holds the collection's row, or has just made it. @throws HttpError 400 */
export async function insertDocuments(
  tx: Queryable,
  collectionId: string,
  documents: readonly KnowledgeDocument[],
): Promise<void> {
  // If two documents have one uri the later one counts: one statement can't change a row twice.
  const byUri = new Map(documents.map((one) => [hashOf(one.uri), one]));
  const values = [...byUri.values()];
  await tx.query(
    `INSERT INTO documents (collection_id, uri_hash, position, uri, title, body)
     SELECT $1, d.uri_hash, d.place + (SELECT COALESCE(max(position), 0) FROM documents WHERE collection_id = $1),
            d.uri, d.title, d.body
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
         WITH ORDINALITY AS d (uri_hash, uri, title, body, place)
     ON CONFLICT (collection_id, uri_hash)
       DO UPDATE SET title = excluded.title, body = excluded.body`,
    [
      collectionId,
      [...byUri.keys()],
      values.map(({ uri }) => storable(uri)),
      values.map(({ title }) => storable(title)),
      values.map(({ text }) => storable(text)),
    ],
  );
  const [sum] = await readRows(
    tx,
    documentsCharactersRow,
    `SELECT count(*)::integer AS documents, COALESCE(sum(characters), 0)::bigint AS characters
       FROM documents WHERE collection_id = $1`,
    [collectionId],
  );
  if ((sum?.documents ?? 0) > MAX_DOCUMENTS) {
    throw invalid(`A collection has ${MAX_DOCUMENTS} documents at most; begin another one.`);
  }
  if ((sum?.characters ?? 0) > MAX_CHARACTERS) {
    throw invalid(`A collection has ${MAX_CHARACTERS} characters at most; begin another one.`);
  }
}

/** Locks the collection until the transaction's end. False: it is gone. */
export async function beginChange(tx: Queryable, collectionId: string): Promise<boolean> {
  const changed = await tx.query(
    'UPDATE collections SET revision = revision + 1 WHERE collection_id = $1 RETURNING 1',
    [collectionId],
  );
  return changed.length > 0;
}

const hashOf = (uri: string) => createHash('sha256').update(storable(uri)).digest('hex');

/** PostgreSQL's text holds neither NUL nor half of a surrogate pair. */
const storable = (text: string) => Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
