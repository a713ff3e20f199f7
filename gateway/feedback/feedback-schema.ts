// "Was this helpful?": what a visitor says of an answer, as the server of the visitor's site passes it on.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, longText, text } from '../kernel/schema/kinds.ts';
import { FEEDBACK_VALUES } from './feedback.ts';

const MAX_COMMENT = 2000;
const VALUE = 'must be up, down, or null, which takes the feedback back';

/** As it stands on an event of a transcript and of an export; an answer without feedback has none. */
export const feedback = z
  .object({
    value: z.enum(FEEDBACK_VALUES),
    comment: z.string().nullable(),
    /** When it was last changed. */
    given_at: z.iso.datetime(),
  })
  .openapi('Feedback');

export const giveFeedback = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/feedback',
  tag: 'Operator: sessions',
  summary: 'Store what a visitor said of an answer, change it, or take it back',
  auth: 'the admin key, or a site’s service token for its own sessions',
  body: z.object({
    event_id: id,
    value: z.enum(FEEDBACK_VALUES, { error: VALUE }).nullable(),
    // Left out: a comment stays as long as the value does. Null or blank: the comment is taken back.
    comment: longText(MAX_COMMENT)
      .transform((comment) => comment.trim() || null)
      .nullable()
      .optional(),
    // The visitor whose session it must be; another's session is refused as if it weren't there.
    owner_id: absent(text),
  }),
  replies: {
    200: z.object({
      event_id: z.string(),
      value: z.enum(FEEDBACK_VALUES).nullable(),
      comment: z.string().nullable(),
      given_at: z.iso.datetime().nullable(),
    }),
  },
});
