// The desk's list of conversations: what needs a person first, longest waiting on top, then the rest by newest message; filtered,
// searched, in pages. A page is one statement, and a second where it reaches into the rest.

import { z } from 'zod';
import type { FeedbackValue } from '../feedback/feedback.ts';
import { type Reach, whereReached } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { type ConversationStatus, hasStatus, IS_QUIET } from '../work/status.ts';
import {
  type ConversationRow,
  type ConversationState,
  columnsOf,
  conversationRow,
  present,
  STATE,
  TABLES,
  UNREAD,
} from './conversation-row.ts';
import {
  ORDERS,
  type Place,
  readPlace,
  type Section,
  sectionFrom,
  writePlace,
} from './list-places.ts';
import { hasWords, planSearch } from './search.ts';

/** Around what was found, in `match`. Nobody types them, and none of them is ever drawn. */
export const MATCH_START = '\uE000';
export const MATCH_END = '\uE001';

/** At the most so many are counted, so that it stays quick. */
const MOST = 100;
/**
 * So many at the top of a list are searched by themselves first. A word that many conversations have is found there, in
 * milliseconds; the index has each place of such a word, and takes a second to collect them.
 */
const NEAR = 200;

export interface ConversationFilter {
  /** The person for whom unread conversations are marked; null: none are. */
  personId: string | null;
  /** Unix milliseconds: what is put off until then or earlier is due. */
  now: number;
  /** `newest`: without those first that need a person. */
  order?: 'newest';
  status?: ConversationStatus | 'all' | undefined;
  /** A person's id, or `none`. */
  assignedTo?: string | undefined;
  tagId?: string | undefined;
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

export async function listConversations(db: Queryable, reach: Reach, filter: ConversationFilter) {
  const text = filter.search?.trim() ?? '';
  const plan = text === '' ? undefined : planSearch(text);
  if (plan === null) return { data: [], next_page: null };
  const rows: { row: ConversationRow; section: Section }[] = [];
  const from = filter.page === undefined ? null : readPlace(filter.page);
  for (const section of sectionFrom(sectionsOf(filter), from)) {
    const left = filter.limit + 1 - rows.length;
    if (left === 0) break;
    const place = from?.order === section.order ? from : null;
    const found = await readSection(db, reach, { filter, section, plan, place, limit: left });
    rows.push(...found.map((row) => ({ row, section })));
  }
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  const hasMore = rows.length > page.length && last !== undefined;
  return {
    data: page.map(({ row }) => present(row)),
    next_page: hasMore ? writePlace(last.section, last.row) : null,
  };
}

/** The parts of the list, one after the other. */
function sectionsOf({
  status,
  order,
  sessionId,
}: Pick<ConversationFilter, 'status' | 'order' | 'sessionId'>): Section[] {
  const waiting: Section = { order: 'waiting', where: hasStatus('waiting_us', '$2') };
  if (sessionId !== undefined) return [{ order: 'newest', where: 'true' }];
  if (order === 'newest') return [{ order, where: 'true' }];
  switch (status) {
    case undefined:
      return [waiting, { order: 'newest', where: IS_QUIET }];
    case 'all':
      return [waiting, { order: 'newest', where: `NOT (${waiting.where})` }];
    case 'waiting_us':
      return [waiting];
    case 'snoozed':
      return [{ order: 'snoozed', where: hasStatus(status, '$2') }];
    default:
      return [{ order: 'newest', where: hasStatus(status, '$2') }];
  }
}

type Plan = ReturnType<typeof planSearch> | undefined;

/** What is looked for, in one part of the list. */
interface Searched {
  filter: Omit<ConversationFilter, 'limit' | 'page'>;
  section: Section;
  plan: Plan;
  place: Place | null;
}

interface Wanted extends Searched {
  limit: number;
}

async function readSection(
  db: Queryable,
  reach: Reach,
  wanted: Wanted,
): Promise<ConversationRow[]> {
  const read = (isNear: boolean): Promise<ConversationRow[]> => {
    const { where, match, params, bind } = conditionsOf(reach, wanted, isNear);
    return readRows(
      db,
      conversationRow,
      `SELECT ${columnsOf('$2', match())} FROM ${TABLES} WHERE ${where.join(' AND ')}
        ${sqlOrder(wanted.section)} LIMIT ${bind(wanted.limit)}`,
      params,
    );
  };
  if (!wanted.plan) return read(false);
  const near = await read(true);
  const isEnough = near.length === wanted.limit || (await isShort(db, reach, wanted));
  return isEnough ? near : read(false);
}

/** No more stand in this part of the list, without the search, than are looked through first. */
async function isShort(db: Queryable, reach: Reach, wanted: Searched): Promise<boolean> {
  const count = await countUpTo(db, reach, { ...wanted, plan: undefined }, NEAR + 1);
  return count <= NEAR;
}

function sqlOrder({ order }: Section): string {
  const { by, direction } = ORDERS[order];
  return `ORDER BY s.${by} ${direction}, s.session_id ${direction}`;
}

/**
 * SQL of what a conversation must be to stand in this part of the list. `$1` is the person who reads, `$2` the time.
 * @param isNear of a search: only if it is one of the first 200 there.
 */
function conditionsOf(reach: Reach, { filter, section, plan, place }: Searched, isNear: boolean) {
  const params: unknown[] = [filter.personId, filter.now];
  const bind = (value: unknown): string => `$${params.push(value)}`;
  const where = ['s.message_seq > 0', whereReached(reach, 's', params), section.where];
  // One that is named is read, so that its owner sees what a trial has cost.
  if (filter.sessionId === undefined) where.push('NOT s.is_trial');
  if (filter.sessionId !== undefined) where.push(`s.session_id = ${bind(filter.sessionId)}`);
  if (filter.clientId !== undefined) where.push(`s.client_id = ${bind(filter.clientId)}`);
  if (filter.agent !== undefined) where.push(`s.agent = ${bind(filter.agent)}`);
  if (filter.ownerId !== undefined) where.push(`s.owner_id = ${bind(filter.ownerId)}`);
  if (filter.state !== undefined) where.push(`${STATE} = ${bind(filter.state)}`);
  if (filter.isUnread === true) where.push(UNREAD);
  if (filter.assignedTo === 'none') where.push('s.assigned_to IS NULL');
  else if (filter.assignedTo !== undefined)
    where.push(`s.assigned_to = ${bind(filter.assignedTo)}`);
  if (filter.tagId !== undefined) {
    where.push(
      `s.session_id IN (SELECT tagged.session_id FROM session_tags tagged WHERE tagged.tag_id = ${bind(filter.tagId)})`,
    );
  }
  if (filter.feedback !== undefined) {
    where.push(
      `EXISTS (SELECT 1 FROM feedback f WHERE f.session_id = s.session_id AND f.value = ${bind(filter.feedback)})`,
    );
  }
  if (place !== null) {
    const { by, direction } = ORDERS[section.order];
    const after = direction === 'ASC' ? '>' : '<';
    where.push(`(s.${by}, s.session_id) ${after} (${bind(place.at)}, ${bind(place.id)})`);
  }
  let match = (): string => 'NULL';
  if (plan !== undefined && plan !== null) {
    const near = `s.session_id IN (SELECT s.session_id FROM ${TABLES} WHERE ${where.join(' AND ')} ${sqlOrder(section)} LIMIT ${NEAR})`;
    if (isNear) where.push(near);
    const found = hasWords(plan, 'e', bind);
    // An id is looked for whole: people paste it.
    const whole = bind(filter.search?.trim());
    // Of all conversations those that have the words are collected first: beside an OR the database would look at each.
    where.push(
      isNear
        ? `(s.session_id = ${whole} OR s.owner_id = ${whole} OR EXISTS (
            SELECT 1 FROM events e WHERE e.session_id = s.session_id AND ${found}))`
        : `s.session_id IN (
            SELECT e.session_id FROM events e WHERE ${found}
            UNION SELECT session_id FROM sessions WHERE session_id = ${whole}
            UNION SELECT session_id FROM sessions WHERE owner_id = ${whole})`,
    );
    if (plan.isMarkable) match = () => matchOf(plan.tsquery, found, bind);
  }
  return { where, match, params, bind };
}

/** SQL of what was found in a conversation. Bound where it is read alone: the database knows no type of what it isn't asked for. */
function matchOf(tsquery: string, found: string, bind: (value: unknown) => string): string {
  const options = `StartSel=${MATCH_START}, StopSel=${MATCH_END}, MaxWords=24, MinWords=10`;
  return `(SELECT ts_headline('simple', left(e.words, 4000), to_tsquery('simple', ${bind(tsquery)}), ${bind(options)})
      FROM events e WHERE e.session_id = s.session_id AND ${found}
      ORDER BY e.seq DESC LIMIT 1)`;
}

const countRow = z.object({ count: z.number() });

/** How many there are in the list with this filter; at the most 100 are counted. */
export async function countFiltered(
  db: Queryable,
  reach: Reach,
  filter: Omit<ConversationFilter, 'limit' | 'page'>,
): Promise<number> {
  const text = filter.search?.trim() ?? '';
  const plan = text === '' ? undefined : planSearch(text);
  if (plan === null) return 0;
  let count = 0;
  for (const section of sectionsOf(filter)) {
    const wanted = { filter, section, plan, place: null };
    const most = MOST - count;
    const near = plan ? await countUpTo(db, reach, wanted, most, true) : 0;
    const isEnough = near === most || (plan !== undefined && (await isShort(db, reach, wanted)));
    count += isEnough ? near : await countUpTo(db, reach, wanted, most);
  }
  return count;
}

async function countUpTo(
  db: Queryable,
  reach: Reach,
  wanted: Searched,
  most: number,
  isNear = false,
): Promise<number> {
  const { where, params, bind } = conditionsOf(reach, wanted, isNear);
  const [row] = await readRows(
    db,
    countRow,
    `SELECT count(*) AS count FROM (SELECT 1 FROM sessions s
        LEFT JOIN desk_people p ON p.person_id = $1
        LEFT JOIN desk_reads r ON r.session_id = s.session_id AND r.person_id = $1
       WHERE ${where.join(' AND ')} AND $2::bigint IS NOT NULL LIMIT ${bind(most)}) counted`,
    params,
  );
  return row?.count ?? 0;
}

const countsRow = z.object({
  unread: z.number(),
  waiting: z.number(),
  waiting_us: z.number(),
  waiting_visitor: z.number(),
  open: z.number(),
  snoozed: z.number(),
  mine: z.number(),
});
export type Counts = z.output<typeof countsRow>;

const counted = (where: string, seen: string): string =>
  `(SELECT count(*) FROM (SELECT 1 FROM sessions s WHERE s.message_seq > 0 AND NOT s.is_trial AND ${seen} AND ${where} LIMIT ${MOST}) counted)`;

/** How many there are that somebody may want to look at. */
export async function countConversations(
  db: Queryable,
  personId: string,
  now: number,
  reach: Reach,
): Promise<Counts> {
  const params: unknown[] = [personId, now];
  const seen = whereReached(reach, 's', params);
  const [row] = await readRows(
    db,
    countsRow,
    `SELECT (SELECT count(*) FROM (
               SELECT 1 FROM sessions s JOIN desk_people p ON p.person_id = $1
                 LEFT JOIN desk_reads r ON r.session_id = s.session_id AND r.person_id = $1
                WHERE s.message_seq > 0 AND NOT s.is_trial AND ${UNREAD} AND ${seen} LIMIT ${MOST}) counted) AS unread,
            ${counted('s.wanted_at IS NOT NULL AND s.held_by IS NULL AND s.waiting_since IS NOT NULL', seen)} AS waiting,
            ${counted(hasStatus('waiting_us', '$2::bigint'), seen)} AS waiting_us,
            ${counted(hasStatus('waiting_visitor', '$2::bigint'), seen)} AS waiting_visitor,
            ${counted(hasStatus('open', '$2::bigint'), seen)} AS open,
            ${counted(hasStatus('snoozed', '$2::bigint'), seen)} AS snoozed,
            ${counted('s.assigned_to = $1 AND s.closed_at IS NULL AND (s.snoozed_until IS NULL OR s.snoozed_until <= $2::bigint)', seen)} AS mine`,
    params,
  );
  if (row === undefined) throw new Error('Nothing was counted.');
  return row;
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
