// Every state that the panel can be in, as recorded snapshots. The gallery page mounts the real panel from
// one of them; the checks and the component tests go through all.

import type { SessionSnapshot } from '../../src/session/types.ts';
import type { ToolsSnapshot } from '../../src/tools/types.ts';
import type { ConversationSummary, DebugEntry, ViewOptions } from '../../src/ui/types.ts';
import {
  agent,
  call,
  message,
  NOW,
  paused,
  question,
  running,
  session,
  source,
  thought,
  tool,
  tools,
  user,
} from './build.ts';
import { HOSTILE_TEXT, LONG_ANSWER, RICH_ANSWER } from './texts.ts';

export type Pressed = 'menu' | 'earlierConversations' | 'clearDevice' | 'owner' | { n: number };

export interface GalleryState {
  name: string;
  session: SessionSnapshot;
  tools?: ToolsSnapshot;
  options?: Partial<ViewOptions>;
  conversations?: ConversationSummary[];
  debug?: DebugEntry[];
  draft?: string;
  /** What to press, in order, before the state is looked at: a button by its message, a fold by its steps. */
  presses?: Pressed[];
  /** Something of it comes after a time only. */
  settlesAfterMs?: number;
}

const ASKED = 'Do you have a waterproof jacket for cycling in winter?';
const RETURNS = [
  source('https://shop.example/help/returns', 'Returns and refunds'),
  source('https://shop.example/help/shipping', 'Shipping times and costs'),
  source('kb://policies/warranty', 'Warranty terms'),
];

const search = tool(
  'search_products',
  { query: 'waterproof winter jacket', limit: 5 },
  { ms: 1200 },
);
const add = tool('add_to_cart', { product: 'Fjell rain jacket', size: 'M', quantity: 1 });
const addPending = { ...add, isPending: true };
const cancelOrder = tool('cancel_order', { order: 'A-10293', reason: 'Ordered twice' });
const live = tool('search_products', { query: 'waterproof winter jacket' }, { isPending: true });

const failed = (code: string, words = '') =>
  session([
    user('Compare all jackets you have for me'),
    agent([], { turn: { state: 'failed', code, text: words, requestId: 'req_7f3a91c2' } }),
  ]);

const ended = (
  stopReason: string,
  words = 'The three jackets differ mostly in weight. The first',
) =>
  session([user('Compare all jackets'), agent([words], { turn: { state: 'ended', stopReason } })]);

