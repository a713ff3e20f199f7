// An answer's text, drawn and kept up to date by the content room inside one element.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MarkdownView } from '../../content/index.ts';
import { createChatContent } from '../chat-content.ts';
import type { ChatModel } from '../model/chat-model.ts';

export function RichText({ chat, text }: { chat: ChatModel; text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    chat.content ??= createChatContent(chat, element.current.ownerDocument);
    view.current = chat.content.createView(element.current);
    return () => view.current?.close();
  }, [chat]);
  useLayoutEffect(() => view.current?.update(text), [text]);
  return <div ref={element} class="rich" />;
}
