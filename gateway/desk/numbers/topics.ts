// What conversations are about, by the words of their first questions: how many, how many needed a person, and how they went, beside
// the time before.

import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { isByPerson } from '../../log/by-person.ts';
import { endsInFailure } from '../../log/failed-end.ts';
import { RATING_VALUES } from '../../ratings/ratings.ts';
import { groupAlike } from '../group-questions.ts';
import { DAY_MS } from './counted.ts';
import type { NumbersPlan } from './numbers.ts';

/** Conversations of each time that are looked at: the newest. */
const MAX_TALKS = 1_000;
const MAX_TOPICS = 20;
const MAX_TEXT = 300;
/** A greeting says nothing of what a conversation is about: where more was written, the first longer message does. */
const MIN_CHARS = 15;
const MAX_SESSIONS = 5;

const talkRow = z.object({
  session_id: z.string(),
  is_now: z.boolean(),
  text: z.string(),
  had_person: z.boolean(),
  ends_in_failure: z.boolean(),
  rating: z.enum(RATING_VALUES).nullable(),
});
type Talk = z.output<typeof talkRow>;

export interface TopicCounts {
  conversations: number;
  /** Those of them in which no person wrote, and the visitor's newest message got an answer. */
  without_person: number;
  good: number;
  ok: number;
  bad: number;
}

export interface Topic {
  /** As it was asked last. */
  question: string;
  now: TopicCounts;
  before: TopicCounts;
  /** The newest of this time first. */
  session_ids: string[];
}

/** At most 20, the most frequent of this time first; what was asked once is no topic. */
export async function countTopics(
  db: Queryable,
  { projectId, clientId, days, now }: NumbersPlan,
): Promise<{ data: Topic[]; conversations: number }> {
  const end = now + 1;
  const start = end - days * DAY_MS;
  const talks = (
    await Promise.all([
      readTalks(db, { projectId, clientId, from: start, to: end, isNow: true }),
      readTalks(db, { projectId, clientId, from: start - days * DAY_MS, to: start, isNow: false }),
    ])
  ).flat();
  const topics = groupAlike(talks)
    .filter((group) => group.length > 1 && group.some(({ is_now }) => is_now))
    .map((group): Topic => {
      const ofNow = group.filter(({ is_now }) => is_now);
      return {
        question: ofNow[0]?.text ?? '',
        now: countsOf(ofNow),
        before: countsOf(group.filter(({ is_now }) => !is_now)),
        session_ids: ofNow.slice(0, MAX_SESSIONS).map(({ session_id }) => session_id),
      };
    })
    .toSorted(
      (a, b) =>
        b.now.conversations - a.now.conversations ||
        b.before.conversations - a.before.conversations,
    );
  return {
    data: topics.slice(0, MAX_TOPICS),
    conversations: talks.filter(({ is_now }) => is_now).length,
  };
}

/** Each conversation once, the newest first. */
function readTalks(
  db: Queryable,
  plan: { projectId: string; clientId: string | null; from: number; to: number; isNow: boolean },
): Promise<Talk[]> {
  return readRows(
    db,
    talkRow,
    `WITH asked AS (
       SELECT e.session_id, max(e.created_at) AS last_at
         FROM events e JOIN sessions s ON s.session_id = e.session_id
        WHERE e.type = 'user.message' AND e.words <> '' AND e.created_at >= $2 AND e.created_at < $3
          AND NOT s.is_trial AND s.project_id = $1 AND ($4::text IS NULL OR s.client_id = $4)
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_TALKS})
     SELECT a.session_id, $5::boolean AS is_now, first.text, r.value AS rating,
            EXISTS (SELECT 1 FROM events p WHERE p.session_id = a.session_id AND p.type = 'agent.message'
                     AND p.created_at >= $2 AND p.created_at < $3
                     AND ${isByPerson('p.content')} AND p.content LIKE '%"act":"said"%') AS had_person,
            ${endsInFailure({ sessionId: 'a.session_id', from: '$2', to: '$3' })} AS ends_in_failure
       FROM asked a
       JOIN LATERAL (
         SELECT left(e.words, ${MAX_TEXT}) AS text FROM events e
          WHERE e.session_id = a.session_id AND e.type = 'user.message' AND e.words <> ''
            AND e.created_at >= $2 AND e.created_at < $3
          ORDER BY char_length(e.words) < ${MIN_CHARS}, e.seq LIMIT 1) first ON true
       LEFT JOIN conversation_ratings r ON r.session_id = a.session_id
      ORDER BY a.last_at DESC, a.session_id`,
    [plan.projectId, plan.from, plan.to, plan.clientId, plan.isNow],
  );
}

function countsOf(talks: readonly Talk[]): TopicCounts {
  const rated = (value: Talk['rating']) => talks.filter(({ rating }) => rating === value).length;
  return {
    conversations: talks.length,
    without_person: talks.filter((talk) => !talk.had_person && !talk.ends_in_failure).length,
    good: rated('good'),
    ok: rated('ok'),
    bad: rated('bad'),
  };
}
