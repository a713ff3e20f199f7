// Blocks as words, for what is heard, copied, edited and saved. Markdown's marks are left out by rule of
// thumb; the exact text is never derived from this.

import type { InputBlock, MessageBlock } from '../../protocol/index.ts';

/** The exact text of a message: what Copy gives. */
export function rawText(blocks: readonly MessageBlock[]): string {
  return blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .trim();
}

/** The text without markdown's marks, for a screen reader; of its source no more than `maxChars`. */
export function plainText(blocks: readonly MessageBlock[], maxChars: number): string {
  return (
    rawText(blocks)
      .slice(0, maxChars)
      .replace(/^[ \t]*(```|~~~).*$/gm, '')
      // No part of it runs past the next bracket of its kind: what has none would be searched to its end each time.
      .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1')
      .replace(/^\s{0,3}(#{1,6}|>|[-*+])\s+/gm, '')
      .replace(/(\*\*|__|`|~~)/g, '')
      .replace(/\n{2,}/g, '\n')
      .trim()
  );
}

/** Twenty levels that are open at once. */
const DEEP = /(?:[[{][^[\]{}]*){20}/;

/** JSON on lines of its own; on one line where indenting would cost more than the text. */
export function jsonText(value: unknown): string {
  try {
    const line = JSON.stringify(value);
    return DEEP.test(line) ? line : JSON.stringify(value, null, 2);
  } catch {
    // Nested some thousands deep.
    return '…';
  }
}

/** What of a message the visitor can send again. */
export function sendable(blocks: readonly MessageBlock[]): InputBlock[] {
  return blocks.filter((block) => block.type === 'text' || block.type === 'document');
}
