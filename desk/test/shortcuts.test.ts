import { describe, expect, it } from 'vitest';
import { shortcutOf, shortcutsOf } from '../model/shortcuts.ts';

const press = (key: string, more: object = {}) =>
  shortcutOf({ key, hasModifier: false, isTaken: false, ...more });

describe('a single key', () => {
  it('means something on the inbox, but not where somebody types or holds another key', () => {
    expect([press('j'), press('#'), press('?')]).toEqual(['next', 'tag', 'help']);
    expect(press('j', { isTaken: true })).toBe(null);
    expect(press('e', { hasModifier: true })).toBe(null);
    expect(press('q')).toBe(null);
  });

  it('does for who only reads nothing but to read', () => {
    expect(shortcutsOf('viewer').map(([key]) => key)).toEqual(['j', 'k', '/', '?']);
    expect(shortcutsOf('agent').map(([key]) => key)).toContain('e');
  });
});
