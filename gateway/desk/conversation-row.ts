// One conversation as the desk's list shows it: its columns, and what is made of them for a reply.

import { z } from 'zod';
import type { FeedbackValue } from '../feedback/feedback.ts';
import { personOf, writerOf } from '../log/by-person.ts';
import { CONVERSATION_STATUSES, statusAt } from '../work/status.ts';
import { readTags, TAGS_OF_SESSION } from '../work/tags.ts';

export const CONVERSATION_STATES = [
  'running',
  'paused',
  'failed',
  'waiting',
  'held',
  'idle',
] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

const who = {
  name: z.string().nullable(),
  picture: z.string().nullable(),
};

export const conversationRow = z.object({
  session_id: z.string(),
  project_id: z.string(),
  client_id: z.string().nullable(),
  site_name: z.string().nullable(),
  agent: z.string(),
  agent_name: z.string(),
  owner_id: z.string().nullable(),
  state: z.enum(CONVERSATION_STATES),
  status: z.enum(CONVERSATION_STATUSES),
  waiting_since: z.number().nullable(),
  message_at: z.number(),
  created_at: z.number(),
  wanted_at: z.number().nullable(),
  closed_at: z.number().nullable(),
  snoozed_until: z.number().nullable(),
  held_by: z.string().nullable(),
  held_name: who.name,
  held_picture: who.picture,
  assigned_to: z.string().nullable(),
  assigned_name: who.name,
  assigned_picture: who.picture,
  is_unread: z.boolean(),
  is_mentioned: z.boolean(),
  words: z.string().nullable(),
  visitor_words: z.string().nullable(),
  type: z.string().nullable(),
  person: z.string().nullable(),
  match: z.string().nullable(),
  thumbs_up: z.number(),
  thumbs_down: z.number(),
  tags: z.string().nullable(),
  contact_email: z.string().nullable(),
});
export type ConversationRow = z.output<typeof conversationRow>;

const LAST_WORDS = 240;

/** Waiting comes before running: while a person is wanted, somebody has to look. */
export const STATE = `CASE WHEN s.held_by IS NOT NULL THEN 'held'
  WHEN s.wanted_at IS NOT NULL THEN 'waiting'
  WHEN s.run_id IS NOT NULL THEN 'running'
  WHEN s.paused_run_id IS NOT NULL AND s.closed_at IS NULL THEN 'paused'
  WHEN s.has_failed THEN 'failed' ELSE 'idle' END`;
const thumbs = (value: FeedbackValue): string =>
  `(SELECT count(*) FROM feedback f WHERE f.session_id = s.session_id AND f.value = '${value}') AS thumbs_${value}`;
/** SQL: whether a note in `s` calls the person `$1`, who hasn't looked since. */
const CALLED = `s.session_id IN (SELECT m.session_id FROM note_mentions m WHERE m.person_id = $1 AND m.read_at IS NULL)`;
/** SQL: whether the person `p`, who is `$1` and has read up to `r`, has something to read in `s`. */
export const UNREAD = `((s.message_seq > COALESCE(r.seq, 0) AND COALESCE(s.message_at > p.reads_from, false)) OR ${CALLED})`;

/** SQL: all columns of a row. @param now the place of the time's parameter. @param match SQL of the words that a search has found */
export const columnsOf = (now: string, match: string): string => `
  s.session_id, s.project_id, s.client_id,
  (SELECT name FROM sites WHERE sites.client_id = s.client_id) AS site_name, s.agent,
  COALESCE((SELECT name FROM agents WHERE agents.agent_id = s.agent), s.agent) AS agent_name, s.owner_id,
  ${STATE} AS state, ${statusAt(now)} AS status, s.waiting_since, s.message_at, s.created_at, s.wanted_at,
  s.closed_at, s.snoozed_until, s.held_by, holder.name AS held_name, holder.picture AS held_picture,
  s.assigned_to, assigned.name AS assigned_name, assigned.picture AS assigned_picture,
  ${UNREAD} AS is_unread, ${CALLED} AS is_mentioned, left(last.words, ${LAST_WORDS}) AS words,
  CASE WHEN last.type = 'user.message' THEN left(last.words, ${LAST_WORDS}) ELSE
    (SELECT left(v.words, ${LAST_WORDS}) FROM events v
      WHERE v.session_id = s.session_id AND v.type = 'user.message' AND v.seq < s.message_seq
      ORDER BY v.seq DESC LIMIT 1) END AS visitor_words,
  last.type, ${personOf('last.content')} AS person, ${match} AS match,
  ${thumbs('up')}, ${thumbs('down')}, ${TAGS_OF_SESSION} AS tags,
  (SELECT c.email FROM session_contacts c WHERE c.session_id = s.session_id) AS contact_email`;

/**
 * SQL: the tables that the columns come from. `$1` is the person who reads; null: nobody. The fewer the better: a page is planned
 * anew each time, which takes longer than reading it and doubles with two tables more. So what gives one column is a subquery.
 */
export const TABLES = `sessions s
  LEFT JOIN desk_people p ON p.person_id = $1
  LEFT JOIN desk_people holder ON holder.person_id = s.held_by
  LEFT JOIN desk_people assigned ON assigned.person_id = s.assigned_to
  LEFT JOIN desk_reads r ON r.session_id = s.session_id AND r.person_id = $1
  LEFT JOIN events last ON last.session_id = s.session_id AND last.seq = s.message_seq`;

export function present(row: ConversationRow) {
  return {
    session_id: row.session_id,
    project_id: row.project_id,
    client_id: row.client_id,
    site_name: row.site_name,
    agent: row.agent,
    agent_name: row.agent_name,
    owner_id: row.owner_id,
    contact_email: row.contact_email,
    state: row.state,
    status: row.status,
    waiting_since: row.status === 'waiting_us' ? timeOf(row.waiting_since) : null,
    is_unread: row.is_unread,
    is_mentioned: row.is_mentioned,
    visitor_words: row.visitor_words ?? '',
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
    wanted_at: timeOf(row.wanted_at),
    closed_at: timeOf(row.closed_at),
    snoozed_until: timeOf(row.snoozed_until),
    held_by: personIn(row.held_by, row.held_name, row.held_picture),
    assigned_to: personIn(row.assigned_to, row.assigned_name, row.assigned_picture),
    tags: readTags(row.tags),
    match: row.match,
    thumbs_up: Number(row.thumbs_up),
    thumbs_down: Number(row.thumbs_down),
  };
}

const timeOf = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

const personIn = (id: string | null, name: string | null, picture: string | null) =>
  id === null ? null : { person_id: id, name: name ?? '', picture };
