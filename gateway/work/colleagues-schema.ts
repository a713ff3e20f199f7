// The people of the desk as their colleagues see them, and what each says of being there.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';

/** `here`: with an open desk; `away`: says so; `off`: no desk was open in the last two and a half minutes. */
export const PRESENCES = ['here', 'away', 'off'] as const;

const colleague = z
  .object({
    person_id: z.string(),
    name: z.string(),
    picture: z.string().nullable(),
    presence: z.enum(PRESENCES),
    /** Viewers may not: they are given no conversation. */
    may_answer: z.boolean(),
  })
  .openapi('Colleague');
export type Colleague = z.output<typeof colleague>;

export const listColleagues = endpoint({
  method: 'get',
  path: '/admin/desk/colleagues',
  tag: TAG,
  summary: 'Who may sign in to the desk, the first 200 by name, and whether they are there',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(colleague) }) },
});

export const putPresence = endpoint({
  method: 'put',
  path: '/admin/desk/presence',
  tag: TAG,
  summary: 'Say that one is away, or here again; who is away gets no conversation in turn',
  auth: DESK,
  body: z.object({ is_away: z.boolean({ error: 'must be true or false' }) }),
  replies: { 204: null },
});
