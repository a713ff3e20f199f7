// Where the focus goes when the button that had it goes away. Knows nothing of what the button did.

import { TOUCH } from './control-dialog.ts';
import type { ChatModel } from './model/types.ts';

/** To the composer; on touch, where that would call the keyboard up over the answer, to the conversation. */
export function moveOn(chat: Pick<ChatModel, 'composer'>, from: Element): void {
  if (globalThis.matchMedia?.(TOUCH).matches) {
    from.closest<HTMLElement>('.log')?.focus({ preventScroll: true });
  } else chat.composer.focusCalls.value++;
}
