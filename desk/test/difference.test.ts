import { describe, expect, it } from 'vitest';
import { differenceOf, wordsOf } from '../model/difference.ts';

const TOOL = {
  title: 'Count',
  description: 'Counts.\nAll of them.',
  input_schema: { type: 'object' },
  annotations: null,
};

describe('what a server says of a tool', () => {
  it('stands as lines, of which those that changed can be told', () => {
    const lines = differenceOf(
      wordsOf(TOOL),
      wordsOf({ ...TOOL, description: 'Counts.\nAll of them, and tells.' }),
    );
    expect(lines.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'All of them.' },
      { kind: 'added', text: 'All of them, and tells.' },
    ]);
  });

  it.each([
    ['a zero-width space', '\u200b', '\\u{200b}'],
    ['a turn of the direction', '\u202e', '\\u{202e}'],
    ['a tag that only models read', '\u{e0041}', '\\u{e0041}'],
    ['a line that isn’t one', '\u2028', '\\u{2028}'],
    ['a space that isn’t the plain one', '\u00a0', '\\u{00a0}'],
  ])('shows %s as its number', (_, sign, shown) => {
    expect(wordsOf({ ...TOOL, description: `a${sign}b c` })).toContain(`a${shown}b c`);
    const before = wordsOf({ ...TOOL, description: 'ab c' });
    expect(differenceOf(before, wordsOf({ ...TOOL, description: `a${sign}b c` }))).not.toEqual([]);
  });
});
