// When something was said; seen on hover and focus, never announced.

import type { ChatModel } from '../model/types.ts';

export function Time({ chat, at }: { chat: Pick<ChatModel, 'words'>; at: number }) {
  return (
    <time class="time" dateTime={new Date(at).toISOString()}>
      {chat.words.value.format.time(at)}
    </time>
  );
}
