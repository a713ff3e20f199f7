// Tools of an agent's servers that differ from what an owner has allowed.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { address } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';

const ADMIN = 'the admin key';
const TAG = 'Operator: agents';
const DIGEST = 'must be the digest that the list has for this tool';
/** Two definitions each, of which one may have 64,000 characters. */
const MAX_PAGE = 20;

const definition = z.object({
  title: z.string().nullable(),
  description: z.string(),
  input_schema: z.looseObject({}),
  /** The server's own notes on the tool, such as `{"readOnlyHint": true}`. */
  annotations: z.looseObject({}).nullable(),
});

const serverTool = z
  .object({
    /** The server's name in the agent's settings, and its address there. */
    server: z.string(),
    url: z.string(),
    tool: z.string(),
    /** As it was allowed; null: it has come since. */
    allowed: definition.nullable(),
    /** As the server offers it now. */
    offered: definition,
    /** The digest of the offered tool: an owner allows exactly that. */
    digest: z.string(),
    offered_at: z.iso.datetime(),
  })
  .openapi('ServerTool');
export type ServerTool = z.output<typeof serverTool>;

export const readDefinition = (text: string) => definition.parse(JSON.parse(text));

export const listServerTools = endpoint({
  method: 'get',
  path: '/admin/agents/{agent_id}/server-tools',
  tag: TAG,
  summary:
    'List the tools of an agent’s servers that are not called until they are allowed: changed since, or new',
  auth: ADMIN,
  query: z.object(paged(MAX_PAGE)),
  replies: { 200: z.object({ data: z.array(serverTool), ...nextPage }) },
});

export const allowServerTool = endpoint({
  method: 'post',
  path: '/admin/agents/{agent_id}/server-tools/{server}/{tool}/allow',
  tag: TAG,
  summary:
    'Allow a tool of a server as it is offered now; 409 where it is another than the digest’s',
  auth: ADMIN,
  body: z.object({
    url: address,
    digest: z.string({ error: DIGEST }).regex(/^[0-9a-f]{64}$/, { error: DIGEST }),
  }),
  replies: { 204: null },
});
