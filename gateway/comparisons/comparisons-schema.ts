// Saved questions of an agent, and two of its versions compared on them.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, integer, list, longText } from '../kernel/schema/kinds.ts';
import { MAX_QUESTIONS } from '../learning/saved-questions.ts';
import { VERDICTS } from './judge.ts';

const OWNER = 'the admin key, or a desk session of an owner';
const TAG = 'Operator: agents';
const MAX_QUESTION = 2000;
const MAX_EXPECTED = 20_000;
const VERSION = integer(1, 2_000_000_000);

const question = longText(MAX_QUESTION).refine((text) => text.trim() !== '', {
  error: 'must have a word',
});

const answer = z.object({
  /** waiting: not asked yet. failed: the run has, or the question couldn't be asked. */
  state: z.enum(['waiting', 'answering', 'answered', 'failed']),
  /** Where the answer stands whole, with its tools; null: not asked yet. */
  session_id: z.string().nullable(),
  /** Markdown, as far as it has come. */
  text: z.string(),
  /** Why an answer failed: the run's error code, or why the question couldn't be asked. */
  fault: z.string().nullable(),
  /** Milliseconds from the run's beginning to its end. */
  duration_ms: z.int().nullable(),
  first_word_ms: z.int().nullable(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  credits_nano: z.int(),
  /** Measured by facts and shared words, without a model; null: nothing is expected, or nothing was answered. */
  match: z
    .object({
      /** From 0 to 1. */
      likeness: z.number(),
      /** Numbers, addresses and names that are expected, and not said. */
      missing: z.array(z.string()),
    })
    .nullable(),
  /** The agent's own model's, where it was asked to judge; null: not asked, or not yet. */
  verdict: z.object({ is: z.enum(VERDICTS), why: z.string() }).nullable(),
});

const better = z.enum(['a', 'b', 'same']);

const comparison = z.object({
  version_a: z.int(),
  version_b: z.int(),
  author: z.string(),
  begun_at: z.iso.datetime(),
  is_judged: z.boolean(),
  is_done: z.boolean(),
  questions: z.array(
    z.object({
      place: z.int(),
      question: z.string(),
      /** The answer that it should get; null: none is known. */
      expected: z.string().nullable(),
      /** What has become of it from a to b, as judged or else as measured; null: not over, or nothing is expected. */
      change: z.enum(['better', 'same', 'worse']).nullable(),
      /** The owner's mark; null: none yet. */
      better: better.nullable(),
      a: answer,
      b: answer,
    }),
  ),
});
export type Comparison = z.output<typeof comparison>;
export type ComparedQuestion = Comparison['questions'][number];
export type ComparedAnswer = z.output<typeof answer>;

const savedQuestions = z.object({
  questions: z.array(z.string()),
  /** The answer that each should get, in their places; null: none is known. */
  expected: z.array(z.string().nullable()),
  /** The last; null: there was none. */
  comparison: comparison.nullable(),
});
export type SavedQuestions = z.output<typeof savedQuestions>;

const path = '/admin/agents/{agent_id}/questions';

export const getQuestions = endpoint({
  method: 'get',
  path,
  tag: TAG,
  summary: 'Read the saved questions of an agent, and how two versions answered them last',
  auth: OWNER,
  replies: { 200: savedQuestions },
});

export const putQuestions = endpoint({
  method: 'put',
  path,
  tag: TAG,
  summary: `Save up to ${MAX_QUESTIONS} questions for an agent, in place of those of before`,
  auth: OWNER,
  body: z.object({
    questions: list(question, { max: MAX_QUESTIONS }),
    /** In their places; left out: a question that was saved before keeps its own. */
    expected: absent(list(longText(MAX_EXPECTED).nullable(), { max: MAX_QUESTIONS })),
  }),
  replies: { 200: savedQuestions },
});

export const compareVersions = endpoint({
  method: 'post',
  path: '/admin/agents/{agent_id}/comparison',
  tag: TAG,
  summary: 'Ask two versions the saved questions, each in a trial of its own; in place of the last',
  auth: OWNER,
  body: z.object({
    version_a: VERSION,
    version_b: VERSION,
    /** Whether the agent's own model says, too, if answers are as expected. */
    is_judged: z.boolean().default(false),
  }),
  replies: { 202: savedQuestions },
});

export const markBetter = endpoint({
  method: 'patch',
  path: '/admin/agents/{agent_id}/comparison',
  tag: TAG,
  summary: 'Mark which answer to a question was better; null takes the mark back',
  auth: OWNER,
  body: z.object({ place: integer(0, MAX_QUESTIONS - 1), better: better.nullable() }),
  replies: { 200: savedQuestions },
});
