// Whose something is that was written before there was a session.

import { describe, expect, it } from 'vitest';
import { isMaybe, isOurs } from '../../session/whose.ts';

const DAY = 86_400_000;

/** What becomes of a row: 'ours', 'draft', or '' where it is neither. */
function fate(
  written: string | undefined,
  now: string,
  afterMs: number,
  isFromHere = false,
): string {
  const row = { at: 1_000, ...(written === undefined ? {} : { owner: written }) };
  if (isOurs(row, { owner: now, at: 1_000 + afterMs }, isFromHere)) return 'ours';
  return isMaybe(written ?? '?', now) ? 'draft' : '';
}

describe('what was written before there was a session', () => {
  it.each([
    // The page had been told nothing, and neither had an earlier one: the visitor without an account.
    ['?', '', DAY, 'ours'],
    ['?', '?', DAY, 'ours'],
    [undefined, '', DAY, 'ours'],
    ['', '?', DAY, 'ours'],
    ['?', 'anna', DAY, ''],
    ['?', '?anna', DAY, ''],
    // An earlier page had been told of Anna.
    ['?anna', 'anna', DAY, 'draft'],
    ['?anna', '?anna', DAY, ''],
    ['?anna', 'bob', DAY, ''],
    ['?anna', '', DAY, ''],
    // This page had been told.
    ['anna', 'anna', DAY, 'ours'],
    ['anna', '?anna', DAY, ''],
    ['anna', 'bob', 1_000, ''],
    ['anna', '', 1_000, ''],
    ['', 'anna', 1_000, ''],
    // At once, on the next page.
    ['?', 'anna', 9_000, 'ours'],
    ['?anna', '?anna', 9_000, 'ours'],
    ['?anna', 'anna', 9_000, 'ours'],
    ['?anna', 'bob', 9_000, ''],
    ['?anna', '', 9_000, ''],
    ['?', 'anna', -DAY, ''],
  ])('[OB23] by %s, for %s, %d ms later: %s', (written, now, afterMs, expected) => {
    expect(fate(written, now, afterMs)).toBe(expected);
  });

  it('[OB23] goes out from its own page, unless that page had been told of another', () => {
    expect(fate('?', 'anna', DAY, true)).toBe('ours');
    expect(fate('?anna', 'bob', DAY, true)).toBe('ours');
    expect(fate('', 'bob', DAY, true)).toBe('');
    expect(fate('anna', 'bob', DAY, true)).toBe('');
  });
});
