import { describe, expect, it } from 'vitest';
import { readDays, readSpans, writeSpans } from '../model/hours.ts';

describe('a line of hours', () => {
  it('is read as people write it', () => {
    const spans = [
      { from: '09:00', until: '12:30' },
      { from: '13:30', until: '17:00' },
    ];
    for (const line of ['9-12:30, 13:30-17', '09:00–12:30;13.30 – 17.00', '9:00-1230,1330-17']) {
      expect([line, readSpans(line)]).toEqual([line, spans]);
    }
    expect(readSpans('0-24')).toEqual([{ from: '00:00', until: '24:00' }]);
    expect(readSpans('  ')).toEqual([]);
    expect(readSpans(writeSpans(spans))).toEqual(spans);
  });

  it('is told to be wrong where it can’t be hours', () => {
    for (const line of ['17-9', '9', '9-25', '9:75-10', 'always', '9-10-11', '24-25']) {
      expect([line, readSpans(line)]).toEqual([line, undefined]);
    }
  });
});

describe('days off', () => {
  it('are dates, each once', () => {
    expect(readDays('2026-12-25\n2026-12-24, 2026-12-25')).toEqual(['2026-12-24', '2026-12-25']);
    expect(readDays('25.12.2026')).toBe(undefined);
    expect(readDays('2026-13-01')).toBe(undefined);
  });
});
