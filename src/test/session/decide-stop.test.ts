import { describe, expect, it } from 'vitest';
import { decideStop, type StopFacts } from '../../session/decide-stop.ts';

const facts = (over: Partial<StopFacts> = {}): StopFacts => ({
  run: 'running',
  sinceMs: 0,
  areToolsStopped: false,
  tries: 0,
  waitMs: 0,
  ...over,
});

describe('what happens next to a Stop', () => {
  it.each([
    ['ends with its run', { run: 'over' }, { do: 'end' }],
    ['interrupts a run that goes on', {}, { do: 'try' }],
    ['waits between two tries', { tries: 1, waitMs: 700 }, { do: 'wait', ms: 700 }],
    ['gives up after three tries', { tries: 3 }, { do: 'end' }],
    ['stops the tools of a paused run first', { run: 'paused' }, { do: 'stop tools' }],
    [
      'then waits for that run to go on',
      { run: 'paused', areToolsStopped: true, sinceMs: 4_000 },
      { do: 'wait', ms: 11_000 },
    ],
    ['and not for ever', { run: 'paused', areToolsStopped: true, sinceMs: 15_000 }, { do: 'end' }],
    [
      'waits for the end of a run that has taken an interrupt',
      { run: 'interrupted', sinceMs: 5_000 },
      { do: 'wait', ms: 10_000 },
    ],
    ['and not for ever', { run: 'interrupted', sinceMs: 15_000 }, { do: 'end' }],
  ] as [string, Partial<StopFacts>, object][])('it %s', (_, over, action) => {
    expect(decideStop(facts(over))).toEqual(action);
  });
});
