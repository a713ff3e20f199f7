// API keys, service tokens and signing secrets: issued, listed, rotated, revoked. And who called what of /admin.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, flag, id, integer, text } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';

const ADMIN = 'the admin key';
const TAG = 'Operator: keys';
const MAX_OVERLAP_S = 30 * 86_400;
const MAX_AUDIT_PAGE = 500;

export const key = z
  .object({
    key_id: z.string(),
    kind: z.enum(['api_key', 'service_token']),
    name: z.string().nullable(),
    project_id: z.string(),
    client_id: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    replaces: z.string().nullable(),
  })
  .openapi('Key');
export type Key = z.output<typeof key>;

export const createApiKey = endpoint({
  method: 'post',
  path: '/admin/api-keys',
  tag: TAG,
  summary: 'Issue an API key',
  auth: ADMIN,
  isBodyOptional: true,
  body: z.object({ project_id: absent(id), name: absent(text) }),
  replies: { 201: z.object({ api_key: z.string(), key_id: z.string() }) },
});

export const listKeys = endpoint({
  method: 'get',
  path: '/admin/keys',
  tag: TAG,
  summary: 'List the API keys and service tokens, the newest first',
  auth: ADMIN,
  query: z.object({ project_id: id.optional(), client_id: id.optional(), ...paged() }),
  replies: { 200: z.object({ data: z.array(key), ...nextPage }) },
});

export const rotateKey = endpoint({
  method: 'post',
  path: '/admin/keys/{key_id}/rotate',
  tag: TAG,
  summary: 'Issue the successor of a key, which stays valid for a while beside it',
  auth: ADMIN,
  isBodyOptional: true,
  body: z.object({ overlap_s: absent(integer(0, MAX_OVERLAP_S)) }),
  replies: { 201: z.object({ key_id: z.string(), secret: z.string(), replaces: key }) },
});

export const revokeKey = endpoint({
  method: 'delete',
  path: '/admin/keys/{key_id}',
  tag: TAG,
  summary: 'Revoke a key at once',
  auth: ADMIN,
  replies: { 204: null },
});

const signingSecrets = z.object({
  data: z.array(
    z.object({
      purpose: z.string(),
      generation: z.int(),
      signs: z.boolean(),
      created_at: z.iso.datetime().nullable(),
    }),
  ),
});

export type SigningSecrets = z.output<typeof signingSecrets>;

export const listSigningSecrets = endpoint({
  method: 'get',
  path: '/admin/signing-secrets',
  tag: TAG,
  summary: 'List the signing secrets: of each purpose the one that signs and the one before it',
  auth: ADMIN,
  replies: { 200: signingSecrets },
});

export const rotateSigningSecret = endpoint({
  method: 'post',
  path: '/admin/signing-secrets/{purpose}/rotate',
  tag: TAG,
  summary:
    'Sign with a fresh secret; what the present one has signed stays valid, what an older one has signed ends',
  auth: ADMIN,
  replies: { 200: signingSecrets },
});

export const dropSigningSecret = endpoint({
  method: 'delete',
  path: '/admin/signing-secrets/{purpose}/previous',
  tag: TAG,
  summary: 'End what the secret before the present one has signed',
  auth: ADMIN,
  replies: { 204: null },
});

const auditEntry = z.object({
  entry: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  /** Of a person of the desk, or of a site. */
  actor_name: z.string().nullable(),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  request_id: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const PAGE = `must be an integer from 1 to ${MAX_AUDIT_PAGE}`;

export const listAudit = endpoint({
  method: 'get',
  path: '/admin/audit',
  tag: 'Operator: audit',
  summary: 'Who called what of /admin, the newest first',
  auth: ADMIN,
  query: z.object({
    limit: z
      .string()
      .regex(/^\d{1,4}$/, { error: PAGE })
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_AUDIT_PAGE, { error: PAGE })
      .optional()
      .transform((limit) => limit ?? 100)
      .meta({ type: 'integer', minimum: 1, maximum: MAX_AUDIT_PAGE, default: 100 }),
    before: z
      .string()
      .regex(/^\d{1,15}$/, { error: 'must be the number of an entry' })
      .transform(Number)
      .optional()
      .meta({ type: 'integer' }),
    /** A person_id, a client_id or `admin`. */
    actor: id.optional(),
    /** Without calls that only read. */
    changes: flag,
  }),
  replies: { 200: z.object({ data: z.array(auditEntry) }) },
});
