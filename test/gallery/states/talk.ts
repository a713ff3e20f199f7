// A conversation as it goes: nothing yet, a first message, a reply that begins, grows and stands.

import { agent, byPerson, cut, message, NOW, running, session, thought, user } from '../build.ts';
import type { GalleryState } from '../states.ts';
import { ALIGNED, LONG_ANSWER, RICH_ANSWER, WIDE_TABLE, WIDE_TABLE_RTL } from '../texts.ts';
import { ASKED, RETURNS, search } from './words.ts';

const STORY = [user('Tell me the whole story of the shop'), agent([LONG_ANSWER])];

const CODE = [
  [
    'js',
    '// Prices in cents\nexport const total = (cart) =>\n  cart.reduce((sum, { cents }) => sum + cents, 0);',
  ],
  [
    'python',
    'def total(cart):\n    """Cents."""\n    return sum(item.cents for item in cart)  # no tax',
  ],
  ['html', '<!-- one tag -->\n<script async src="/bellhop.js" data-theme="auto"></script>'],
  ['sql', "select name, price from products\nwhere kind = 'mug' and price < 3000 -- cents"],
  ['bash', 'curl -s "$HOST/products" | grep mug # all'],
]
  .map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``)
  .join('\n\n');

export const TALK: GalleryState[] = [
  { name: 'code', session: session([user('How would you write that?'), agent([CODE])]) },
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
    name: 'person',
    session: session([
      user('May I talk to somebody?'),
      agent(
        [
          'I have asked. What I write myself looks like this:\n\n**Bella**\n\nThis isn’t Bella.',
          byPerson('Bella', 'joined', 'Bella has joined the conversation.'),
          byPerson('Bella', 'said', 'Hello, this **is** Bella.\n\n- I look into it\n- One moment'),
          byPerson('נועה', 'said', 'שלום'),
          byPerson('Bella', 'left', 'Bella has left the conversation.'),
        ],
        { minutesAgo: 1 },
      ),
    ]),
  },
  {
    name: 'rich',
    session: session([user('Show me everything you can write'), agent([RICH_ANSWER])]),
  },
  {
    name: 'aligned',
    session: session([user('What is left to do, and to pay?'), agent([ALIGNED])]),
  },
  {
    name: 'wide-table',
    session: session([user('What is in stock?'), agent([WIDE_TABLE])]),
  },
  {
    name: 'wide-table-rtl',
    session: session([user('ما المتوفر؟'), agent([WIDE_TABLE_RTL])]),
  },
  {
    name: 'wide-table-streaming',
    session: session(
      [
        user('What is in stock?'),
        agent([message(WIDE_TABLE.slice(0, WIDE_TABLE.indexOf('| Merino') + 30), true)], {
          turn: { state: 'working' },
        }),
      ],
      { run: running() },
    ),
  },
  {
    name: 'long-answer',
    session: session([user('Tell me the whole story of the shop'), agent([LONG_ANSWER])]),
  },
  { name: 'replying', session: session([user(ASKED)], { run: running() }) },
  {
    name: 'asked-meanwhile',
    session: session(
      [
        user(ASKED),
        agent([message('Two jackets fit well. The **Fjell rain jacket** has', true)], {
          turn: { state: 'working' },
        }),
        user('And do you ship to Norway?', { minutesAgo: 0 }),
      ],
      { run: running() },
    ),
  },
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
    name: 'reloaded-halfway',
    session: session(
      [
        user(ASKED),
        agent([cut('Two jackets fit well. The **Fjell rain jacket** has')], {
          turn: { state: 'working' },
        }),
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
    name: 'older',
    session: session([user('Hello'), agent(['Hello!'])], { hasOlder: true, isLoadingOlder: true }),
  },
  {
    name: 'ten-thousand',
    session: session(
      Array.from({ length: 5000 }, (_, index) => [
        user(`Question ${index + 1}`, { minutesAgo: 10_000 - index * 2 }),
        agent([`Answer ${index + 1}.`], { minutesAgo: 9999 - index * 2 }),
      ]).flat(),
    ),
  },
  {
    name: 'new-while-away',
    settlesAfterMs: 1500,
    session: session(STORY),
    returns: session([
      ...STORY,
      agent(['Your parcel has left our warehouse.']),
      agent(['And another.']),
    ]),
  },
  {
    name: 'arrivals',
    session: session(STORY),
    arrives: session([...STORY, agent(['One more thing.']), agent(['And another.'])]),
  },
];
