// When something was said; seen on hover and focus, never announced.

import type { ChatModel } from '../model/chat-model.ts';

export function Time({ chat, at }: { chat: ChatModel; at: number }) {
  return (
    <time class="time" dateTime={new Date(at).toISOString()}>
      {chat.words.value.format.time(at)}
    </time>
  );
}
