// Shows in the place of “Replying…” what a WordPress says of its queue ("One moment: 2 before you"), as long as it says so.
// Loaded once there is a queue. It changes the chat's wording by the page's own interface, and puts back what was there.

import { readStrings } from './strings.ts';
import type { Chat, Configuration, Hub, RawOptions } from './types.ts';

export function createQueueWords(raw: RawOptions): (words: string) => Promise<void> {
  let shown = '';
  let own: unknown;
  return async (words) => {
    if (words === shown) return;
    if (shown === '') own = raw.strings;
    shown = words;
    const before = words === '' ? {} : await readStrings(own, () => {});
    // Another reply has come meanwhile.
    if (shown !== words) return;
    const strings =
      words === '' ? (own ?? {}) : { ...before, replying: words, thinking: words, slow: words };
    chatOf(raw)?.configure({ strings } as Configuration);
  };
}

function chatOf({ name }: RawOptions): Chat | undefined {
  const { bellhop } = window as { bellhop?: Hub };
  return bellhop?.get?.(name as string | undefined);
}
