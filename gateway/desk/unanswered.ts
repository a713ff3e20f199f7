// Finds the questions of visitors that got no answer, as far as the log tells: the run failed, the agent asked for a person, no passage was
// found where it looked, or its own words say that it doesn't know. The last is read from a list of phrases in five languages,
// so it misses other wordings; the rest is as it was stored. A question that the team has answered since is left out.

import { z } from 'zod';
import { type Reach, whereReached } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { findClosedQuestions } from '../learning/learned-rows.ts';
import { isByPerson } from '../log/by-person.ts';
import { REQUEST_HUMAN } from '../runs/request-human.ts';
import {
  groupQuestions,
  type Question,
  type QuestionGroup,
  withoutClosed,
} from './group-questions.ts';
import type { NumbersPlan } from './numbers/numbers.ts';

export const UNANSWERED_REASONS = ['failed', 'wanted_person', 'nothing_found', 'said_so'] as const;
export type UnansweredReason = (typeof UNANSWERED_REASONS)[number];

const DAY_MS = 86_400_000;
const MAX_QUESTIONS = 1000;
const MAX_GROUPS = 50;
const MAX_TEXT = 300;

/** For ILIKE. An apostrophe is any letter, since there are several of them. */
const DONT_KNOW = [
  'i don_t know',
  'i do not know',
  'i_m not sure',
  'i couldn_t find',
  'i could not find',
  'i can_t find',
  'i don_t have that information',
  'i don_t have information',
  'i can_t help with',
  'das weiß ich nicht',
  'ich weiß es nicht',
  'ich weiß nicht',
  'ich konnte nichts',
  'dazu habe ich keine',
  'dazu finde ich nichts',
  'no lo sé',
  'no encuentro',
  'no he encontrado',
  'no tengo información',
  'je ne sais pas',
  'je n_ai pas trouvé',
  'je n_ai pas d_information',
  'não sei',
  'não encontrei',
  'não tenho informaç',
].map((phrase) => `%${phrase}%`);

const questionRow = z.object({
  session_id: z.string(),
  text: z.string(),
  at: z.number(),
  failed: z.boolean(),
  wanted_person: z.boolean(),
  nothing_found: z.boolean(),
  said_so: z.boolean(),
});

export async function findUnanswered(
  db: Queryable,
  { projectId, clientId, days, now, reach }: NumbersPlan & { reach: Reach },
): Promise<{ data: QuestionGroup<UnansweredReason>[]; questions: number }> {
  const params: unknown[] = [
    projectId,
    now - days * DAY_MS,
    now,
    clientId,
    `%"name":"${REQUEST_HUMAN}"%`,
    [...DONT_KNOW],
  ];
  const rows = await readRows(
    db,
    questionRow,
    `SELECT e.session_id, left(e.words, ${MAX_TEXT}) AS text, e.created_at AS at,
            COALESCE(a.failed, false) AS failed, COALESCE(a.wanted_person, false) AS wanted_person,
            COALESCE(r.passages = 0, false) AS nothing_found, COALESCE(a.said_so, false) AS said_so
       FROM sessions s
       JOIN events e ON e.session_id = s.session_id AND e.type = 'user.message'
       JOIN runs r ON r.run_id = e.run_id
       LEFT JOIN LATERAL (
         SELECT bool_or(o.type = 'session.error') AS failed,
                bool_or(o.type = 'agent.tool_use' AND o.content LIKE $5) AS wanted_person,
                bool_or(o.type = 'agent.message' AND NOT ${isByPerson('o.content')}
                        AND o.words ILIKE ANY ($6)) AS said_so
           FROM events o WHERE o.session_id = e.session_id AND o.run_id = e.run_id) a ON true
      WHERE s.project_id = $1 AND NOT s.is_trial AND ($4::text IS NULL OR s.client_id = $4)
        AND ${whereReached(reach, 's', params)}
        AND s.last_event_at >= $2 AND e.created_at >= $2 AND e.created_at <= $3
        AND e.words <> ''
        AND (a.failed OR a.wanted_person OR a.said_so OR r.passages = 0)
      ORDER BY e.created_at DESC, e.seq DESC LIMIT ${MAX_QUESTIONS}`,
    params,
  );
  const questions = rows.map(
    (row): Question<UnansweredReason> => ({
      session_id: row.session_id,
      text: row.text,
      at: row.at,
      reasons: UNANSWERED_REASONS.filter((reason) => row[reason]),
    }),
  );
  const closed = await findClosedQuestions(db, projectId, now - days * DAY_MS);
  const groups = withoutClosed(groupQuestions(questions), closed);
  const open = groups.reduce((sum, { count }) => sum + count, 0);
  return { data: groups.slice(0, MAX_GROUPS), questions: open };
}
