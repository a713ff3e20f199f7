// What happened in a project, in buckets of time: for the desk's page of numbers. Credits and requests by themselves are
// /v1/analytics, which takes an account token.

import { z } from '@hono/zod-openapi';
import { endpoint } from './endpoint.ts';
import { absent, id } from './kinds.ts';

const OWNER = 'the admin key, or a desk session of an owner';

const counts = {
  /** With a message of their visitor's in this time. */
  conversations: z.int(),
  visitor_messages: z.int(),
  agent_messages: z.int(),
  failed_runs: z.int(),
  tools: z.int(),
  failed_tools: z.int(),
  credits_nano: z.int(),
  requests: z.int(),
};

const share = z.object({ name: z.string(), credits_nano: z.int(), requests: z.int() });

const numbers = z.object({
  bucket_width: z.enum(['1h', '1d']),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  totals: z.object(counts),
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
  query: z.object({
    project_id: absent(id),
    client_id: absent(id),
    /** By hours up to 7 days, else by days (UTC). */
    days: z.enum(['1', '7', '30', '90']).default('7'),
  }),
  replies: { 200: numbers },
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
  replies: { 200: z.object({ data: z.array(project) }) },
});
