// A session as the operator's calls show it: the shape of what `sessionResource` in session-row.ts makes.

import { z } from '@hono/zod-openapi';

/** The reply about one session. */
export const sessionResource = z
  .object({
    session_id: z.string(),
    project_id: z.string(),
    client_id: z.string().nullable(),
    agent: z.string(),
    agent_version: z.int().nullable(),
    system: z.string().nullable(),
    owner_id: z.string().nullable(),
    client_tools: z.array(z.looseObject({ name: z.string() })),
    collection_id: z.string().nullable(),
    context_window: z.int().nullable(),
    status: z.enum(['running', 'paused', 'idle']),
    created_at: z.iso.datetime(),
  })
  .openapi('Session');
