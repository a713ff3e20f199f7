// The session as an agent reads it: in the order in which runs took things up, messages that no run has taken
// yet left out, compacted turns replaced by their summary. What may never be lost to a summary stays as it was
// written: the site's own instructions, and the messages that the present run answers.

import type { Queryable } from '../db/types.ts';
import { parseEvent, type SessionEvent } from '../wire.ts';
import { EVENT_COLUMNS, type StoredEvent, toWire } from './stored-event.ts';
import { eventTokens } from './tokens.ts';

export interface HistoryItem {
  event: SessionEvent;
  /** Its place in the order of reading. */
  at: number;
  /** Its place in the list. */
  seq: number;
  run_id: string | null;
}

export interface History {
  /** The summary first, where there is one. */
  items: HistoryItem[];
  /** Everything up to here (in the order of reading) is in the summary; 0 without one. */
  coversSeq: number;
  /** Place in the list of the newest compaction; 0 without one. */
  compactedSeq: number;
}

export interface HistoryReader {
  /** The run that reads: its own messages stay, also where its first turns are summarised. */
  runId: string;
  /** Tokens; instructions older than a quarter of it are left to the summary. */
  contextWindow: number;
}

const INSTRUCTIONS_SHARE = 0.25;

export async function readHistory(
  db: Queryable,
  sessionId: string,
  { runId, contextWindow }: HistoryReader,
): Promise<History> {
  const [compaction] = await db.query<StoredEvent & { covers_seq: number }>(
    `SELECT ${EVENT_COLUMNS}, covers_seq FROM events
      WHERE session_id = $1 AND covers_seq IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    [sessionId],
  );
  const coversSeq = compaction?.covers_seq ?? 0;
  const rows = await db.query<StoredEvent & { history_seq: number; run_id: string | null }>(
    `SELECT ${EVENT_COLUMNS}, history_seq, run_id FROM events
      WHERE session_id = $1 AND type <> 'session.compaction'
        AND (history_seq > $2 OR type = 'system.message' OR (type = 'user.message' AND run_id = $3))
        AND NOT (type IN ('user.message', 'system.message') AND run_id IS NULL)
      ORDER BY history_seq, seq`,
    [sessionId, coversSeq, runId],
  );
  const items: HistoryItem[] = [];
  const add = (row: StoredEvent, at: number, run_id: string | null) => {
    const event = parseEvent(toWire(row, true));
    if (event !== null) items.push({ event, at, seq: row.seq, run_id });
  };
  if (compaction !== undefined) add(compaction, 0, null);
  for (const row of rows) add(row, row.history_seq, row.run_id);
  return {
    items: dropOldInstructions(items, coversSeq, contextWindow * INSTRUCTIONS_SHARE),
    coversSeq,
    compactedSeq: compaction?.seq ?? 0,
  };
}

/** A site may say something with every message: what a summary covers is kept only while there is room for it. */
function dropOldInstructions(items: HistoryItem[], coversSeq: number, maxTokens: number) {
  let left = maxTokens;
  return items
    .toReversed()
    .filter(({ event, at }) => {
      if (event.type !== 'system.message' || at > coversSeq) return true;
      left -= eventTokens(event);
      return left >= 0;
    })
    .toReversed();
}
