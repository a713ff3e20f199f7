// The numbers of a project, in buckets of time, for the desk's page of numbers. Credits and requests by themselves are
// /v1/analytics, which takes an account token.

import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../kernel/local-time.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { UNANSWERED_REASONS } from './unanswered.ts';

const OWNER = 'the admin key, or a desk session of an owner';

const counts = {
  /** With a message of their visitor's in this time. */
  conversations: z.int(),
  visitor_messages: z.int(),
  agent_messages: z.int(),
  failed_runs: z.int(),
  tools: z.int(),
  failed_tools: z.int(),
  /** Thumbs on the answers of this time, whenever visitors gave them. */
  thumbs_up: z.int(),
  thumbs_down: z.int(),
  credits_nano: z.int(),
  requests: z.int(),
  /** The median, from the beginning of a run until something can be read, exact to two hundredths; null: nothing was said. */
  first_word_ms: z.int().nullable(),
};

const span = z.object({
  project_id: absent(id),
  client_id: absent(id),
  /** By hours for 1 day, else by days (UTC). */
  days: z.enum(['1', '7', '30', '90']).default('7'),
});

const share = z.object({
  name: z.string(),
  credits_nano: z.int(),
  requests: z.int(),
  /** Thumbs on answers that the model was charged for. */
  thumbs_up: z.int(),
  thumbs_down: z.int(),
});

const numbers = z.object({
  bucket_width: z.enum(['1h', '1d']),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  totals: z.object({
    ...counts,
    /** 19 of 20 come earlier. */
    slow_first_word_ms: z.int().nullable(),
  }),
  buckets: z.array(z.object({ start_time: z.iso.datetime(), ...counts })),
  models: z.array(share),
  sites: z.array(share),
});
export type Numbers = z.output<typeof numbers>;

export const readNumbers = endpoint({
  method: 'get',
  path: '/admin/numbers',
  tag: 'Operator: desk',
  summary: 'Conversations, messages, failures, tools and credits of a project by hour or by day',
  auth: OWNER,
  query: span,
  replies: { 200: numbers },
});

const period = z.object({
  /** With a message of their visitor's in this time. */
  conversations: z.int(),
  /** Those of them in which no person wrote. */
  without_person: z.int(),
  /** The median, from the visitor's last message until a person's first; null: no person wrote. */
  first_person_ms: z.int().nullable(),
  /** The median, from the beginning of an agent's answer until something can be read; null: none answered. */
  first_word_ms: z.int().nullable(),
  thumbs_up: z.int(),
  thumbs_down: z.int(),
  credits_nano: z.int(),
});

const ratings = { good: z.int(), ok: z.int(), bad: z.int() };

const teamNumbers = z.object({
  /** What a credit is, as ISO 4217 has it; null: the operator hasn't said. */
  currency: z.string().nullable(),
  now: period,
  /** The same length of time before it. */
  before: period,
  /** The 20 who wrote most. */
  people: z.array(
    z.object({
      name: z.string(),
      conversations: z.int(),
      messages: z.int(),
      /** The median, as above, of this person's. */
      first_answer_ms: z.int().nullable(),
    }),
  ),
  /** How conversations went, by when their visitors said so. */
  ratings: z.object({
    now: z.object({ ...ratings, asked: z.int() }),
    before: z.object({ ...ratings, asked: z.int() }),
    /** By whom the visitor spoke with last: a person of the team, or the agent alone. The 20 with most of them. */
    by: z.array(
      z.object({
        is_person: z.boolean(),
        name: z.string(),
        now: z.object(ratings),
        before: z.object(ratings),
      }),
    ),
  }),
  /** Messages of visitors: seven days from Sunday on, of 24 hours each. */
  hours: z.array(z.array(z.int())),
});
export type TeamNumbers = z.output<typeof teamNumbers>;

const ZONE = 'must be a time zone, such as Europe/Berlin';

export const readTeamNumbers = endpoint({
  method: 'get',
  path: '/admin/numbers/team',
  tag: 'Operator: desk',
  summary:
    'What people answered and how soon, beside the time before, and in which hours visitors write',
  auth: OWNER,
  query: span.extend({
    time_zone: z
      .string({ error: ZONE })
      .max(64, { error: ZONE })
      .refine(isTimeZone, { error: ZONE })
      .default('UTC'),
  }),
  replies: { 200: teamNumbers },
});

const topicCounts = z.object({
  conversations: z.int(),
  /** Those of them in which no person wrote. */
  without_person: z.int(),
  /** How they went, where their visitors have said so. */
  ...ratings,
});

const topics = z.object({
  /** Conversations whose first questions share their words, the most frequent of this time first. What was asked once is none. */
  data: z.array(
    z.object({
      question: z.string(),
      now: topicCounts,
      /** The same length of time before it. */
      before: topicCounts,
      session_ids: z.array(z.string()),
    }),
  ),
  /** How many conversations that is looked for in, 1,000 at most. */
  conversations: z.int(),
});
export type Topics = z.output<typeof topics>;

export const readTopics = endpoint({
  method: 'get',
  path: '/admin/numbers/topics',
  tag: 'Operator: desk',
  summary:
    'What conversations are about: how many, how many needed no person, and how they went, beside the time before',
  auth: OWNER,
  query: span,
  replies: { 200: topics },
});

const unanswered = z.object({
  /** Questions of the same words are one, those asked most often first. */
  data: z.array(
    z.object({
      question: z.string(),
      count: z.int(),
      reasons: z.array(z.enum(UNANSWERED_REASONS)),
      last_at: z.iso.datetime(),
      session_ids: z.array(z.string()),
    }),
  ),
  /** How many questions that are, 1,000 at most. */
  questions: z.int(),
});
export type Unanswered = z.output<typeof unanswered>;

export const readUnanswered = endpoint({
  method: 'get',
  path: '/admin/numbers/unanswered',
  tag: 'Operator: desk',
  summary:
    'What visitors asked and got no answer to: the run failed, a person was asked for, nothing was found, or the answer says so',
  auth: 'the admin key, or a desk session of a lead or an owner',
  query: span,
  replies: { 200: unanswered },
});

const project = z.object({
  project_id: z.string(),
  agent_execution: z.boolean(),
  credits_nano: z.int().nullable(),
  retention_days: z.int().nullable(),
  default_agent: z.string().nullable(),
});
export type Project = z.output<typeof project>;

export const listProjects = endpoint({
  method: 'get',
  path: '/admin/projects',
  tag: 'Operator: projects',
  summary: 'List the projects',
  auth: OWNER,
  query: z.object(paged(500)),
  replies: { 200: z.object({ data: z.array(project), ...nextPage }) },
});
