import { describe, expect, it } from 'vitest';
import { createFormatters } from '../../src/i18n/index.ts';

const en = createFormatters('en', 'UTC');
const NOW = Date.UTC(2026, 4, 20, 12);
const DAY = 86_400_000;

describe('formatters', () => {
  it.each([
    [0, '0 sec'],
    [1200, '1.2 sec'],
    [4000, '4 sec'],
    [9949, '9.9 sec'],
    [12_400, '12 sec'],
    [60_000, '1 min'],
    [95_000, '1 min 35 sec'],
    [5_400_000, '1.5 hr'],
    [-5, '0 sec'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(en.duration(ms)).toBe(text);
  });

  it('counts down in whole seconds, never to zero too early', () => {
    expect(en.seconds(200)).toBe('1 sec');
    expect(en.seconds(10_000)).toBe('10 sec');
  });

  it('says today, yesterday, a weekday, then a date, by calendar days', () => {
    expect(en.day(NOW - 1000, NOW)).toBe('today');
    expect(en.day(Date.UTC(2026, 4, 19, 23, 59), NOW)).toBe('yesterday');
    expect(en.day(NOW - 3 * DAY, NOW)).toBe('Sunday');
    expect(en.day(NOW - 30 * DAY, NOW)).toBe('April 20, 2026');
    expect(createFormatters('de', 'UTC').day(NOW, NOW)).toBe('heute');
  });

  it('puts midnight where the visitor is', () => {
    const tokyo = createFormatters('en', 'Asia/Tokyo');
    expect(tokyo.day(Date.UTC(2026, 4, 20, 14, 59), Date.UTC(2026, 4, 20, 15, 1))).toBe(
      'yesterday',
    );
  });

  it('says how long ago something was', () => {
    expect(en.relative(NOW - 20_000, NOW)).toBe('now');
    expect(en.relative(NOW - 180_000, NOW)).toBe('3 minutes ago');
    expect(en.relative(NOW - 2 * 3_600_000, NOW)).toBe('2 hours ago');
    expect(en.relative(NOW - DAY, NOW)).toBe('yesterday');
  });

  it('writes sizes and lists', () => {
    expect([en.size(900), en.size(12_000), en.size(1_540_000)]).toEqual([
      '900 byte',
      '12 kB',
      '1.5 MB',
    ]);
    expect(en.list(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});
