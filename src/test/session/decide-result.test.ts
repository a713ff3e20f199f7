import { describe, expect, it } from 'vitest';
import { decideResult, pauseAfter, type ResultFacts } from '../../session/decide-result.ts';

const W = 60_000;
const facts = (over: Partial<ResultFacts> = {}): ResultFacts => ({
  at: 1_000_000,
  since: Number.NEGATIVE_INFINITY,
  looked: null,
  commitWindowMs: W,
  isNamed: false,
  isOnline: true,
  isBlocked: false,
  gateMs: 0,
  pauseMs: 0,
  ...over,
});
const seen = (at: number): ResultFacts['looked'] => ({ began: at, ended: at });

describe('what happens next to results', () => {
  it.each([
    ['stay due while the page is offline', { isOnline: false }, { do: 'leave' }],
    ['stay due where no waiting helps', { isBlocked: true }, { do: 'leave' }],
    ['wait for the gateway', { gateMs: 500 }, { do: 'back off', ms: 500 }],
    ['wait out the pause after a failure', { pauseMs: 5_000 }, { do: 'back off', ms: 5_000 }],
    ['are looked for before each request', {}, { do: 'look' }],
    ['are posted behind a look', { looked: seen(1_000_000) }, { do: 'post' }],
    [
      'are looked for again while a lost one may arrive',
      { since: 999_000, looked: seen(999_000) },
      { do: 'look' },
    ],
    [
      'wait between two looks',
      { since: 996_500, looked: seen(999_600) },
      { do: 'wait', ms: 3_500 },
    ],
    [
      'are posted again behind a look that began after W',
      { since: 1_000_000 - W, looked: seen(1_000_000) },
      { do: 'post' },
    ],
    [
      'with a name are posted again behind one look: the gateway takes each name once',
      { since: 999_999, looked: seen(1_000_000), isNamed: true },
      { do: 'post' },
    ],
    ['with a name are looked for first', { since: 999_999, isNamed: true }, { do: 'look' }],
    [
      'are not posted behind a look that began before',
      { since: 1_000_000 - W, looked: seen(999_000) },
      { do: 'look' },
    ],
  ] as [string, Partial<ResultFacts>, object][])('they %s', (_, over, action) => {
    expect(decideResult(facts(over))).toEqual(action);
  });

  it('five requests come to nothing, with growing pauses between them, and no more are made', () => {
    expect([1, 2, 3, 4, 5].map(pauseAfter)).toEqual([0, 5_000, 15_000, 45_000, null]);
  });
});
