// Saved questions and the last comparison, as the database holds them. The outcome of an answer is read from its trial each
// time: its run, its events, what it was charged.

import { z } from 'zod';
import { nameOfActor } from '../kernel/auth/actor.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { isRecord } from '../wire.ts';
import type { ComparedAnswer, ComparedQuestion, Comparison } from './comparisons-schema.ts';
import { VERDICTS, type Verdict } from './judge.ts';
import { changeOf, measureAnswer } from './measure.ts';

export type Side = 'a' | 'b';
const SIDES: readonly Side[] = ['a', 'b'];
/** From a trial's beginning until its question stands in it; after this time the process that asked has died. */
export const ASKING_MS = 60_000;

const questionRow = z.object({
  question: z.string(),
  /** The answer that it should get; null: none is known. */
  expected: z.string().nullable(),
});
export type SavedQuestion = z.output<typeof questionRow>;

export function findQuestions(db: Queryable, agentId: string): Promise<SavedQuestion[]> {
  return readRows(
    db,
    questionRow,
    'SELECT question, expected FROM saved_questions WHERE agent_id = $1 ORDER BY place',
    [agentId],
  );
}

/** Within a transaction that has the agent's row locked. */
export async function saveQuestions(
  tx: Queryable,
  agentId: string,
  questions: readonly string[],
  /** In their places; left out: a question that was there before keeps its own. */
  expected?: readonly (string | null)[] | undefined,
): Promise<void> {
  const before = new Map(
    (await findQuestions(tx, agentId)).map((one) => [one.question, one.expected]),
  );
  await tx.query('DELETE FROM saved_questions WHERE agent_id = $1', [agentId]);
  for (const [place, question] of questions.entries()) {
    const own = expected === undefined ? before.get(question) : expected[place];
    await tx.query(
      'INSERT INTO saved_questions (agent_id, place, question, expected) VALUES ($1, $2, $3, $4)',
      [agentId, place, question, own ?? null],
    );
  }
}

export interface NewComparison {
  version_a: number;
  version_b: number;
  is_judged: boolean;
  author: string;
  now: number;
  questions: readonly SavedQuestion[];
}

