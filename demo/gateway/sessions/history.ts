// The session as an agent reads it: in the order in which runs took things up, messages that no run has taken
// yet left out, compacted turns replaced by their summary.

import type { SessionEvent } from '../../../src/protocol/events.ts';
import { parseEvent } from '../../../src/protocol/parse-event.ts';
import type { Queryable } from '../db/types.ts';
import { EVENT_COLUMNS, type StoredEvent, toWire } from './stored-event.ts';

export async function readHistory(db: Queryable, sessionId: string): Promise<SessionEvent[]> {
  const [compaction] = await db.query<StoredEvent & { covers_seq: number }>(
    `SELECT ${EVENT_COLUMNS}, covers_seq FROM events
      WHERE session_id = $1 AND covers_seq IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    [sessionId],
  );
  const rows = await db.query<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events
      WHERE session_id = $1 AND history_seq > $2 AND type <> 'session.compaction'
        AND NOT (type IN ('user.message', 'system.message') AND run_id IS NULL)
      ORDER BY history_seq, seq`,
    [sessionId, compaction?.covers_seq ?? 0],
  );
  const events: SessionEvent[] = [];
  for (const row of compaction === undefined ? rows : [compaction, ...rows]) {
    const event = parseEvent(toWire(row, true));
    if (event !== null) events.push(event);
  }
  return events;
}

const CHARACTERS_PER_TOKEN = 4;

/** A rough count, for agents without a tokenizer and for what remains after a compaction. */
export function estimateTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);
}
