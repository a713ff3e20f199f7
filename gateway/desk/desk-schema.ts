// The desk: signing in, the people who may, and the conversations that they read. The console takes its types from here.

import { z } from '@hono/zod-openapi';
import { FEEDBACK_VALUES } from '../feedback/feedback.ts';
import { feedback } from '../feedback/feedback-schema.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, flag, id, integer, list, shortText, text } from '../kernel/schema/kinds.ts';
import { isLongerThan } from '../kernel/text.ts';
import { base64Source, textSource } from '../log/blocks-schema.ts';
import { rating } from '../ratings/ratings-schema.ts';
import { CONVERSATION_STATUSES } from '../work/status.ts';
import { tag } from '../work/work-schema.ts';
import { CONVERSATION_STATES } from './conversation-row.ts';
import { usedPasskey } from './passkeys-schema.ts';
import { MAX_PASSWORD } from './passwords.ts';
import { code } from './second-factor-schema.ts';
import { me } from './team-schema.ts';

const TAG = 'Operator: desk';
export const DESK = 'the admin key, or a desk session';
const MAX_PAGE = 100;

export const signIn = endpoint({
  method: 'post',
  path: '/admin/desk/sign-in',
  tag: TAG,
  summary: 'Open a desk session; its cookie comes with the reply',
  auth: 'the admin key, a login with its password, a passkey’s answer, or a one-time link of this machine, in its body',
  isOpen: true,
  maxBodyBytes: 8 * 1024,
  body: z.union(
    [
      z.object({ key: z.string().min(1).max(500) }),
      z.object({
        login: z.string().min(1).max(64),
        password: z.string().min(1).max(MAX_PASSWORD),
        /** Of a second factor; without it the reply of 401 says `second_factor: true` beside the error. */
        code: absent(code),
      }),
      z.object({ link: z.string().min(1).max(200) }),
      z.object({ passkey: usedPasskey }),
    ],
    { error: 'must be {key}, {login, password, code?}, {link} or {passkey}' },
  ),
  replies: { 200: me },
});

const ways = z.object({
  /** Whether people with a login of this desk may sign in by password. */
  passwords: z.boolean(),
  /** An identity provider: the browser goes to /console/oidc/start. */
  provider: z.object({ name: z.string() }).nullable(),
  /** Whether somebody has a passkey, and the desk's address can have any. */
  passkeys: z.boolean(),
});
export type SignInWays = z.output<typeof ways>;

export const signInWays = endpoint({
  method: 'get',
  path: '/admin/desk/sign-in',
  tag: TAG,
  summary: 'How one signs in here, besides the admin key',
  auth: 'nothing',
  isOpen: true,
  replies: { 200: ways },
});

export const signOut = endpoint({
  method: 'post',
  path: '/admin/desk/sign-out',
  tag: TAG,
  summary: 'End this desk session',
  auth: 'a desk session',
  replies: { 204: null },
});

const colleague = z.object({
  person_id: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
});

const conversation = z.object({
  session_id: z.string(),
  project_id: z.string(),
  client_id: z.string().nullable(),
  site_name: z.string().nullable(),
  /** An agent's id, or the name of one by code; `agent_name` is for people. */
  agent: z.string(),
  agent_name: z.string(),
  owner_id: z.string().nullable(),
  /** The address at which the visitor wants an answer; null: they gave none. */
  contact_email: z.string().nullable(),
  state: z.enum(CONVERSATION_STATES),
  /** What is to be done about it; follows from the other fields and the time. */
  status: z.enum(CONVERSATION_STATUSES),
  /** Since when somebody of the team has to look at it; null: nobody has to. */
  waiting_since: z.iso.datetime().nullable(),
  is_unread: z.boolean(),
  /** A colleague’s note calls the caller, who hasn’t looked since. */
  is_mentioned: z.boolean(),
  /** What the visitor has written last. */
  visitor_words: z.string(),
  last_words: z.string(),
  last_by: z.enum(['visitor', 'agent', 'person']),
  /** The person who wrote the last words; null where they tell that somebody has come or gone. */
  last_name: z.string().nullable(),
  last_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  wanted_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable(),
  /** Put off until then; a time that is over means that it came up again and nobody has seen to it. */
  snoozed_until: z.iso.datetime().nullable(),
  /** Who answers in the agent’s place. */
  held_by: colleague.nullable(),
  /** Whose it is, whether they answer in it or not. */
  assigned_to: colleague.nullable(),
  tags: z.array(tag),
  /** Some words around what a search has found, which stands between U+E000 and U+E001; null without a search. */
  match: z.string().nullable(),
  /** Answers of which the visitor has said so. */
  thumbs_up: z.int(),
  thumbs_down: z.int(),
});
export type Conversation = z.output<typeof conversation>;

