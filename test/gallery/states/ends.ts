// How a run ends: each stop reason, each code of a failed run.

import { agent, cut, session, user } from '../build.ts';
import type { GalleryState } from '../states.ts';

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

export const ENDS: GalleryState[] = [
  ...[
    'upstream_error',
    'unclassified',
    'internal_error',
    'rate_limit_error',
    'upstream_timeout',
    'run_timeout',
    'context_exceeded',
    'max_iterations',
    'run_interrupted',
    'run_abandoned',
    'run_not_scheduled',
    'invalid_tool_schema',
    'toolset_incomplete',
    'insufficient_credits',
  ].map((code): GalleryState => ({ name: `failed-${code}`, session: failed(code) })),
  {
    name: 'stopped-halfway',
    session: session([
      user('Compare all jackets'),
      agent(
        [cut('The three jackets differ mostly in weight.\n\n- **Fjell**: 620 g\n- **Veld**: 4')],
        {
          turn: { state: 'ended', stopReason: 'user_cancelled' },
        },
      ),
    ]),
  },
  {
    name: 'cut-halfway',
    session: session([
      user('Compare all jackets'),
      agent([cut('The three jackets differ mostly in weight. The **Fjell** weighs')]),
    ]),
  },
  {
    name: 'failed-attachment',
    session: session([
      user([
        {
          type: 'document',
          title: 'plans.dwg',
          source: { type: 'base64', media_type: 'application/acad', data: 'QUMxMDI3' },
        },
        { type: 'text', text: 'What does this drawing show?' },
      ]),
      agent([], { turn: { state: 'failed', code: 'attachment_unsupported', text: '' } }),
    ]),
  },
  { name: 'ended-max_tokens', session: ended('max_tokens') },
  { name: 'ended-full', session: ended('model_context_window_exceeded') },
  { name: 'ended-cancelled', session: ended('user_cancelled') },
  { name: 'ended-of-tomorrow', session: ended('a_reason_of_tomorrow') },
];
