// The operator's calls about projects and account tokens. All take the admin key.

import { z } from '@hono/zod-openapi';
import { agentName } from '../agents/settings-schema.ts';
import { readExactly } from '../kernel/exact-json.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, integer, text } from '../kernel/schema/kinds.ts';

const ADMIN = 'the admin key';
/** The largest bigint of the database. */
const MAX_CREDITS_NANO = 2n ** 63n - 1n;
/** A drill that is forgotten ends by itself. */
const MAX_OUTAGE_MS = 600_000;
const MAX_RETENTION_DAYS = 36_500;

const credits = z
  .custom<number | bigint>(isBalance, { error: `must be an integer from 0 to ${MAX_CREDITS_NANO}` })
  .transform(BigInt)
  .nullable()
  .optional()
  .meta({ type: ['integer', 'null'], format: 'int64', minimum: 0 });

function isBalance(value: unknown): boolean {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!isWhole) return false;
  const exact = BigInt(value as number | bigint);
  return exact >= 0n && exact <= MAX_CREDITS_NANO;
}

export const patchProject = endpoint({
  method: 'patch',
  path: '/admin/projects/{project_id}',
  tag: 'Operator: projects',
  summary: 'Change a project; it comes into being when it is first named',
  auth: ADMIN,
  parse: readExactly,
  body: z.object({
    agent_execution: z.boolean().optional(),
    credits_nano: credits,
    retention_days: integer(1, MAX_RETENTION_DAYS).nullable().optional(),
    // The name or the id of an agent; null: the gateway's own default.
    default_agent: agentName,
  }),
  replies: {
    200: z.object({
      project_id: z.string(),
      agent_execution: z.boolean(),
      credits_nano: z.int().nullable(),
      retention_days: z.int().optional(),
      default_agent: z.string().optional(),
    }),
  },
});

export const beginOutage = endpoint({
  method: 'post',
  path: '/admin/projects/{project_id}/outage',
  tag: 'Operator: projects',
  summary: 'Answer 503 for a project for a while: a drill',
  auth: ADMIN,
  body: z.object({
    ms: z
      .int({
        error: ({ input }) =>
          input === undefined || input === null
            ? 'is required: how long the outage lasts; 0 ends it'
            : `must be an integer from 0 to ${MAX_OUTAGE_MS}`,
      })
      .pipe(integer(0, MAX_OUTAGE_MS)),
  }),
  replies: { 200: z.object({ project_id: z.string(), ms: z.int() }) },
});

export const createAccountToken = endpoint({
  method: 'post',
  path: '/admin/account-tokens',
  tag: 'Operator: keys',
  summary: 'Issue an account token, to read analytics without an identity provider',
  auth: ADMIN,
  isBodyOptional: true,
  body: z.object({
    account: absent(text.refine((account) => account !== '', { error: 'must not be empty' })),
    project_id: absent(id),
  }),
  replies: { 201: z.object({ token: z.string(), expires_at: z.iso.datetime() }) },
});
