// The questions that are saved for an agent, so that two of its versions can be compared on them.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict } from '../kernel/http-error.ts';

/** Of one agent. */
export const MAX_QUESTIONS = 50;

const placeRow = z.object({ place: z.number() });

/** In place of the same question of before. Does nothing for an agent by code, which has no versions. */
export async function saveQuestion(
  tx: Queryable,
  agentId: string,
  question: string,
  expected: string,
): Promise<void> {
  const known = await tx.query('SELECT 1 FROM agents WHERE agent_id = $1', [agentId]);
  if (known.length === 0) return;
  const changed = await tx.query(
    'UPDATE saved_questions SET expected = $3 WHERE agent_id = $1 AND question = $2 RETURNING 1',
    [agentId, question, expected],
  );
  if (changed.length > 0) return;
  const [last] = await readRows(
    tx,
    placeRow,
    'SELECT COALESCE(max(place) + 1, 0) AS place FROM saved_questions WHERE agent_id = $1',
    [agentId],
  );
  const place = last?.place ?? 0;
  if (place >= MAX_QUESTIONS) {
    throw conflict(
      `This agent has ${MAX_QUESTIONS} saved questions already; delete some on its page first.`,
    );
  }
  await tx.query(
    'INSERT INTO saved_questions (agent_id, place, question, expected) VALUES ($1, $2, $3, $4)',
    [agentId, place, question, expected],
  );
}
