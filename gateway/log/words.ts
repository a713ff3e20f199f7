// The text of a message as the desk's search reads it: no JSON, no markup of its own, cut to a length that a full-text index
// takes. Messages that were stored before there was a desk get theirs in the background.

import { z } from 'zod';
import { type Clock, createSystemClock, sleep } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { EVENT_TYPES, type EventType, isRecord } from '../wire.ts';

/** UTF-16 units. PostgreSQL refuses a text with more than 1 MiB of different words. */
const MAX_WORDS = 50_000;
const BATCH = 1000;
/** On the embedded database. */
const SMALL_BATCH = 50;

/** Null for what is no message. */
export function wordsOf(type: EventType, content: unknown): string | null {
  if (type !== 'user.message' && type !== 'agent.message') return null;
  const blocks = Array.isArray(content) ? content : [];
  const texts = blocks.flatMap((block) =>
    isRecord(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
  return storable(texts.join('\n').slice(0, MAX_WORDS));
}

/** PostgreSQL's text holds neither NUL nor half of a surrogate pair. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ' '), 'utf8').toString('utf8');
}

/**
 * Takes the words out of older messages, a batch in one statement, until none is left or `signal` is aborted. It waits for
 * nobody's row: one that is locked is left to the next start. The embedded database's one connection is left to visitors half
 * of the time, after batches of some milliseconds.
 */
export async function fillWords(
  db: Db,
  signal: AbortSignal,
  clock: Clock = createSystemClock(),
): Promise<void> {
  const batch = db.isExclusive ? SMALL_BATCH : BATCH;
  for (let last: Place | null = { session_id: '', seq: 0 }; last !== null && !signal.aborted; ) {
    const began = clock.monotonic();
    last = await fillBatch(db, last, batch);
    if (db.isExclusive && last !== null) {
      await sleep(clock, clock.monotonic() - began, signal).catch(() => {});
    }
  }
}

interface Place {
  session_id: string;
  seq: number;
}

const sessionIdRow = z.object({
  session_id: z.string(),
  seq: z.number(),
  type: z.enum(EVENT_TYPES),
  content: z.string(),
});

/** @returns the last message that it came to; null where there was none. */
async function fillBatch(db: Db, after: Place, batch: number): Promise<Place | null> {
  const rows = await readRows(
    db,
    sessionIdRow,
    `SELECT session_id, seq, type, content FROM events
      WHERE words IS NULL AND type IN ('user.message', 'agent.message')
        AND (session_id, seq) > ($1, $2::bigint)
      ORDER BY session_id, seq LIMIT $3`,
    [after.session_id, after.seq, batch],
  );
  const last = rows.at(-1);
  if (last === undefined) return null;
  await db.query(
    `WITH found AS (
       SELECT session_id, seq, given.words
         FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (session_id, seq, words)
         JOIN events USING (session_id, seq)
        FOR UPDATE OF events SKIP LOCKED)
     UPDATE events SET words = found.words FROM found
      WHERE events.session_id = found.session_id AND events.seq = found.seq`,
    [
      rows.map(({ session_id }) => session_id),
      rows.map(({ seq }) => seq),
      rows.map(({ type, content }) => wordsOf(type, JSON.parse(content)) ?? ''),
    ],
  );
  return { session_id: last.session_id, seq: last.seq };
}
