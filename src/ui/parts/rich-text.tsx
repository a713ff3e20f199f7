// An answer's text, drawn and kept up to date by the content room inside one element.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MarkdownView } from '../../content/index.ts';
import { document } from '../../dom/document.ts';
import { createChatContent } from '../chat-content.ts';
import { picturesOf } from '../model/pictures.ts';
import type { ChatModel } from '../model/types.ts';

export function RichText(props: {
  chat: ChatModel;
  text: string;
  /** More of the text is to come. */
  isGrowing?: boolean;
}) {
  const { chat, text, isGrowing } = props;
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView | null>(null);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    chat.log.content ??= createChatContent(chat, document);
    view.current = chat.log.content.createView(element.current);
    return () => {
      view.current?.close();
      // What is made once for the chat has come into being here, and keeps hold of this row.
      view.current = null;
    };
  }, [chat]);
  const pictures = picturesOf(chat).value;
  useLayoutEffect(
    () => view.current?.update(text, pictures, isGrowing),
    [text, pictures, isGrowing],
  );
  return <div ref={element} class="rich" />;
}
