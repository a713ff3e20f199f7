import { describe, expect, it, vi } from 'vitest';
import { createFormatters, createI18n, relativeTime } from '../../i18n/index.ts';

const en = createFormatters('en', 'UTC');
const NOW = Date.UTC(2026, 4, 20, 12);
const DAY = 86_400_000;

describe('formatters', () => {
  it.each([
    [0, '0\u00a0s'],
    [1200, '1.2\u00a0s'],
    [4000, '4\u00a0s'],
    [9949, '9.9\u00a0s'],
    [12_400, '12\u00a0s'],
    [60_000, '1 min'],
    [95_000, '1 min 35\u00a0s'],
    [5_400_000, '1.5 hr'],
    [-5, '0\u00a0s'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(en.duration(ms)).toBe(text);
  });

  it('counts down in whole seconds, never to zero too early', () => {
    expect(en.seconds(200)).toBe('1\u00a0s');
    expect(en.seconds(10_000)).toBe('10\u00a0s');
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
    expect(relativeTime(en, NOW - 20_000, NOW)).toBe('now');
    expect(relativeTime(en, NOW - 180_000, NOW)).toBe('3 minutes ago');
    expect(relativeTime(en, NOW - 2 * 3_600_000, NOW)).toBe('2 hours ago');
    expect(relativeTime(en, NOW - DAY, NOW)).toBe('yesterday');
  });
});

describe('what an opening panel waits for', () => {
  it.each(['en-US', 'de-AT', 'th', 'pt-AO', 'he'])(
    'writes small numbers in %s as Intl does, without the slow making of a format',
    (tag) => {
      const slow = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'DateTimeFormat')];
      const asked = vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf');
      try {
        const { format } = createI18n({ hints: { choice: tag } });
        const { number } = createFormatters(tag);
        expect([0, 7, 999].map(number)).toEqual(['0', '7', '999']);
        expect(format.number(3)).toBe('3');
        for (const spy of [...slow, asked]) expect(spy).not.toHaveBeenCalled();
      } finally {
        for (const spy of [...slow, asked]) spy.mockRestore();
      }
      const intl = new Intl.NumberFormat(tag);
      for (const value of [0, 7, 999]) {
        expect(createFormatters(tag).number(value)).toBe(intl.format(value));
      }
    },
  );

  it.each(['ar-EG', 'fa', 'en-u-nu-arab'])('keeps the digits of %s', (tag) => {
    expect(createFormatters(tag).number(12)).toBe(new Intl.NumberFormat(tag).format(12));
    expect(createFormatters(tag).number(12)).not.toBe('12');
  });

  it.each([1000, -1, 1.5])('leaves %d to Intl', (value) => {
    expect(createFormatters('de').number(value)).toBe(new Intl.NumberFormat('de').format(value));
  });
});
