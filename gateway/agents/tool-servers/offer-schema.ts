// What a tool server offers when an owner asks it, before its tools are allowed.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../../kernel/schema/endpoint.ts';
import { absent, address } from '../../kernel/schema/kinds.ts';
import { patterns, secretHeaders } from '../settings-schema.ts';

const offer = z
  .object({
    /** As the server calls itself. */
    name: z.string(),
    version: z.string(),
    tools: z.array(
      z.object({
        name: z.string(),
        title: z.string().nullable(),
        description: z.string(),
        /** Whether the given patterns, or else those that are saved, let the agent call it. */
        is_allowed: z.boolean(),
        /** Whether it shows an app. */
        has_app: z.boolean(),
        /** False: its app alone may call it, so the agent never sees it. */
        is_for_model: z.boolean(),
        /** Whether the server says that it changes nothing. */
        is_read_only: z.boolean(),
      }),
    ),
  })
  .openapi('ToolOffer');
export type ToolOffer = z.output<typeof offer>;

export const askToolServer = endpoint({
  method: 'post',
  path: '/admin/agents/{agent_id}/tool-servers',
  tag: 'Operator: agents',
  summary:
    'Ask a tool server which tools it has, whether it is saved yet or not; 502 with the reason where it doesn’t answer. Saved headers go to their own address alone',
  auth: 'the admin key',
  body: z.object({
    url: address,
    headers: absent(secretHeaders),
    tools: absent(patterns(0)),
  }),
  replies: { 200: offer },
});
