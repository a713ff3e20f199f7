// How a conversation went, as a site's server passes it on, where its own page asks.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, longText, text } from '../kernel/schema/kinds.ts';
import { RATING_VALUES } from './ratings.ts';

const MAX_COMMENT = 2000;
const VALUE = 'must be good, ok, bad, or null, which takes the rating back';

export const rating = z
  .object({
    /** Null: nothing was said. */
    value: z.enum(RATING_VALUES).nullable(),
    comment: z.string().nullable(),
    /** When the chat asked; null: it didn't. */
    asked_at: z.iso.datetime().nullable(),
    rated_at: z.iso.datetime().nullable(),
  })
  .openapi('ConversationRating');

export const rateConversation = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/rating',
  tag: 'Operator: sessions',
  summary: 'Store how a conversation went for its visitor, change it, or take it back',
  auth: 'the admin key, or a site’s service token for its own sessions',
  body: z.object({
    value: z.enum(RATING_VALUES, { error: VALUE }).nullable(),
    comment: longText(MAX_COMMENT)
      .transform((comment) => comment.trim() || null)
      .nullable()
      .default(null),
    // The visitor whose session it must be; another's session is refused as if it weren't there.
    owner_id: absent(text),
  }),
  replies: { 200: rating },
});
