// The desk's list of conversations: by newest message, filtered, searched, in pages. One statement for each page.

import { z } from 'zod';
import type { FeedbackValue } from '../feedback/feedback.ts';
import { type Reach, whereReached } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { invalid } from '../kernel/http-error.ts';
import { personOf, writerOf } from './by-person.ts';
import { knowsWords, planSearch } from './search.ts';

export const CONVERSATION_STATES = [
  'running',
  'paused',
  'failed',
  'waiting',
  'held',
  'idle',
] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** Around what was found, in `match`. Nobody types them, and none of them is ever drawn. */
export const MATCH_START = '\uE000';
export const MATCH_END = '\uE001';

export interface ConversationFilter {
  /** The person for whom unread conversations are marked; null: none are. */
  personId: string | null;
  state?: ConversationState | undefined;
  isUnread?: boolean;
  /** Those with an answer of which their visitor has said this. */
  feedback?: FeedbackValue | undefined;
  clientId?: string | undefined;
  agent?: string | undefined;
  ownerId?: string | undefined;
  search?: string | undefined;
  sessionId?: string | undefined;
  page?: string | undefined;
  limit: number;
}

const conversationRow = z.object({
  session_id: z.string(),
  project_id: z.string(),
  client_id: z.string().nullable(),
  site_name: z.string().nullable(),
  agent: z.string(),
  agent_name: z.string(),
  owner_id: z.string().nullable(),
  state: z.enum(CONVERSATION_STATES),
  message_at: z.number(),
  created_at: z.number(),
  wanted_at: z.number().nullable(),
  held_by: z.string().nullable(),
  held_name: z.string().nullable(),
  held_picture: z.string().nullable(),
  is_unread: z.boolean(),
  words: z.string().nullable(),
  type: z.string().nullable(),
  person: z.string().nullable(),
  match: z.string().nullable(),
  thumbs_up: z.number(),
  thumbs_down: z.number(),
});
type ConversationRow = z.output<typeof conversationRow>;

const LAST_WORDS = 240;

/** Waiting comes before running: while a person is wanted, somebody has to look. */
const STATE = `CASE WHEN s.held_by IS NOT NULL THEN 'held'
  WHEN s.wanted_at IS NOT NULL THEN 'waiting'
  WHEN s.run_id IS NOT NULL THEN 'running'
  WHEN s.paused_run_id IS NOT NULL THEN 'paused'
  WHEN s.has_failed THEN 'failed' ELSE 'idle' END`;
const thumbs = (value: FeedbackValue): string =>
  `(SELECT count(*) FROM feedback f WHERE f.session_id = s.session_id AND f.value = '${value}') AS thumbs_${value}`;
const UNREAD = `(s.message_seq > COALESCE(r.seq, 0) AND COALESCE(s.message_at > p.reads_from, false))`;

export async function listConversations(db: Queryable, reach: Reach, filter: ConversationFilter) {
  const params: unknown[] = [filter.personId];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const where = ['s.message_seq > 0', whereReached(reach, 's', params)];
  // One that is named is read, so that its owner sees what a trial has cost.
  if (filter.sessionId === undefined) where.push('NOT s.is_trial');
  const matches = ["to_tsquery('simple', '')"];
  let matchColumn = 'NULL';
  if (filter.sessionId !== undefined) where.push(`s.session_id = ${bind(filter.sessionId)}`);
  if (filter.clientId !== undefined) where.push(`s.client_id = ${bind(filter.clientId)}`);
  if (filter.agent !== undefined) where.push(`s.agent = ${bind(filter.agent)}`);
  if (filter.ownerId !== undefined) where.push(`s.owner_id = ${bind(filter.ownerId)}`);
  if (filter.state !== undefined) where.push(`${STATE} = ${bind(filter.state)}`);
  if (filter.isUnread === true) where.push(UNREAD);
  if (filter.feedback !== undefined) {
    where.push(
      `EXISTS (SELECT 1 FROM feedback f WHERE f.session_id = s.session_id AND f.value = ${bind(filter.feedback)})`,
    );
  }
  if (filter.search !== undefined && filter.search.trim() !== '') {
    const plan = planSearch(filter.search, await knowsWords(db));
    if (plan === null) return { data: [], next_page: null };
    const text = filter.search.trim();
    const found =
      plan.like !== null
        ? `e.words ILIKE ALL (${bind(plan.like)})`
        : `to_tsvector('simple', e.words) @@ to_tsquery('simple', ${bind(plan.tsquery)})`;
    // An id is looked for whole: people paste it.
    const whole = bind(text);
    where.push(
      `(s.session_id IN (SELECT e.session_id FROM events e WHERE e.words IS NOT NULL AND ${found})
        OR s.session_id = ${whole} OR s.owner_id = ${whole})`,
    );
    if (plan.tsquery !== null) {
      matches[0] = `to_tsquery('simple', ${bind(plan.tsquery)})`;
      const options = `StartSel=${MATCH_START}, StopSel=${MATCH_END}, MaxWords=24, MinWords=10`;
      matchColumn = `(SELECT ts_headline('simple', left(e.words, 4000), ${matches[0]}, ${bind(options)})
          FROM events e WHERE e.session_id = s.session_id AND e.words IS NOT NULL AND ${found}
          ORDER BY e.seq DESC LIMIT 1)`;
    }
  }
  const from = filter.page === undefined ? null : readPage(filter.page);
  if (from !== null) {
    where.push(`(s.message_at, s.session_id) < (${bind(from.at)}, ${bind(from.id)})`);
  }
  const rows = await readRows(
    db,
    conversationRow,
    `SELECT s.session_id, s.project_id, s.client_id, sites.name AS site_name, s.agent,
            COALESCE(agents.name, s.agent) AS agent_name, s.owner_id,
            ${STATE} AS state, s.message_at, s.created_at, s.wanted_at, s.held_by,
            holder.name AS held_name, holder.picture AS held_picture, ${UNREAD} AS is_unread,
            left(last.words, ${LAST_WORDS}) AS words, last.type, ${personOf('last.content')} AS person, ${matchColumn} AS match,
            ${thumbs('up')}, ${thumbs('down')}
       FROM sessions s
       LEFT JOIN desk_people p ON p.person_id = $1
       LEFT JOIN sites ON sites.client_id = s.client_id
       LEFT JOIN agents ON agents.agent_id = s.agent
       LEFT JOIN desk_people holder ON holder.person_id = s.held_by
       LEFT JOIN desk_reads r ON r.session_id = s.session_id AND r.person_id = $1
       LEFT JOIN events last ON last.session_id = s.session_id AND last.seq = s.message_seq
      WHERE ${where.join(' AND ')}
      ORDER BY s.message_at DESC, s.session_id DESC LIMIT ${bind(filter.limit + 1)}`,
    params,
  );
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return {
    data: page.map(present),
    next_page: last === undefined ? null : writePage(last.message_at, last.session_id),
  };
}

