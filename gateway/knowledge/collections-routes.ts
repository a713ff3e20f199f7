// Knowledge-base collections: documents that an agent may answer from, listed, changed and deleted one by one.

import type { Context } from 'hono';
import { EVERYTHING, reaches } from '../kernel/auth/reach.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { OperatorNeeds } from '../kernel/http/operator.ts';
import { requireOperator } from '../kernel/http/operator.ts';
import type { AppEnv, Routes } from '../kernel/http/route-module.ts';
import { forbidden, notFound } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { pageOf, readPlace } from '../kernel/pages.ts';
import { serve } from '../kernel/schema/endpoint.ts';
import { findPlace } from '../kernel/tenants/find-place.ts';
import { ensureProject } from '../kernel/tenants/project-row.ts';
import {
  type CollectionRow,
  changeCollection,
  deleteDocument as deleteDocumentRow,
  findCollection,
  findCollections,
  findDocument,
  insertDocuments,
  listDocuments,
  putDocuments as putDocumentRows,
} from './collections.ts';
import {
  createCollection,
  deleteCollection,
  deleteDocument,
  getCollection,
  listCollections,
  patchCollection,
  putDocuments,
  readDocument,
} from './collections-schema.ts';
import type { EmbedCollections } from './vectors/embed-collections.ts';
import { embeddedAs } from './vectors/embed-collections.ts';
import type { EmbeddingSettings } from './vectors/settings.ts';
import { embeddingName } from './vectors/settings.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
const gone = () => notFound('There is no such collection.');

/** The parts of the gateway that a call about one collection reaches. */
export interface CollectionNeeds extends OperatorNeeds {
  db: Db;
}

interface Needs extends CollectionNeeds {
  clock: Clock;
  ids: Ids;
  embedding: EmbedCollections;
  options: OperatorNeeds['options'] & { embeddings: EmbeddingSettings | null };
}

export const adminCollections: Routes<Needs> = (app, context) => {
  const { db, clock, ids, embedding } = context;
  const present = createPresent(context);
  const findTheirs = (c: Context<AppEnv>, id: string) => findTheirCollection(context, c, id);
  const findOwn = (c: Context<AppEnv>, id: string) => findOwnCollection(context, c, id);

  serve(app, createCollection, async (c, call) => {
    const reach = await requireOperator(context, c);
    const { name = null, documents, ...wanted } = await call.body();
    const { project_id, client_id } = await findPlace(db, reach, wanted, 'collections');
    const collectionId = ids.next('collection');
    const now = clock.now();
    await db.transaction(async (tx) => {
      await ensureProject(tx, project_id, now);
      await tx.query(
        `INSERT INTO collections (collection_id, project_id, client_id, name, created_at)
         VALUES ($1, $2, $3, $4, $5)`,
        [collectionId, project_id, client_id, name, now],
      );
      await insertDocuments(tx, collectionId, documents);
    });
    embedding.kick();
    return c.json({ collection_id: collectionId }, 201);
  });

  serve(app, listCollections, async (c, call) => {
    const reach = await requireOperator(context, c);
    const { project_id: named, q = '', page, limit } = call.query();
    const isOne = reach.kind === 'everything' && named !== undefined;
    const within = isOne ? ({ kind: 'project', project_id: named } as const) : reach;
    const { rows, next_page } = pageOf(
      await findCollections(db, within, { words: q, after: readPlace(page), limit }),
      limit,
      ({ collection_id }) => collection_id,
      ({ synonyms }) => JSON.stringify(synonyms).length,
    );
    return c.json({ data: rows.map(present), next_page }, 200, HEADERS);
  });

  serve(app, getCollection, async (c, call) => {
    const collection = await findTheirs(c, call.param('collection_id'));
    const list = await listDocuments(db, collection.collection_id);
    return c.json({ ...present(collection), list }, 200, HEADERS);
  });

  serve(app, patchCollection, async (c, call) => {
    const { collection_id } = await findOwn(c, call.param('collection_id'));
    await changeCollection(db, collection_id, await call.body());
    const after = await findCollection(db, EVERYTHING, collection_id);
    if (after === null) throw gone();
    embedding.kick();
    return c.json(present(after), 200, HEADERS);
  });

  serve(app, deleteCollection, async (c, call) => {
    const { collection_id } = await findOwn(c, call.param('collection_id'));
    await db.query('DELETE FROM collections WHERE collection_id = $1', [collection_id]);
    return c.body(null, 204);
  });

  serve(app, readDocument, async (c, call) => {
    const { collection_id } = await findTheirs(c, call.param('collection_id'));
    const { uri } = call.query();
    const found = await findDocument(db, collection_id, uri);
    if (found === null) throw notFound('There is no such document.');
    return c.json(found, 200, HEADERS);
  });

  serve(app, putDocuments, async (c, call) => {
    const { collection_id } = await findOwn(c, call.param('collection_id'));
    const { documents } = await call.body();
    const isThere = await putDocumentRows(db, collection_id, documents);
    const after = isThere ? await findCollection(db, EVERYTHING, collection_id) : null;
    if (after === null) throw gone();
    embedding.kick();
    return c.json(present(after), 200, HEADERS);
  });

  // Twice is once: what isn't there is as good as deleted.
  serve(app, deleteDocument, async (c, call) => {
    const { collection_id } = await findOwn(c, call.param('collection_id'));
    const { uri } = call.query();
    await deleteDocumentRow(db, collection_id, uri);
    return c.body(null, 204);
  });
};

/** A collection that this caller may read: a site its own, and what the operator has made for its project. @throws HttpError 401, 403, 404 */
async function findTheirCollection(
  context: CollectionNeeds,
  c: Context<AppEnv>,
  id: string,
): Promise<CollectionRow> {
  const reach = await requireOperator(context, c);
  const collection = await findCollection(context.db, reach, id);
  if (collection === null) throw gone();
  return collection;
}

/** A collection that this caller may change. @throws HttpError 401, 403, 404 */
export async function findOwnCollection(
  context: CollectionNeeds,
  c: Context<AppEnv>,
  id: string,
): Promise<CollectionRow> {
  const collection = await findTheirCollection(context, c, id);
  if (!reaches(await requireOperator(context, c), collection)) {
    throw forbidden(
      'The operator has made this collection for all sites of the project. A site changes only those that it has made itself.',
    );
  }
  return collection;
}

function createPresent({ options: { embeddings } }: Pick<Needs, 'options'>) {
  const model = embeddings === null ? null : embeddingName(embeddings);
  return ({ created_at, revision, embedded_as, ...collection }: CollectionRow) => ({
    ...collection,
    is_embedded: model === null ? null : embedded_as === embeddedAs(model, revision),
    created_at: new Date(created_at).toISOString(),
  });
}
