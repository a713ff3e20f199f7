import { describe, expect, it } from 'vitest';
import { matchesAny } from '../../gateway/agents/limit-tools.ts';
import { isAllowed, itemsOf, withTick } from '../model/tool-patterns.ts';

const NAMES = ['find_lamp', 'find_shade', 'cancel', 'cancel_all'];

describe('ticks of a server’s tools', () => {
  it('add a name, unless a pattern has it', () => {
    expect(withTick(['find_lamp'], 'cancel', true, NAMES)).toEqual(['find_lamp', 'cancel']);
    expect(withTick(['find_*'], 'find_lamp', true, NAMES)).toEqual(['find_*']);
  });

  it('write a pattern out that covers a tool that is taken away, and leave the others as they are', () => {
    expect(withTick(['*'], 'cancel', false, NAMES)).toEqual([
      'find_lamp',
      'find_shade',
      'cancel_all',
    ]);
    expect(withTick(['find_*', 'cancel'], 'find_lamp', false, NAMES)).toEqual([
      'find_shade',
      'cancel',
    ]);
    expect(withTick(['cancel*', 'cancel'], 'cancel', false, NAMES)).toEqual(['cancel_all']);
    expect(withTick(['cancel'], 'cancel', false, NAMES)).toEqual([]);
  });

  it('stand as the gateway reads the patterns', () => {
    const patterns = ['*', '**', 'a*', '*a', 'a*a', 'a*b*c', 'a', '', 'ab*ba'];
    const names = ['a', 'aa', 'aba', 'abba', 'abc', 'axbyc', 'b', 'ab', ''];
    for (const pattern of patterns) {
      for (const name of names) {
        expect([pattern, name, isAllowed([pattern], name)]).toEqual([
          pattern,
          name,
          matchesAny([pattern], name),
        ]);
      }
    }
  });

  it('read the row’s text by commas and lines', () => {
    expect(itemsOf(' find_*, count\n\n,a b ')).toEqual(['find_*', 'count', 'a b']);
  });
});
