// Tags: what conversations are about, in the team's own words.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';

/** The desk's colours by their names, so that a tag is read in the light and in the dark. */
export const TAG_COLORS = [
  'gray',
  'red',
  'orange',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const;

const tagRow = z.object({
  tag_id: z.string(),
  name: z.string(),
  color: z.string(),
});
export type TagRow = z.output<typeof tagRow>;

/** Tags of a gateway at the most: a list that a person can read. */
const MOST_TAGS = 500;
export const MOST_TAGS_OF_ONE = 20;

/** SQL over a session `s`: its tags as JSON; null where it has none. */
export const TAGS_OF_SESSION = `(SELECT json_agg(json_build_object('tag_id', t.tag_id, 'name', t.name, 'color', t.color)
    ORDER BY t.name, t.tag_id)::text
  FROM session_tags st JOIN tags t ON t.tag_id = st.tag_id WHERE st.session_id = s.session_id)`;

export const readTags = (json: string | null): TagRow[] =>
  json === null ? [] : z.array(tagRow).parse(JSON.parse(json));

const nameRow = z.object({ name: z.string() });

/** Their names, of one conversation. */
export async function tagsOf(db: Queryable, sessionId: string): Promise<string[]> {
  const rows = await readRows(
    db,
    nameRow,
    'SELECT t.name FROM session_tags st JOIN tags t ON t.tag_id = st.tag_id WHERE st.session_id = $1 ORDER BY t.name',
    [sessionId],
  );
  return rows.map(({ name }) => name);
}

/** By name. */
export function listTags(db: Queryable): Promise<TagRow[]> {
  return readRows(
    db,
    tagRow,
    `SELECT tag_id, name, color FROM tags ORDER BY lower(name) LIMIT ${MOST_TAGS}`,
  );
}

const taken = () => conflict('There is a tag of this name already.');

/** @throws HttpError 409 where there is one of this name, or too many */
export async function addTag(db: Queryable, tag: TagRow, now: number): Promise<void> {
  const [row] = await db.query(
    `INSERT INTO tags (tag_id, name, color, created_at)
     SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM tags) < ${MOST_TAGS}
     ON CONFLICT (lower(name)) DO NOTHING RETURNING 1`,
    [tag.tag_id, tag.name, tag.color, now],
  );
  if (row !== undefined) return;
  const [same] = await db.query('SELECT 1 FROM tags WHERE lower(name) = lower($1)', [tag.name]);
  throw same === undefined ? conflict(`There are ${MOST_TAGS} tags; delete some first.`) : taken();
}

/** @throws HttpError 404, 409 */
export async function changeTag(
  db: Queryable,
  tagId: string,
  { name, color }: { name?: string | undefined; color?: string | undefined },
): Promise<TagRow> {
  if (name !== undefined) {
    const other = 'SELECT 1 FROM tags WHERE lower(name) = lower($1) AND tag_id <> $2';
    if ((await db.query(other, [name, tagId])).length > 0) throw taken();
  }
  const [row] = await readRows(
    db,
    tagRow,
    `UPDATE tags SET name = COALESCE($2, name), color = COALESCE($3, color) WHERE tag_id = $1
     RETURNING tag_id, name, color`,
    [tagId, name ?? null, color ?? null],
  );
  if (row === undefined) throw noSuchTag();
  return row;
}

/** Conversations lose it. @throws HttpError 404 */
export async function deleteTag(db: Queryable, tagId: string): Promise<void> {
  const gone = await db.query('DELETE FROM tags WHERE tag_id = $1 RETURNING 1', [tagId]);
  if (gone.length === 0) throw noSuchTag();
}

const noSuchTag = () => notFound('There is no such tag.');

export interface TagChange {
  /** Exactly these. */
  tags?: readonly string[] | undefined;
  add_tags?: readonly string[] | undefined;
  remove_tags?: readonly string[] | undefined;
}

/** @throws HttpError 400 for a tag that isn't there, or too many of them */
export async function tagSession(
  tx: Queryable,
  sessionId: string,
  { tags, add_tags = [], remove_tags = [] }: TagChange,
): Promise<void> {
  const added = [...(tags ?? []), ...add_tags];
  if (tags !== undefined) {
    await tx.query('DELETE FROM session_tags WHERE session_id = $1 AND tag_id <> ALL ($2)', [
      sessionId,
      added,
    ]);
  }
  if (remove_tags.length > 0) {
    await tx.query('DELETE FROM session_tags WHERE session_id = $1 AND tag_id = ANY ($2)', [
      sessionId,
      remove_tags,
    ]);
  }
  if (added.length === 0) return;
  const known = await tx.query('SELECT 1 FROM tags WHERE tag_id = ANY ($1)', [added]);
  if (known.length < new Set(added).size) throw invalid('One of these tags isn’t there any more.');
  await tx.query(
    `INSERT INTO session_tags (session_id, tag_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    [sessionId, added],
  );
  const all = await tx.query('SELECT 1 FROM session_tags WHERE session_id = $1', [sessionId]);
  if (all.length > MOST_TAGS_OF_ONE) {
    throw invalid(`A conversation may have ${MOST_TAGS_OF_ONE} tags.`);
  }
}
