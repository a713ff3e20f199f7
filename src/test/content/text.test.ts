import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, cutText, escapeBidi } from '../../content/index.ts';

describe('text helpers', () => {
  it('make bidi controls visible and leave letters of either direction alone', () => {
    expect(escapeBidi('a\u202Eb\u2066c שלום')).toBe('a[U+202E]b[U+2066]c שלום');
  });

  it('cut with an ellipsis, never through a character', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('ab…');
    expect(cutText('a😀bc', 3)).toBe('a…');
  });

  it('make one clean line of anything', () => {
    expect(cleanLine(' a\n\t b\u0000\u001b[31m ')).toBe('a b[31m');
    expect(cleanLine('x'.repeat(1_000_000)).length).toBe(200);
  });

  it('keep lines and tabs in longer text', () => {
    expect(cleanText('a\r\nb\tc\u0000\rd')).toBe('a\nb\tc\nd');
  });
});
