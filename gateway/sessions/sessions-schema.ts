// Sessions, as operators and sites make and change them.

import { z } from '@hono/zod-openapi';
import { MAX_CONTEXT_WINDOW, MIN_CONTEXT_WINDOW } from '../agents/context-window.ts';
import { readScript, ScriptError } from '../agents/script.ts';
import { instructionsText } from '../agents/settings-schema.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, integer, jsonObject, list, text } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { isLongerThan, quote } from '../kernel/text.ts';
import { sessionResource } from '../log/session-schema.ts';
import type { ToolDefinition } from '../wire.ts';

const MAX_EXPIRY_S = 86_400;
const MAX_TOOLS = 128;
const MAX_TOOL_NAME = 256;
const MAX_TITLE = 120;
const MAX_SCOPES = 16;
const NAME = `must be a string of 1 to ${MAX_TOOL_NAME} characters`;
const SCOPES = 'must be an array of names such as session_events';
const CALLERS = 'the admin key, or a site’s service token for its own sessions';

/** As a page offers it, which may say more than the gateway keeps (`annotations`). */
const tool = z
  .looseObject({
    name: z
      .string({ error: NAME })
      .refine((name) => name !== '' && !isLongerThan(name, MAX_TOOL_NAME), { error: NAME }),
    /** What people read in its place, at the desk. */
    title: absent(z.string()),
    description: absent(z.string()),
    input_schema: absent(jsonObject).meta({ type: ['object', 'null'] }),
  })
  .transform(
    ({ name, title, description, input_schema }): ToolDefinition => ({
      name,
      ...(title === undefined || title.trim() === '' ? {} : { title: title.slice(0, MAX_TITLE) }),
      description: description ?? '',
      input_schema: input_schema ?? { type: 'object' },
    }),
  );

export const tools = list(tool, { max: MAX_TOOLS }).transform((items, context) => {
  const names = new Set<string>();
  for (const [index, { name }] of items.entries()) {
    if (names.has(name)) {
      const message = `${quote(name)} is there twice`;
      context.addIssue({ code: 'custom', path: [index, 'name'], message });
      return z.NEVER;
    }
    names.add(name);
  }
  return items;
});

/** Kept as JSON; the scripted agent reads it at each turn. */
const script = z
  .unknown()
  .transform((value, context) => {
    if (value === undefined || value === null) return null;
    try {
      readScript(value);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      context.addIssue({ code: 'custom', message: error.message.replace(/^script ?/, '') });
      return z.NEVER;
    }
    return JSON.stringify(value);
  })
  .optional()
  .meta({ type: ['array', 'null'], items: { type: 'array', items: { type: 'object' } } });

// Undefined: not mentioned. Null: the gateway's setting, or no collection.
const contextWindow = integer(MIN_CONTEXT_WINDOW, MAX_CONTEXT_WINDOW).nullable().optional();
const collectionId = id.nullable().optional();

export const createSessionBody = z.object({
  project_id: absent(id),
  client_id: absent(id),
  agent: absent(z.string()),
  // To try a version out; without it, the one that answers at the time.
  agent_version: absent(integer(1, 2_000_000_000)),
  // Instructions for this session alone, besides the agent's. The visitor doesn't see them.
  system: absent(instructionsText),
  owner_id: absent(text),
  client_tools: absent(tools),
  collection_id: collectionId,
  script,
  context_window: contextWindow,
});

export const createSession = endpoint({
  method: 'post',
  path: '/admin/sessions',
  tag: 'Operator: sessions',
  summary: 'Create a session',
  auth: CALLERS,
  isBodyOptional: true,
  body: createSessionBody,
  replies: { 201: z.object({ session_id: z.string() }) },
});

export const listSessions = endpoint({
  method: 'get',
  path: '/admin/sessions',
  tag: 'Operator: sessions',
  summary: 'List the sessions, the newest first, of all or of one project or owner',
  auth: CALLERS,
  query: z.object({ project_id: id.optional(), owner_id: text.optional(), ...paged(100) }),
  replies: { 200: z.object({ data: z.array(sessionResource), ...nextPage }) },
});

export const getSession = endpoint({
  method: 'get',
  path: '/admin/sessions/{session_id}',
  tag: 'Operator: sessions',
  summary: 'Read a session',
  auth: CALLERS,
  replies: { 200: sessionResource },
});

export const listRuns = endpoint({
  method: 'get',
  path: '/admin/sessions/{session_id}/runs',
  tag: 'Operator: sessions',
  summary: 'List the 100 newest runs of a session, each with the version of the agent that it read',
  auth: CALLERS,
  replies: {
    200: z.object({
      data: z.array(
        z.object({
          run_id: z.string(),
          status: z.enum(['queued', 'running', 'paused', 'ended']),
          agent: z.string(),
          agent_version: z.int().nullable(),
          turns: z.int(),
          pauses: z.int(),
          created_at: z.iso.datetime(),
          ended_at: z.iso.datetime().nullable(),
        }),
      ),
    }),
  },
});

export const patchSession = endpoint({
  method: 'patch',
  path: '/admin/sessions/{session_id}',
  tag: 'Operator: sessions',
  summary: 'Change what a session offers',
  auth: CALLERS,
  body: z.object({
    client_tools: absent(tools),
    collection_id: collectionId,
    context_window: contextWindow,
    system: instructionsText.nullable().optional(),
  }),
  replies: { 200: sessionResource },
});

export const issueToken = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/tokens',
  tag: 'Operator: sessions',
  summary: 'Issue a token for a visitor',
  auth: CALLERS,
  isBodyOptional: true,
  body: z.object({
    owner_id: absent(text),
    // Scopes are joined by spaces in the token.
    scopes: absent(
      list(z.string({ error: SCOPES }).regex(/^[\w.:-]{1,64}$/, { error: SCOPES }), {
        max: MAX_SCOPES,
      }),
    ),
    expires_in_s: absent(integer(1, MAX_EXPIRY_S)),
  }),
  replies: { 201: z.object({ token: z.string(), expires_at: z.iso.datetime() }) },
});
