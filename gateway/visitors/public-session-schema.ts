// What a page's script sends to a site's public id, and what it is answered. Everything stands beside the session endpoint's own
// fields (docs: the session endpoint), so that a site can move from one to the other.

import { z } from '@hono/zod-openapi';
import { FEEDBACK_VALUES } from '../feedback/feedback.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, jsonObject, longText } from '../kernel/schema/kinds.ts';
import { tools } from '../sessions/sessions-schema.ts';

const TAG = 'Visitors';
const NOBODY = 'no token: the page’s Origin and the guest’s secret decide';
const MAX_TOKEN_CHARS = 8192;
const MAX_COMMENT = 2000;
/** Characters of the page's tools as JSON. Each turn sends them to the model, at the owner's cost. */
const MAX_TOOLS_CHARS = 64 * 1024;
const TOOLS = `must take at most ${MAX_TOOLS_CHARS} characters as JSON`;

/** Who calls, as a browser says it. */
const caller = {
  /** The secret that an earlier reply gave this browser. */
  guest: absent(z.string()),
  /** A JWT of the owner's server: who is signed in. '' counts as none. */
  user_token: absent(longText(MAX_TOKEN_CHARS)),
};

export const openSession = endpoint({
  method: 'post',
  path: '/v1beta1/sites/{public_id}/session',
  tag: TAG,
  summary: 'Hand out a session with its token to a visitor of a page with this public id',
  auth: NOBODY,
  isOpen: true,
  isBodyOptional: true,
  body: z.object({
    session_id: absent(z.string()),
    new: absent(z.boolean()),
    tools: absent(
      tools.refine((offered) => JSON.stringify(offered).length <= MAX_TOOLS_CHARS, {
        error: TOOLS,
      }),
    ),
    ...caller,
    proof: absent(z.string()),
  }),
  replies: {
    200: z.object({
      session_id: z.string(),
      token: z.string(),
      expires_at: z.iso.datetime(),
      is_new: z.boolean().optional(),
      owner: z.string().optional(),
      guest: z.string().optional(),
      settings: jsonObject.optional(),
      warnings: z.array(z.string()).optional(),
    }),
  },
});

export const deleteConversation = endpoint({
  method: 'post',
  path: '/v1beta1/sites/{public_id}/deletions',
  tag: TAG,
  summary: 'Delete a conversation of the visitor’s own for good',
  auth: NOBODY,
  isOpen: true,
  body: z.object({ session_id: id, ...caller }),
  replies: { 204: null },
});

export const rateAnswer = endpoint({
  method: 'post',
  path: '/v1beta1/sites/{public_id}/feedback',
  tag: TAG,
  summary: 'Store what a visitor says of an answer in a conversation of their own',
  auth: NOBODY,
  isOpen: true,
  body: z.object({
    session_id: id,
    event_id: id,
    value: z.enum(FEEDBACK_VALUES).nullable(),
    comment: longText(MAX_COMMENT)
      .transform((comment) => comment.trim() || null)
      .nullable()
      .optional(),
    ...caller,
  }),
  replies: { 204: null },
});
