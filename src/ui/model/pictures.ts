// A signal of the pictures that may load by themselves. What chooses them is fetched where the owner names origins, when
// a component is first drawn that may show pictures. Until then, and where it can't be had, each waits for a press.

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ChatModel } from './types.ts';

type Pictures = ReadonlySignal<ReadonlySet<string>>;

const NONE: ReadonlySet<string> = new Set();

/** Made once for each chat. */
export function picturesOf(chat: ChatModel): Pictures {
  chat.log.pictures ??= createPictures(chat);
  return chat.log.pictures;
}

function createPictures(chat: ChatModel): Pictures {
  const chosen = signal<Pictures | null>(null);
  let isAsked = false;
  return computed(() => {
    if (chat.options.value.imageOrigins.length === 0) return NONE;
    if (!isAsked) {
      isAsked = true;
      import('../later/pictures.ts').then(
        (part) => {
          chosen.value = part.createPictures(chat);
        },
        () => {},
      );
    }
    return chosen.value?.value ?? NONE;
  });
}
