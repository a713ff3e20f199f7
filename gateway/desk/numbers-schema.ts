// The numbers of a project, in buckets of time, for the desk's page of numbers. Credits and requests by themselves are
// /v1/analytics, which takes an account token.

import { z } from '@hono/zod-openapi';
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
  auth: OWNER,
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
