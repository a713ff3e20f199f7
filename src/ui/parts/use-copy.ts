// Copies a text and shows "Copied" for a moment.

import { useState } from 'preact/hooks';
import { COPIED_MS, copyRich, copyText } from '../copy-text.ts';
import type { ChatModel } from '../model/types.ts';

export function useCopy(
  chat: ChatModel,
  /** The text is markdown, and goes without its marks, with rich text beside it. */
  isRich = false,
): [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  const copy = async (text: string) => {
    const isDone = isRich
      ? await copyRich(import('../later/plain.ts').then((part) => part.renderText(text)))
      : await copyText(text);
    if (!isDone) return;
    setCopied(true);
    chat.announcer.say(chat.words.peek().t('copied'));
    chat.ports.after(COPIED_MS, () => setCopied(false));
  };
  return [isCopied, (text) => void copy(text)];
}
