// Ctrl+F (⌘F) in the panel opens the search in the conversation: what is further up isn't drawn, so the browser would not find
// it. Pressed once more, in the search, the key is the browser's again. Comes with the rows.

import type { ChatModel } from './types.ts';

/** Nothing else lies over the conversation. */
const FREE = [null, 'menu', 'found'];

/** For as long as the panel is there that `box` is in. */
export function listenForSearch({ sheets }: Pick<ChatModel, 'sheets'>, box: Element): void {
  const onKey = (event: Event): void => {
    const { ctrlKey, metaKey, altKey, shiftKey, code } = event as KeyboardEvent;
    // By its place on the keyboard: in Greek or Russian it writes another letter.
    if (code !== 'KeyF' || altKey || shiftKey || ctrlKey === metaKey) return;
    if (!FREE.includes(sheets.shown.peek())) return;
    event.preventDefault();
    sheets.shown.value = 'search';
  };
  box.closest('.panel')?.addEventListener('keydown', onKey);
}
