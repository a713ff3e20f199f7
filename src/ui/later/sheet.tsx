// A page over the conversation: its title, the way back, and the focus while it is there.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
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
    return holdFocus(heading.current?.closest('.sheet') ?? null);
  }, []);
  return (
    <section class={`sheet ${props.class ?? ''}`} aria-labelledby="bh-sheet">
      <div class="sheet-head">
        <IconButton name={t('back')} icon="back" onPress={chat.sheets.hide} />
        <h3 id="bh-sheet" ref={heading} tabIndex={-1}>
          {title}
        </h3>
      </div>
      <div class="sheet-body">{props.children}</div>
    </section>
  );
}

/**
 * To be called when a sheet has come: returns what gives the focus back when it goes, to `target` or to the
 * menu's button. A focus that has moved on by itself stays where it is.
 */
export function holdFocus(sheet: Element | null, target?: HTMLElement): () => void {
  const root = sheet?.getRootNode() as ShadowRoot | undefined;
  return () => {
    // The whole panel is removed: there is no element to give the focus back to.
    if (!root?.host?.isConnected) return;
    const { activeElement } = root;
    if (activeElement !== null && !sheet?.contains(activeElement)) return;
    const place = target?.isConnected ? target : root.querySelector<HTMLElement>('.menu-button');
    place?.focus({ preventScroll: true });
  };
}
