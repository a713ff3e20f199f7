// What lies over the conversation, and what waits in the composer.

import type { DebugEntry } from '../../../src/ui/types.ts';
import { agent, NOW, session, text, user } from '../build.ts';
import type { GalleryState } from '../states.ts';
import { ASKED } from './words.ts';

let lines = 0;
function line(secondsAgo: number, fields: Partial<DebugEntry>): DebugEntry {
  return {
    key: `line_${++lines}`,
    at: NOW - secondsAgo * 1000,
    kind: 'event',
    title: '',
    latencyMs: null,
    requestId: null,
    raw: null,
    ...fields,
  };
}
const event = (secondsAgo: number, type: string, fields: object = {}): DebugEntry =>
  line(secondsAgo, {
    title: type,
    raw: { id: `evt_${lines + 1}`, type, content: [], processed_at: null, ...fields },
  });
const usage = { input_tokens: 812, output_tokens: 64, credits_nano: 1_200_000_000 };

const OWNER_LINES: DebugEntry[] = [
  line(41, {
    kind: 'request',
    title: 'POST /v1beta1/sessions/…/events 200',
    latencyMs: 42,
    requestId: 'req_1',
  }),
  event(41, 'user.message', { content: [{ type: 'text', text: 'Hello' }] }),
  event(40.8, 'session.status_running'),
  event(39.4, 'session.turn_usage', { content: [{ ...usage, model: 'a-model' }] }),
  event(39.2, 'agent.message', { content: [{ type: 'text', text: 'Hello!' }] }),
  event(39.1, 'session.status_idle', {
    content: { stop_reason: 'end_turn', context_tokens: 876 },
    usage,
  }),
  event(33, 'user.interrupt'),
  line(32, {
    kind: 'request',
    title: 'GET /v1beta1/sessions/…/events 503',
    latencyMs: 1204,
    requestId: 'req_2',
  }),
  event(31, 'user.message', { content: [{ type: 'text', text: 'Are you there?' }] }),
  event(29.9, 'session.error', {
    content: [{ type: 'error', code: 'rate_limit_error', text: 'Busy', request_id: 'req_3' }],
    error_code: 'rate_limit_error',
    usage: { input_tokens: 812, output_tokens: 0, credits_nano: 0 },
  }),
  line(28, { kind: 'warning', title: 'event evt_9 is of an unknown type "agent.wave"' }),
  event(20, 'user.message', { content: [{ type: 'text', text: 'Hello?' }] }),
];

const MANY = [
  'Which rain jacket is the lightest?',
  'Does the tent come with pegs?',
  'Can I return something I bought online?',
  'Where is my order?',
  'How do I wash wool?',
  'What is the difference between the two bags that you showed me last week?',
  'Opening hours',
  'Do you ship to Norway?',
  'A gift for my father',
  'Is the stove allowed on planes?',
  'Size 42 or 43?',
].map((title, index) => ({
  sessionId: `c${index + 1}`,
  title,
  updatedAt: NOW - (index * 26 + 1) * 3_600_000,
  isCurrent: index === 0,
}));

const LONG = Array.from({ length: 24 }, (_, index) => [
  user(index === 3 ? 'And is the tent heavy? I carry it myself.' : `Question ${index + 1}`, {
    minutesAgo: 400 - index * 10,
  }),
  agent(
    [
      index === 3
        ? 'The **Fjell tent** weighs 2.1 kg with its pegs, so two people can part it well.'
        : `Answer ${index + 1}: yes, in most of our shops.`,
    ],
    { minutesAgo: 399 - index * 10 },
  ),
]).flat();

const searched = (name: string, text: string, more: Partial<GalleryState> = {}): GalleryState => ({
  name,
  session: session(LONG),
  presses: ['menu', { later: 'searchHere' }],
  conversations: MANY,
  writes: { field: 'search', text },
  ...more,
});

export const SHEETS: GalleryState[] = [
  searched('search-found', 'TENT'),
  searched('search-none', 'canoe'),
  searched('search-shown', 'tent', { picks: [{ says: 'weighs 2.1' }] }),

  {
    name: 'draft',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { allowAttachments: true },
    draft: 'Two more things:\n\n- does it come with a hood?\n- and can I wash it at 40 °C?',
  },
  { name: 'menu', session: session([user('Hello'), agent(['Hello!'])]), presses: ['menu'] },
  {
    name: 'conversations',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'earlierConversations'],
    conversations: [
      { sessionId: 'c1', title: ASKED, updatedAt: NOW - 120_000, isCurrent: true },
      {
        sessionId: 'c2',
        title: 'Can I return something I bought online?',
        updatedAt: NOW - 26 * 3_600_000,
        isCurrent: false,
      },
      { sessionId: 'c3', title: '', updatedAt: NOW - 9 * 86_400_000, isCurrent: false },
    ],
  },
  {
    name: 'reader',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'readAloud'],
  },
  {
    name: 'conversations-many',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'earlierConversations'],
    conversations: MANY,
  },
  {
    name: 'conversations-found',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'earlierConversations'],
    conversations: MANY,
    foundInText: {
      c2: [
        {
          eventId: 'stored_1',
          kind: 'agent',
          content: [text('Yes, each **tent** comes with twelve pegs and a bag for them.')],
          at: NOW - 27 * 3_600_000,
        },
      ],
      c7: [
        {
          eventId: 'stored_2',
          kind: 'user',
          content: [text('Until when can I see the tents in your shop on Saturday?')],
          at: NOW - 157 * 3_600_000,
        },
      ],
    },
    writes: { field: 'search', text: 'tent' },
  },
  {
    name: 'conversations-none',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'earlierConversations'],
    conversations: MANY,
    writes: { field: 'search', text: 'canoe' },
  },
  {
    name: 'clear',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'clearDevice'],
  },
  {
    name: 'delete',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { canDelete: true },
    presses: ['menu', 'deleteForGood'],
  },
  {
    name: 'delete-failed',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { canDelete: true },
    isDeletable: false,
    presses: ['menu', 'deleteForGood', 'deleteForGood'],
  },
  {
    name: 'owner',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { isDebug: true },
    presses: ['menu', 'owner'],
    debug: OWNER_LINES,
  },
  {
    name: 'owner-opened',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { isDebug: true },
    debug: OWNER_LINES,
    presses: ['menu', 'owner', { says: 'session.error' }],
  },
  {
    name: 'link-question',
    session: session([
      user('Where can I read more?'),
      agent([`[The full report](https://elsewhere.example/read?with=${'all-of-it-'.repeat(12)})`]),
    ]),
    presses: [{ says: 'The full report' }],
  },
];
