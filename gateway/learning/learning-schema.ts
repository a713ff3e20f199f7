// What the team teaches an agent: the answer to a question that got no good one, tried against that question at once.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, longText } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';

const TAG = 'Operator: desk';
const LEAD = 'the admin key, or a desk session of a lead or an owner';
const OWNER = 'the admin key, or a desk session of an owner';
export const MAX_QUESTION = 2000;
export const MAX_ANSWER = 20_000;

const filled = (max: number) =>
  longText(max).refine((value) => value.trim() !== '', { error: 'must not be empty' });

const passage = z.object({
  uri: z.string(),
  title: z.string(),
  text: z.string(),
  /** Of the answer that was just taught. */
  is_new: z.boolean(),
});

const trial = z.object({
  /** failed: the run has, or the question couldn’t be asked. gone: trials are kept for a day. */
  state: z.enum(['answering', 'answered', 'failed', 'gone']),
  /** Markdown, as far as it has come. */
  text: z.string(),
  /** Why it failed: the run’s error code, or why the question couldn’t be asked. */
  fault: z.string().nullable(),
  session_id: z.string().nullable(),
});

const learned = z
  .object({
    learned_id: z.string(),
    question: z.string(),
    answer: z.string(),
    /** Of an answer that the agent gave: the question is saved for comparisons, too. */
    is_correction: z.boolean(),
    /** Who wrote it, and null where they are no person of the desk any more. */
    name: z.string(),
    person_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    /** The conversation that it is from; null: deleted since. */
    session_id: z.string().nullable(),
    agent: z.string(),
    /** The document that it became. */
    collection_id: z.string(),
    uri: z.string(),
  })
  .openapi('LearnedAnswer');
export type Learned = z.output<typeof learned>;

const tried = learned.extend({
  trial,
  /** What the agent’s knowledge has for the question, the best first. */
  passages: z.array(passage),
});
export type TriedAnswer = z.output<typeof tried>;

const path = '/admin/conversations/{session_id}/learned';

export const learn = endpoint({
  method: 'post',
  path,
  tag: TAG,
  summary:
    'Answer a question in the agent’s place, from now on: a document of its knowledge, and a trial of the question',
  auth: LEAD,
  body: z.object({
    /** As the document has it: without what is the visitor’s alone. */
    question: filled(MAX_QUESTION),
    answer: filled(MAX_ANSWER),
    /** The visitor’s own words, where they were others. */
    asked: absent(filled(MAX_QUESTION)),
    /** The agent’s message that was wrong. */
    event_id: absent(id),
  }),
  replies: { 201: tried },
});

export const readLearned = endpoint({
  method: 'get',
  path: `${path}/{learned_id}`,
  tag: TAG,
  summary: 'Read an answer that was taught, with what its trial says by now',
  auth: LEAD,
  replies: { 200: tried },
});

export const listLearned = endpoint({
  method: 'get',
  path: '/admin/learned',
  tag: TAG,
  summary: 'What the team has taught the agents, the newest first',
  auth: OWNER,
  query: z.object({ project_id: id.optional(), ...paged() }),
  replies: { 200: z.object({ data: z.array(learned), ...nextPage }) },
});

export const unlearn = endpoint({
  method: 'delete',
  path: '/admin/learned/{learned_id}',
  tag: TAG,
  summary: 'Delete an answer that was taught, with its document; its question is open again',
  auth: OWNER,
  replies: { 204: null },
});
