// The calls of the second factor at the desk's sign-in.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { MAX_PASSWORD } from './passwords.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';
const BASE = '/admin/desk/me/second-factor';

const password = z.string({ error: 'must be your password' }).max(MAX_PASSWORD);
export const code = z
  .string({ error: 'must be a code of your app, or a recovery code' })
  .min(1)
  .max(40);
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const beginOwnSecondFactor = endpoint({
  method: 'post',
  path: BASE,
  tag: TAG,
  summary: 'Begin a second factor: what one’s app is told; a code of it confirms it',
  auth: DESK,
  body: z.object({ password }),
  replies: { 200: z.object({ secret: z.string(), uri: z.string() }) },
});

export const confirmOwnSecondFactor = endpoint({
  method: 'post',
  path: `${BASE}/confirm`,
  tag: TAG,
  summary:
    'Ask for the second factor from now on; the recovery codes are shown only here, and each counts once',
  auth: DESK,
  body: z.object({ code }),
  replies: { 200: recoveryCodes },
});

export const renewRecoveryCodes = endpoint({
  method: 'post',
  path: `${BASE}/recovery-codes`,
  tag: TAG,
  summary: 'Make new recovery codes; those before are none any more',
  auth: DESK,
  body: z.object({ password }),
  replies: { 200: recoveryCodes },
});

export const endOwnSecondFactor = endpoint({
  method: 'post',
  path: `${BASE}/end`,
  tag: TAG,
  summary: 'Sign in by the password alone again',
  auth: DESK,
  body: z.object({ password }),
  replies: { 204: null },
});

export const endTheirSecondFactor = endpoint({
  method: 'delete',
  path: '/admin/desk/people/{person_id}/second-factor',
  tag: TAG,
  summary: 'End the second factor of somebody who has lost it; they can begin one anew',
  auth: 'the admin key, or a desk session of an owner',
  replies: { 204: null },
});
