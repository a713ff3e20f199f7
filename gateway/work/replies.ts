// Saved replies as the database keeps them.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, notFound } from '../kernel/http-error.ts';
import type { SavedReply } from './notes-schema.ts';

const MOST_REPLIES = 500;
const COLUMNS = 'reply_id, name, text, language, person_id IS NULL AS is_shared';

const replyRow = z.object({
  reply_id: z.string(),
  name: z.string(),
  text: z.string(),
  language: z.string(),
  is_shared: z.boolean(),
});

export function listReplies(db: Queryable, personId: string): Promise<SavedReply[]> {
  return readRows(
    db,
    replyRow,
    `SELECT ${COLUMNS} FROM saved_replies WHERE person_id = $1 OR person_id IS NULL
      ORDER BY lower(name), reply_id LIMIT ${MOST_REPLIES}`,
    [personId],
  );
}

/** @throws HttpError 409 */
export async function addReply(
  db: Queryable,
  reply: SavedReply,
  personId: string,
  now: number,
): Promise<void> {
  if ((await listReplies(db, personId)).length >= MOST_REPLIES) {
    throw conflict(`There are ${MOST_REPLIES} saved replies; delete some first.`);
  }
  const { reply_id, is_shared, name, language, text } = reply;
  await db.query(
    `INSERT INTO saved_replies (reply_id, person_id, name, language, text, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [reply_id, is_shared ? null : personId, name, language, text, now],
  );
}

/** @throws HttpError 404 */
export async function changeReply(
  db: Queryable,
  replyId: string,
  personId: string,
  change: { [Field in keyof Omit<SavedReply, 'reply_id'>]?: SavedReply[Field] | undefined },
): Promise<SavedReply> {
  const [row] = await readRows(
    db,
    replyRow,
    `UPDATE saved_replies SET name = COALESCE($3, name), text = COALESCE($4, text),
            language = COALESCE($5, language),
            person_id = CASE WHEN $6::boolean IS NULL THEN person_id WHEN $6 THEN NULL ELSE $2 END
      WHERE reply_id = $1 AND (person_id = $2 OR person_id IS NULL) RETURNING ${COLUMNS}`,
    [
      replyId,
      personId,
      change.name ?? null,
      change.text ?? null,
      change.language ?? null,
      change.is_shared ?? null,
    ],
  );
  if (row === undefined) throw noSuchReply();
  return row;
}

/** @throws HttpError 404 */
export async function deleteReply(db: Queryable, replyId: string, personId: string): Promise<void> {
  const gone = await db.query(
    `DELETE FROM saved_replies WHERE reply_id = $1 AND (person_id = $2 OR person_id IS NULL)
     RETURNING 1`,
    [replyId, personId],
  );
  if (gone.length === 0) throw noSuchReply();
}

const noSuchReply = () => notFound('There is no such saved reply.');
