// The entry of the UI room: draws the panel into a shadow root and returns its controls.

import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import { render } from 'preact';
import { document } from '../dom/document.ts';
import { catchFiles } from './catch-files.ts';
import { createChatModel } from './model/chat-model.ts';
import { PanelFrame } from './parts/panel-frame.tsx';
import { applyStyles } from './styles/apply-styles.ts';
import type { ChatPorts, Panel, Source } from './types.ts';

/** Draws into `root`, beside the launcher that stands there. The panel is closed at first; inline it stands there all the same. */
export function mountPanel(root: ShadowRoot, ports: ChatPorts): Panel {
  const chat = createChatModel(ports);
  const { panel } = chat;
  const stopStyles = applyStyles(root, chat);
  const letFilesGo = catchFiles(root, chat);
  const container = document.createElement('div');
  root.append(container);
  panel.shrink = () => {
    const seen = panel.seen.peek();
    // If it can't be fetched, the sheet stays as it is.
    import('./later/bar.tsx').then(
      ({ showBar }) => showBar(chat, root, seen),
      () => {},
    );
  };
  render(<PanelFrame chat={chat} root={root} />, container);

  return {
    open(how) {
      if (chat.options.peek().isInline) panel.isOpen.value = true;
      const takesFocus = how?.focus !== false;
      if (!panel.isOpen.peek()) panel.show(takesFocus);
      else if (takesFocus) chat.composer.focusCalls.value++;
    },
    close() {
      if (chat.options.peek().isInline) return;
      chat.sheets.hide();
      panel.isOpen.value = false;
    },
    shrink: panel.shrink,
    isOpen: () => panel.isOpen.peek(),
    openness: toSource(panel.isOpen),
    unread: toSource(panel.unread),
    setDraft: (text) => chat.composer.setText(text),
    destroy() {
      render(null, container);
      container.remove();
      stopStyles();
      letFilesGo();
      chat.close();
    },
  };
}

function toSource<T>(from: ReadonlySignal<T>): Source<T> {
  return {
    get: () => from.peek(),
    subscribe(listener) {
      let isFirst = true;
      return effect(() => {
        from.value;
        if (!isFirst) untracked(listener);
        isFirst = false;
      });
    },
  };
}