export const STATES: GalleryState[] = [
  {
    name: 'empty',
    session: session([], { sessionId: null, connection: 'off', isUpToDate: false }),
  },
  { name: 'empty-plain', session: session([]), options: { greeting: '', prompts: [] } },
  {
    name: 'loading',
    session: session([], { isRestored: false, isUpToDate: false }),
    settlesAfterMs: 320,
  },
  {
    name: 'conversation',
    session: session([
      user('Can I return something I bought online in the shop?', { minutesAgo: 26 * 60 }),
      agent(
        [
          thought('The visitor asks about returns across channels. The help pages cover it.', 4100),
          'Yes. Bring it to any of our shops **within 30 days**, with the order number or the parcel slip. You get the money back the way you paid, usually in 3 to 5 days.',
        ],
        { citations: RETURNS, minutesAgo: 26 * 60 - 1 },
      ),
      user(ASKED),
      agent([
        thought('', 2300),
        search,
        'Two fit well:\n\n1. **Fjell rain jacket**, 129 €: three layers, taped seams, a long back.\n2. **Veld commuter shell**, 95 €: lighter, with a reflective band.\n\nFor rain below 5 °C I would take the Fjell.',
      ]),
    ]),
  },
  {
    name: 'rich',
    session: session([user('Show me everything you can write'), agent([RICH_ANSWER])]),
  },
  {
    name: 'long-answer',
    session: session([user('Tell me the whole story of the shop'), agent([LONG_ANSWER])]),
  },
  {
    name: 'sending',
    session: session([user(ASKED, { delivery: { state: 'sending' } })], {
      run: { state: 'idle' },
    }),
  },
  { name: 'replying', session: session([user(ASKED)], { run: running() }) },
  {
    name: 'streaming',
    session: session(
      [
        user(ASKED),
        agent(
          [thought('', 1400), message('Two jackets fit well. The **Fjell rain jacket** has', true)],
          { turn: { state: 'working' } },
        ),
      ],
      { run: running() },
    ),
  },
  {
    name: 'thinking',
    session: session(
      [user(ASKED), agent([thought('Looking for something warm')], { turn: { state: 'working' } })],
      { run: running() },
    ),
  },
  {
    name: 'slow',
    session: session([user(ASKED), agent([thought('', 3000)], { turn: { state: 'working' } })], {
      run: running(40),
    }),
  },
  {
    name: 'stopping',
    session: session([user(ASKED), agent([], { turn: { state: 'working' } })], {
      run: running(5, true),
    }),
  },
  {
    name: 'tool-running',
    session: session([user(ASKED), agent(['Let me look.', live], { turn: { state: 'paused' } })], {
      run: paused(live),
    }),
    tools: tools(call(live, 'Search products', { state: 'running', startedAt: NOW - 800 })),
  },
  {
    name: 'tools-folded',
    session: session([
      user('Is the Fjell in stock in my size?'),
      agent([
        search,
        tool('get_stock', { product: 'fjell', size: 'M' }, { ms: 340 }),
        tool('get_store', { city: 'Utrecht' }, { ms: 90, code: 'not_found' }),
        tool('get_price', { product: 'fjell' }, { ms: 120 }),
        'Yes, four pieces in M.',
      ]),
    ]),
    presses: [{ n: 4 }],
  },
  {
    name: 'tool-failures',
    session: session([
      user('Check everything'),
      agent([
        tool('get_weather', { city: 'Utrecht' }, { code: 'permission_denied' }),
        'I may not see the weather here.',
        tool('get_stock', {}, { code: 'wp_fatal_error' }),
        'The stock can’t be read just now.',
        tool('add_to_cart', { product: 'fjell' }, { code: 'declined' }),
        'All right, I leave your cart as it is.',
      ]),
    ]),
  },
  {
    name: 'approval',
    session: session(
      [
        user('Put the Fjell in M into my cart'),
        agent([search, 'I can add it for you.', addPending], { turn: { state: 'paused' } }),
      ],
      { run: paused(addPending) },
    ),
    tools: tools(
      question(addPending, 'Add to cart', {
        description: 'Puts a product into the shopping cart of this page.',
      }),
    ),
  },
  {
    name: 'approval-destructive',
    session: session(
      [user('Cancel my last order'), agent([cancelOrder], { turn: { state: 'paused' } })],
      { run: paused(cancelOrder) },
    ),
    tools: tools(
      question(cancelOrder, 'Cancel an order', {
        description: 'Cancels an order for good and refunds it.',
        offersConversation: false,
        isDestructive: true,
      }),
    ),
  },
  {
    name: 'elsewhere',
    session: session([user('Look it up'), agent([live], { turn: { state: 'paused' } })], {
      run: paused(live),
    }),
    tools: tools(call(live, 'Search products', { state: 'elsewhere' })),
  },
  ...[
    'upstream_error',
    'rate_limit_error',
    'run_timeout',
    'context_exceeded',
    'max_iterations',
    'run_interrupted',
    'run_not_scheduled',
    'toolset_incomplete',
    'insufficient_credits',
  ].map((code): GalleryState => ({ name: `failed-${code}`, session: failed(code) })),
  {
    name: 'failed-attachment',
    session: session([
      user([
        {
          type: 'document',
          title: 'plans.dwg',
          source: { type: 'base64', media_type: 'application/acad', data: '' },
        },
        { type: 'text', text: 'What does this drawing show?' },
      ]),
      agent([], { turn: { state: 'failed', code: 'attachment_unsupported', text: '' } }),
    ]),
  },
  { name: 'ended-max_tokens', session: ended('max_tokens') },
  { name: 'ended-full', session: ended('model_context_window_exceeded') },
  { name: 'ended-cancelled', session: ended('user_cancelled') },
  {
    name: 'unconfirmed',
    session: session([user(ASKED, { delivery: { state: 'unconfirmed' } })]),
  },
  {
    name: 'refused',
    session: session([
      user(ASKED, { delivery: { state: 'refused', code: 'invalid_request', message: '' } }),
    ]),
  },
  {
    name: 'offline',
    session: session(
      [
        user('Hello'),
        agent(['Hello! What are you looking for?']),
        user(ASKED, { delivery: { state: 'queued', why: 'offline' } }),
        user('In green, if there is one', { delivery: { state: 'queued', why: 'offline' } }),
      ],
      { connection: 'offline' },
    ),
  },
  {
    name: 'reconnecting',
    session: session([user('Hello'), agent(['Hello!'])], {
      connection: 'waiting',
      trouble: { kind: 'unavailable', retryAt: NOW + 8000 },
    }),
  },
  {
    name: 'limited',
    session: session([user('Hello'), agent(['Hello!'])], {
      trouble: { kind: 'rate_limited', retryAt: NOW + 12_000 },
    }),
  },
  {
    name: 'session-ended',
    session: session([user('Hello'), agent(['Hello!'])], { trouble: { kind: 'session_ended' } }),
  },
  {
    name: 'forbidden',
    session: session([user('Hello'), agent(['Hello!'])], { trouble: { kind: 'forbidden' } }),
  },
  {
    name: 'gone',
    session: session([user('Hello'), agent(['Hello!'])], { trouble: { kind: 'not_found' } }),
  },
  {
    name: 'no-credits',
    session: session([user('Hello'), agent(['Hello!'])], { trouble: { kind: 'no_credits' } }),
  },
  {
    name: 'compacted',
    session: session(
      [
        { kind: 'compaction', key: 'compaction_1', summary: 'They talked of jackets.', at: NOW },
        user('And trousers?'),
        agent(['We have those too.']),
      ],
      { hasOlder: true },
    ),
  },
  {
    name: 'draft',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { allowAttachments: true },
    draft: 'Two more things:\n\n- does it come with a hood?\n- and can I wash it at 40 °C?',
  },
  {
    name: 'hostile',
    session: session([user(HOSTILE_TEXT), agent([HOSTILE_TEXT])]),
    options: { title: HOSTILE_TEXT.slice(0, 80) },
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
    name: 'clear',
    session: session([user('Hello'), agent(['Hello!'])]),
    presses: ['menu', 'clearDevice'],
  },
  {
    name: 'owner',
    session: session([user('Hello'), agent(['Hello!'])]),
    options: { isDebug: true },
    presses: ['menu', 'owner'],
    debug: [
      {
        key: 'd1',
        at: NOW - 4000,
        kind: 'request',
        title: 'POST /v1beta1/sessions/…/events 200',
        latencyMs: 42,
        requestId: 'req_1',
        raw: { data: [{ type: 'user.message' }] },
      },
      {
        key: 'd2',
        at: NOW - 3000,
        kind: 'event',
        title: 'session.error rate_limit_error',
        latencyMs: null,
        requestId: 'req_2',
        raw: {
          id: 'evt_2',
          type: 'session.error',
          content: { code: 'rate_limit_error', text: 'Busy', request_id: 'req_2' },
          usage: { input_tokens: 812, output_tokens: 0, credits_nano: 1_200_000 },
        },
      },
      {
        key: 'd3',
        at: NOW - 1000,
        kind: 'warning',
        title: 'event evt_9 is of an unknown type "agent.wave"',
        latencyMs: null,
        requestId: null,
        raw: null,
      },
    ],
  },
];
