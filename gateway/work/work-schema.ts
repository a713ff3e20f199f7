// What colleagues change about conversations: whose they are, when they are done or put off, and their tags.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, list, shortText } from '../kernel/schema/kinds.ts';
import { MOST_TAGS_OF_ONE, TAG_COLORS } from './tags.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';
const OWNER = 'the admin key, or a desk session of an owner';
/** Conversations that one call changes. */
const MOST_AT_ONCE = 100;
const MAX_NAME = 40;

export const tag = z
  .object({ tag_id: z.string(), name: z.string(), color: z.enum(TAG_COLORS).or(z.string()) })
  .openapi('Tag');
export type Tag = z.output<typeof tag>;

const tagIds = list(id, { max: MOST_TAGS_OF_ONE });

const change = {
  /** `open` also ends a snooze. */
  status: absent(z.enum(['open', 'closed'])),
  /** When it shows up again; null: now. */
  snoozed_until: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2030-01-31T09:00:00Z' })
    .nullish(),
  /** A person’s id; null: nobody. */
  assigned_to: id.nullish(),
  /** Exactly these. */
  tags: absent(tagIds),
  add_tags: absent(tagIds),
  remove_tags: absent(tagIds),
};

export const changeConversation = endpoint({
  method: 'patch',
  path: '/admin/conversations/{session_id}',
  tag: TAG,
  summary:
    'Call a conversation done or open, put it off, give it to somebody, or tag it; a person who closes one they have leaves it',
  auth: DESK,
  body: z.object(change),
  replies: { 204: null },
});

export const changeConversations = endpoint({
  method: 'post',
  path: '/admin/conversations/changes',
  tag: TAG,
  summary: `The same for up to ${MOST_AT_ONCE} conversations; those that are gone are left out`,
  auth: DESK,
  body: z.object({ session_ids: list(id, { min: 1, max: MOST_AT_ONCE }), ...change }),
  replies: { 200: z.object({ changed: z.int() }) },
});

const name = shortText(MAX_NAME).transform((value) => value.trim());

export const listTags = endpoint({
  method: 'get',
  path: '/admin/desk/tags',
  tag: TAG,
  summary: 'The tags that conversations may have, by name',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(tag) }) },
});

export const addTag = endpoint({
  method: 'post',
  path: '/admin/desk/tags',
  tag: TAG,
  summary: 'Add a tag',
  auth: DESK,
  body: z.object({ name, color: z.enum(TAG_COLORS).default('gray') }),
  replies: { 201: tag },
});

export const patchTag = endpoint({
  method: 'patch',
  path: '/admin/desk/tags/{tag_id}',
  tag: TAG,
  summary: 'Change a tag’s name or colour, in all conversations that have it',
  auth: DESK,
  body: z.object({ name: absent(name), color: absent(z.enum(TAG_COLORS)) }),
  replies: { 200: tag },
});

export const deleteTag = endpoint({
  method: 'delete',
  path: '/admin/desk/tags/{tag_id}',
  tag: TAG,
  summary: 'Delete a tag; conversations lose it',
  auth: OWNER,
  replies: { 204: null },
});
