// What the team asks of the agent about a conversation: a draft, a summary, an answer to a question, a proposal.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, longText } from '../kernel/schema/kinds.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';
const OWNER = 'the admin key, or a desk session of an owner';
const MAX_QUESTION = 4000;

const settings = z
  .object({
    draft: z.boolean(),
    summary: z.boolean(),
    ask: z.boolean(),
    suggest: z.boolean(),
  })
  .openapi('ColleagueSettings');
export type ColleagueSettings = z.output<typeof settings>;

export const readColleagueSettings = endpoint({
  method: 'get',
  path: '/admin/projects/{project_id}/colleague',
  tag: TAG,
  summary: 'What a project’s agents may do for its team; all is off until an owner chooses it',
  auth: OWNER,
  replies: { 200: settings },
});

export const patchColleagueSettings = endpoint({
  method: 'patch',
  path: '/admin/projects/{project_id}/colleague',
  tag: TAG,
  summary: 'Choose what a project’s agents may do for its team',
  auth: OWNER,
  body: z.object({
    draft: absent(z.boolean()),
    summary: absent(z.boolean()),
    ask: absent(z.boolean()),
    suggest: absent(z.boolean()),
  }),
  replies: { 200: settings },
});

const written = {
  text: z.string(),
  /** False: no model was there to ask, so that it is put together of what stands in documents and messages. */
  is_by_model: z.boolean(),
};

const kept = z.object({
  ...written,
  text_id: z.string(),
  /** Who has asked for it. */
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Whether something was said since. */
  is_old: z.boolean(),
});

const asked = kept.extend({ asked: z.string() });

const suggestion = kept.omit({ text: true }).extend({
  /** Known tags that the conversation doesn’t have yet. */
  tags: z.array(z.object({ tag_id: z.string(), name: z.string(), color: z.string() })),
  is_done: z.boolean(),
  why: z.string(),
});

const help = z.object({
  is_on: settings,
  /** The newest; null: none yet. */
  summary: kept.nullable(),
  suggestion: suggestion.nullable(),
  /** The side thread of the team with the agent, the oldest first. */
  thread: z.array(asked),
});
export type ColleagueHelp = z.output<typeof help>;
export type KeptText = z.output<typeof kept>;
export type AskedText = z.output<typeof asked>;
export type Suggestion = z.output<typeof suggestion>;

const path = '/admin/conversations/{session_id}/colleague';

export const readHelp = endpoint({
  method: 'get',
  path,
  tag: TAG,
  summary: 'What the agent has told the team about a conversation; no visitor sees it',
  auth: DESK,
  replies: { 200: help },
});

export const draftAnswer = endpoint({
  method: 'post',
  path: `${path}/draft`,
  tag: TAG,
  summary: 'Have the agent draft the team’s next message, in the conversation’s language',
  auth: DESK,
  replies: { 200: z.object(written) },
});

export const summarise = endpoint({
  method: 'post',
  path: `${path}/summary`,
  tag: TAG,
  summary: 'Have the agent sum up what was said, and what the visitor wants',
  auth: DESK,
  replies: { 200: help },
});

export const askAgent = endpoint({
  method: 'post',
  path: `${path}/questions`,
  tag: TAG,
  summary: 'Ask the agent something about a conversation, in the side thread',
  auth: DESK,
  body: z.object({
    text: longText(MAX_QUESTION).refine((value) => value.trim() !== '', {
      error: 'must not be empty',
    }),
  }),
  replies: { 201: help },
});

export const suggest = endpoint({
  method: 'post',
  path: `${path}/suggestion`,
  tag: TAG,
  summary: 'Have the agent propose tags, and whether the conversation is done',
  auth: DESK,
  replies: { 200: help },
});

export const deleteHelp = endpoint({
  method: 'delete',
  path: `${path}/{text_id}`,
  tag: TAG,
  summary: 'Delete one text of the agent’s to the team',
  auth: DESK,
  replies: { 204: null },
});

const spent = z.object({
  data: z.array(
    z.object({
      kind: z.enum([
        'team_draft',
        'team_summary',
        'team_question',
        'team_suggestion',
        'team_judge',
      ]),
      requests: z.int(),
      credits_nano: z.int(),
    }),
  ),
});
export type ColleagueSpent = z.output<typeof spent>;

export const readSpent = endpoint({
  method: 'get',
  path: '/admin/numbers/colleague',
  tag: TAG,
  summary: 'What the agents’ help for the team has cost, by its kind',
  auth: OWNER,
  query: z.object({
    project_id: absent(id),
    days: z.enum(['1', '7', '30', '90']).default('7'),
  }),
  replies: { 200: spent },
});
