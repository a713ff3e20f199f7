// Markdown as the visitor sees it: drawn by the widget's own renderer, through the same sanitiser.

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { MarkdownView } from '../../src/content/index.ts';
import type { View } from './view.ts';

export function RichText({ view, text }: { view: View; text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<MarkdownView | null>(null);
  const content = view.content.module.value;
  const isLive = view.desk.isLive.value;
  // It is tried again when the gateway is back.
  useEffect(() => {
    if (isLive) view.content.load();
  }, [view.content, isLive]);
  useLayoutEffect(() => {
    if (element.current === null || content === null) return undefined;
    drawn.current = content.createView(element.current);
    return () => drawn.current?.close();
  }, [content]);
  useLayoutEffect(() => drawn.current?.update(text), [content, text]);
  if (content === null && view.content.hasFailed.value) {
    return (
      <p class="plain-text" dir="auto">
        {text}
      </p>
    );
  }
  return <div class="rich" dir="auto" ref={element} />;
}
