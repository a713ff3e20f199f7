// Blocks of a message as plain text, for screen readers, copying, editing and saving. Marks of markdown are left out by
// simple rules, so never derive the exact text from this.

import type { InputBlock, MessageBlock } from '../../protocol/index.ts';

/** The exact text of a message, as Copy puts it on the clipboard. */
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
      // Every second piece is code, which has marks of its own.
      .split(/^[ \t]*(?:```|~~~).*\n([^]*?)(?:^[ \t]*(?:```|~~~).*$|$(?![^]))|`([^`\n]+)`/gm)
      .map((piece, index) => (index % 3 ? piece : withoutMarks(piece)))
      .join('')
      .replace(/\n{2,}/g, '\n')
      .trim()
  );
}

function withoutMarks(text: string): string {
  return (
    text
      // No part of the pattern may run past the next bracket of its kind: a text without a closing bracket would be
      // searched to its end from each opening one.
      .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1')
      .replace(/^\s{0,3}(#{1,6}|>|[-*+])\s+/gm, '')
      .replace(/(\*\*|__|`|~~)/g, '')
      // A single mark is one only in a pair around words: "2 * 3" and "my_file_name" keep theirs.
      .replace(/\*([^\s*]|[^\s*][^*\n]*[^\s*])\*/g, '$1')
      .replace(/(^|[^\p{L}\p{N}_])_([^\s_]|[^\s_][^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gmu, '$1$2')
  );
}

/** JSON nested deeper than this isn't indented. */
const DEEP = /(?:[[{][^[\]{}]*){20}/;

/** JSON with indentation; on one line if it is nested so deeply that the indentation would be longer than the text. */
export function jsonText(value: unknown): string {
  try {
    const line = JSON.stringify(value);
    return DEEP.test(line) ? line : JSON.stringify(value, null, 2);
  } catch {
    // JSON.stringify throws for values that are nested some thousands deep.
    return '…';
  }
}

/** The blocks of a message that the visitor can send again. */
export function sendable(blocks: readonly MessageBlock[]): InputBlock[] {
  return blocks.filter((block) => block.type === 'text' || block.type === 'document');
}
