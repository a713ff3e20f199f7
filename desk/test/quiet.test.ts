import { describe, expect, it } from 'vitest';
import { isQuiet } from '../model/quiet.ts';

const at = (hours: number, minutes = 0) => new Date(2026, 4, 4, hours, minutes).getTime();

describe('a quiet time', () => {
  it.each([
    ['22:00', '07:00', at(23), true],
    ['22:00', '07:00', at(6, 59), true],
    ['22:00', '07:00', at(7), false],
    ['22:00', '07:00', at(21, 59), false],
    ['12:00', '13:00', at(12, 30), true],
    ['12:00', '13:00', at(13), false],
    ['08:00', '08:00', at(8), false],
  ])('from %s until %s', (from, until, now, expected) => {
    expect(isQuiet({ from, until }, now)).toBe(expected);
  });

  it('is never where none was chosen', () => {
    expect(isQuiet(null, at(3))).toBe(false);
  });
});
