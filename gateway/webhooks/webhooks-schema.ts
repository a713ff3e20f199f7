// Webhooks: where the owner's backend is told what happens.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, list } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { NEWS_TYPES } from '../log/news.ts';
import { WEBHOOK_FORMATS } from './formats.ts';

const ADMIN = 'the admin key';
const TAG = 'Operator: webhooks';
const MAX_URL = 2000;

const webhook = z.object({
  webhook_id: z.string(),
  project_id: z.string(),
  url: z.string(),
  format: z.enum(WEBHOOK_FORMATS),
  events: z.array(z.string()).nullable(),
  created_at: z.iso.datetime(),
});

export type Webhook = z.output<typeof webhook>;

export const createWebhook = endpoint({
  method: 'post',
  path: '/admin/webhooks',
  tag: TAG,
  summary: 'Tell a backend what happens in a project; the secret that signs is shown once',
  auth: ADMIN,
  body: z.object({
    project_id: absent(id),
    url: z.string().max(MAX_URL, { error: `must have at most ${MAX_URL} characters` }),
    format: absent(z.enum(WEBHOOK_FORMATS)),
    events: absent(list(z.enum(NEWS_TYPES), { min: 1, max: NEWS_TYPES.length })),
  }),
  replies: { 201: z.object({ webhook_id: z.string(), secret: z.string() }) },
});

export const listWebhooks = endpoint({
  method: 'get',
  path: '/admin/webhooks',
  tag: TAG,
  summary: 'List the webhooks, without their secrets',
  auth: ADMIN,
  query: z.object(paged()),
  replies: { 200: z.object({ data: z.array(webhook), ...nextPage }) },
});

export const rotateWebhook = endpoint({
  method: 'post',
  path: '/admin/webhooks/{webhook_id}/rotate',
  tag: TAG,
  summary: 'Sign with a fresh secret and, until the next rotation, with the present one too',
  auth: ADMIN,
  replies: { 200: z.object({ webhook_id: z.string(), secret: z.string() }) },
});

export const deleteWebhook = endpoint({
  method: 'delete',
  path: '/admin/webhooks/{webhook_id}',
  tag: TAG,
  summary: 'Delete a webhook and what waits for it',
  auth: ADMIN,
  replies: { 204: null },
});

const delivery = z.object({
  delivery_id: z.string(),
  type: z.string(),
  attempts: z.int(),
  status: z.int().nullable(),
  /** Whether it can be sent again: what was taken or given up has no text any more. */
  has_text: z.boolean(),
  next_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export type Delivery = z.output<typeof delivery>;

export const listDeliveries = endpoint({
  method: 'get',
  path: '/admin/webhooks/{webhook_id}/deliveries',
  tag: TAG,
  summary: 'The 100 newest deliveries of a webhook, without what they say',
  auth: ADMIN,
  replies: {
    200: z.object({
      data: z.array(delivery),
    }),
  },
});

export const sendAgain = endpoint({
  method: 'post',
  path: '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/send',
  tag: TAG,
  summary: 'Try a delivery now that waits for its next attempt; 409 where its text isn’t kept',
  auth: ADMIN,
  replies: { 204: null },
});
