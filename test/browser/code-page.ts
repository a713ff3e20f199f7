// Runs in the browser: a text in a box that scrolls, drawn as markdown with its code coloured; and what has a colour.

import { colorCode } from '../../src/content/color-code.ts';
import { createContent } from '../../src/content/index.ts';

declare global {
  interface Window {
    /** Draws this text, which extends the last one; null: takes it out of the page. */
    draw(text: string | null): void;
    /** What is coloured, in the order of the page: "keyword const". */
    colored(): string[];
    scrollCode(top: number): void;
  }
}

const box = document.createElement('div');
box.style.cssText = 'height: 300px; overflow: auto';
const root = document.createElement('div');
box.append(root);
document.body.append(box);
const view = createContent({
  documentRef: document,
  words: () => ({ showImage: String, copyCode: 'Copy', showMore: 'More' }),
  onLinkQuestion() {},
  onCopyCode() {},
  onCode: colorCode,
}).createView(root);

window.draw = (text) => {
  if (text === null) root.remove();
  else view.update(text);
};

window.colored = () => {
  const found: { range: AbstractRange; kind: string }[] = [];
  for (const [name, highlight] of CSS.highlights) {
    const kind = name.replace('bellhop-', '');
    for (const range of highlight) found.push({ range, kind });
  }
  const live = ({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): Range => {
    const range = document.createRange();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return range;
  };
  return found
    .map(({ range, kind }) => ({ range: live(range), kind }))
    .toSorted((a, b) => a.range.compareBoundaryPoints(Range.START_TO_START, b.range))
    .map(({ range, kind }) => `${kind} ${range.toString()}`);
};

window.scrollCode = (top) => {
  box.scrollTop = top;
};
