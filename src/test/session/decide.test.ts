// What to do next for a message, as a table: no clock, no storage, no gateway.

import { describe, expect, it } from 'vitest';
import { type Action, decide, type Facts } from '../../session/decide.ts';
import type { Attempt } from '../../session/outbox-rows.ts';

const W = 60_000;
const attempt = (lost: number, startedAt = 0): Attempt => ({
  n: 1,
  lost,
  open: 1,
  baseline: null,
  known: [],
  startedAt,
});

const facts = (change: Partial<Facts>): Facts => ({
  row: { state: 'queued' },
  now: 1_000,
  at: 1_000,
  since: 0,
  looked: null,
  commitWindowMs: W,
  isOnline: true,
  isHeld: false,
  gateMs: 0,
  isNamed: false,
  isLive: false,
  ...change,
});

const looked = (began: number, ended = began): Facts['looked'] => ({ began, ended });
const queued = (change: Partial<Facts>): Facts => facts({ row: { state: 'queued' }, ...change });
const checking = (change: Partial<Facts>, lost = 1): Facts =>
  facts({ row: { state: 'checking', attempt: attempt(lost) }, ...change });

const failed = (change: Partial<Facts>): Facts =>
  facts({ row: { state: 'checking', attempt: { ...attempt(0), hasFailed: true } }, ...change });

const TABLE: [string, Facts, Action][] = [
  [
    '[OB14] waits while something must come before it',
    queued({ isHeld: true }),
    { do: 'wait', ms: null },
  ],
  [
    '[SY16] backs off while the gateway takes none',
    queued({ gateMs: 5_000 }),
    { do: 'back off', ms: 5_000 },
  ],
  [
    '[SY16] asks again after a minute what nothing may announce',
    queued({ gateMs: Number.POSITIVE_INFINITY }),
    { do: 'back off', ms: 60_000 },
  ],
  ['[OB5] looks before it goes out', queued({}), { do: 'look' }],
  [
    '[OB24] goes out at once where the log is the gateway’s',
    queued({ isLive: true }),
    { do: 'post' },
  ],
  [
    '[OB24] looks all the same where it was tried before',
    facts({ row: { state: 'queued', attempt: attempt(0) }, isLive: true }),
    { do: 'look' },
  ],
  ['[OB4] goes out behind a list', queued({ looked: looked(900) }), { do: 'post' }],
  [
    '[OB14] waits also where that began during the list',
    queued({ looked: looked(900), isHeld: true }),
    { do: 'wait', ms: null },
  ],
  [
    '[OB7] is the visitor’s where it has waited for ten minutes since it was lost',
    facts({
      row: { state: 'queued', attempt: attempt(1) },
      looked: looked(900),
      now: 600_000,
    }),
    { do: 'ask visitor' },
  ],
  [
    '[OB7] is the visitor’s where a clock was set back behind its attempt',
    facts({ row: { state: 'queued', attempt: attempt(1, 5_000) }, looked: looked(900) }),
    { do: 'ask visitor' },
  ],
  [
    '[OB11] is lost where its page is gone',
    facts({ row: { state: 'sending', attempt: attempt(0) } }),
    { do: 'call lost' },
  ],
  ['[OB5] is looked for at once when its reply was lost', checking({}), { do: 'look' }],
  [
    '[OB6] waits for the next look',
    checking({ at: 1_500, looked: looked(1_200, 1_300) }),
    { do: 'wait', ms: 1_500 },
  ],
  ['[OB6] looks when that is due', checking({ at: 3_000, looked: looked(1_200) }), { do: 'look' }],
  [
    '[OB6] looks for the last time no earlier than W',
    checking({ at: 50_000, looked: looked(50_000) }),
    { do: 'wait', ms: 10_000 },
  ],
  [
    '[OB6] is not sent again by a list that began before W was over',
    checking({ at: W + 5, looked: looked(W - 1, W + 5) }),
    { do: 'wait', ms: 1 },
  ],
  ['[OB6] is sent again after W', checking({ at: W, looked: looked(W) }), { do: 'requeue' }],
  [
    '[OB7] is the visitor’s when it was lost twice',
    checking({ at: W, looked: looked(W) }, 2),
    { do: 'ask visitor' },
  ],
  [
    '[OB7] is the visitor’s ten minutes after its attempt',
    checking({ at: W, looked: looked(W), now: 600_000 }),
    { do: 'ask visitor' },
  ],
  [
    '[OB7] is the visitor’s where nothing can go out',
    checking({ at: W, looked: looked(W), isOnline: false }),
    { do: 'ask visitor' },
  ],
  [
    '[OB16] backs off where the gateway has failed itself',
    failed({ gateMs: 2_000 }),
    { do: 'back off', ms: 2_000 },
  ],
  ['[OB16] is looked for once after that', failed({}), { do: 'look' }],
  ['[OB16] then goes out again', failed({ looked: looked(900) }), { do: 'requeue' }],
  [
    '[OB7] waits for the visitor',
    facts({ row: { state: 'unconfirmed', attempt: attempt(2) } }),
    { do: 'wait', ms: null },
  ],
];

describe('a message at the head of the queue', () => {
  it.each(TABLE)('%s', (_, given, action) => {
    expect(decide(given)).toEqual(action);
  });
});
