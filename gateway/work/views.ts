// Saved views as the database keeps them.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, notFound } from '../kernel/http-error.ts';
import { type ViewFilter, viewFilter } from './views-schema.ts';

const viewRow = z.object({
  view_id: z.string(),
  person_id: z.string().nullable(),
  name: z.string(),
  filter: z.string(),
});

export interface SavedView {
  view_id: string;
  /** Null: everybody's. */
  person_id: string | null;
  name: string;
  filter: ViewFilter;
}

/** Each is counted whenever the list of them is read. */
const MOST_VIEWS = 40;
const COLUMNS = 'view_id, person_id, name, filter';

/** Those that everybody has, then the person's own, in the order in which they were made. */
export async function listViews(db: Queryable, personId: string): Promise<SavedView[]> {
  const rows = await readRows(
    db,
    viewRow,
    `SELECT ${COLUMNS} FROM desk_views WHERE person_id = $1 OR person_id IS NULL
      ORDER BY person_id IS NOT NULL, created_at, view_id`,
    [personId],
  );
  return rows.map(readView);
}

/** @throws HttpError 409 */
export async function addView(db: Queryable, view: SavedView, personId: string, now: number) {
  if ((await listViews(db, personId)).length >= MOST_VIEWS) {
    throw conflict(`There are ${MOST_VIEWS} views; delete some first.`);
  }
  await db.query(`INSERT INTO desk_views (${COLUMNS}, created_at) VALUES ($1, $2, $3, $4, $5)`, [
    view.view_id,
    view.person_id,
    view.name,
    JSON.stringify(view.filter),
    now,
  ]);
}

/** @throws HttpError 404 */
export async function changeView(
  db: Queryable,
  viewId: string,
  personId: string,
  change: {
    name?: string | undefined;
    is_shared?: boolean | undefined;
    filter?: ViewFilter | undefined;
  },
): Promise<SavedView> {
  const [row] = await readRows(
    db,
    viewRow,
    `UPDATE desk_views SET name = COALESCE($3, name), filter = COALESCE($4, filter),
            person_id = CASE WHEN $5::boolean IS NULL THEN person_id WHEN $5 THEN NULL ELSE $2 END
      WHERE view_id = $1 AND (person_id = $2 OR person_id IS NULL) RETURNING ${COLUMNS}`,
    [
      viewId,
      personId,
      change.name ?? null,
      change.filter === undefined ? null : JSON.stringify(change.filter),
      change.is_shared ?? null,
    ],
  );
  if (row === undefined) throw noSuchView();
  return readView(row);
}

/** @throws HttpError 404 */
export async function deleteView(db: Queryable, viewId: string, personId: string): Promise<void> {
  const gone = await db.query(
    `DELETE FROM desk_views WHERE view_id = $1 AND (person_id = $2 OR person_id IS NULL) RETURNING 1`,
    [viewId, personId],
  );
  if (gone.length === 0) throw noSuchView();
}

const noSuchView = () => notFound('There is no such view.');

/** A filter of another version's may have what this one doesn't know: it then filters nothing. */
function readView({ filter, ...row }: z.output<typeof viewRow>): SavedView {
  const read = viewFilter.safeParse(JSON.parse(filter));
  return { ...row, filter: read.success ? read.data : {} };
}
