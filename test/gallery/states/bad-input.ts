// Texts that no designer draws with: endless, without spaces, in both directions, of nothing but emoji,
// invisible; and a turn of a hundred steps.

import {
  agent,
  call,
  message,
  paused,
  question,
  running,
  session,
  source,
  thought,
  tool,
  tools,
  user,
} from '../build.ts';
import type { GalleryState } from '../states.ts';
import { HOSTILE_TEXT } from '../texts.ts';

const ENDLESS = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const NO_SPACES = ENDLESS.repeat(12);
const DIRECTIONS =
  'مرحبا, I would like the حجم M, not L, please: السعر 129 €، הזמנה A-10293 (ביטול) — ok?';
const EMOJI = '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈🫱🏻‍🫲🏿🇳🇱🧑‍🦽‍➡️'.repeat(60);
const NOTHING_TO_SEE = `a\u200b${'\u200b\u200d\ufeff\u2060'.repeat(200)}b\u202eevil\u202c`;
const TOWER = `Z${'\u0300\u0301\u0302\u0303\u0304\u0305'.repeat(20)}algo`;

const everywhere = (name: string, words: string): GalleryState => {
  const part = tool('add_to_cart', { [words.slice(0, 60)]: words, list: [words] });
  const pending = { ...part, isPending: true };
  return {
    name,
    session: session(
      [
        user(words),
        agent([thought(words, 1200), words, pending], {
          turn: { state: 'paused' },
          citations: [source('https://shop.example/help', words)],
        }),
        user(words, { delivery: { state: 'refused', code: 'invalid_request', message: words } }),
      ],
      { run: paused(pending) },
    ),
    tools: tools(question(pending, words, { description: words, isDestructive: true })),
    options: { title: words, greeting: words, prompts: [words] },
    draft: words.slice(0, 400),
  };
};

const steps = Array.from({ length: 100 }, (_, index) =>
  tool('search_products', { page: index }, index < 99 ? { ms: 120 } : { isPending: true }),
);
const lastStep = steps.at(-1) ?? tool('search_products', {});

export const BAD_INPUT: GalleryState[] = [
  {
    name: 'hostile',
    session: session([user(HOSTILE_TEXT), agent([HOSTILE_TEXT])]),
    options: { title: HOSTILE_TEXT.slice(0, 80) },
  },
  everywhere('bad-no-spaces', NO_SPACES),
  everywhere('bad-directions', DIRECTIONS),
  everywhere('bad-emoji', EMOJI),
  everywhere('bad-invisible', NOTHING_TO_SEE),
  everywhere('bad-tower', TOWER),
  {
    name: 'bad-lengths',
    session: session(
      [
        user(`${'A very long question. '.repeat(1500)}`),
        agent([message(`${'And a very long answer. '.repeat(4000)}`, true)], {
          turn: { state: 'working' },
        }),
      ],
      { run: running() },
    ),
    draft: `${'One more line.\n'.repeat(300)}`,
  },
  {
    name: 'bad-empty-state',
    session: session([]),
    options: {
      title: 'The very long name of a shop that sells everything one could wish for',
      greeting: `${'We are glad that you are here. '.repeat(12)}`,
      prompts: Array.from({ length: 12 }, (_, index) => `${index + 1}. ${ENDLESS} and more`),
    },
  },
  {
    name: 'bad-hundred-steps',
    session: session([user('Look everywhere'), agent([...steps], { turn: { state: 'paused' } })], {
      run: paused(lastStep),
    }),
    tools: tools(call(lastStep, 'Search products', { state: 'running', startedAt: 0 })),
    presses: [{ says: 'Searching products' }],
  },
];
