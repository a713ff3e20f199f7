// Draws a growing text as plain paragraphs, until the markdown engine has been fetched, or if it can't be.

import { MAX_MESSAGE_CHARS } from './policy.ts';
import { escapeOverrides } from './text.ts';
import type { MarkdownView } from './types.ts';

/** Characters after which a new paragraph begins: one endless block would be laid out whole at each update. */
const PIECE_CHARS = 4000;

export function createPlainView(container: HTMLElement, documentRef: Document): MarkdownView {
  let shown = '';
  let last: HTMLElement | null = null;
  let lastText = '';

  const clear = (): void => {
    container.replaceChildren();
    shown = '';
    last = null;
    lastText = '';
  };

  return {
    update(text) {
      const next = text.slice(0, MAX_MESSAGE_CHARS);
      if (!next.startsWith(shown)) clear();
      for (let at = shown.length; at < next.length; ) {
        if (!last || lastText.length >= PIECE_CHARS) {
          last = documentRef.createElement('p');
          last.className = 'plain';
          lastText = '';
          container.append(last);
        }
        const piece = next.slice(at, at + PIECE_CHARS - lastText.length);
        lastText += piece;
        last.textContent = escapeOverrides(lastText);
        at += piece.length;
      }
      shown = next;
    },
    isSettled: true,
    close: clear,
  };
}
