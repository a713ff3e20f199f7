// Knowledge-base collections: documents that an agent may answer from.

import { requireAdmin } from '../auth/operator.ts';
import { notFound } from '../http/http-error.ts';
import type { RouteModule } from '../http/route-module.ts';
import { isIdShaped } from '../ids.ts';
import { createCollection, deleteCollection } from '../schema/admin.ts';
import { serve } from '../schema/endpoint.ts';
import { DEFAULT_PROJECT, ensureProject } from '../sessions/project-row.ts';

export const adminCollections: RouteModule = (app, context) => {
  const { db, clock, ids } = context;

  serve(app, createCollection, async (c, call) => {
    requireAdmin(context, c);
    const { project_id: projectId = DEFAULT_PROJECT, documents } = await call.body();
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

  serve(app, deleteCollection, async (c, call) => {
    requireAdmin(context, c);
    const id = call.param('collection_id');
    const [gone] = isIdShaped(id)
      ? await db.query('DELETE FROM collections WHERE collection_id = $1 RETURNING collection_id', [
          id,
        ])
      : [];
    if (gone === undefined) throw notFound('There is no such collection.');
    return c.body(null, 204);
  });
};
