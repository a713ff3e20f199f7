// The referee reads runs by its own rules. Where nothing is late it must come to what the client comes to.

import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../src/protocol/index.ts';
import { readRun } from '../../src/session/run-state.ts';
import { idle, pause, running, say, user } from '../../src/test/session/events.ts';
import { runAtEnd } from './read-run.ts';

const answer = (id: string, error_code?: string): SessionEvent =>
  ({
    id: `answer_${id}`,
    type: 'user.tool_result',
    processed_at: null,
    content: [{ type: 'tool_result', tool_use_id: id, ...(error_code && { error_code }) }],
  }) as SessionEvent;

const LOGS: Record<string, () => SessionEvent[]> = {
  'no run': () => [user('a')],
  'a run': () => [user('a'), running(), say('x')],
  'a run that has ended': () => [user('a'), running(), say('x'), idle()],
  'a pause': () => [user('a'), running(), pause('t1', 't2'), answer('t1')],
  'a pause that is answered': () => [user('a'), running(), pause('t1'), answer('t1')],
  'a run that goes on after its pause': () => [
    user('a'),
    running(),
    pause('t1'),
    answer('t1'),
    running(),
  ],
  'a message in a pause': () => [user('a'), running(), pause('t1'), user('b'), running()],
  'a message whose cancelled answers stand before the pause': () => [
    user('a'),
    running(),
    answer('t1', 'cancelled'),
    user('b'),
    pause('t1'),
  ],
  'a run behind one whose end is missing': () => [user('a'), running(), user('b'), running()],
};

describe('the referee’s own reading of a run', () => {
  it.each(Object.entries(LOGS))('of %s', (_, make) => {
    const events = make();
    const theirs = readRun(events);
    const mine = runAtEnd(events);
    expect(mine === null ? 'idle' : mine.isPaused ? 'paused' : 'running').toBe(theirs.state);
    if (theirs.state === 'idle') return;
    expect([mine?.id, mine?.startedBy]).toEqual([theirs.runId, theirs.startedBy]);
  });
});
