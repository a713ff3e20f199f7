// Blocks of a message as plain text, for copying, editing and saving.

import { writeJson } from '../../dom/json.ts';
import type { InputBlock, MessageBlock } from '../../protocol/index.ts';

/** The exact text of a message, as Copy puts it on the clipboard. */
export function rawText(blocks: readonly MessageBlock[]): string {
  return blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
    .trim();
}

/** JSON nested deeper than this isn't indented. */
const DEEP = /(?:[[{][^[\]{}]*){20}/;

/** JSON with indentation; on one line if it is nested so deeply that the indentation would be longer than the text. */
export function jsonText(value: unknown): string {
  try {
    const line = writeJson(value);
    return DEEP.test(line) ? line : writeJson(value, 2);
  } catch {
    // JSON.stringify throws for values that are nested some thousands deep.
    return '…';
  }
}

/** The blocks of a message that the visitor can send again. */
export function sendable(blocks: readonly MessageBlock[]): InputBlock[] {
  return blocks.filter((block) => block.type === 'text' || block.type === 'document');
}
