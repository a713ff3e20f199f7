// The place of the two thumbs below an answer: fetches what draws them, where the owner asks for feedback.

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';

interface FeedbackPart {
  Thumbs: FunctionComponent<{ chat: ChatModel; eventId: string }>;
}

/** All chats of a page share it. */
const part = signal<FeedbackPart | null>(null);

export function FeedbackSlot({ chat, eventId }: { chat: ChatModel; eventId: string }) {
  useEffect(() => {
    import('../feedback/thumbs.tsx').then(
      (found) => {
        part.value = found;
      },
      // Without it an answer has no thumbs; the next one tries again.
      () => {},
    );
  }, []);
  const drawn = part.value;
  return drawn && <drawn.Thumbs chat={chat} eventId={eventId} />;
}
