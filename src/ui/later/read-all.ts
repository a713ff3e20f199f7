// Has all older messages of the conversation read, before it is taken along. What can't be had is left out: who is offline
// takes along what is there.

import { effect, untracked } from '@preact/signals';
import type { ChatModel } from '../model/types.ts';

/** No page of older messages has come for so long. */
const GIVE_UP_MS = 8_000;

export function readAll(chat: ChatModel): Promise<void> {
  return new Promise((done) => {
    let asked: string | null = null;
    let stop: (() => void) | null = null;
    let cancel = (): void => {};
    let isOver = false;
    const end = (): void => {
      isOver = true;
      cancel();
      stop?.();
      done();
    };
    stop = effect(() => {
      const { entries, hasOlder, isLoadingOlder, connection } = chat.session.value;
      untracked(() => {
        if (isOver || isLoadingOlder) return;
        const first = entries[0]?.key ?? '';
        if (!hasOlder || connection === 'offline') return end();
        if (first === asked) return;
        asked = first;
        cancel();
        cancel = chat.ports.after(GIVE_UP_MS, end);
        chat.ports.actions.loadOlder();
      });
    });
    if (isOver) stop();
  });
}
