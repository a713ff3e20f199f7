// The places of dictation in the composer: fetches what draws its button, where the owner asks for it.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';

type VoicePart = Record<'VoiceButton' | 'VoiceLine', FunctionComponent<{ chat: ChatModel }>>;

/** All chats of a page share it. */
const part = signal<VoicePart | null>(null);

export function VoiceSlot({ chat, name }: { chat: ChatModel; name: keyof VoicePart }) {
  useEffect(() => {
    import('../voice/voice.tsx').then(
      (found) => {
        part.value = found;
      },
      // Without it there is no button; the next panel tries again.
      () => {},
    );
  }, []);
  const Part = part.value?.[name];
  return Part ? <Part chat={chat} /> : null;
}
