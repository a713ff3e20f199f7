import { describe, expect, it } from 'vitest';
import { timesToTell } from '../model/time-groups.ts';

describe('the time in a transcript', () => {
  it('stands once above lines that follow each other within five minutes', () => {
    const times = ['2026-03-01T12:00:00', '2026-03-01T12:01:00', '2026-03-01T12:05:59'];
    expect([...timesToTell(times)]).toEqual([0]);
  });

  it('stands again after a silence, counted from the line before', () => {
    const times = ['2026-03-01T12:00:00', '2026-03-01T12:04:00', '2026-03-01T12:09:00'];
    expect([...timesToTell(times)]).toEqual([0, 2]);
  });

  it('stands again on another day', () => {
    expect([...timesToTell(['2026-03-01T23:59:00', '2026-03-02T00:01:00'])]).toEqual([0, 1]);
  });

  it('is not told of a line that has none', () => {
    const times = [undefined, '2026-03-01T12:00:00', 'soon', '2026-03-01T12:01:00'];
    expect([...timesToTell(times)]).toEqual([1]);
  });
});