const conversations = z.object({
  data: z.array(conversation),
  next_page: z.string().nullable(),
  counts: z.object({
    unread: z.int(),
    /** Visitors who want a person. */
    waiting: z.int(),
    waiting_us: z.int(),
    waiting_visitor: z.int(),
    open: z.int(),
    snoozed: z.int(),
    /** The caller’s, neither closed nor snoozed. */
    mine: z.int(),
  }),
});
export type Conversations = z.output<typeof conversations>;

/** A page of a list, newest first, and the words that its entries must have. */
const SEARCHED_PAGE = {
  q: text.optional(),
  page: z.string().max(400).optional(),
  limit: z.coerce
    .number()
    .pipe(integer(1, MAX_PAGE))
    .default(30)
    .meta({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: 30 }),
};

export const listConversations = endpoint({
  method: 'get',
  path: '/admin/conversations',
  tag: TAG,
  summary:
    'List the conversations: those that wait for somebody of the team, longest first, then the rest by newest message; counts end at 100',
  auth: DESK,
  query: z.object({
    /** Left out: what is neither closed nor snoozed; with q or owner_id: all. */
    status: z.enum([...CONVERSATION_STATUSES, 'all']).optional(),
    /** A person’s id, `me` or `none`. */
    assigned_to: id.optional(),
    /** A tag’s id. */
    tag: id.optional(),
    state: z.enum(CONVERSATION_STATES).optional(),
    unread: flag,
    /** Those with an answer of which the visitor has said this. */
    feedback: z.enum(FEEDBACK_VALUES).optional(),
    client_id: id.optional(),
    agent: text.optional(),
    owner_id: text.optional(),
    ...SEARCHED_PAGE,
  }),
  replies: { 200: conversations },
});

const siteConversations = z.object({
  data: z.array(
    conversation.pick({
      session_id: true,
      owner_id: true,
      state: true,
      last_words: true,
      last_by: true,
      last_at: true,
      created_at: true,
      match: true,
      thumbs_up: true,
      thumbs_down: true,
    }),
  ),
  next_page: z.string().nullable(),
});

export const listSiteConversations = endpoint({
  method: 'get',
  path: '/admin/sites/{client_id}/conversations',
  tag: TAG,
  summary:
    'List a site’s conversations for its own pages, those with the newest message first; /desk/conversations/{session_id} shows one',
  auth: 'the admin key, or the site’s own service token',
  query: z.object({
    ...SEARCHED_PAGE,
  }),
  replies: { 200: siteConversations },
});

const entry = conversation.extend({
  /** Of the visitor’s browser, such as `de`; null: not known. */
  language: z.string().nullable(),
  feedback: z.array(feedback.extend({ event_id: z.string() })),
  /** As the page has called its tools when it offered them last, by their names. */
  tool_titles: z.record(z.string(), z.string()),
  /** How the conversation went for its visitor; null: they weren’t asked, and have said nothing. */
  rating: z.union([rating, z.null()]),
});
export type ConversationEntry = z.output<typeof entry>;

export const getConversation = endpoint({
  method: 'get',
  path: '/admin/conversations/{session_id}',
  tag: TAG,
  summary:
    'Read one entry of the list, with what its visitor said of answers, the 500 newest of that',
  auth: DESK,
  replies: { 200: entry },
});

/** What the gateway itself asks a visitor about. */
export const ownQuestion = z.enum(['rating', 'email']);

