// Notes of colleagues on conversations, and whom they call.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';
import type { Note } from './notes-schema.ts';

/** Of one conversation: they are read at once. */
const MOST_NOTES = 500;

const noteRow = z.object({
  note_id: z.string(),
  person_id: z.string().nullable(),
  name: z.string(),
  text: z.string(),
  mentions: z.string().nullable(),
  created_at: z.number(),
});

/** The oldest first. */
export async function listNotes(db: Queryable, sessionId: string): Promise<Note[]> {
  const rows = await readRows(
    db,
    noteRow,
    `SELECT n.note_id, n.person_id, n.name, n.text, n.created_at,
            (SELECT json_agg(m.person_id ORDER BY m.person_id)::text FROM note_mentions m
              WHERE m.note_id = n.note_id) AS mentions
       FROM notes n WHERE n.session_id = $1 ORDER BY n.created_at, n.note_id LIMIT ${MOST_NOTES}`,
    [sessionId],
  );
  return rows.map(({ mentions, created_at, ...row }) => ({
    ...row,
    mentions: mentions === null ? [] : (JSON.parse(mentions) as string[]),
    created_at: new Date(created_at).toISOString(),
  }));
}

export interface NewNote {
  note_id: string;
  session_id: string;
  person_id: string;
  name: string;
  after_seq: number;
  text: string;
  mentions: readonly string[];
}

/** @throws HttpError 400 for somebody who isn't at the desk, 409 */
export async function addNote(tx: Queryable, note: NewNote, now: number): Promise<void> {
  const before = await tx.query('SELECT 1 FROM notes WHERE session_id = $1', [note.session_id]);
  if (before.length >= MOST_NOTES) {
    throw conflict(`This conversation has ${MOST_NOTES} notes already.`);
  }
  const mentions = [...new Set(note.mentions)];
  const known = await tx.query(
    'SELECT 1 FROM desk_people WHERE person_id = ANY ($1) AND disabled_at IS NULL',
    [mentions],
  );
  if (known.length < mentions.length) {
    throw invalid('mentions must be people who may sign in to the desk.');
  }
  await tx.query(
    `INSERT INTO notes (note_id, session_id, person_id, name, after_seq, text, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [note.note_id, note.session_id, note.person_id, note.name, note.after_seq, note.text, now],
  );
  // Who mentions themselves knows of it.
  await tx.query(
    `INSERT INTO note_mentions (note_id, session_id, person_id, read_at)
     SELECT $1, $2, called, CASE WHEN called = $4 THEN $5::bigint END FROM unnest($3::text[]) AS called`,
    [note.note_id, note.session_id, mentions, note.person_id, now],
  );
}

/** @param by whose notes it may be; null: anybody's. @throws HttpError 404 */
export async function deleteNote(
  tx: Queryable,
  sessionId: string,
  noteId: string,
  by: string | null,
): Promise<void> {
  const gone = await tx.query(
    `DELETE FROM notes WHERE session_id = $1 AND note_id = $2 AND ($3::text IS NULL OR person_id = $3)
     RETURNING 1`,
    [sessionId, noteId, by],
  );
  if (gone.length === 0) throw notFound('There is no such note of yours.');
}

export async function readMentions(
  db: Queryable,
  personId: string,
  sessionId: string,
  now: number,
): Promise<void> {
  await db.query(
    `UPDATE note_mentions SET read_at = $3 WHERE session_id = $2 AND person_id = $1 AND read_at IS NULL`,
    [personId, sessionId, now],
  );
}
