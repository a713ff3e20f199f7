// Appending to a session: one transaction, one lock on the session's row, sequence numbers given out under it.
// Numbers therefore become visible in order: after reading an event, a reader never meets a new one with a smaller number.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { writeExactly } from '../kernel/exact-json.ts';
import type { Ids } from '../kernel/ids.ts';
import { createLanes } from '../kernel/lanes.ts';
import { type EventType, isRecord } from '../wire.ts';
import { type News, newsOf, type Outbox } from './news.ts';
import { noSuchSession } from './session-access.ts';
import { lockSession, type SessionRow } from './session-row.ts';
import { EVENT_COLUMNS, type StoredEvent, storedEvent } from './stored-event.ts';
import { wordsOf } from './words.ts';

export interface EventDraft {
  type: EventType;
  /** The wire's content. */
  content: unknown;
  id?: string;
  usage?: unknown;
  error_code?: string;
  /** True for events that a run wrote: they need no processing by a run. */
  isProcessed?: boolean;
  /** The run that wrote or took it. */
  run_id?: string;
  /** The name that its sender gave it, unique in the session. */
  intent_id?: string | undefined;
  /** JSON: who sent it, of a message. */
  origin?: string;
  /** For a compaction: every event up to here in the agent's reading order is replaced by it. */
  covers_seq?: number;
  /** Told to backends with it. */
  news?: News;
  /** For a compaction: system messages before this place are read no more. */
  keeps_from?: number;
}

type Settable =
  | 'run_id'
  | 'paused_run_id'
  | 'cancel_run_id'
  | 'held_by'
  | 'held_at'
  | 'wanted_at'
  | 'assigned_to'
  | 'closed_at'
  | 'snoozed_until'
  | 'unanswered_since';

/** One write to a session, inside its transaction. */
export interface SessionWrite {
  tx: Queryable;
  /** Locked; `set` changes it. */
  session: SessionRow;
  /** The instant of this write, never before the session's latest event. */
  now: number;
  append(draft: EventDraft): StoredEvent;
  /** Told to backends, where no event says it. */
  tell(news: News): void;
  /** Open desks show what colleagues have changed, where no event says it. */
  noteWork(): void;
  set(change: Partial<Pick<SessionRow, Settable>>): void;
}

/** The log of all sessions: appends and reads events. */
export interface SessionLog {
  /**
   * Runs `work` with the session locked; what it appended is visible to others when this resolves, or never. Writes of
   * one session wait for each other here, before they take a connection to the database.
   * @param most how many writes may wait already, else it is refused; without it any number.
   * @throws HttpError 404 where the session is gone, 429 where too many wait.
   */
  write<T>(sessionId: string, work: (write: SessionWrite) => Promise<T>, most?: number): Promise<T>;
  /** At most `limit` events, and `maxBytes` of them, but one at least. */
  readPage(
    sessionId: string,
    order: 'asc' | 'desc',
    fromSeq: number | null,
    size: { limit: number; maxBytes: number },
  ): Promise<{ events: StoredEvent[]; hasMore: boolean }>;
  /** Events after `afterSeq` (asc) or before it (desc), at most `limit`. */
  read(
    sessionId: string,
    order: 'asc' | 'desc',
    fromSeq: number | null,
    limit: number,
  ): Promise<StoredEvent[]>;
  /** The event's sequence number, or null where this session has no such event. */
  findSeq(sessionId: string, eventId: string): Promise<number | null>;
}

export interface SessionLogParts {
  db: Db;
  clock: Clock;
  ids: Ids;
  /**
   * Called after the commit, with what was appended, in order, and the number of the session's last event. Nothing was
   * appended where something beside the events has changed that open desks show.
   */
  publish: (sessionId: string, events: readonly StoredEvent[], lastSeq: number) => void;
  /** Writes down the news of each write, in its transaction. */
  outbox: Outbox;
}

const seqRow = z.object({
  seq: z.number(),
});

const pageRow = storedEvent.extend({ found: z.number() });

