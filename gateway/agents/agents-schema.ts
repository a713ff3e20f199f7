// Agents as records, and their versions. All calls take the admin key.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, integer, shortText, text } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { MAX_AGENT_NAME, settings, settingsReply } from './settings-schema.ts';

const ADMIN = 'the admin key';
const TAG = 'Operator: agents';

const agentReply = z
  .object({
    agent_id: z.string(),
    project_id: z.string(),
    name: z.string(),
    /** The version that answers. */
    version: z.int(),
    /** The newest; a draft where it is another. */
    latest_version: z.int(),
    settings: settingsReply,
    /** The reasons why it can't answer, each in a sentence. */
    problems: z.array(z.string()),
    /** How many tools of its servers it doesn't call until they are allowed; see /admin/agents/{agent_id}/server-tools. */
    waiting_tools: z.int(),
    created_at: z.iso.datetime(),
  })
  .openapi('Agent');
export type AgentReply = z.output<typeof agentReply>;

const agentVersion = z.object({
  version: z.int(),
  is_published: z.boolean(),
  author: z.string(),
  created_at: z.iso.datetime(),
  settings: settingsReply,
});
export type AgentVersion = z.output<typeof agentVersion>;

const publish = z.boolean().optional();
const versionNumber = integer(1, 2_000_000_000);

export const createAgent = endpoint({
  method: 'post',
  path: '/admin/agents',
  tag: TAG,
  summary: 'Create an agent; its first version answers at once',
  auth: ADMIN,
  body: z.object({ project_id: absent(id), name: shortText(MAX_AGENT_NAME), ...settings }),
  replies: { 201: agentReply },
});

export const listAgents = endpoint({
  method: 'get',
  path: '/admin/agents',
  tag: TAG,
  summary:
    'List a project’s agents, those that every project has, and the one that answers by default; q: words of names or ids',
  auth: ADMIN,
  query: z.object({ project_id: id.optional(), q: text.optional(), ...paged(100) }),
  replies: {
    200: z.object({
      data: z.array(agentReply),
      built_in: z.array(z.object({ name: z.string() })),
      default_agent: z.string(),
      ...nextPage,
    }),
  },
});

export const getAgent = endpoint({
  method: 'get',
  path: '/admin/agents/{agent_id}',
  tag: TAG,
  summary: 'Read an agent, with the settings of the version that answers',
  auth: ADMIN,
  replies: { 200: agentReply },
});

export const patchAgent = endpoint({
  method: 'patch',
  path: '/admin/agents/{agent_id}',
  tag: TAG,
  summary:
    'Rename an agent, or write its next version; a draft with publish: false. What isn’t said stays as in the version that answers, or in from_version',
  auth: ADMIN,
  body: z.object({
    name: absent(shortText(MAX_AGENT_NAME)),
    publish,
    from_version: absent(versionNumber),
    ...settings,
  }),
  replies: { 200: agentReply },
});

export const deleteAgent = endpoint({
  method: 'delete',
  path: '/admin/agents/{agent_id}',
  tag: TAG,
  summary: 'Delete an agent that nothing names as its default or fallback',
  auth: ADMIN,
  replies: { 204: null },
});

export const listAgentVersions = endpoint({
  method: 'get',
  path: '/admin/agents/{agent_id}/versions',
  tag: TAG,
  summary: 'List the versions of an agent, the newest first',
  auth: ADMIN,
  query: z.object(paged()),
  replies: {
    200: z.object({
      data: z.array(agentVersion),
      ...nextPage,
    }),
  },
});

export const publishAgent = endpoint({
  method: 'post',
  path: '/admin/agents/{agent_id}/publish',
  tag: TAG,
  summary: 'Let a version answer: a draft, or an older one to roll back to',
  auth: ADMIN,
  body: z.object({ version: versionNumber }),
  replies: { 200: agentReply },
});
