// How conversations went, as their visitors say it: one for each conversation, kept beside the log.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { invalid } from '../kernel/http-error.ts';
import { isByPerson, personOf, writerOf } from '../log/by-person.ts';
import type { SessionWrite } from '../log/session-log.ts';

/** From best to worst, as they are stored and as the interface has them. */
export const RATING_VALUES = ['good', 'ok', 'bad'] as const;
export type RatingValue = (typeof RATING_VALUES)[number];

export interface Rating {
  value: RatingValue | null;
  comment: string | null;
  /** ISO 8601: when the chat asked; null: it didn't. */
  asked_at: string | null;
  /** ISO 8601; null: nothing was said. */
  rated_at: string | null;
}

const ratingRow = z.object({
  value: z.enum(RATING_VALUES).nullable(),
  comment: z.string().nullable(),
  asked_at: z.number().nullable(),
  rated_at: z.number().nullable(),
});

/** Null: the visitor wasn't asked, and has said nothing. */
export async function readRating(db: Queryable, sessionId: string): Promise<Rating | null> {
  const [row] = await readRows(
    db,
    ratingRow,
    'SELECT value, comment, asked_at, rated_at FROM conversation_ratings WHERE session_id = $1',
    [sessionId],
  );
  if (row === undefined) return null;
  return { ...row, asked_at: timeOf(row.asked_at), rated_at: timeOf(row.rated_at) };
}

/**
 * Within the conversation's write. The same again changes nothing, and tells no webhook.
 * @throws HttpError 400 for a comment without a value
 */
export async function storeRating(
  { tx, session, now, tell, noteWork }: SessionWrite,
  { value, comment }: { value: RatingValue | null; comment: string | null },
): Promise<void> {
  if (value === null && comment !== null) {
    throw invalid('comment needs a value; leave it out to take the rating back.');
  }
  const before = await readRating(tx, session.session_id);
  if ((before?.value ?? null) === value && (before?.comment ?? null) === comment) return;
  await tx.query(
    `INSERT INTO conversation_ratings (session_id, value, comment, person_name, rated_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (session_id) DO UPDATE SET value = $2, comment = $3, person_name = $4, rated_at = $5`,
    [
      session.session_id,
      value,
      comment,
      await lastPerson(tx, session.session_id),
      value === null ? null : now,
    ],
  );
  tell({ type: 'conversation.rated', data: { value, comment } });
  noteWork();
}

/** SQL over an event's `content`: whether it is a person's message, and not the words that they came or left. */
const isSaid = (column: string) => `${isByPerson(column)} AND ${column} LIKE '%"act":"said"%'`;

const personRow = z.object({ person: z.string().nullable() });

/** Who of the team wrote last; null: the agent alone answered. */
async function lastPerson(tx: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await readRows(
    tx,
    personRow,
    `SELECT ${personOf('e.content')} AS person FROM events e
      WHERE e.session_id = $1 AND e.type = 'agent.message' AND ${isSaid('e.content')}
      ORDER BY e.seq DESC LIMIT 1`,
    [sessionId],
  );
  return typeof row?.person === 'string' ? writerOf(row.person) : null;
}

/** Beyond it nobody is asked of a conversation that is long over for its visitor. */
const STILL_FRESH_MS = 3 * 86_400_000;

/**
 * Notes that the visitor is asked, once and for all. Within the conversation's write.
 * @returns false where its site asks nobody, where nobody has answered anything, or where the visitor was asked or has said it already
 */
export async function beginAsking({ tx, session, now }: SessionWrite): Promise<boolean> {
  const noted = await readRows(
    tx,
    z.object({ session_id: z.string() }),
    `INSERT INTO conversation_ratings (session_id, asked_at)
     SELECT $1, $3 FROM public_sites p
      WHERE p.client_id = $2 AND p.asks_rating
        AND EXISTS (SELECT 1 FROM events e WHERE e.session_id = $1 AND e.type = 'user.message' AND e.created_at > $4)
        AND EXISTS (SELECT 1 FROM events e WHERE e.session_id = $1 AND e.type = 'agent.message'
                     AND (NOT ${isByPerson('e.content')} OR ${isSaid('e.content')}))
     ON CONFLICT DO NOTHING RETURNING session_id`,
    [session.session_id, session.client_id, now, now - STILL_FRESH_MS],
  );
  return noted.length > 0;
}

/** Whether the owner of a site wants visitors to be asked. */
export async function asksRating(db: Queryable, clientId: string | null): Promise<boolean> {
  const rows = await readRows(
    db,
    z.object({ client_id: z.string() }),
    'SELECT client_id FROM public_sites WHERE client_id = $1 AND asks_rating',
    [clientId],
  );
  return rows.length > 0;
}

const timeOf = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
