// The calls of passkeys at the desk. What browsers send is theirs to extend: fields that nobody here knows are passed over.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { MAX_PASSWORD } from './passwords.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';
const BASE = '/admin/desk/me/passkeys';
const MAX_NAME = 60;
const MAX_TRANSPORTS = 10;

const BYTES = 'must be base64url, as the browser gives it';
const bytes = (max: number) =>
  z
    .string({ error: BYTES })
    .max(max, { error: BYTES })
    .regex(/^[\w-]+$/, { error: BYTES });
const shared = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
};
const transports = z.array(z.string().max(40)).max(MAX_TRANSPORTS).default([]);

const madePasskey = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(24_000),
    transports,
  }),
});
export type MadePasskey = z.output<typeof madePasskey>;

/** What a browser answers to the options of a sign-in. */
export const usedPasskey = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: bytes(3000),
    authenticatorData: bytes(2000),
    signature: bytes(2000),
    userHandle: bytes(100)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});
export type UsedPasskey = z.output<typeof usedPasskey>;

const name = z
  .string({ error: 'must be a name' })
  .trim()
  .min(1, { error: 'must be a name' })
  .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters` })
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), { error: 'must have no control characters' });

const passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Null: it has signed in nowhere yet. */
  used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const listOwnPasskeys = endpoint({
  method: 'get',
  path: BASE,
  tag: TAG,
  summary: 'One’s own passkeys, at most 20, and whether the desk’s address can have any',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(passkey), is_possible: z.boolean() }) },
});

export const beginOwnPasskey = endpoint({
  method: 'post',
  path: `${BASE}/options`,
  tag: TAG,
  summary: 'What the browser is told to make a passkey; good for five minutes and one use',
  auth: DESK,
  body: z.object({
    /** Of those who have one; the owner by the admin key has signed in within ten minutes instead. */
    password: z.string({ error: 'must be your password' }).max(MAX_PASSWORD).optional(),
  }),
  replies: { 200: z.looseObject({ challenge: z.string() }) },
});

export const addOwnPasskey = endpoint({
  method: 'post',
  path: BASE,
  tag: TAG,
  summary: 'Add the passkey that the browser has made',
  auth: DESK,
  maxBodyBytes: 48 * 1024,
  body: z.object({ name, passkey: madePasskey }),
  replies: { 201: passkey },
});

export const renameOwnPasskey = endpoint({
  method: 'patch',
  path: `${BASE}/{passkey_id}`,
  tag: TAG,
  summary: 'Name one of one’s passkeys anew',
  auth: DESK,
  body: z.object({ name }),
  replies: { 200: passkey },
});

export const endOwnPasskey = endpoint({
  method: 'delete',
  path: `${BASE}/{passkey_id}`,
  tag: TAG,
  summary: 'Remove one of one’s passkeys: it signs in nowhere any more',
  auth: DESK,
  replies: { 204: null },
});

export const beginPasskeySignIn = endpoint({
  method: 'post',
  path: '/admin/desk/sign-in/passkey',
  tag: TAG,
  summary: 'What the browser is told to use a passkey; good for five minutes and one use',
  auth: 'nothing; its answer goes to POST /admin/desk/sign-in',
  isOpen: true,
  replies: { 200: z.looseObject({ challenge: z.string() }) },
});
