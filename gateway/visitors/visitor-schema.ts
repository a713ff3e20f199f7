// What is known of the visitor of a conversation.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { CONVERSATION_STATUSES } from '../work/status.ts';

const visitor = z.object({
  /** What the site's server has said in the visitor's token: name, email, and attributes of the site's own. */
  facts: z.array(
    z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
  ),
  /** Null, these three: not kept, or not said. */
  browser: z.string().nullable(),
  language: z.string().nullable(),
  country: z.string().nullable(),
  /** The newest ten others of the same visitor at the same site. */
  others: z.array(
    z.object({
      session_id: z.string(),
      last_at: z.iso.datetime(),
      status: z.enum(CONVERSATION_STATUSES),
      visitor_words: z.string(),
    }),
  ),
});
export type VisitorKnown = z.output<typeof visitor>;

export const readVisitor = endpoint({
  method: 'get',
  path: '/admin/conversations/{session_id}/visitor',
  tag: 'Operator: desk',
  summary:
    'What is known of a conversation’s visitor: what the site’s server said, their browser where it is kept, and their other conversations',
  auth: 'the admin key, or a desk session',
  replies: { 200: visitor },
});
