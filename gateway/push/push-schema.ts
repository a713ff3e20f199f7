// Web Push: the gateway's public key, and the devices of a person.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { address } from '../kernel/schema/kinds.ts';

const TAG = 'Operator: desk';
const DESK = 'a desk session';

const key = (bytes: number) =>
  z
    .string({ error: 'must be a key of a push subscription, as base64url' })
    .refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes, {
      error: `must be a key of ${bytes} bytes, as base64url`,
    });

export const readPush = endpoint({
  method: 'get',
  path: '/admin/desk/push',
  tag: TAG,
  summary: 'The public key with which a browser subscribes to Web Push',
  auth: DESK,
  replies: { 200: z.object({ public_key: z.string() }) },
});

export const subscribe = endpoint({
  method: 'post',
  path: '/admin/desk/push',
  tag: TAG,
  summary:
    'Tell this device of visitors who wait, until its desk session ends; the body is the browser’s PushSubscription',
  auth: DESK,
  body: z.object({
    endpoint: address,
    /** The browser says it; nothing is done with it. */
    expirationTime: z.number().nullable().optional(),
    keys: z.object({ p256dh: key(65), auth: key(16) }),
  }),
  replies: { 204: null },
});

export const unsubscribe = endpoint({
  method: 'post',
  path: '/admin/desk/push/end',
  tag: TAG,
  summary: 'Tell this device nothing any more',
  auth: DESK,
  body: z.object({ endpoint: address }),
  replies: { 204: null },
});
