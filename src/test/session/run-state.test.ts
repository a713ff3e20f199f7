import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../protocol/index.ts';
import { readRun } from '../../session/run-state.ts';
import { answer, call, idle, interrupt, pause, running, say, user } from './events.ts';

const open = (events: SessionEvent[], provisional: SessionEvent[] = []): string[] | string => {
  const facts = readRun([...events, ...provisional], new Set(provisional.map(({ id }) => id)));
  return facts.state === 'paused' ? facts.calls.map(({ use }) => use.id) : facts.state;
};

describe('the run', () => {
  const start = [user('hi'), running(), call('a'), call('b'), pause('b', 'a')];

  it('[RN1] waits for the calls of the latest pause that have no answer', () => {
    expect(open(start)).toEqual(['b', 'a']);
    expect(open([...start, answer('b'), answer('b')])).toEqual(['a']);
    expect(open([...start, answer('b'), answer('a')])).toBe('running');
    expect(open([...start, answer('b'), answer('a'), running(), call('c'), pause('c')])).toEqual([
      'c',
    ]);
    expect(open([...start, answer('b'), answer('a'), running(), idle()])).toBe('idle');
  });

  it('[RN2] keeps a call through provisional events that came late', () => {
    for (const late of [running(), idle(), user('x'), pause(), say('y')]) {
      expect(open(start, [late])).toEqual(['b', 'a']);
    }
    expect(open(start, [answer('a'), answer('b')])).toBe('running');
    const old = [user('one'), running(), call('z'), answer('z'), ...start];
    expect(open(old, [pause('z')])).toEqual(['b', 'a']);
  });

  it('[RN3] is another one after a message that resolved the pause', () => {
    expect(open([...start, user('never mind')])).toBe('idle');
    const cancelled = [answer('a', { is_error: true }), answer('b', { is_error: true })];
    const next = running();
    const after = readRun([...start, ...cancelled, user('never mind'), next]);
    expect(after).toMatchObject({ state: 'running', runId: next.id });
  });

  it('[RN3] is another one after a message that the list puts before the pause that it resolved', () => {
    const cancelled = answer('a', { is_error: true, error_code: 'cancelled' });
    const late = [cancelled, user('never mind')];
    const [first, ...rest] = [user('hi'), running(), call('a'), pause('a')];
    const before = [user('one'), running(), say('well'), idle()];
    const next = running();
    for (const events of [
      [first, rest[0], rest[1], ...late, rest[2], next],
      [first, ...late, ...rest, next],
      [before[0], ...late, ...before.slice(1), first, ...rest, next],
    ] as SessionEvent[][]) {
      expect(readRun(events)).toMatchObject({
        state: 'running',
        runId: next.id,
        startedBy: late[1]?.id,
      });
      expect(open(events.slice(0, -1))).toBe('idle');
    }
  });

  it('[RN8] is uncertain where it goes on after a pause whose answers, or whose message, the list does not show', () => {
    const isUncertain = (events: SessionEvent[]): boolean => {
      const facts = readRun(events);
      return facts.state !== 'idle' && facts.isUncertain;
    };
    const first = [user('hi'), running(), call('a'), pause('a')];
    expect(isUncertain([...first, answer('a'), running()])).toBe(false);
    expect(isUncertain([...first, running()])).toBe(true);
    const cancelled = answer('a', { is_error: true, error_code: 'cancelled' });
    expect(isUncertain([first[0], cancelled, ...first.slice(1), running()] as SessionEvent[])).toBe(
      true,
    );
    expect(isUncertain([...first, answer('a'), running(), idle(), running()])).toBe(false);
  });

  it('[RN1] waits for no call whose answer the list puts before the end of an earlier run', () => {
    const before = [user('one'), running(), answer('a'), say('well'), idle()];
    const events = [...before, user('hi'), running(), call('a'), pause('a')];
    expect(open(events)).toBe('running');
  });

  it('[RN9] is as old as the answer that let it go on', () => {
    const begins = running();
    const wentOn = (events: SessionEvent[]) => {
      const run = readRun(events);
      return run.state === 'idle' ? null : run.wentOnId;
    };
    const paused = [user('hi'), begins, call('a'), pause('a')];
    expect(wentOn(paused)).toBe(begins.id);
    const given = answer('a');
    expect(wentOn([...paused, given])).toBe(given.id);
    expect(wentOn([...paused, given, running(), say('so')])).toBe(given.id);
    // The answer isn't visible yet, and the run itself says that it goes on.
    const goesOn = running();
    expect(wentOn([...paused, goesOn])).toBe(goesOn.id);
  });

  it('[RN4] keeps its name through pauses, and notes an interrupt', () => {
    const events = [...start, answer('a'), answer('b'), running()];
    expect(readRun(events)).toMatchObject({ runId: start[1]?.id, isInterrupted: false });
    expect(readRun([...events, interrupt()])).toMatchObject({
      runId: start[1]?.id,
      isInterrupted: true,
    });
    expect(readRun([...events, interrupt(), idle(), running()])).toMatchObject({
      isInterrupted: false,
    });
  });
});
