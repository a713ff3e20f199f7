// Runs in the browser: a text in many previews, drawn as markdown and, beside it, as plain text by blocks;
// script and layout of each preview are timed together.

import { createContent, type MarkdownView } from '../src/content/index.ts';

export interface Timing {
  totalMs: number;
  longestMs: number;
}

declare global {
  interface Window {
    benchmark(kind: 'markdown' | 'plain', text: string, pieces: number): Promise<Timing>;
  }
}

const content = createContent({
  documentRef: document,
  words: () => ({ showImage: String, copyCode: 'Copy', showMore: 'More' }),
  onLinkQuestion() {},
  onCopyCode() {},
});

/** The floor: text nodes in paragraphs, a new one at each empty line or after twenty lines. */
function createTextView(root: HTMLElement): MarkdownView {
  let length = 0;
  let block: HTMLElement | null = null;
  let node: Text | null = null;
  let lines = 0;
  return {
    update(text) {
      for (const piece of text.slice(length).split(/(?<=\n)/)) {
        if (!block || !node || lines >= 20) {
          block = document.createElement('p');
          node = document.createTextNode('');
          block.append(node);
          root.append(block);
          lines = 0;
        }
        node.appendData(piece);
        if (piece.endsWith('\n')) lines += 1;
        if (piece === '\n') block = null;
      }
      length = text.length;
    },
    isSettled: true,
    close() {},
  };
}

window.benchmark = async (kind, text, pieces) => {
  const root = document.createElement('div');
  root.style.width = '360px';
  document.body.append(root);
  const view = kind === 'markdown' ? content.createView(root) : createTextView(root);
  let totalMs = 0;
  let longestMs = 0;
  for (let piece = 1; piece <= pieces; piece++) {
    const upTo = text.slice(0, Math.ceil((text.length * piece) / pieces));
    const began = performance.now();
    view.update(upTo);
    // Reading a measure makes the browser lay out now, inside the timing.
    if (root.offsetHeight < 0) throw new Error('No layout.');
    const spent = performance.now() - began;
    totalMs += spent;
    longestMs = Math.max(longestMs, spent);
  }
  root.remove();
  return { totalMs, longestMs };
};
