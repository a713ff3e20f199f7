// Reads a fenced block that is still open line by line, without the lexer, so that a line costs the same however long
// the block has grown.

import type { FenceOpener } from './boundaries.ts';
import { type CodeBlock, createCodeBlock } from './decorate.ts';
import type { ContentContext } from './types.ts';

/** Most characters that one step reads, and most of one line without an end. */
const STEP_CHARS = 16_384;
const LINE_CHARS = 4096;

export interface OpenFence {
  readonly element: HTMLElement;
  /** Reads on from `start`; returns the place up to which it has read. */
  read(
    text: string,
    start: number,
    end: number,
    isGrowing: boolean,
  ): { start: number; state: 'closed' | 'more' | 'waiting' };
}

export function createOpenFence(
  { info, indent, closing, begins }: FenceOpener,
  context: ContentContext,
): OpenFence {
  const block: CodeBlock = createCodeBlock(context, info);
  const indentation = new RegExp(`^ {0,${indent}}`);
  const strip = (line: string): string => (indent === 0 ? line : line.replace(indentation, ''));

  return {
    element: block.element,
    read(text, from, end, isGrowing) {
      const stop = Math.min(end, from + STEP_CHARS);
      let start = from;
      let lines = '';
      while (start < stop) {
        const newline = text.indexOf('\n', start);
        if (newline === -1 || newline >= end) break;
        const line = text.slice(start, newline);
        start = newline + 1;
        if (closing.test(line)) {
          block.append(lines);
          return { start, state: 'closed' };
        }
        lines += `${strip(line)}\n`;
      }
      if (end - start > LINE_CHARS && text.indexOf('\n', start) === -1) {
        lines += strip(text.slice(start, start + LINE_CHARS));
        start += LINE_CHARS;
      }
      if (lines !== '') block.append(lines);
      if (start >= stop && stop < end) return { start, state: 'more' };
      const rest = text.slice(start, end);
      // If this may be the closing line, not yet ended, don't show it.
      block.setPending(closing.test(rest) || (isGrowing && begins.test(rest)) ? '' : strip(rest));
      return { start, state: 'waiting' };
    },
  };
}
