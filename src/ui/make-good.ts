// What a page has refused in the chat before the chat could keep it from doing so: copying, cutting and pasting are done in
// the browser's place. Knows nothing of how events are kept from the page.

import { document } from '../dom/document.ts';

/** @param event of the panel in `root`, whose default action some listener has refused already. */
export function makeGood(event: Event, root: ShadowRoot): void {
  const { type } = event;
  const { clipboardData } = event as ClipboardEvent;
  const held = root.activeElement;
  const field =
    held instanceof HTMLTextAreaElement || held instanceof HTMLInputElement ? held : null;
  if (type === 'keydown') {
    const { key, ctrlKey, metaKey } = event as KeyboardEvent;
    const command = { c: 'copy', x: 'cut', a: 'selectAll' }[key.toLowerCase()];
    if ((ctrlKey || metaKey) && command) document.execCommand(command);
  } else if (clipboardData && type === 'paste') {
    write(field, clipboardData.getData('text/plain'));
  } else if (clipboardData && /^(copy|cut)$/.test(type)) {
    const text = selectedIn(root, field);
    if (!text) return;
    clipboardData.setData('text/plain', text);
    if (type === 'cut') write(field, '');
  }
}

type Field = HTMLTextAreaElement | HTMLInputElement;

/** In the place of what is selected. By a command it could be undone, but none may run within another. */
function write(field: Field | null, text: string): void {
  if (!field || document.execCommand(text ? 'insertText' : 'delete', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

function selectedIn(root: ShadowRoot, field: Field | null): string {
  if (field) return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  // Chromium has the selection of a shadow root on that root alone.
  const own = root as ShadowRoot & { getSelection?(): Selection | null };
  return String(own.getSelection?.() ?? document.getSelection() ?? '');
}
