// When something was said; seen on hover and focus, never announced.

import { writeJson } from '../../dom/json.ts';
import type { ChatModel } from '../model/types.ts';

export function Time({ chat, at }: { chat: Pick<ChatModel, 'words'>; at: number }) {
  return (
    <time class="time" dateTime={writeJson(new Date(at)).slice(1, -1)}>
      {chat.words.value.format.time(at)}
    </time>
  );
}
