// Knowledge-base collections: documents that an agent may answer from.

import { requireAdmin } from '../auth/operator.ts';
import { readJsonObject } from '../http/body.ts';
import { optionalId, record, requiredText } from '../http/fields.ts';
import { invalid, notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import type { KnowledgeDocument } from '../knowledge/knowledge.ts';
import { DEFAULT_PROJECT, ensureProject } from '../sessions/project-row.ts';

export const adminCollections: RouteModule = (app, context) => {
  const { db, clock, ids } = context;

  app.post('/admin/collections', async (c) => {
    requireAdmin(context, c.req.raw);
    const body = await readJsonObject(c.req.raw);
    const projectId = optionalId(body, 'project_id') ?? DEFAULT_PROJECT;
    if (!Array.isArray(body.documents)) throw invalid('documents must be an array.');
    const documents = body.documents.map(readDocument);
    const collectionId = ids.next('collection');
    const now = clock.now();
    await db.transaction(async (tx) => {
      await ensureProject(tx, projectId, now);
      await tx.query(
        `INSERT INTO collections (collection_id, project_id, documents, created_at)
         VALUES ($1, $2, $3, $4)`,
        [collectionId, projectId, JSON.stringify(documents), now],
      );
    });
    return c.json({ collection_id: collectionId }, 201);
  });

  app.delete('/admin/collections/:collection_id', async (c) => {
    requireAdmin(context, c.req.raw);
    const id = c.req.param('collection_id');
    const [gone] = isIdShaped(id)
      ? await db.query('DELETE FROM collections WHERE collection_id = $1 RETURNING collection_id', [
          id,
        ])
      : [];
    if (gone === undefined) throw notFound('There is no such collection.');
    return c.body(null, 204);
  });
};

function readDocument(value: unknown, index: number): KnowledgeDocument {
  const where = `documents[${index}]`;
  const document = record(value, where);
  return {
    uri: requiredText(document, 'uri', where),
    title: requiredText(document, 'title', where),
    text: requiredText(document, 'text', where),
  };
}
