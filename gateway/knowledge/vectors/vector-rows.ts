// Vectors of passages as the database holds them: by collection, model and what was embedded.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';

export const nearRow = z.object({
  collection_id: z.string(),
  passage_hash: z.string(),
  /** From -1 to 1; NaN for a vector without a direction. */
  similarity: z.union([z.number(), z.nan()]),
});
export type Near = z.output<typeof nearRow>;

const passageHashRow = z.object({
  passage_hash: z.string(),
});

export async function findHashes(
  db: Queryable,
  collectionId: string,
  model: string,
): Promise<Set<string>> {
  const rows = await readRows(
    db,
    passageHashRow,
    'SELECT passage_hash FROM passage_vectors WHERE collection_id = $1 AND model = $2',
    [collectionId, model],
  );
  return new Set(rows.map(({ passage_hash }) => passage_hash));
}

/** Does nothing where the collection is gone. */
export async function addVectors(
  db: Queryable,
  { collectionId, model }: { collectionId: string; model: string },
  vectors: readonly { hash: string; vector: Float32Array }[],
): Promise<void> {
  await db.query(
    `WITH known AS (
       UPDATE collections SET embedded_writes = embedded_writes + 1
        WHERE collection_id = $1 RETURNING collection_id)
     INSERT INTO passage_vectors (collection_id, model, passage_hash, vector)
     SELECT known.collection_id, $2, v.hash, v.numbers::real[]
       FROM known, unnest($3::text[], $4::text[]) AS v (hash, numbers)
     ON CONFLICT DO NOTHING`,
    [
      collectionId,
      model,
      vectors.map(({ hash }) => hash),
      vectors.map(({ vector }) => arrayText(vector)),
    ],
  );
}

/** Deletes the vectors of texts that no passage of the collection has any more, and those that other models have made. */
export async function deleteOthers(
  db: Queryable,
  collectionId: string,
  model: string,
  kept: readonly string[],
): Promise<void> {
  await db.query(
    `DELETE FROM passage_vectors
      WHERE collection_id = $1 AND (model <> $2 OR passage_hash <> ALL ($3::text[]))`,
    [collectionId, model, kept],
  );
}

const passageHashBytesRow = z.object({
  passage_hash: z.string(),
  bytes: z.instanceof(Uint8Array),
});

/** All of a collection. The numbers come in the database's binary form, which is read much sooner than its text. */
export async function readVectors(
  db: Queryable,
  collectionId: string,
  model: string,
): Promise<{ hash: string; vector: Float32Array }[]> {
  const rows = await readRows(
    db,
    passageHashBytesRow,
    `SELECT passage_hash, array_send(vector) AS bytes
       FROM passage_vectors WHERE collection_id = $1 AND model = $2`,
    [collectionId, model],
  );
  return rows.map(({ passage_hash, bytes }) => ({ hash: passage_hash, vector: readArray(bytes) }));
}

/** The nearest of these collections, by pgvector. */
export function findNearest(
  db: Queryable,
  collectionIds: readonly string[],
  model: string,
  asked: Float32Array,
  limit: number,
): Promise<Near[]> {
  return readRows(
    db,
    nearRow,
    `SELECT collection_id, passage_hash, 1 - (vector::vector <=> $3::real[]::vector) AS similarity
       FROM passage_vectors WHERE collection_id = ANY ($1::text[]) AND model = $2
      ORDER BY similarity DESC LIMIT $4`,
    [collectionIds, model, arrayText(asked), limit],
  );
}

/** As PostgreSQL reads an array; seven digits are all that such a number has, and make it much shorter. */
const arrayText = (vector: Float32Array) =>
  `{${Array.from(vector, (number) => number.toPrecision(7)).join(',')}}`;

const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const ITEM_BYTES = LENGTH_BYTES + 4;

/** array_send: dimensions, flags, type, length, lower bound; then each number after its length. */
function readArray(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(Math.max(0, (bytes.byteLength - HEAD_BYTES) / ITEM_BYTES));
  for (let i = 0; i < vector.length; i += 1) {
    vector[i] = view.getFloat32(HEAD_BYTES + i * ITEM_BYTES + LENGTH_BYTES);
  }
  return vector;
}
