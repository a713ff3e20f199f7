// The text of a message as the desk's search reads it: no JSON, no markup of its own, cut to a length that a full-text index
// takes. Messages that were stored before there was a desk get theirs in the background.

import type { Db } from '../db/types.ts';
import { type EventType, isRecord } from '../wire.ts';

/** UTF-16 units. PostgreSQL refuses a text with more than 1 MiB of different words. */
const MAX_WORDS = 50_000;
const BATCH = 200;

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

/** Takes the words out of older messages, a few at a time, until none is left or `signal` is aborted. */
export async function fillWords(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const rows = await db.query<{
      session_id: string;
      seq: number;
      type: EventType;
      content: string;
    }>(
      `SELECT session_id, seq, type, content FROM events
        WHERE words IS NULL AND type IN ('user.message', 'agent.message') LIMIT ${BATCH}`,
    );
    for (const { session_id, seq, type, content } of rows) {
      const words = wordsOf(type, JSON.parse(content)) ?? '';
      await db.query('UPDATE events SET words = $3 WHERE session_id = $1 AND seq = $2', [
        session_id,
        seq,
        words,
      ]);
    }
    if (rows.length < BATCH) return;
  }
}
