// The session as an agent reads it: in the order in which runs took things up, messages that no run has taken
// yet left out, compacted turns replaced by their summary. What may never be lost to a summary stays as it was
// written: the site's own instructions, and the messages that the present run answers.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { parseEvent } from '../wire.ts';
import { asHistoryEvent, type HistoryEvent } from './history-event.ts';
import { EVENT_COLUMNS, type StoredEvent, storedEvent, toWire } from './stored-event.ts';
import { eventTokens } from './tokens.ts';

/** An event at its place in the history. */
export interface HistoryItem {
  event: HistoryEvent;
  /** Its place in the order of reading. */
  at: number;
  /** Its place in the list. */
  seq: number;
  run_id: string | null;
}

/** The history of a session, as far as no summary stands for it. */
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

const historyRow = storedEvent.extend({
  history_seq: z.number(),
  origin: z.string().nullable(),
});

const compactionRow = storedEvent.extend({ covers_seq: z.number(), keeps_from: z.number() });

const INSTRUCTIONS_SHARE = 0.25;

/** Reads the events of a session in the order in which agents read them. */
export async function readHistory(
  db: Queryable,
  sessionId: string,
  { runId, contextWindow }: HistoryReader,
): Promise<History> {
  const [compaction] = await readRows(
    db,
    compactionRow,
    `SELECT ${EVENT_COLUMNS}, covers_seq, COALESCE(keeps_from, 0) AS keeps_from FROM events
      WHERE session_id = $1 AND covers_seq IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    [sessionId],
  );
  const coversSeq = compaction?.covers_seq ?? 0;
  // Three parts, each by an index of its own: a long conversation costs no more than what is left to read of it.
  const columns = `${EVENT_COLUMNS}, history_seq,
    CASE WHEN type = 'system.message' THEN origin END AS origin`;
  const rows = await readRows(
    db,
    historyRow,
    `SELECT ${columns} FROM events
      WHERE session_id = $1 AND history_seq > $2 AND type <> 'session.compaction'
        AND NOT (type IN ('user.message', 'system.message') AND run_id IS NULL)
     UNION ALL
     SELECT ${columns} FROM events
      WHERE session_id = $1 AND history_seq <= $2 AND history_seq >= $4
        AND type = 'system.message' AND run_id IS NOT NULL
     UNION ALL
     SELECT ${columns} FROM events
      WHERE session_id = $1 AND run_id = $3 AND type = 'user.message' AND history_seq <= $2
      ORDER BY history_seq, seq`,
    [sessionId, coversSeq, runId, compaction?.keeps_from ?? 0],
  );
  const items: HistoryItem[] = [];
  const add = (row: StoredEvent, at: number, run_id: string | null, origin: string | null) => {
    const parsed = parseEvent(toWire(row, true));
    if (parsed === null) return;
    const event = asHistoryEvent(parsed, origin);
    // Instructions stay when they are summarised; what a page said is in the summary like anything else.
    if (event.type === 'page.context' && at <= coversSeq) return;
    items.push({ event, at, seq: row.seq, run_id });
  };
  if (compaction !== undefined) add(compaction, 0, null, null);
  for (const row of rows) add(row, row.history_seq, row.run_id, row.origin);
  return {
    items: dropOldInstructions(items, coversSeq, contextWindow * INSTRUCTIONS_SHARE),
    coversSeq,
    compactedSeq: compaction?.seq ?? 0,
  };
}

/**
 * The place from which system messages are still read word by word once everything up to `coversSeq` is summarised. The
 * older ones have no room, so no later turn needs to read them again.
 */
export function instructionsKeptFrom(
  { items }: Pick<History, 'items'>,
  coversSeq: number,
  contextWindow: number,
): number {
  const kept = dropOldInstructions(items, coversSeq, contextWindow * INSTRUCTIONS_SHARE);
  const oldest = kept.find(({ event, at }) => event.type === 'system.message' && at <= coversSeq);
  return oldest?.at ?? coversSeq + 1;
}

/** A site may say something with every message: what a summary covers is kept only while there is room for it. */
function dropOldInstructions(items: readonly HistoryItem[], coversSeq: number, maxTokens: number) {
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
