// What colleagues tell each other about a conversation, and the replies that they keep for use again.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, list, longText, shortText } from '../kernel/schema/kinds.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';
const MAX_TEXT = 10_000;
const MAX_MENTIONS = 20;
const MAX_NAME = 80;

const filled = longText(MAX_TEXT).refine((value) => value.trim() !== '', {
  error: 'must not be empty',
});

export const note = z
  .object({
    note_id: z.string(),
    /** Null: its writer is no person of the desk any more. */
    person_id: z.string().nullable(),
    name: z.string(),
    text: z.string(),
    /** The people whom it calls. */
    mentions: z.array(z.string()),
    created_at: z.iso.datetime(),
  })
  .openapi('Note');
export type Note = z.output<typeof note>;

export const listNotes = endpoint({
  method: 'get',
  path: '/admin/conversations/{session_id}/notes',
  tag: TAG,
  summary: 'The notes of colleagues on a conversation, the oldest first; no visitor sees them',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(note) }) },
});

export const addNote = endpoint({
  method: 'post',
  path: '/admin/conversations/{session_id}/notes',
  tag: TAG,
  summary: 'Write a note; the conversation is unread for those whom it mentions',
  auth: DESK,
  body: z.object({ text: filled, mentions: list(id, { max: MAX_MENTIONS }).default([]) }),
  replies: { 201: note },
});

export const deleteNote = endpoint({
  method: 'delete',
  path: '/admin/conversations/{session_id}/notes/{note_id}',
  tag: TAG,
  summary: 'Delete a note of one’s own; an owner deletes anybody’s',
  auth: DESK,
  replies: { 204: null },
});

const savedReply = z
  .object({
    reply_id: z.string(),
    name: z.string(),
    text: z.string(),
    /** A language such as `de`; empty: any. */
    language: z.string(),
    is_shared: z.boolean(),
  })
  .openapi('SavedReply');
export type SavedReply = z.output<typeof savedReply>;

const name = shortText(MAX_NAME).transform((value) => value.trim());
const LANGUAGE = 'must be a language such as de or pt-BR, or empty';
const language = z.string({ error: LANGUAGE }).regex(/^(?:[a-z]{2,3}(?:-[A-Za-z]{2,4})?)?$/, {
  error: LANGUAGE,
});

export const listReplies = endpoint({
  method: 'get',
  path: '/admin/desk/replies',
  tag: TAG,
  summary: 'The saved replies that everybody has, and one’s own, by name',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(savedReply) }) },
});

export const addReply = endpoint({
  method: 'post',
  path: '/admin/desk/replies',
  tag: TAG,
  summary: 'Save a reply; the desk fills {visitor.name}, {page.title} and {me.name}',
  auth: DESK,
  body: z.object({
    name,
    text: filled,
    language: language.default(''),
    is_shared: z.boolean().default(false),
  }),
  replies: { 201: savedReply },
});

export const patchReply = endpoint({
  method: 'patch',
  path: '/admin/desk/replies/{reply_id}',
  tag: TAG,
  summary: 'Change a shared reply, or one of one’s own',
  auth: DESK,
  body: z.object({
    name: absent(name),
    text: absent(filled),
    language: absent(language),
    is_shared: absent(z.boolean()),
  }),
  replies: { 200: savedReply },
});

export const deleteReply = endpoint({
  method: 'delete',
  path: '/admin/desk/replies/{reply_id}',
  tag: TAG,
  summary: 'Delete a shared reply, or one of one’s own',
  auth: DESK,
  replies: { 204: null },
});
