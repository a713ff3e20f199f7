// Who reads a conversation or answers in it: what a desk says, and what the others are told.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { PRESENCE_STATES, type Presence } from '../log/presence.ts';

export const putConversationPresence = endpoint({
  method: 'put',
  path: '/admin/conversations/{session_id}/presence',
  tag: 'Operator: desk',
  summary:
    'Tell colleagues that one reads a conversation, types an answer, or has gone; forgotten 45 s (typing: 7 s) after it was said last',
  auth: 'the admin key, or a desk session',
  body: z.object({
    state: z.enum(PRESENCE_STATES, { error: 'must be reading, answering or gone' }),
  }),
  replies: { 204: null },
});

/** One entry of the desk's stream, `presence {people}`. */
export type PersonPresent = Omit<Presence, 'client_id'>;
