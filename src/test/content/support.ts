// What the content tests share: a content room over jsdom's document, and one-line drawing.

import {
  type Content,
  type ContentOptions,
  createContent,
  type LinkInfo,
} from '../../content/index.ts';

export interface Drawn {
  root: HTMLElement;
  html: string;
  text: string;
}

export interface Rig {
  content: Content;
  questions: LinkInfo[];
  copies: string[];
  draw(markdown: string): Drawn;
  /** Draws ever longer prefixes, cut at `cuts`, then the whole. */
  stream(markdown: string, cuts: readonly number[]): Drawn;
}

export async function createRig(options: Partial<ContentOptions> = {}): Promise<Rig> {
  const questions: LinkInfo[] = [];
  const copies: string[] = [];
  const content = createContent({
    documentRef: document,
    words: () => ({
      showImage: (host) => `Show image from ${host}`,
      cantOpen: 'Can’t be opened here',
      copyCode: 'Copy code',
      showMore: 'Show more',
    }),
    onLinkQuestion: (link) => questions.push(link),
    onCopyCode: (text) => copies.push(text),
    ...options,
  });
  const stream = (markdown: string, cuts: readonly number[]): Drawn => {
    const root = document.createElement('div');
    const view = content.createView(root);
    for (const cut of cuts) view.update(markdown.slice(0, cut), undefined, true);
    view.update(markdown);
    return { root, html: root.innerHTML, text: root.textContent ?? '' };
  };
  return { content, questions, copies, draw: (markdown) => stream(markdown, []), stream };
}
