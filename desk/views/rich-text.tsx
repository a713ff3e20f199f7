// Markdown as the visitor sees it: drawn by the widget's own renderer, through the same sanitiser.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MarkdownView } from '../../src/content/index.ts';
import type { View } from './view.ts';

export function RichText({ view, text }: { view: View; text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<MarkdownView | null>(null);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    drawn.current = view.content.createView(element.current);
    return () => drawn.current?.close();
  }, [view.content]);
  useLayoutEffect(() => drawn.current?.update(text), [text]);
  return <div class="rich" dir="auto" ref={element} />;
}
