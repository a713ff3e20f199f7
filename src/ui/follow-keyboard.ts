// On a phone the sheet fills what the on-screen keyboard leaves, once the keyboard has settled. Sets two
// lengths on the dialog; the sheet of styles uses them.

import { document } from '../dom/document.ts';
import type { ChatPorts } from './types.ts';

const SETTLED_AFTER_MS = 120;

/** @returns a function that stops. Does nothing in browsers that don't report the keyboard. */
export function followKeyboard(dialog: HTMLElement, after: ChatPorts['after']): () => void {
  const view = document.defaultView?.visualViewport;
  if (!view) return () => {};
  let cancel: (() => void) | null = null;
  const apply = () => {
    cancel = null;
    // The visitor has zoomed in to look at a part of the sheet: leave its size.
    if (view.scale > 1.01) return;
    // The window is measured without the page's own `zoom`, which enlarges these lengths.
    const zoom = (dialog as { currentCSSZoom?: number }).currentCSSZoom || 1;
    dialog.style.setProperty('--b-view-height', `${view.height / zoom}px`);
    dialog.style.setProperty('--b-view-top', `${view.offsetTop / zoom}px`);
  };
  const onChange = () => {
    cancel?.();
    cancel = after(SETTLED_AFTER_MS, apply);
  };
  // Not at once: reading the view's size makes the browser lay out the whole page in the middle of this task.
  onChange();
  view.addEventListener('resize', onChange);
  view.addEventListener('scroll', onChange);
  return () => {
    cancel?.();
    view.removeEventListener('resize', onChange);
    view.removeEventListener('scroll', onChange);
  };
}
