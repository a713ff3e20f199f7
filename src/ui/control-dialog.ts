// Shows and hides the dialog: beside the page on a desktop, above it on a phone, and from one to the other
// when the window crosses the line. Owns where the focus goes at each of these.

import { effect, untracked } from '@preact/signals';
import { document } from '../dom/document.ts';
import type { ChatModel } from './model/types.ts';

export const SMALL = '(max-width: 480px), (max-height: 480px)';
export const TOUCH = '(pointer: coarse)';

/** @returns a function that stops controlling the dialog. */
export function controlDialog(
  dialog: HTMLDialogElement,
  chat: Pick<ChatModel, 'panel' | 'log'>,
  root: ShadowRoot,
): () => void {
  const view = document.defaultView;
  const small = view?.matchMedia?.(SMALL);
  const touch = view?.matchMedia?.(TOUCH);
  let shown: 'modal' | 'beside' | null = null;
  let opener: Element | null = null;

  function show(isModal: boolean): void {
    dialog.hidden = false;
    if (isModal) dialog.showModal();
    else dialog.show();
    shown = isModal ? 'modal' : 'beside';
  }

  function update(): void {
    const isOpen = chat.panel.isOpen.value;
    const isModal = small?.matches === true;
    untracked(() => {
      const wanted = isOpen ? (isModal ? 'modal' : 'beside') : null;
      if (wanted === shown) return;
      const held = root.activeElement;
      if (wanted === null) {
        const hadFocus = shown === 'modal' || dialog.contains(held);
        shown = null;
        dialog.close();
        // While the dialog is closed, the browser need not lay out what arrives.
        dialog.hidden = true;
        if (hadFocus) focusOpener();
        return;
      }
      if (shown !== null) {
        // An open dialog can't change its kind: close it, open it the other way, and look unmoved.
        shown = null;
        dialog.close();
        show(isModal);
        focus(held);
        return;
      }
      opener = root.activeElement ?? document.activeElement;
      show(isModal);
      if (chat.panel.takesFocus) {
        focus(dialog.querySelector(touch?.matches ? '.title' : 'textarea'));
      } else if (!isModal) {
        if (opener && opener !== document.body) focus(opener);
        else (root.activeElement as HTMLElement | null)?.blur();
      }
      if (!chat.panel.hadUnread) chat.log.follow.stick(false);
    });
  }

  function focusOpener(): void {
    const launcher = root.querySelector('[part~=launcher]');
    const isBack = opener?.isConnected && opener !== document.body;
    focus(isBack && opener !== root.host ? opener : launcher);
  }

  const stop = effect(update);
  small?.addEventListener('change', update);
  return () => {
    stop();
    small?.removeEventListener('change', update);
    if (dialog.open) dialog.close();
  };
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
