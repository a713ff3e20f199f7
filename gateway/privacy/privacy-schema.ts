// Deletion and export of what the gateway has of a visitor.

import { z } from '@hono/zod-openapi';
import { feedback } from '../feedback/feedback-schema.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, text } from '../kernel/schema/kinds.ts';
import { event } from '../log/events-schema.ts';
import { sessionResource } from '../log/session-schema.ts';
import { rating } from '../ratings/ratings-schema.ts';
import { note } from '../work/notes-schema.ts';

const CALLERS = 'the admin key, or a site’s service token for its own sessions';
const TAG = 'Operator: privacy';

const erased = z.object({ sessions: z.int(), events: z.int() });
const ownerId = text.refine((owner) => owner !== '', { error: 'must not be empty' });

export const eraseOne = endpoint({
  method: 'delete',
  path: '/admin/sessions/{session_id}',
  tag: TAG,
  summary: 'Delete a session and all that was said in it; one that is gone counts as nothing',
  auth: CALLERS,
  replies: { 200: erased },
});

export const eraseOwner = endpoint({
  method: 'post',
  path: '/admin/erasures',
  tag: TAG,
  summary: 'Delete the sessions of an owner_id, 100 at a call: call again until is_done',
  auth: CALLERS,
  body: z.object({ owner_id: ownerId, project_id: absent(id) }),
  replies: { 200: erased.extend({ is_done: z.boolean() }) },
});

const exported = z.object({
  session: sessionResource,
  events: z.array(event.and(z.object({ feedback: feedback.optional() }))),
  files: z.array(
    z.object({ file_id: z.string(), media_type: z.string(), title: z.string().nullable() }),
  ),
  /** Of colleagues, on the conversation. */
  notes: z.array(note),
  tags: z.array(z.string()),
  /** How the conversation went for its visitor. */
  rating: z.union([rating, z.null()]),
});

export const exportOne = endpoint({
  method: 'get',
  path: '/admin/sessions/{session_id}/export',
  tag: TAG,
  summary: 'All that the gateway has of a session; attached files stand apart',
  auth: CALLERS,
  replies: { 200: exported },
});

export const exportFile = endpoint({
  method: 'get',
  path: '/admin/sessions/{session_id}/files/{file_id}',
  tag: TAG,
  summary: 'The bytes of a file that an export names',
  auth: CALLERS,
  replies: { 200: null },
});

export const exportOwner = endpoint({
  method: 'get',
  path: '/admin/exports',
  tag: TAG,
  summary:
    'The same of all sessions of an owner_id; after=session_id goes on where a reading broke off',
  auth: CALLERS,
  query: z.object({ owner_id: ownerId, project_id: id.optional(), after: id.optional() }),
  replies: { 200: z.object({ owner_id: z.string(), sessions: z.array(exported) }) },
});
