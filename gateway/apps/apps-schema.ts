// The calls of an app that a conversation shows: what it is made of, and what it asks its server.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { isRecord } from '../wire.ts';

const CALLERS =
  'a session token with the scope session_events, an API key of its project, or the service token of its site';
const DESK = 'the admin key, or a desk session';
const TAG = 'Sessions';
const MAX_BODY_BYTES = 96 * 1024;
const MAX_ARGUMENTS = 64 * 1024;

const digest = z
  .string({ error: 'must be the digest of the app' })
  .regex(/^[0-9a-f]{64}$/, { error: 'must be the digest of the app' });
const anything = z.looseObject({});
const sources = z.array(z.string());

const shownApp = z.object({
  digest: z.string(),
  html: z.string(),
  border: z.boolean().optional(),
  policy: z.object({ connect: sources, resource: sources, frame: sources, base: sources }),
  permissions: anything,
  sandbox: z.string().meta({ description: 'The address of the page that the app is framed in' }),
  tool: anything,
  input: anything,
  result: anything,
});

export const readApp = endpoint({
  method: 'get',
  path: '/v1/sessions/{session_id}/apps/{tool_use_id}',
  tag: TAG,
  summary: 'The app that shows a call of a tool server, as it was when the tool was called',
  auth: CALLERS,
  replies: { 200: shownApp },
});

export const readPageFrame = endpoint({
  method: 'get',
  path: '/v1/sessions/{session_id}/app-frame',
  tag: TAG,
  summary: 'Where HTML that a page’s own tool gives is framed; it reaches nothing',
  auth: CALLERS,
  replies: { 200: shownApp.pick({ sandbox: true }) },
});

export const readConversationApp = endpoint({
  method: 'get',
  path: '/admin/conversations/{session_id}/apps/{tool_use_id}',
  tag: 'Operator: desk',
  summary:
    'The app that a call has shown to the visitor, for a colleague who reads the conversation',
  auth: DESK,
  replies: { 200: shownApp },
});

export const callFromApp = endpoint({
  method: 'post',
  path: '/v1/sessions/{session_id}/apps/{tool_use_id}/call',
  tag: TAG,
  summary: 'Call a tool of the app’s own server, for the app',
  auth: CALLERS,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.object({
    digest,
    name: z.string({ error: 'must be the name of a tool' }).min(1).max(256),
    arguments: z
      .custom<Record<string, unknown>>(isRecord, { error: 'must be an object' })
      .refine((given) => JSON.stringify(given).length <= MAX_ARGUMENTS, {
        error: `must have at most ${MAX_ARGUMENTS} characters as JSON`,
      })
      .optional()
      .meta({ type: 'object' }),
    is_allowed: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .meta({ description: 'The visitor has allowed this call' }),
  }),
  replies: { 200: z.object({ result: anything }) },
});

export const readFromApp = endpoint({
  method: 'post',
  path: '/v1/sessions/{session_id}/apps/{tool_use_id}/read',
  tag: TAG,
  summary: 'Read a resource of the app’s own server, for the app',
  auth: CALLERS,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.object({
    digest,
    uri: z.string({ error: 'must be the address of a resource' }).min(1).max(2048),
  }),
  replies: { 200: z.object({ contents: z.array(anything) }) },
});
