// A page over the conversation: its title, the way back, and the focus while it is there.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChatModel } from '../model/chat-model.ts';
import { IconButton } from '../parts/button.tsx';

export function SheetPage(props: {
  chat: ChatModel;
  title: string;
  children: ComponentChildren;
  class?: string;
}) {
  const { chat, title } = props;
  const { t } = chat.words.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    return () => giveFocusBack(heading.current);
  }, []);
  return (
    <section class={`sheet ${props.class ?? ''}`} aria-labelledby="bh-sheet">
      <div class="sheet-head">
        <IconButton
          name={t('back')}
          icon="back"
          onPress={() => {
            chat.sheet.value = null;
          }}
        />
        <h3 id="bh-sheet" ref={heading} tabIndex={-1}>
          {title}
        </h3>
      </div>
      <div class="sheet-body">{props.children}</div>
    </section>
  );
}

/** To the menu's button, which led here; only if the focus would otherwise be lost with the sheet. */
export function giveFocusBack(element: Element | null): void {
  const root = element?.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const button = root.querySelector<HTMLElement>('.menu-button');
  const isLost =
    root.activeElement === null || element?.closest('.sheet,.menu')?.contains(root.activeElement);
  if (isLost) button?.focus({ preventScroll: true });
}
