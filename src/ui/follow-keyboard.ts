// On a phone the sheet fills what the on-screen keyboard leaves, once the keyboard has settled. Sets two
// lengths on the dialog; the sheet of styles uses them.

import { document } from '../dom/document.ts';
import type { ChatPorts } from './types.ts';

const SETTLED_AFTER_MS = 120;

/** @returns the way to let go. Does nothing where the browser doesn't tell. */
export function followKeyboard(dialog: HTMLElement, after: ChatPorts['after']): () => void {
  const view = document.defaultView?.visualViewport;
  if (!view) return () => {};
  let cancel: (() => void) | null = null;
  const apply = () => {
    cancel = null;
    // Zoomed in by hand: the visitor looks at a part of the sheet, which stays as it is.
    if (view.scale > 1.01) return;
    dialog.style.setProperty('--b-view-height', `${view.height}px`);
    dialog.style.setProperty('--b-view-top', `${view.offsetTop}px`);
  };
  const onChange = () => {
    cancel?.();
    cancel = after(SETTLED_AFTER_MS, apply);
  };
  apply();
  view.addEventListener('resize', onChange);
  view.addEventListener('scroll', onChange);
  return () => {
    cancel?.();
    view.removeEventListener('resize', onChange);
    view.removeEventListener('scroll', onChange);
  };
}
