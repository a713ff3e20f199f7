import { describe, expect, it } from 'vitest';
import { capOf, fieldOf, readable, usesOf } from '../model/caps.ts';

const levels = (sessions: number, cap: number | null) =>
  usesOf({
    caps: { sessions: cap, messages: null, credits_nano: null },
    today: { sessions, messages: 7, credits_nano: 0 },
  })[0];

describe('a site’s caps', () => {
  it('are near from 80 % on, and reached at all of it and not before', () => {
    expect(levels(799, 1000)).toMatchObject({ level: 'fine', percent: 79 });
    expect(levels(800, 1000)).toMatchObject({ level: 'near', percent: 80 });
    expect(levels(999, 1000)).toMatchObject({ level: 'near', percent: 99 });
    expect(levels(1000, 1000)).toMatchObject({ level: 'reached', percent: 100 });
    expect(levels(1200, 1000)).toMatchObject({ level: 'reached', percent: 120 });
  });

  it('of nothing are reached, and none is never near', () => {
    expect(levels(0, 0)).toMatchObject({ level: 'reached', percent: 100 });
    expect(levels(5000, null)).toMatchObject({ level: 'none', percent: 0 });
  });

  it('stand in fields as people write them, credits as credits', () => {
    expect(fieldOf('credits_nano', 2_500_000_000)).toBe('2.5');
    expect(fieldOf('sessions', 1000)).toBe('1000');
    expect(fieldOf('messages', null)).toBe('');
    expect(readable('credits_nano', 500_000_000)).toBe(0.5);
  });

  it('are read from fields: empty is no cap, what no cap can be is told apart', () => {
    expect(capOf('sessions', ' ')).toBeNull();
    expect(capOf('sessions', '0')).toBe(0);
    expect(capOf('sessions', '250')).toBe(250);
    expect(capOf('credits_nano', '0,5')).toBe(500_000_000);
    for (const text of ['-1', 'many', '1.5', 'Infinity']) {
      expect(capOf('sessions', text)).toBeUndefined();
    }
    expect(capOf('credits_nano', '-0.5')).toBeUndefined();
  });
});
