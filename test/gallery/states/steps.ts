// What the assistant does on the page: each state of a step, each way it can fail, and the questions.

import {
  agent,
  call,
  NOW,
  paused,
  question,
  running,
  session,
  tool,
  tools,
  user,
} from '../build.ts';
import type { GalleryState } from '../states.ts';
import { ASKED, search } from './words.ts';

const PICTURE = new URL('./jacket.svg', import.meta.url).href;

const add = tool('add_to_cart', { product: 'Fjell rain jacket', size: 'M', quantity: 1 });
const addPending = { ...add, isPending: true };
const cancelOrder = tool('cancel_order', { order: 'A-10293', reason: 'Ordered twice' });
const live = tool('search_products', { query: 'waterproof winter jacket' }, { isPending: true });

const failing = (...codes: string[]) =>
  session([
    user('Try everything'),
    agent(
      codes.flatMap((code) => [tool('change_booking', { code }, { code, ms: 300 }), `(${code})`]),
    ),
  ]);

export const STEPS: GalleryState[] = [
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
    presses: [{ says: '4 steps' }],
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
    name: 'approval-summary',
    session: session(
      [user('Put the Fjell in M into my cart'), agent([addPending], { turn: { state: 'paused' } })],
      { run: paused(addPending) },
    ),
    tools: tools(
      question(addPending, 'Add to cart', {
        description: 'Puts a product into the shopping cart of this page.',
        summary: {
          title: 'Add a Fjell rain jacket to your cart?',
          lines: ['Size M, moss green', 'Delivery on Tuesday, free'],
          total: '€189.00',
          image: PICTURE,
        },
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
  {
    name: 'elsewhere-folded',
    session: session(
      [
        user('Look it up'),
        agent(
          [search, tool('get_stock', {}, { ms: 340 }), tool('get_stock', {}, { ms: 90 }), live],
          { turn: { state: 'paused' } },
        ),
      ],
      { run: paused(live) },
    ),
    tools: tools(call(live, 'Search products', { state: 'elsewhere' })),
  },
  {
    name: 'tool-posting',
    session: session([user(ASKED), agent([live], { turn: { state: 'paused' } })], {
      run: paused(live),
    }),
    tools: tools(
      call(live, 'Search products', {
        state: 'posting',
        outcome: { isError: false, durationMs: 900 },
      }),
    ),
  },
  {
    name: 'tool-unposted',
    session: session([user(ASKED), agent([live], { turn: { state: 'paused' } })], {
      run: paused(live),
    }),
    tools: tools(
      call(live, 'Search products', {
        state: 'unposted',
        outcome: { isError: false, durationMs: 900 },
      }),
    ),
  },
  {
    name: 'tool-discarded',
    session: session([user(ASKED), agent([live, 'Never mind.'])]),
    tools: tools(call(live, 'Search products', { state: 'discarded' })),
  },
  {
    name: 'tools-folded-live',
    session: session(
      [
        user('Is the Fjell in stock in my size?'),
        agent([search, tool('get_stock', {}, { ms: 340 }), live], { turn: { state: 'working' } }),
      ],
      { run: running() },
    ),
  },
  {
    name: 'tool-codes',
    session: failing(
      'invalid_input',
      'permission_denied',
      'not_found',
      'tool_unavailable',
      'declined',
      'cancelled',
    ),
  },
  {
    name: 'tool-codes-more',
    session: failing(
      'rate_limited',
      'timeout',
      'unavailable',
      'wp_fatal_error',
      'execution_failed',
      'internal_error',
    ),
  },
  {
    name: 'tool-unclear',
    session: session([
      user('Move my booking to Friday'),
      agent([
        tool(
          'change_booking',
          { to: 'Friday' },
          {
            code: 'execution_failed',
            content: 'The page was closed while this ran: it may or may not have taken effect.',
          },
        ),
        'I can’t tell whether your booking was moved. Please look at “My bookings” before you try again.',
      ]),
    ]),
  },
  {
    name: 'tool-opened',
    session: session([
      user('Is the Fjell in stock?'),
      agent([
        tool('get_stock', { product: 'fjell', sizes: ['S', 'M'] }, { ms: 340, content: '4 in M' }),
        'Yes, in M.',
      ]),
    ]),
    presses: [{ says: 'stock' }],
  },
];