/** Made once for each gateway. */
export function createSessionLog({ db, clock, ids, publish, outbox }: SessionLogParts): SessionLog {
  const lanes = createLanes();
  return {
    write: (sessionId, work, most) => lanes.run(sessionId, () => write(sessionId, work), most),

    async readPage(sessionId, order, fromSeq, { limit, maxBytes }) {
      const [comparison, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
      // The lengths are summed before any text is fetched: a page of the longest events never leaves the database whole.
      const rows = await readRows(
        db,
        pageRow,
        `SELECT ${EVENT_COLUMNS}, found FROM (
           SELECT *, count(*) OVER () AS found,
                  sum(octet_length(content)) OVER (ORDER BY seq ${direction})
                    - octet_length(content) AS bytes_before
             FROM (SELECT ${EVENT_COLUMNS} FROM events
                    WHERE session_id = $1 AND ($3::bigint IS NULL OR seq ${comparison} $3)
                    ORDER BY seq ${direction} LIMIT $2) AS page
         ) AS measured
         WHERE bytes_before < $4 ORDER BY seq ${direction} LIMIT $5`,
        [sessionId, limit + 1, fromSeq, maxBytes, limit],
      );
      const events = rows.map(({ found: _, ...event }) => event);
      return { events, hasMore: (rows[0]?.found ?? 0) > events.length };
    },

    read(sessionId, order, fromSeq, limit) {
      const [comparison, direction] = order === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
      const isFromStart = fromSeq === null;
      return readRows(
        db,
        storedEvent,
        `SELECT ${EVENT_COLUMNS} FROM events
          WHERE session_id = $1 ${isFromStart ? '' : `AND seq ${comparison} $3`}
          ORDER BY seq ${direction} LIMIT $2`,
        isFromStart ? [sessionId, limit] : [sessionId, limit, fromSeq],
      );
    },

    async findSeq(sessionId, eventId) {
      const [row] = await readRows(
        db,
        seqRow,
        'SELECT seq FROM events WHERE session_id = $1 AND event_id = $2',
        [sessionId, eventId],
      );
      return row?.seq ?? null;
    },
  };

  async function write<T>(
    sessionId: string,
    work: (write: SessionWrite) => Promise<T>,
  ): Promise<T> {
    const appended: StoredEvent[] = [];
    // Before the transaction: it may take a query of its own.
    const writeNews = await outbox.open();
    let hasNews = false;
    let hasTold = false;
    let hasWorked = false;
    let lastSeq = 0;
    const result = await db.transaction(async (tx) => {
      const session = await lockSession(tx, sessionId);
      if (session === null) throw noSuchSession();
      const now = Math.max(clock.now(), session.last_event_at);
      const drafts: EventDraft[] = [];
      const told: News[] = [];
      const outcome = await work({
        tx,
        session,
        now,
        append(draft) {
          session.last_seq += 1;
          session.last_event_at = now;
          const event: StoredEvent = {
            seq: session.last_seq,
            event_id: draft.id ?? ids.next('event'),
            type: draft.type,
            content: writeExactly(draft.content),
            usage: draft.usage === undefined ? null : writeExactly(draft.usage),
            error_code: draft.error_code ?? null,
            created_at: now,
            processed_at: draft.isProcessed === true ? now : null,
            run_id: draft.run_id ?? null,
            intent_id: draft.intent_id ?? null,
          };
          drafts.push(draft);
          appended.push(event);
          noteForDesk(session, event, draft.content);
          return event;
        },
        tell: (news) => told.push(news),
        noteWork() {
          session.worked_at = now;
          hasWorked = true;
        },
        set: (change) => Object.assign(session, change),
      });
      hasTold = told.length > 0;
      lastSeq = session.last_seq;
      await insertEvents(tx, sessionId, appended, drafts);
      if (writeNews !== null && !session.is_trial) {
        const news = [
          ...newsOf(appended),
          ...drafts.flatMap(({ news: more }) => more ?? []),
          ...told,
        ];
        hasNews = await writeNews(tx, session, { news, now });
      }
      await tx.query(
        `UPDATE sessions SET last_seq = $2, last_event_at = $3, run_id = $4, paused_run_id = $5,
                  cancel_run_id = $6, message_seq = $7, message_at = $8, has_failed = $9,
                  held_by = $10, held_at = $11, wanted_at = $12, assigned_to = $13, closed_at = $14,
                  snoozed_until = $15, unanswered_since = $16, worked_at = $17
            WHERE session_id = $1`,
        [
          sessionId,
          session.last_seq,
          session.last_event_at,
          session.run_id,
          session.paused_run_id,
          session.cancel_run_id,
          session.message_seq,
          session.message_at,
          session.has_failed,
          session.held_by,
          session.held_at,
          session.wanted_at,
          session.assigned_to,
          session.closed_at,
          session.snoozed_until,
          session.unanswered_since,
          session.worked_at,
        ],
      );
      return outcome;
    });
    if (appended.length > 0 || hasTold || hasWorked) publish(sessionId, appended, lastSeq);
    if (hasNews) outbox.onWritten();
    return result;
  }
}

/**
 * Keeps in the session's row what the desk's list shows: the newest message, since when one has no answer, and the last run's
 * failure. A visitor who writes opens a conversation again that was done or put off.
 */
function noteForDesk(
  session: SessionRow,
  { type, seq, created_at }: StoredEvent,
  content: unknown,
): void {
  switch (type) {
    case 'user.message':
    case 'agent.message':
      session.message_seq = seq;
      session.message_at = created_at;
      if (type === 'user.message') {
        session.unanswered_since ??= created_at;
        session.closed_at = null;
        session.snoozed_until = null;
      } else if (isAnswer(content, session.held_by)) session.unanswered_since = null;
      break;
    case 'session.status_idle':
    case 'session.error':
      session.has_failed = type === 'session.error';
      // Words before a failure are no answer.
      if (session.has_failed) session.unanswered_since ??= created_at;
      break;
  }
}

/**
 * Not what the gateway itself writes: that a person has come or gone, or that nobody is there. Once a person has the
 * conversation, their own words alone: not the last of an agent that is being stopped.
 */
function isAnswer(content: unknown, heldBy: string | null): boolean {
  const [block] = (Array.isArray(content) ? content : []) as unknown[];
  const extra = isRecord(block) && isRecord(block.extra_content) ? block.extra_content : {};
  const person = isRecord(extra.gateway) ? extra.gateway.person : undefined;
  if (isRecord(extra.gateway) && extra.gateway.notice === true) return false;
  return isRecord(person) ? person.act === 'said' : heldBy === null;
}

const COLUMNS_PER_EVENT = 15;

async function insertEvents(
  tx: Queryable,
  sessionId: string,
  events: readonly StoredEvent[],
  drafts: readonly EventDraft[],
): Promise<void> {
  if (events.length === 0) return;
  const values: unknown[] = [sessionId];
  const rows = events.map((event, index) => {
    const draft = drafts[index];
    values.push(
      event.seq,
      event.event_id,
      event.type,
      event.content,
      event.usage,
      event.error_code,
      event.created_at,
      event.processed_at,
      event.run_id,
      event.intent_id,
      draft?.origin ?? null,
      event.seq,
      draft?.covers_seq ?? null,
      draft?.keeps_from ?? null,
      wordsOf(event.type, draft?.content),
    );
    const first = index * COLUMNS_PER_EVENT + 2;
    const places = Array.from({ length: COLUMNS_PER_EVENT }, (_, i) => `$${first + i}`);
    return `($1, ${places.join(', ')})`;
  });
  await tx.query(
    `INSERT INTO events (session_id, seq, event_id, type, content, usage, error_code, created_at,
                         processed_at, run_id, intent_id, origin, history_seq, covers_seq, keeps_from,
                         words)
     VALUES ${rows.join(', ')}`,
    values,
  );
  const named = events.filter(({ intent_id }) => intent_id !== null);
  if (named.length === 0) return;
  await tx.query(
    `INSERT INTO intents (session_id, intent_id, seq)
     SELECT $1, intent_id, seq FROM unnest($2::text[], $3::bigint[]) AS named (intent_id, seq)`,
    [sessionId, named.map(({ intent_id }) => intent_id), named.map(({ seq }) => seq)],
  );
}
