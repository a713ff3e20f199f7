// Copies a text and shows "Copied" for a moment.

import { useState } from 'preact/hooks';
import { COPIED_MS, copyText } from '../copy-text.ts';
import type { ChatModel } from '../model/types.ts';

export function useCopy(
  chat: Pick<ChatModel, 'words' | 'announcer' | 'ports'>,
): [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string) => {
    if (!(await copyText(text))) return;
    setCopied(true);
    chat.announcer.say(chat.words.peek().t('copied'));
    chat.ports.after(COPIED_MS, () => setCopied(false));
  };
  return [isCopied, (text) => void copy(text)];
}
