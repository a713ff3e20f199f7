// Saved views of the list of conversations: a name for a filter, one's own or everybody's.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, shortText, text } from '../kernel/schema/kinds.ts';
import { CONVERSATION_STATUSES } from './status.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';
const MAX_NAME = 60;

/** By the names of the list's own parameters; what is left out filters nothing. */
export const viewFilter = z.object({
  status: z.enum([...CONVERSATION_STATUSES, 'all']).optional(),
  state: z.string().max(20).optional(),
  unread: z.boolean().optional(),
  feedback: z.enum(['up', 'down']).optional(),
  /** A person’s id, `me`: whoever looks, or `none`. */
  assigned_to: id.optional(),
  tag: id.optional(),
  client_id: id.optional(),
  agent: text.optional(),
  q: text.optional(),
});
export type ViewFilter = z.output<typeof viewFilter>;

const view = z
  .object({
    view_id: z.string(),
    name: z.string(),
    is_shared: z.boolean(),
    filter: viewFilter,
    /** Conversations in it; at the most 100 are counted. */
    count: z.int(),
  })
  .openapi('DeskView');
export type DeskView = z.output<typeof view>;

const name = shortText(MAX_NAME).transform((value) => value.trim());

export const listViews = endpoint({
  method: 'get',
  path: '/admin/desk/views',
  tag: TAG,
  summary: 'The shared views of the list of conversations and one’s own, with how many each has',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(view) }) },
});

export const addView = endpoint({
  method: 'post',
  path: '/admin/desk/views',
  tag: TAG,
  summary: 'Save a view',
  auth: DESK,
  body: z.object({ name, is_shared: z.boolean().default(false), filter: viewFilter }),
  replies: { 201: view },
});

export const patchView = endpoint({
  method: 'patch',
  path: '/admin/desk/views/{view_id}',
  tag: TAG,
  summary: 'Change a shared view, or one of one’s own',
  auth: DESK,
  body: z.object({
    name: absent(name),
    is_shared: absent(z.boolean()),
    filter: absent(viewFilter),
  }),
  replies: { 200: view },
});

export const deleteView = endpoint({
  method: 'delete',
  path: '/admin/desk/views/{view_id}',
  tag: TAG,
  summary: 'Delete a shared view, or one of one’s own',
  auth: DESK,
  replies: { 204: null },
});
