// Trials: conversations that an owner has with an agent before visitors do. They aren't counted, and go after a day.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, integer } from '../kernel/schema/kinds.ts';
import { tools } from './sessions-schema.ts';

export const createTrial = endpoint({
  method: 'post',
  path: '/admin/trials',
  tag: 'Operator: desk',
  summary: 'Begin a conversation that tries an agent, and is no visitor’s',
  auth: 'the admin key, or a desk session of an owner',
  isBodyOptional: true,
  body: z.object({
    project_id: absent(id),
    /** As on this site: its agent and its knowledge. */
    client_id: absent(id),
    /** Another than the site's or the project's own, by name or id. */
    agent: absent(z.string()),
    agent_version: absent(integer(1, 2_000_000_000)),
    client_tools: absent(tools),
  }),
  replies: {
    201: z.object({
      session_id: z.string(),
      agent: z.string(),
      token: z.string(),
      expires_at: z.iso.datetime(),
    }),
  },
});
