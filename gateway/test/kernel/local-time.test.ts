import { describe, expect, it } from 'vitest';
import { isBetween, localTime, nextLocal } from '../../kernel/local-time.ts';

const at = (text: string) => Date.parse(text);
const told = (ms: number) => new Date(ms).toISOString();
const EIGHT = 8 * 60;

describe('times of day in a time zone', () => {
  it('have a weekday, minutes and a date of their own', () => {
    expect(localTime(at('2026-12-24T23:30:00Z'), 'Asia/Tokyo')).toEqual({
      weekday: 5,
      minutes: 8 * 60 + 30,
      date: '2026-12-25',
    });
  });

  it('come next: the same day, else the next one, or on the weekday that is wanted', () => {
    const daily = { timeZone: 'Europe/Berlin', minutes: EIGHT, weekday: null };
    expect(told(nextLocal(at('2026-11-28T05:00:00Z'), daily))).toBe('2026-11-28T07:00:00.000Z');
    expect(told(nextLocal(at('2026-11-28T07:00:00Z'), daily))).toBe('2026-11-29T07:00:00.000Z');
    const weekly = { ...daily, weekday: 1 };
    expect(told(nextLocal(at('2026-11-28T07:00:00Z'), weekly))).toBe('2026-11-30T07:00:00.000Z');
    expect(told(nextLocal(at('2026-11-30T07:00:00Z'), weekly))).toBe('2026-12-07T07:00:00.000Z');
  });

  it('stay the same by the clock on the wall when clocks are changed', () => {
    const daily = { timeZone: 'Europe/Berlin', minutes: EIGHT, weekday: null };
    expect(told(nextLocal(at('2026-03-28T12:00:00Z'), daily))).toBe('2026-03-29T06:00:00.000Z');
  });

  it('lie between two others also over midnight', () => {
    const [ten, six] = [22 * 60, 6 * 60];
    expect([23 * 60, 0, 5 * 60, 6 * 60, 12 * 60].map((now) => isBetween(now, ten, six))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isBetween(6 * 60, six, six)).toBe(false);
  });
});
