// Answers that were taught, as the database holds them.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { PlaceInList } from '../kernel/pages.ts';
import type { Learned, TriedAnswer } from './learning-schema.ts';

const learnedRow = z.object({
  learned_id: z.string(),
  question: z.string(),
  answer: z.string(),
  is_correction: z.boolean(),
  name: z.string(),
  person_id: z.string().nullable(),
  created_at: z.number(),
  session_id: z.string().nullable(),
  agent: z.string(),
  collection_id: z.string(),
  uri: z.string(),
  trial_id: z.string().nullable(),
  trial_fault: z.string().nullable(),
});
export type LearnedRow = z.output<typeof learnedRow>;

const SELECT = `SELECT l.learned_id, l.question, l.answer, l.is_correction, l.name, l.person_id, l.created_at,
    f.session_id, l.agent, l.collection_id, l.uri, l.trial_id, l.trial_fault
  FROM learned_answers l LEFT JOIN learned_from f ON f.learned_id = l.learned_id`;

/** The newest first. @param projectId null: of all projects. @returns one row more than `limit` where there is another page */
export function findLearned(
  db: Queryable,
  projectId: string | null,
  { after, limit }: { after: PlaceInList | null; limit: number },
): Promise<LearnedRow[]> {
  return readRows(
    db,
    learnedRow,
    `${SELECT} WHERE ($1::text IS NULL OR l.project_id = $1)
        AND ($2::bigint IS NULL OR (l.created_at, l.learned_id) < ($2, $3))
      ORDER BY l.created_at DESC, l.learned_id DESC LIMIT $4`,
    [projectId, after?.at ?? null, after?.id ?? null, limit + 1],
  );
}

/** @param sessionId the conversation that it must be from; null: any, or none. */
export async function findOneLearned(
  db: Queryable,
  learnedId: string,
  sessionId: string | null = null,
): Promise<LearnedRow | null> {
  const [row] = await readRows(
    db,
    learnedRow,
    `${SELECT} WHERE l.learned_id = $1 AND ($2::text IS NULL OR f.session_id = $2)`,
    [learnedId, sessionId],
  );
  return row ?? null;
}

export interface NewLearned extends Omit<LearnedRow, 'session_id' | 'trial_fault'> {
  project_id: string;
  session_id: string;
  asked: string;
}

export async function addLearned(tx: Queryable, row: NewLearned): Promise<void> {
  await tx.query(
    `INSERT INTO learned_answers (learned_id, project_id, agent, collection_id, uri, question, answer,
        is_correction, person_id, name, trial_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.learned_id,
      row.project_id,
      row.agent,
      row.collection_id,
      row.uri,
      row.question,
      row.answer,
      row.is_correction,
      row.person_id,
      row.name,
      row.trial_id,
      row.created_at,
    ],
  );
  await tx.query('INSERT INTO learned_from (learned_id, session_id, asked) VALUES ($1, $2, $3)', [
    row.learned_id,
    row.session_id,
    row.asked,
  ]);
}

export const presentLearned = ({
  trial_id: _,
  trial_fault: __,
  created_at,
  ...row
}: LearnedRow): Learned => ({ ...row, created_at: new Date(created_at).toISOString() });

const trialRow = z.object({
  is_answering: z.boolean(),
  error_code: z.string().nullable(),
  text: z.string().nullable(),
});

/** How far the trial of an answer has come. */
export async function readTrial(
  db: Queryable,
  { trial_id, trial_fault }: Pick<LearnedRow, 'trial_id' | 'trial_fault'>,
): Promise<TriedAnswer['trial']> {
  if (trial_fault !== null) {
    return { state: 'failed', text: '', fault: trial_fault, session_id: null };
  }
  const [row] = await readRows(
    db,
    trialRow,
    `SELECT s.run_id IS NOT NULL OR s.last_seq = 0 AS is_answering,
            (SELECT e.error_code FROM events e WHERE e.session_id = s.session_id
                AND e.type = 'session.error' ORDER BY e.seq DESC LIMIT 1) AS error_code,
            (SELECT string_agg(e.words, E'\\n\\n' ORDER BY e.seq) FROM events e
              WHERE e.session_id = s.session_id AND e.type = 'agent.message') AS text
       FROM sessions s WHERE s.session_id = $1`,
    [trial_id],
  );
  if (row === undefined) return { state: 'gone', text: '', fault: null, session_id: null };
  const state = row.is_answering ? 'answering' : row.error_code === null ? 'answered' : 'failed';
  return { state, text: row.text ?? '', fault: row.error_code, session_id: trial_id };
}

const closedRow = z.object({
  question: z.string(),
  asked: z.string().nullable(),
  created_at: z.number(),
});
export type ClosedQuestion = z.output<typeof closedRow>;

const MOST_CLOSED = 1000;

/** Questions that the team has answered since then. */
export function findClosedQuestions(
  db: Queryable,
  projectId: string,
  since: number,
): Promise<ClosedQuestion[]> {
  return readRows(
    db,
    closedRow,
    `SELECT l.question, f.asked, l.created_at
       FROM learned_answers l LEFT JOIN learned_from f ON f.learned_id = l.learned_id
      WHERE l.project_id = $1 AND l.created_at >= $2
      ORDER BY l.created_at DESC, l.learned_id DESC LIMIT ${MOST_CLOSED}`,
    [projectId, since],
  );
}