/** In place of the last, whose trials go like any other. Within a transaction that has the agent's row locked. */
export async function replaceComparison(
  tx: Queryable,
  agentId: string,
  { version_a, version_b, is_judged, author, now, questions }: NewComparison,
): Promise<void> {
  await tx.query('DELETE FROM comparisons WHERE agent_id = $1', [agentId]);
  await tx.query(
    `INSERT INTO comparisons (agent_id, version_a, version_b, author, begun_at, is_judged)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [agentId, version_a, version_b, author, now, is_judged],
  );
  for (const [place, { question, expected }] of questions.entries()) {
    await tx.query(
      'INSERT INTO compared_questions (agent_id, place, question, expected) VALUES ($1, $2, $3, $4)',
      [agentId, place, question, expected],
    );
    for (const side of SIDES) {
      await tx.query('INSERT INTO compared_answers (agent_id, place, side) VALUES ($1, $2, $3)', [
        agentId,
        place,
        side,
      ]);
    }
  }
}

const answerRow = z.object({
  place: z.number(),
  side: z.enum(['a', 'b']),
  session_id: z.string().nullable(),
  fault: z.string().nullable(),
  is_answering: z.boolean().nullable(),
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  first_word_at: z.number().nullable(),
  error_code: z.string().nullable(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  credits_nano: z.number(),
  verdict: z.enum(VERDICTS).nullable(),
  verdict_why: z.string().nullable(),
});
type AnswerRow = z.output<typeof answerRow>;

const versionARow = z.object({
  version_a: z.number(),
  version_b: z.number(),
  author: z.string(),
  begun_at: z.number(),
  is_judged: z.boolean(),
});

const comparedRow = z.object({
  place: z.number(),
  question: z.string(),
  expected: z.string().nullable(),
  better: z.enum(['a', 'b', 'same']).nullable(),
});

/** Null: nothing was compared yet. */
export async function findComparison(
  db: Queryable,
  agentId: string,
  now: number,
): Promise<Comparison | null> {
  const [row] = await readRows(
    db,
    versionARow,
    `SELECT version_a, version_b, ${nameOfActor('author')} AS author, begun_at, is_judged
       FROM comparisons WHERE agent_id = $1`,
    [agentId],
  );
  if (row === undefined) return null;
  const questions = await readRows(
    db,
    comparedRow,
    'SELECT place, question, expected, better FROM compared_questions WHERE agent_id = $1 ORDER BY place',
    [agentId],
  );
  const answers = await findAnswers(db, agentId, now);
  const at = (place: number, side: Side) => answers.get(`${place} ${side}`) ?? NOT_ASKED;
  const read = questions.map((one) => measured(one, at(one.place, 'a'), at(one.place, 'b')));
  const isOpen = ({ state, verdict, match }: ComparedAnswer) =>
    state === 'waiting' ||
    state === 'answering' ||
    (row.is_judged && match !== null && verdict === null);
  return {
    version_a: row.version_a,
    version_b: row.version_b,
    author: row.author,
    begun_at: new Date(row.begun_at).toISOString(),
    is_judged: row.is_judged,
    is_done: !read.some(({ a, b }) => isOpen(a) || isOpen(b)),
    questions: read,
  };
}

/** With how far both say what is expected, and what has become of it from the first to the second. */
function measured(
  question: z.output<typeof comparedRow>,
  a: ComparedAnswer,
  b: ComparedAnswer,
): ComparedQuestion {
  const { expected } = question;
  if (expected === null) return { ...question, change: null, a, b };
  const measure = ({ state, text }: ComparedAnswer) =>
    state === 'answered' ? measureAnswer(expected, text) : null;
  const [ofA, ofB] = [measure(a), measure(b)];
  const areOver = [a, b].every(({ state }) => state === 'answered' || state === 'failed');
  return {
    ...question,
    change: areOver ? (judgedChange(a, b) ?? changeOf(ofA, ofB)) : null,
    a: { ...a, match: ofA },
    b: { ...b, match: ofB },
  };
}

const RANKS: Readonly<Record<Verdict, number | null>> = {
  right: 2,
  partly: 1,
  wrong: 0,
  failed: null,
};

/** Null: not both were judged. */
function judgedChange(a: ComparedAnswer, b: ComparedAnswer): ComparedQuestion['change'] {
  const [before, after] = [a, b].map(({ verdict }) => verdict && RANKS[verdict.is]);
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  return after === before ? 'same' : after < before ? 'worse' : 'better';
}

const NOT_ASKED: ComparedAnswer = {
  state: 'waiting',
  session_id: null,
  text: '',
  fault: null,
  duration_ms: null,
  first_word_ms: null,
  input_tokens: 0,
  output_tokens: 0,
  credits_nano: 0,
  match: null,
  verdict: null,
};

async function findAnswers(
  db: Queryable,
  agentId: string,
  now: number,
): Promise<Map<string, ComparedAnswer>> {
  const rows = await readRows(
    db,
    answerRow,
    `SELECT c.place, c.side, c.session_id, c.fault, c.verdict, c.verdict_why,
            s.run_id IS NOT NULL OR (s.last_seq = 0 AND s.created_at > $2) AS is_answering,
            r.started_at, r.ended_at, r.first_word_at, e.error_code,
            u.input_tokens, u.output_tokens, u.credits_nano
       FROM compared_answers c
       LEFT JOIN sessions s ON s.session_id = c.session_id
       LEFT JOIN LATERAL (SELECT min(created_at) AS started_at, max(ended_at) AS ended_at,
                                 min(first_word_at) AS first_word_at
                            FROM runs WHERE session_id = c.session_id) r ON true
       LEFT JOIN LATERAL (SELECT error_code FROM events
                           WHERE session_id = c.session_id AND type = 'session.error'
                           ORDER BY seq DESC LIMIT 1) e ON true
       LEFT JOIN LATERAL (SELECT COALESCE(sum(input_tokens), 0)::bigint AS input_tokens,
                                 COALESCE(sum(output_tokens), 0)::bigint AS output_tokens,
                                 COALESCE(sum(credits_nano), 0)::bigint AS credits_nano
                            FROM usage_ledger WHERE session_id = c.session_id) u ON true
      WHERE c.agent_id = $1`,
    [agentId, now - ASKING_MS],
  );
  const words = await findWords(db, agentId);
  return new Map(
    rows.map((row) => [`${row.place} ${row.side}`, answerOf(row, words.get(row.session_id ?? ''))]),
  );
}

const sessionIdContentRow = z.object({
  session_id: z.string(),
  content: z.string(),
});

/** The agent's words, by the trial's session_id. */
async function findWords(db: Queryable, agentId: string): Promise<Map<string, string>> {
  const rows = await readRows(
    db,
    sessionIdContentRow,
    `SELECT e.session_id, e.content FROM events e
       JOIN compared_answers c ON c.session_id = e.session_id
      WHERE c.agent_id = $1 AND e.type = 'agent.message' ORDER BY e.session_id, e.seq`,
    [agentId],
  );
  const words = new Map<string, string>();
  for (const { session_id: id, content } of rows) {
    const blocks: unknown = JSON.parse(content);
    const text = (Array.isArray(blocks) ? blocks : [])
      .flatMap((block) => (isRecord(block) && block.type === 'text' ? [String(block.text)] : []))
      .join('\n\n');
    const before = words.get(id);
    words.set(id, before === undefined || before === '' ? text : `${before}\n\n${text}`);
  }
  return words;
}

function answerOf(row: AnswerRow, text = ''): ComparedAnswer {
  const { session_id, started_at: from, ended_at: to, first_word_at: word } = row;
  return {
    state: stateOf(row),
    session_id,
    text,
    fault: row.fault ?? row.error_code,
    duration_ms: from === null || to === null ? null : to - from,
    first_word_ms: from === null || word === null ? null : Math.max(0, word - from),
    input_tokens: row.input_tokens,
    output_tokens: row.output_tokens,
    credits_nano: row.credits_nano,
    match: null,
    verdict: row.verdict === null ? null : { is: row.verdict, why: row.verdict_why ?? '' },
  };
}

function stateOf(row: AnswerRow): ComparedAnswer['state'] {
  if (row.fault !== null) return 'failed';
  if (row.session_id === null) return 'waiting';
  if (row.is_answering === true) return 'answering';
  return row.error_code === null && row.started_at !== null ? 'answered' : 'failed';
}

/** @returns false where nothing was asked at this place. */
export async function mark(
  db: Queryable,
  agentId: string,
  place: number,
  better: ComparedQuestion['better'],
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE compared_questions SET better = $3 WHERE agent_id = $1 AND place = $2 RETURNING place`,
    [agentId, place, better],
  );
  return rows.length > 0;
}