const conversationEvents = z.object({
  data: z.array(z.looseObject({ id: z.string(), type: z.string(), feedback: feedback.optional() })),
  /** The ids that support asks for, by run, of each run that these events name; where the gateway itself asked, what about. */
  runs: z.record(
    z.string(),
    z.object({
      trace_id: z.string(),
      request_id: z.string(),
      asks: ownQuestion.optional(),
    }),
  ),
  has_more: z.boolean(),
});
export type ConversationEvents = z.output<typeof conversationEvents>;

export const listConversationEvents = endpoint({
  method: 'get',
  path: '/admin/conversations/{session_id}/events',
  tag: TAG,
  summary:
    'The events of a conversation, with thoughts and the visitor’s feedback: the newest, those before one, or those after one',
  auth: DESK,
  query: z.object({
    before: id.optional(),
    after: id.optional(),
    limit: z.coerce
      .number()
      .pipe(integer(1, MAX_PAGE))
      .default(MAX_PAGE)
      .meta({ type: 'integer', minimum: 1, maximum: MAX_PAGE, default: MAX_PAGE }),
  }),
  replies: { 200: conversationEvents },
});

export const readConversation = endpoint({
  method: 'post',
  path: '/admin/conversations/{session_id}/read',
  tag: TAG,
  summary: 'Note that the caller has read a conversation up to an event',
  auth: DESK,
  body: z.object({ event_id: id }),
  replies: { 204: null },
});

const MAX_TEXT = 20_000;
const MAX_FILES = 8;
const sentFile = z.object({
  title: shortText(200),
  source: z.discriminatedUnion('type', [base64Source, textSource], {
    error: (issue) => (issue.code === 'invalid_union' ? 'must be base64 or text' : undefined),
  }),
});
export type SentFile = z.output<typeof sentFile>;
const SAID = `must be a text of 1 to ${MAX_TEXT} characters`;

export const takeOverSession = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/takeover',
  tag: TAG,
  summary: 'Answer in the agent’s place from now on; the agent stays silent',
  auth: DESK,
  replies: { 204: null },
});

export const sayInSession = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/messages',
  tag: TAG,
  summary: 'Write in a conversation that one has taken over, send files, or both',
  auth: DESK,
  body: z.object({
    text: absent(
      z
        .string({ error: SAID })
        .refine((value) => value.trim() !== '' && !isLongerThan(value, MAX_TEXT), { error: SAID })
        .meta({ minLength: 1, maxLength: MAX_TEXT }),
    ),
    /** Pictures are shown; any other is saved by its reader. The request has 1 MiB at most. */
    files: absent(list(sentFile, { min: 1, max: MAX_FILES })),
  }),
  replies: { 201: z.looseObject({ id: z.string(), type: z.string() }) },
});

export const typeInSession = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/typing',
  tag: TAG,
  summary: 'Show the visitor for some seconds that one is typing; say so again every few seconds',
  auth: DESK,
  replies: { 204: null },
});

export const handBackSession = endpoint({
  method: 'post',
  path: '/admin/sessions/{session_id}/handback',
  tag: TAG,
  summary: 'Hand a conversation back to its agent, which answers what waits',
  auth: DESK,
  replies: { 204: null },
});

const filters = z.object({
  sites: z.array(z.object({ client_id: z.string(), name: z.string().nullable() })),
  agents: z.array(z.object({ agent: z.string(), name: z.string() })),
});
export type Filters = z.output<typeof filters>;

export const listFilters = endpoint({
  method: 'get',
  path: '/admin/desk/filters',
  tag: TAG,
  summary:
    'The sites (the 500 newest) and agents that conversations have; q: words of the sites’ names or ids',
  auth: DESK,
  query: z.object({ q: text.optional() }),
  replies: { 200: filters },
});

export const openDeskStream = endpoint({
  method: 'get',
  path: '/admin/desk/stream',
  tag: TAG,
  summary:
    'Server-sent events: `changed` with {session_ids}, for each conversation in which something happened; `presence` with {people}, all who read one or answer in it now',
  auth: DESK,
  replies: { 200: null },
});
