// The panel's outermost elements: the dialog (or the inline section), the live regions, what lies over it.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { controlDialog } from '../control-dialog.ts';
import { followKeyboard } from '../follow-keyboard.ts';
import type { ChatModel } from '../model/types.ts';
import { Banner } from './banner.tsx';
import { Composer } from './composer.tsx';
import { Header } from './header.tsx';
import { Log } from './log.tsx';
import { Regions } from './regions.tsx';
import { SheetHost } from './sheet-host.tsx';

export function PanelFrame({ chat, root }: { chat: ChatModel; root: ShadowRoot }) {
  const { panel, sheets } = chat;
  const { lang, dir } = chat.words.value;
  const { isInline, position } = chat.options.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const isExpanded = panel.isExpanded.value;
  const sheet = sheets.shown.value;
  // The menu and what leads from hit to hit lie beside the conversation, everything else over it.
  const isCovered = sheet !== null && sheet !== 'menu' && sheet !== 'found';

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const stops = [controlDialog(element, chat, root), followKeyboard(element, chat.ports.after)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [chat, isInline]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    panel.escape(chat.steps.isOwnHand(event));
  };
  const inside = (
    <>
      <Header chat={chat} />
      <div class="body">
        <div class="main" inert={isCovered}>
          <Log chat={chat} />
          <Banner chat={chat} />
          <Composer chat={chat} />
        </div>
        <SheetHost chat={chat} />
      </div>
      <Regions chat={chat} isInside />
    </>
  );
  return (
    <div class="bellhop" lang={lang} dir={dir}>
      {isInline ? (
        <section class="panel inline" part="panel" aria-labelledby="bh-title" onKeyDown={onKeyDown}>
          {inside}
        </section>
      ) : (
        <dialog
          ref={dialog}
          class={`panel floating at-${position} ${isExpanded ? 'expanded' : ''}`}
          part="panel"
          aria-labelledby="bh-title"
          onKeyDown={onKeyDown}
          onCancel={(event) => {
            event.preventDefault();
            panel.escape(false);
          }}
          onClose={(event) => {
            // The browser has closed the dialog, not this panel. If it was closed to be shown in another way, it is open
            // again by now.
            if (panel.isOpen.peek() && !event.currentTarget.open) panel.hide();
          }}
        >
          {inside}
        </dialog>
      )}
      {!isInline && <Regions chat={chat} isInside={false} />}
    </div>
  );
}
