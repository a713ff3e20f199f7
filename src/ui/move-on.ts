// Moves the focus when the button that had it is removed. Knows nothing of what the button did.

import { TOUCH } from './control-dialog.ts';
import type { ChatModel } from './model/types.ts';

/** Moves it to the composer; on touch devices to the conversation, since the keyboard would cover the answer. */
export function moveOn(chat: Pick<ChatModel, 'composer'>, from: Element): void {
  if (globalThis.matchMedia?.(TOUCH).matches) {
    from.closest<HTMLElement>('.log')?.focus({ preventScroll: true });
  } else chat.composer.focusCalls.value++;
}
