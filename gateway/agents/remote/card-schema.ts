// What an A2A agent says of itself, as the desk reads it.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../../kernel/schema/endpoint.ts';

const cardOfAgent = z
  .object({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    provider: z.object({ organization: z.string(), url: z.string() }).nullable(),
    /** Whether it says an answer as it is written. */
    streams: z.boolean(),
    /** Where and how it is spoken to, what it prefers first. */
    interfaces: z.array(
      z.object({ url: z.string(), transport: z.string(), protocol_version: z.string() }),
    ),
    /** What it wants from whoever asks; `detail`: the header's name, the scheme, or an address. Empty: nothing. */
    security: z.array(
      z.object({
        kind: z.enum(['api_key', 'http', 'oauth2', 'openid', 'mtls']),
        detail: z.string(),
      }),
    ),
    skills: z.array(
      z.object({ name: z.string(), description: z.string(), tags: z.array(z.string()) }),
    ),
  })
  .openapi('AgentCard');
export type CardOfAgent = z.output<typeof cardOfAgent>;

const cardReply = z.object({
  card: cardOfAgent,
  /** Why the agent can't be talked to by this card, in a sentence; null: it can. */
  problem: z.string().nullable(),
});
export type CardReply = z.output<typeof cardReply>;

export const getAgentCard = endpoint({
  method: 'get',
  path: '/admin/agents/{agent_id}/card',
  tag: 'Operator: agents',
  summary:
    'Ask the server of an A2A agent, as its newest version names it, for the agent’s card; 502 where none comes',
  auth: 'the admin key',
  replies: { 200: cardReply },
});
