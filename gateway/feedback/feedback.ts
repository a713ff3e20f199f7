// Visitors' thumbs on answers: one value for each agent.message, kept beside the log, whose events never change.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { invalid } from '../kernel/http-error.ts';
import { quote } from '../kernel/text.ts';
import type { SessionLog } from '../log/session-log.ts';

/** Thumbs, as they are stored and as the interface has them. */
export const FEEDBACK_VALUES = ['up', 'down'] as const;
export type FeedbackValue = (typeof FEEDBACK_VALUES)[number];

export interface Feedback {
  value: FeedbackValue;
  comment: string | null;
  /** ISO 8601: when it was last changed. */
  given_at: string;
}

export interface FeedbackWish {
  event_id: string;
  /** Null takes back what was said. */
  value: FeedbackValue | null;
  /** Undefined: a comment stays as long as the value does. */
  comment?: string | null | undefined;
}

const feedbackRow = z.object({
  event_id: z.string(),
  value: z.enum(FEEDBACK_VALUES),
  comment: z.string().nullable(),
  given_at: z.number(),
});
type FeedbackRow = z.output<typeof feedbackRow>;

/**
 * Saying the same again changes nothing, and tells no webhook.
 * @returns what is stored now; null: nothing.
 * @throws HttpError 400 for an event that is no answer of this session, 404 where the session is gone.
 */
export function storeFeedback(
  log: SessionLog,
  sessionId: string,
  { event_id: eventId, value, comment: wanted }: FeedbackWish,
): Promise<Feedback | null> {
  if (value === null && typeof wanted === 'string') {
    throw invalid('comment needs a value of up or down; leave it out to take the feedback back.');
  }
  return log.write(sessionId, async ({ tx, now, tell }) => {
    await requireAnswer(tx, sessionId, eventId);
    const [before] = await readRows(
      tx,
      feedbackRow,
      'SELECT event_id, value, comment, given_at FROM feedback WHERE event_id = $1',
      [eventId],
    );
    const kept = before?.value === value ? before.comment : null;
    const comment = wanted === undefined ? kept : wanted;
    if (value === (before?.value ?? null) && comment === (before?.comment ?? null)) {
      return before === undefined ? null : shown(before);
    }
    tell({ type: 'feedback.given', data: { event_id: eventId, value, comment } });
    if (value === null) {
      await tx.query('DELETE FROM feedback WHERE event_id = $1', [eventId]);
      return null;
    }
    await tx.query(
      `INSERT INTO feedback (event_id, session_id, value, comment, given_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (event_id) DO UPDATE SET value = $3, comment = $4, given_at = $5`,
      [eventId, sessionId, value, comment, now],
    );
    return shown({ event_id: eventId, value, comment, given_at: now });
  });
}

/** By event id, of the events from one sequence number to another, both included. */
export async function readFeedback(
  db: Queryable,
  sessionId: string,
  firstSeq: number,
  lastSeq: number,
): Promise<ReadonlyMap<string, Feedback>> {
  const rows = await readRows(
    db,
    feedbackRow,
    `SELECT f.event_id, f.value, f.comment, f.given_at
       FROM feedback f JOIN events e ON e.event_id = f.event_id
      WHERE f.session_id = $1 AND e.seq BETWEEN $2 AND $3`,
    [sessionId, firstSeq, lastSeq],
  );
  return new Map(rows.map((row) => [row.event_id, shown(row)]));
}

/** Lists one session's feedback, the newest first. */
export async function listFeedback(
  db: Queryable,
  sessionId: string,
  limit: number,
): Promise<(Feedback & { event_id: string })[]> {
  const rows = await readRows(
    db,
    feedbackRow,
    `SELECT event_id, value, comment, given_at FROM feedback
      WHERE session_id = $1 ORDER BY given_at DESC, event_id LIMIT $2`,
    [sessionId, limit],
  );
  return rows.map((row) => ({ event_id: row.event_id, ...shown(row) }));
}

function shown({ value, comment, given_at }: FeedbackRow): Feedback {
  return { value, comment, given_at: new Date(given_at).toISOString() };
}

const typeRow = z.object({
  type: z.string(),
});

async function requireAnswer(tx: Queryable, sessionId: string, eventId: string): Promise<void> {
  const [event] = await readRows(
    tx,
    typeRow,
    'SELECT type FROM events WHERE session_id = $1 AND event_id = $2',
    [sessionId, eventId],
  );
  if (event === undefined) throw invalid(`event_id: this session has no event ${quote(eventId)}.`);
  if (event.type !== 'agent.message') {
    throw invalid(`event_id must be that of an agent.message; this one is a ${event.type}.`);
  }
}