function present(row: ConversationRow) {
  return {
    session_id: row.session_id,
    project_id: row.project_id,
    client_id: row.client_id,
    site_name: row.site_name,
    agent: row.agent,
    agent_name: row.agent_name,
    owner_id: row.owner_id,
    state: row.state,
    is_unread: row.is_unread,
    last_words: row.words ?? '',
    last_by:
      row.type === 'user.message'
        ? ('visitor' as const)
        : row.person === null
          ? ('agent' as const)
          : ('person' as const),
    last_name: row.person === null ? null : writerOf(row.person),
    last_at: new Date(row.message_at).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    wanted_at: row.wanted_at === null ? null : new Date(row.wanted_at).toISOString(),
    held_by:
      row.held_by === null
        ? null
        : { person_id: row.held_by, name: row.held_name ?? '', picture: row.held_picture },
    match: row.match,
    thumbs_up: Number(row.thumbs_up),
    thumbs_down: Number(row.thumbs_down),
  };
}

const unreadWaitingRow = z.object({
  unread: z.number(),
  waiting: z.number(),
});

/** How many there are that somebody may want to look at; each count ends at a bound, so that it stays quick. */
export async function countConversations(db: Queryable, personId: string) {
  const [row] = await readRows(
    db,
    unreadWaitingRow,
    `SELECT (SELECT count(*) FROM (
               SELECT 1 FROM sessions s JOIN desk_people p ON p.person_id = $1
                 LEFT JOIN desk_reads r ON r.session_id = s.session_id AND r.person_id = $1
                WHERE s.message_seq > 0 AND NOT s.is_trial AND ${UNREAD} LIMIT 100) counted) AS unread,
            (SELECT count(*) FROM (
               SELECT 1 FROM sessions s
                WHERE s.message_seq > 0 AND NOT s.is_trial AND s.wanted_at IS NOT NULL
                  AND s.held_by IS NULL
                LIMIT 100) counted) AS waiting`,
    [personId],
  );
  return { unread: Number(row?.unread ?? 0), waiting: Number(row?.waiting ?? 0) };
}

/** Everything up to here is read; an older place changes nothing. */
export async function markRead(
  db: Queryable,
  personId: string,
  sessionId: string,
  seq: number,
): Promise<void> {
  await db.query(
    `INSERT INTO desk_reads (person_id, session_id, seq) VALUES ($1, $2, $3)
     ON CONFLICT (person_id, session_id) DO UPDATE SET seq = GREATEST(desk_reads.seq, EXCLUDED.seq)`,
    [personId, sessionId, seq],
  );
}

function writePage(at: number, id: string): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** @throws HttpError 400 */
function readPage(text: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,15}) ([\w.:-]{1,200})$/.exec(
    Buffer.from(text, 'base64url').toString(),
  ) ?? [null, '', ''];
  if (at === '' || at === undefined || id === undefined) {
    throw invalid('page is not a place in this list; begin it anew.');
  }
  return { at: Number(at), id };
}
